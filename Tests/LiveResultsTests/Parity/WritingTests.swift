import ConformanceKit
import LiveResults
import MemoryAdapter
import SectionDiff
import StoreInterface
import StoreTestSupport
import Testing

/// Create, update, delete on the store.
@Suite struct WritesTests {
  private func write(_ batch: StoreBatch<Person>, to store: some WritableDataStore<Person, RecordRequest<Person>>)
    async throws
  {
    try await store.commit(batch)
  }

  @Test func everyWritableStoreTakesThem() async throws {
    let store = MemoryStore<Person>()
    let recorded = try await RecordedResults(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement(sort: [.ascending(\.name)])))
    for writable in [AnyWritableDataStore(store), AnyWritableDataStore(DraftStore(store))] {
      let create = try await recorded.next {
        try await write([.insert(Person(1, "Max")), .insert(Person(2, "Ada"))], to: writable)
      }
      #expect(create.after.idRows == [[2, 1]])
      let update = try await recorded.next { try await write([.update(Person(1, "Abe"))], to: writable) }
      #expect(update.after.idRows == [[1, 2]])
      let delete = try await recorded.next { try await write([.delete(1), .delete(2)], to: writable) }
      #expect(delete.after.idRows == [[]])
    }
    #expect(recorded.violations == [])
  }
}
