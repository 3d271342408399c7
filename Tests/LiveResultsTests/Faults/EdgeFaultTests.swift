import ConformanceKit
import LiveResults
import MemoryAdapter
import SectionDiff
import StoreInterface
import StoreTestSupport
import Testing

/// An insert past the end threw; removing the last filter left the stale filtered copy on show; unbalanced ends announced
/// did-change without will-change.
@Suite struct EndsOfListsAndRoundsTests {
  @Test func anInsertPastTheEndIsAtTheEnd() async throws {
    let store = MemoryStore((0..<3).map { Person($0, "") })
    let recorded = try await RecordedResults(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement()))
    let update = try await recorded.next { try store.edit { try $0.insert(Person(9, ""), at: 100) } }
    #expect(Array(update.changeset.identity.changes) == [.insert(ItemPath(0, 3))])
    #expect(recorded.violations == [])
  }

  @Test func withoutFiltersEverythingIsShownAsItIsNow() async throws {
    let store = MemoryStore.four
    let recorded = try await RecordedResults(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement()))
    try await recorded.next { await recorded.controller.setFilter(in: "age") { $0.age > 25 } }
    #expect(recorded.rows == [[1, 3]])
    // What changes out of sight meanwhile is there when the filter goes.
    store.edit { $0.remove(2) }
    try store.edit { try $0.update(Person(4, "Kai", "Zurich", age: 11)) }
    try store.edit { try $0.append(Person(5, "Cy", age: 1)) }
    await store.settled()
    let all = try await recorded.next { await recorded.controller.setFilter(nil, in: "age") }
    #expect(all.after.idRows == [[1, 3, 4, 5]])
    #expect(all.after.item(at: ItemPath(0, 2))?.name == "Kai")
    #expect(all.changeset.counts == ChangeCounts(inserts: 2))
    #expect(recorded.violations == [])
  }

  @Test func roundsAreBalancedHoweverSuspensionsEnd() async throws {
    let store = MemoryStore.four
    let recorded = try await RecordedResults(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement()))
    let first = await recorded.controller.suspendUpdates()
    await recorded.controller.resumeUpdates(first)
    await recorded.controller.resumeUpdates(first)
    let second = await recorded.controller.suspendUpdates()
    store.edit { $0.remove(1) }
    await store.settled()
    await recorded.controller.resumeUpdates(first)
    #expect(await recorded.controller.isSuspended)
    try await recorded.next { await recorded.controller.resumeUpdates(second) }
    var log = CallbackLog<Unsectioned, Person, NoHeader>()
    for update in recorded.recorder.updates { update.tell(&log) }
    var checker = CallbackChecker<Unsectioned, Person, NoHeader>(showing: Snapshot(sections: []))
    for callback in log.received { checker.check(callback) }
    checker.finish()
    #expect(checker.violations == [])
    #expect(checker.rounds == 2)
    #expect(recorded.violations == [])
  }
}
