import ConformanceKit
import LiveResults
import MemoryAdapter
import SectionDiff
import StoreInterface
import StoreTestSupport
import TestScale
import Testing

/// Faults that users of other live lists reported, tried here.
@Suite struct ReportedResultsTests {
  private struct Shown: Identifiable, Equatable, Sendable {
    let id: Int
    let name: String
  }

  /// A field that sorts and is not shown: the row moves, and nothing is silent.
  @Test func whatIsShownLacksTheFieldThatSorts() async throws {
    let store = MemoryStore((0..<5).map { Person($0, "p\($0)", age: $0 * 10) })
    let recorded = try await RecordedResults(
      ResultsController(
        store: store, request: .all,
        arrangement: ResultsArrangement(
          sections: .by(\.city), sort: [.ascending(\.age)], show: { Shown(id: $0.id, name: $0.name) })))
    let update = try await recorded.next { try store.edit { try $0.update(Person(0, "p0", age: 99)) } }
    #expect(update.changeset.counts == ChangeCounts(moves: 1))
    #expect(recorded.rows == [[1, 2, 3, 4, 0]])
    #expect(recorded.violations == [])
  }

  /// A descending list in a window that is larger than it: the delete is told at once.
  @Test func aDeleteInAWindowWithRoomToSpareIsOneDelete() async throws {
    let store = MemoryStore((0..<5).map { Person($0, "", age: $0) })
    let recorded = try await RecordedResults(
      ResultsController(
        store: store, request: .all,
        arrangement: ResultsArrangement(sort: [.descending(\.age)], window: ResultsWindow(limit: 20))))
    let update = try await recorded.next { store.edit { $0.remove(2) } }
    #expect(update.changeset.counts == ChangeCounts(deletes: 1))
    #expect(recorded.rows == [[4, 3, 1, 0]])
    #expect(recorded.violations == [])
  }

  /// A new order while the window holds everything: told, with the fewest moves.
  @Test func aNewOrderOfAllIsToldInTheFewestMoves() async throws {
    let ages = [3, 0, 4, 1, 2, 5]
    let store = MemoryStore(ages.enumerated().map { Person($0, "", age: $1) })
    let recorded = try await RecordedResults(
      ResultsController(
        store: store, request: .all,
        arrangement: ResultsArrangement(sort: [.ascending(\.id)], window: ResultsWindow(limit: 100))))
    let update = try await recorded.next { await recorded.controller.setSort([.ascending(\.age)]) }
    // 0 1 2 3 4 5 → 1 3 4 0 2 5: four can stay.
    #expect(update.changeset.counts == ChangeCounts(moves: 2))
    #expect(recorded.rows == [[1, 3, 4, 0, 2, 5]])
    #expect(recorded.violations == [])
  }

  /// A record that changes so that the filter takes it away: what goes is what was shown.
  @Test func whatLeavesTheFilterIsDeletedAsItWas() async throws {
    let store = MemoryStore((0..<4).map { Person($0, "old", age: $0) })
    let recorded = try await RecordedResults(
      ResultsController(
        store: store, request: .all, arrangement: ResultsArrangement(sort: [.ascending(\.age)])))
    try await recorded.next { await recorded.controller.setFilter(in: "young") { $0.age < 3 } }
    let update = try await recorded.next { try store.edit { try $0.update(Person(1, "new", age: 50)) } }
    #expect(update.changeset.counts == ChangeCounts(deletes: 1))
    let path = try #require(update.changeset.identity.deletes.first)
    #expect(update.before[path] == Person(1, "old", age: 1))
    #expect(recorded.violations == [])
  }

  /// Every record gets another place in one batch: what is told leads to what is there.
  @Test func allPlacesChangeInOneBatch() async throws {
    let count = TestScale.count(500, quick: 120)
    let store = MemoryStore((0..<count).map { Person($0, "", age: $0) })
    let recorded = try await RecordedResults(
      ResultsController(
        store: store, request: .all, arrangement: ResultsArrangement(sort: [.ascending(\.age)])))
    var random = SplitMix64(seed: 11257)
    let ages = (0..<count).shuffled(using: &random)
    let update = try await recorded.next {
      try store.edit { batch in for id in 0..<count { try batch.update(Person(id, "", age: ages[id])) } }
    }
    #expect(try update.before.applying(update.changeset) == update.after)
    #expect(recorded.rows == [(0..<count).sorted { ages[$0] < ages[$1] }])
    let one = try await recorded.next { try store.edit { try $0.update(Person(0, "", age: -1)) } }
    #expect(one.changeset.counts.moves == (ages[0] == 0 ? 0 : 1))
    #expect(recorded.violations == [])
  }
}
