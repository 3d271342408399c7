import ConformanceKit
import LiveResults
import MemoryAdapter
import SectionDiff
import StoreInterface
import StoreTestSupport
import Testing

/// The limit forgot what it had trimmed, so that a later delete did not refill.
@Suite struct RefillAfterDeletesTests {
  @Test func everyDeleteRefillsUntilNothingIsLeft() async throws {
    let store = MemoryStore((0..<9).map { Person($0, "", age: $0) })
    let recorded = try await RecordedResults(
      ResultsController(
        store: store, request: .all,
        arrangement: ResultsArrangement(sort: [.ascending(\.age)], window: ResultsWindow(limit: 3))))
    // First pushed out, then pulled in again.
    try await recorded.next { try store.edit { try $0.append(Person(100, "", age: -1)) } }
    #expect(recorded.rows == [[100, 0, 1]])
    try await recorded.next { store.edit { $0.remove(100) } }
    for gone in 0..<9 {
      let update = try await recorded.next { store.edit { $0.remove(gone) } }
      #expect(update.after.idRows == [Array((gone + 1)..<min(gone + 4, 9))])
      #expect(update.changeset.counts == ChangeCounts(deletes: 1, inserts: gone + 4 <= 9 ? 1 : 0))
    }
    #expect(recorded.violations == [])
  }

  @Test func whatFiltersLetThroughLaterRefillsToo() async throws {
    let recorded = try await RecordedResults(
      ResultsController(
        store: MemoryStore((0..<9).map { Person($0, "", age: $0) }), request: .all,
        arrangement: ResultsArrangement(sort: [.ascending(\.age)], window: ResultsWindow(limit: 3))))
    try await recorded.next { await recorded.controller.setFilter(in: "even") { $0.id % 2 == 0 } }
    #expect(recorded.rows == [[0, 2, 4]])
    try await recorded.next { await recorded.controller.removeAllFilters() }
    #expect(recorded.rows == [[0, 1, 2]])
    #expect(recorded.violations == [])
  }
}
