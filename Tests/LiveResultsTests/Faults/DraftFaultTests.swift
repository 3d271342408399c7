import ConformanceKit
import LiveResults
import MemoryAdapter
import SectionDiff
import StoreInterface
import StoreTestSupport
import Testing

/// Adding a child removed the wrong store; a new query wiped another's drafts; taking back left drafts on show.
@Suite struct ChildStoresTests {
  @Test func addingAChildRemovesNobodyElse() throws {
    let store = MemoryStore<Person>()
    let (parent, other) = (DraftStore(store, name: "parent"), DraftStore(store, name: "other"))
    let children = (0..<4).map { DraftStore(store, name: "child \($0)") }
    for child in children { try parent.addChild(child) }
    try other.addChild(children[2])
    #expect(parent.children.map(\.branch.name) == ["child 0", "child 1", "child 3"])
    #expect(other.children.map(\.branch.name) == ["child 2"])
    try parent.addChild(children[1])
    #expect(parent.children.map(\.branch.name) == ["child 0", "child 1", "child 3"])
  }

  @Test func aNewQueryShowsTheDraftsAndTakesNoneAway() async throws {
    let store = MemoryStore.four
    let drafts = DraftStore(store)
    let first = try await RecordedResults(
      ResultsController(store: drafts, request: .all, arrangement: ResultsArrangement()))
    try await first.next { drafts.insert(Person(5, "Cy", "London")) }
    let second = try await RecordedResults(
      ResultsController(
        store: drafts, request: RecordRequest { $0.city == "London" },
        arrangement: ResultsArrangement(sort: [.ascending(\.id)])))
    #expect(first.rows == [[1, 2, 3, 4, 5]])
    #expect(second.rows == [[1, 3, 5]])
    // A refetch keeps the layer on top, too.
    await first.controller.setRequest(RecordRequest { $0.age < 35 })
    #expect(first.controller.snapshot.idRows == [[1, 2, 4, 5]])
    #expect(drafts.hasDrafts)
    #expect(first.violations + second.violations == [])
  }

  @Test func takingBackLeavesNothingOnShow() async throws {
    let store = MemoryStore.four
    let drafts = DraftStore(store)
    let recorded = try await RecordedResults(
      ResultsController(store: drafts, request: .all, arrangement: ResultsArrangement(sections: .by(\.city))))
    let before = recorded.controller.snapshot
    try await recorded.next {
      drafts.draft([
        .insert(Person(5, "Cy", "Oslo")), .update(Person(1, "Moritz", "Oslo")), .delete(2), .move(4, to: .start),
      ])
    }
    #expect(recorded.controller.snapshot.sections.map(\.key) == ["London", "Oslo", "Zurich"])
    // The base changes meanwhile; that stays.
    try await recorded.next { try store.edit { try $0.append(Person(6, "Lea", "Rome")) } }
    try await recorded.next { drafts.discard() }
    #expect(recorded.rows == [[1, 3], [6], [2, 4]])
    try await recorded.next { store.edit { $0.remove(6) } }
    #expect(recorded.controller.snapshot == before)
    #expect(recorded.violations == [])
  }
}
