import StoreInterface
import Testing

@Suite struct SectionIDTests {
  @Test func aKeyComesBackAsItsOwnTypeOnly() {
    #expect(SectionID("Done").key(as: String.self) == "Done")
    #expect(SectionID("Done").key(as: Int.self) == nil)
    #expect(SectionID(7).key() == 7)
  }

  @Test func keysOfDifferentTypesDiffer() {
    #expect(SectionID("7") != SectionID(7))
    #expect(SectionID("a") == SectionID("a"))
    #expect(Set([SectionID("a"), SectionID("a"), SectionID("b")]).count == 2)
  }
}
