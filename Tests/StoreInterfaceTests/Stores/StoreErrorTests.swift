import StoreInterface
import Testing

@Suite struct StoreErrorTests {
  @Test func itIsOneLineOfWhereWhatAndWhatToDo() {
    #expect(StoreError(.unavailable, "down").description == "down")
    #expect(StoreError(.unavailable, "down", at: "songs.json").description == "songs.json: down")
    #expect(StoreError(.unavailable, "down", advice: "wait").description == "down; wait")
    #expect(StoreError(.unavailable, "down", at: "songs.json", advice: "wait").description == "songs.json: down; wait")
  }
}
