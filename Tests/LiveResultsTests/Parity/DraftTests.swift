import ConformanceKit
import LiveResults
import MemoryAdapter
import SectionDiff
import StoreInterface
import StoreTestSupport
import Testing

/// Drafts: insert, update and delete as draft; commit, take back; commit those below, too.
@Suite struct DraftsTests {
  @Test func draftsAreSeenAtOnceWrittenOnCommitAndTakenBackExactly() async throws {
    let store = MemoryStore.four
    let drafts = DraftStore(store)
    let recorded = try await RecordedResults(
      ResultsController(
        store: drafts, request: .all,
        arrangement: ResultsArrangement(sections: .by(\.city), sort: [.ascending(\.name)])))
    let loaded = recorded.controller.snapshot
    try await recorded.next { drafts.insert(Person(5, "Cy", "London")) }
    #expect(recorded.rows == [[3, 5, 1], [2, 4]])
    try await recorded.next { drafts.update(Person(3, "Zoe", "London")) }
    #expect(recorded.rows == [[5, 1, 3], [2, 4]])
    try await recorded.next { drafts.delete(4) }
    #expect(recorded.rows == [[5, 1, 3], [2]])
    #expect(store.contents == MemoryStore<Person>.four.contents)
    try await recorded.next { drafts.discard() }
    #expect(recorded.controller.snapshot == loaded)
    #expect(!drafts.hasDrafts)

    try await recorded.next { drafts.draft([.insert(Person(5, "Cy", "London")), .delete(4)]) }
    let revision = recorded.controller.revision
    try await drafts.commit()
    #expect(!drafts.hasDrafts)
    #expect(store[5]?.name == "Cy" && store[4] == nil)
    try await recorded.next { store.edit { $0.remove(1) } }
    #expect(recorded.controller.revision == revision + 1)
    #expect(recorded.rows == [[3, 5], [2]])
    #expect(recorded.violations == [])
  }

  @Test func aFailedCommitKeepsTheDraftsOnShow() async throws {
    let guarded = GuardedStore(MemoryStore.four)
    let drafts = DraftStore(guarded)
    let recorded = try await RecordedResults(
      ResultsController(store: drafts, request: .all, arrangement: ResultsArrangement()))
    try await recorded.next { drafts.delete(1) }
    let refusal = StoreError(.refused, "not today")
    guarded.refuse(with: refusal)
    await #expect(throws: refusal) { try await drafts.commit() }
    #expect(drafts.hasDrafts)
    #expect(recorded.rows == [[2, 3, 4]])
    guarded.refuse(with: nil)
    try await drafts.commit()
    #expect(guarded.base[1] == nil)
    #expect(recorded.violations == [])
  }

  @Test func whatFailsBelowKeepsTheDraftsOfBoth() async throws {
    let store = MemoryStore<Person>()
    let attachments = GuardedStore(MemoryStore<Person>())
    let parent = DraftStore(store, name: "parent")
    let child = DraftStore(attachments, name: "child")
    try child.join(parent)
    parent.insert(Person(1, "letter"))
    child.insert(Person(2, "attachment"))
    let refusal = StoreError(.refused, "too large")
    attachments.refuse(with: refusal)
    await #expect(throws: refusal) { try await parent.commit() }
    // Children first: nothing of the parent was written.
    #expect(store.contents.items.isEmpty)
    #expect(parent.hasDrafts && child.hasDrafts)
    attachments.refuse(with: nil)
    try await parent.commit()
    #expect(store.contents.items.map(\.id) == [1])
    #expect(attachments.base.contents.items.map(\.id) == [2])
    #expect(!parent.hasDrafts && !child.hasDrafts)
  }

  @Test func aCommitGoesForTheStoresBelowFirst() async throws {
    let store = MemoryStore<Person>()
    let parent = DraftStore(store, name: "parent")
    let child = DraftStore(parent, name: "child")
    let recorded = try await RecordedResults(
      ResultsController(store: parent, request: .all, arrangement: ResultsArrangement()), revisions: .rising)
    let below = try await RecordedResults(
      ResultsController(store: child, request: .all, arrangement: ResultsArrangement()), revisions: .rising)
    try await below.next { child.insert(Person(2, "Bob")) }
    #expect(recorded.rows == [[]])
    try await recorded.next { parent.insert(Person(1, "Ada")) }
    try await below.recorder.wait(forCount: 3)
    #expect(below.rows.flatMap(\.self).sorted() == [1, 2])
    try await parent.commit()
    #expect(store.contents.items.map(\.id).sorted() == [1, 2])
    #expect(!parent.hasDrafts && !child.hasDrafts)
    try await recorded.recorder.wait { $0.last?.after.itemCount == 2 }
    #expect(recorded.violations + below.violations == [])
  }
}

/// Parent and child stores: one call to join or leave, no cycles.
@Suite struct ParentAndChildStoresTests {
  private let store = MemoryStore<Person>()

  @Test func joiningAndLeavingAreOneStep() throws {
    let parent = DraftStore(store, name: "parent")
    let other = DraftStore(store, name: "other")
    let child = DraftStore(store, name: "child")
    try child.join(parent)
    #expect(child.parent === parent)
    #expect(parent.children.map(\.branch.name) == ["child"])
    try other.addChild(child)
    #expect(child.parent === other)
    #expect(parent.children.isEmpty)
    #expect(other.children.map(\.branch.name) == ["child"])
    child.leave()
    #expect(child.parent == nil)
    #expect(other.children.isEmpty)
  }

  @Test func aCycleIsRefusedAndNothingIsChanged() throws {
    let (a, b, c) = (DraftStore(store, name: "a"), DraftStore(store, name: "b"), DraftStore(store, name: "c"))
    try b.join(a)
    try c.join(b)
    for (below, above) in [(a, c), (a, b), (a, a)] {
      do {
        try below.join(above)
        Issue.record("\(below.branch.name) joined \(above.branch.name)")
      } catch {
        #expect(error.kind == .cycle)
        #expect(error.message.contains(below.branch.name))
      }
    }
    #expect(a.parent == nil)
    #expect(b.parent === a && c.parent === b)
  }

  @Test func draftsOfAChildAreSeenByItsOwnResultsAlone() async throws {
    let parent = DraftStore(store, name: "parent")
    let child = DraftStore(parent, name: "child")
    let above = try await RecordedResults(
      ResultsController(store: parent, request: .all, arrangement: ResultsArrangement()))
    let below = try await RecordedResults(
      ResultsController(store: child, request: .all, arrangement: ResultsArrangement()))
    try await below.next { child.insert(Person(1, "Ada")) }
    #expect(above.rows == [[]])
    try await above.next { parent.insert(Person(2, "Bob")) }
    try await below.recorder.wait(forCount: 3)
    #expect(above.rows == [[2]])
    #expect(Set(below.rows.flatMap(\.self)) == [1, 2])
    #expect(above.violations + below.violations == [])
  }
}
