import MemoryAdapter
import StoreBuilding
import StoreInterface
import StoreTestSupport
import Testing

/// What a base says while there are drafts over it.
@Suite struct DraftStoreBaseTests {
  private let refusal = StoreError(.unavailable, "down")

  /// A layer over a store whose events the test gives.
  private func layer() -> (DraftStore<ScriptedStore>, StoreEvents<Note>.Continuation) {
    let (events, continuation) = StoreEvents<Note>.makeStream()
    return (DraftStore(ScriptedStore(stream: events), matches: nil), continuation)
  }

  @Test(arguments: [
    StoreEvent.replace(.items([Note(1, "newer"), Note(2)])), .changes([.update(Note(1, "newer"))]), .changes([]),
  ])
  func thatABaseGoesOnAfterAFailureIsReceivedThoughDraftsHideWhatItSays(event: StoreEvent<Note>) {
    let (drafts, base) = layer()
    base.yield(.replace(.items([Note(1), Note(2)])))
    let watcher = Watcher(drafts.events(for: 0))
    drafts.update(Note(1, "mine"))
    watcher.take()
    base.yield(.failed(refusal))
    #expect(watcher.take() == [.failed(refusal)])
    base.yield(event)
    #expect(watcher.take() == [.replace(.items([Note(1, "mine"), Note(2)]))])
    base.yield(event)
    #expect(watcher.take().isEmpty)
  }

  @Test func whatOutlivesARefetchStaysWhereItWas() {
    let (drafts, base) = layer()
    base.yield(.replace(.items([Note(1), Note(2), Note(3)])))
    let watcher = Watcher(drafts.events(for: 0))
    drafts.update(Note(2, "mine"))
    base.yield(.replace(.items([Note(1), Note(3)])))
    #expect(watcher.shown == [Note(1), Note(2, "mine"), Note(3)])
    base.yield(.replace(.items([Note(1), Note(4), Note(3), Note(5)])))
    #expect(watcher.shown == [Note(1), Note(4), Note(2, "mine"), Note(3), Note(5)])
    drafts.discard()
    #expect(watcher.shown == [Note(1), Note(4), Note(3), Note(5)])
  }

  @Test func aRefreshUnderADraftedPlaceIsReceivedOnce() {
    let (drafts, base) = layer()
    base.yield(.replace(.items([Note(1), Note(2)])))
    let watcher = Watcher(drafts.events(for: 0))
    drafts.move(2, to: .start)
    watcher.take()
    base.yield(.changes([.refresh(2)]))
    #expect(watcher.take() == [.changes([.refresh(2)])])
    base.yield(.changes([.insert(Note(3))]))
    #expect(watcher.take() == [.changes([.insert(Note(3))])])
  }

  @Test func whatTheBaseInsertsAndDeletesAndInsertsKeepsItsPlaceAlsoWhereADraftHadKeptOne() {
    let (drafts, base) = layer()
    base.yield(.replace(.items([Note(1), Note(2)])))
    let watcher = Watcher(drafts.events(for: 0))
    drafts.update(Note(2, "mine"))
    base.yield(.changes([.delete(2)]))
    #expect(watcher.shown == [Note(1), Note(2, "mine")])
    base.yield(.changes([.insert(Note(2)), .insert(Note(3)), .delete(2), .insert(Note(2))]))
    #expect(watcher.shown == [Note(1), Note(2, "mine"), Note(3)])
    drafts.discard()
    #expect(watcher.shown == [Note(1), Note(2), Note(3)])
  }

  @Test func whatOutlivesItsSectionDoesNotComeUpInAnother() throws {
    let base = MemoryStore(sections: [StoreSection("a", items: [Note(1), Note(2)]), StoreSection("b")])
    let drafts = DraftStore(base)
    let watcher = Watcher(drafts.events(for: .all))
    drafts.update(Note(1, "mine"))
    drafts.update(Note(2, "mine"))
    try base.write([.deleteSection(SectionID("a"))])
    let kept = StoreSection("b", items: [Note(1, "mine"), Note(2, "mine")])
    _ = watcher.take()
    #expect(watcher.answer.contents == .sections([kept]))
    try base.write([.insertSection(SectionID("c"), at: .start)])
    _ = watcher.take()
    #expect(watcher.answer.contents == .sections([StoreSection("c"), kept]))
  }

  @Test func whatIsAcceptedIsReceivedOnceAlsoWhereItWouldNotComeToTheSameTwice() async throws {
    let guarded = GuardedStore(MemoryStore([Note(1), Note(2), Note(3)]))
    let drafts = DraftStore(guarded)
    let watcher = Watcher(drafts.events(for: .all))
    drafts.draft([.insert(Note(9), at: .after(1)), .delete(1)])
    #expect(watcher.shown == [Note(9), Note(2), Note(3)])
    watcher.take()
    try await drafts.commit()
    #expect(watcher.take().isEmpty)
    #expect(guarded.base.contents.items == watcher.shown)
  }
}
