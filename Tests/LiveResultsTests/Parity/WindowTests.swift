import ConformanceKit
import LiveResults
import MemoryAdapter
import SectionDiff
import StoreInterface
import StoreTestSupport
import Testing

/// A fetch limit: a window with refill.
@Suite struct WindowOfResultsTests {
  @Test func negativeNumbersCountAsZeroHoweverTheyAreGiven() async throws {
    var window = ResultsWindow(offset: -1, limit: -1)
    #expect(window == ResultsWindow(offset: 0, limit: 0))
    window.offset = -3
    window.limit = -2
    #expect(window == ResultsWindow(offset: 0, limit: 0))
    window.limit = nil
    let store = MemoryStore([Person(1, "", age: 0)])
    let recorded = try await RecordedResults(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement(window: window)))
    #expect(recorded.rows == [[1]])
  }

  @Test func theWindowIsRefilledPushedAndMoved() async throws {
    let store = MemoryStore((1...10).map { Person($0 * 10, "", age: $0) })
    let recorded = try await RecordedResults(
      ResultsController(
        store: store, request: .all,
        arrangement: ResultsArrangement(sort: [.ascending(\.age)], window: ResultsWindow(limit: 3))))
    #expect(recorded.rows == [[10, 20, 30]])
    #expect(await recorded.controller.isMoreAvailable)
    #expect(await recorded.controller.matchCount == 10)
    let refilled = try await recorded.next { store.edit { $0.remove(20) } }
    #expect(refilled.after.idRows == [[10, 30, 40]])
    #expect(refilled.changeset.counts == ChangeCounts(deletes: 1, inserts: 1))
    let pushed = try await recorded.next { try store.edit { try $0.append(Person(5, "", age: 0)) } }
    #expect(pushed.after.idRows == [[5, 10, 30]])
    let revision = recorded.controller.revision
    store.edit { $0.remove(90) }
    await store.settled()
    #expect(recorded.controller.revision == revision)
    let slid = try await recorded.next { await recorded.controller.setWindow(ResultsWindow(offset: 2, limit: 3)) }
    #expect(slid.after.idRows == [[30, 40, 50]])
    let rest = try await recorded.next { await recorded.controller.setWindow(ResultsWindow(offset: 6)) }
    #expect(rest.after.idRows == [[70, 80, 100]])
    #expect(await !recorded.controller.isMoreAvailable)
    #expect(recorded.violations == [])
  }
}
