import MemoryAdapter
import StoreBuilding
import StoreInterface
import StoreTestSupport
import Testing

/// What one draft, one commit, one refusal come to, each for observers that look on.
@Suite struct DraftStoreTests {
  private let store = MemoryStore([Note(1, "a"), Note(2, "b"), Note(3, "c")])
  private let refusal = StoreError(.refused, "not today")

  @Test func draftsAreSeenAtOnceAndOnlyInTheLayer() async throws {
    let drafts = DraftStore(store)
    let watcher = Watcher(drafts.events(for: .all))
    let outside = Watcher(store.events(for: .all))
    drafts.insert(Note(4, "d"), at: .after(1))
    drafts.update(Note(2, "B"))
    drafts.delete(3)
    drafts.move(2, to: .start)
    #expect(watcher.take().count == 4)
    #expect(watcher.shown == [Note(2, "B"), Note(1, "a"), Note(4, "d")])
    #expect(outside.take().isEmpty)
    #expect(try await drafts.fetch(.all).items == watcher.shown)
    #expect(store.contents.items.count == 3)
  }

  @Test func aBatchOfDraftsIsOneEvent() {
    let drafts = DraftStore(store)
    let watcher = Watcher(drafts.events(for: .all))
    drafts.draft([.insert(Note(4)), .delete(1), .update(Note(2, "B"))])
    #expect(watcher.take().count == 1)
    #expect(watcher.shown == [Note(2, "B"), Note(3, "c"), Note(4)])
  }

  @Test func aDraftThatChangesNothingSaysNothing() {
    let drafts = DraftStore(store)
    let watcher = Watcher(drafts.events(for: .all))
    drafts.update(Note(2, "b"))
    drafts.delete(99)
    drafts.move(3, to: .end)
    #expect(watcher.take().isEmpty)
  }

  @Test func draftedInsertsArePlacedForObservers() {
    let drafts = DraftStore(store)
    let watcher = Watcher(drafts.events(for: .all))
    drafts.insert(Note(4), at: .before(2))
    #expect(watcher.take() == [.changes([.insert(Note(4), at: .after(1))])])
    drafts.insert(Note(5), at: .start)
    #expect(watcher.take() == [.changes([.insert(Note(5), at: .start)])])
    drafts.insert(Note(6))
    #expect(watcher.take() == [.changes([.insert(Note(6), at: .end)])])
  }

  @Test func discardTakesExactlyTheDraftsBack() {
    let drafts = DraftStore(store)
    let watcher = Watcher(drafts.events(for: .all))
    drafts.insert(Note(4), at: .start)
    drafts.update(Note(1, "A"))
    drafts.move(1, to: .end)
    drafts.delete(2)
    drafts.delete(3)
    drafts.insert(Note(3, "again"))
    #expect(drafts.hasDrafts)
    drafts.discard()
    #expect(watcher.shown == [Note(1, "a"), Note(2, "b"), Note(3, "c")])
    #expect(!drafts.hasDrafts)
    #expect(drafts.drafts.isEmpty)
    #expect(store.contents.items == watcher.shown)
  }

  @Test func commitWritesAllDraftsAsOneBatchAndNobodySeesItHappen() async throws {
    let guarded = GuardedStore(store)
    let drafts = DraftStore(guarded)
    let watcher = Watcher(drafts.events(for: .all))
    let outside = Watcher(store.events(for: .all))
    drafts.insert(Note(4, "d"), at: .start)
    drafts.update(Note(2, "B"))
    drafts.delete(3)
    watcher.take()
    try await drafts.commit()
    #expect(guarded.batches.count == 1)
    #expect(watcher.take().isEmpty)
    #expect(watcher.shown == [Note(4, "d"), Note(1, "a"), Note(2, "B")])
    #expect(outside.take().count == 1)
    #expect(outside.shown == watcher.shown)
    #expect(!drafts.hasDrafts)
    drafts.discard()
    #expect(watcher.take().isEmpty)
  }

  @Test func commitWithoutDraftsWritesNothing() async throws {
    let guarded = GuardedStore(store)
    try await DraftStore(guarded).commit()
    #expect(guarded.batches.isEmpty)
  }

  @Test func aRefusedCommitThrowsAndKeepsTheDrafts() async throws {
    let guarded = GuardedStore(store)
    let drafts = DraftStore(guarded)
    let watcher = Watcher(drafts.events(for: .all))
    drafts.update(Note(1, "A"))
    drafts.insert(Note(4))
    watcher.take()
    guarded.refuse(with: refusal)
    await #expect(throws: refusal) { try await drafts.commit() }
    #expect(watcher.take().isEmpty)
    #expect(drafts.hasDrafts)
    #expect(drafts.drafts == [.update(Note(1, "A")), .insert(Note(4))])
    guarded.refuse(with: nil)
    try await drafts.commit()
    #expect(store.contents.items == [Note(1, "A"), Note(2, "b"), Note(3, "c"), Note(4)])
    #expect(watcher.take().isEmpty)
  }

  @Test func draftsThatComeDuringACommitWaitForTheNextAndStayAfterThoseThatFail() async throws {
    let guarded = GuardedStore(store)
    let drafts = DraftStore(guarded)
    let watcher = Watcher(drafts.events(for: .all))
    drafts.update(Note(1, "first"))
    guarded.refuse(with: refusal)
    guarded.hold()
    let commit = Task { try await drafts.commit() }
    await guarded.somethingWaits()
    drafts.update(Note(1, "second"))
    #expect(watcher.shown.first == Note(1, "second"))
    guarded.letGo()
    await #expect(throws: refusal) { try await commit.value }
    #expect(watcher.shown.first == Note(1, "second"))
    #expect(drafts.drafts == [.update(Note(1, "second"))])
    guarded.refuse(with: nil)
    try await drafts.commit()
    #expect(store[1] == Note(1, "second"))
  }

  @Test func discardDuringACommitLeavesWhatIsBeingWritten() async throws {
    let guarded = GuardedStore(store)
    let drafts = DraftStore(guarded)
    let watcher = Watcher(drafts.events(for: .all))
    drafts.update(Note(1, "written"))
    guarded.hold()
    let commit = Task { try await drafts.commit() }
    await guarded.somethingWaits()
    drafts.update(Note(2, "thrown away"))
    #expect(drafts.hasDrafts)
    drafts.discard()
    #expect(watcher.shown == [Note(1, "written"), Note(2, "b"), Note(3, "c")])
    guarded.letGo()
    try await commit.value
    #expect(watcher.shown == store.contents.items)
    #expect(store[1] == Note(1, "written"))
  }

  /// What was discarded while it was written is no draft again when that fails.
  @Test func discardedWhileTheyAreRefused() async throws {
    let guarded = GuardedStore(store)
    let drafts = DraftStore(guarded)
    let watcher = Watcher(drafts.events(for: .all))
    drafts.update(Note(1, "refused"))
    guarded.hold()
    guarded.refuse(with: StoreError(.refused, "no"))
    let commit = Task { try await drafts.commit() }
    await guarded.somethingWaits()
    drafts.discard()
    guarded.letGo()
    await #expect(throws: StoreError.self) { try await commit.value }
    #expect(!drafts.hasDrafts && watcher.shown == store.contents.items)
  }

  @Test(arguments: [StoreError.Effect.nothing, .everything, .unclear(["key 1"])])
  func theEffectOfAFailureSaysWhetherDraftsStay(effect: StoreError.Effect) async throws {
    let guarded = GuardedStore(store)
    let drafts = DraftStore(guarded)
    let watcher = Watcher(drafts.events(for: .all))
    drafts.update(Note(1, "written"))
    var refusal = StoreError(.unavailable, "half")
    refusal.effect = effect
    guarded.refuse(with: refusal)
    let error = await #expect(throws: StoreError.self) { try await drafts.commit() }
    #expect(error?.effect == effect)
    #expect(drafts.hasDrafts == (effect != .everything))
    #expect(watcher.shown.first == Note(1, "written"))
    #expect((store[1] == Note(1, "written")) == (effect == .everything))
    // A write past the drafts is taken back, or stays.
    await #expect(throws: StoreError.self) { try await drafts.write([.update(Note(2, "past"))]) }
    #expect(watcher.shown.contains(Note(2, "past")) == (effect == .everything))
  }

  /// The base has answered, then the drafts are written: the fetch shows them all the same.
  @Test func aFetchBesideACommitLacksNothing() async throws {
    let guarded = GuardedStore(store)
    let drafts = DraftStore(guarded)
    drafts.update(Note(1, "written"))
    guarded.onceAfterFetch { try? await drafts.commit() }
    #expect(try await drafts.fetch(.all).items.first == Note(1, "written"))
  }

  @Test func aSecondCommitWaitsForTheFirst() async throws {
    let guarded = GuardedStore(store)
    let drafts = DraftStore(guarded)
    drafts.update(Note(1, "x"))
    guarded.hold()
    let first = Task { try await drafts.commit() }
    await guarded.somethingWaits()
    drafts.update(Note(1, "y"))
    let second = Task { try await drafts.commit() }
    guarded.letGo()
    try await second.value
    #expect(store[1] == Note(1, "y"))
    try await first.value
    #expect(guarded.batches == [[.update(Note(1, "x"))], [.update(Note(1, "y"))]])
    #expect(!drafts.hasDrafts)
  }

  @Test func anOptimisticWriteShowsAtOnceAndStays() async throws {
    let guarded = GuardedStore(store)
    let drafts = DraftStore(guarded)
    let watcher = Watcher(drafts.events(for: .all))
    guarded.hold()
    let write = Task { try await drafts.write([.insert(Note(4), at: .start), .delete(2)]) }
    await guarded.somethingWaits()
    #expect(watcher.take().count == 1)
    #expect(watcher.shown == [Note(4), Note(1, "a"), Note(3, "c")])
    guarded.letGo()
    let outcome = try await write.value
    #expect(outcome.inserted == [Note(4)])
    #expect(outcome.deleted == [Note(2, "b")])
    #expect(watcher.take().isEmpty)
    #expect(store.contents.items == watcher.shown)
  }

  @Test func aRefusedOptimisticWriteIsRolledBackAndTheDraftsStay() async throws {
    let guarded = GuardedStore(store)
    let drafts = DraftStore(guarded)
    let watcher = Watcher(drafts.events(for: .all))
    drafts.update(Note(3, "draft"))
    guarded.hold()
    guarded.refuse(with: refusal)
    let write = Task { try await drafts.write([.update(Note(3, "written")), .delete(2)]) }
    await guarded.somethingWaits()
    #expect(watcher.shown == [Note(1, "a"), Note(3, "draft")])
    guarded.letGo()
    await #expect(throws: refusal) { try await write.value }
    #expect(watcher.shown == [Note(1, "a"), Note(2, "b"), Note(3, "draft")])
  }

  @Test func aRefetchOfTheBaseKeepsTheDraftsOnTop() async throws {
    let (events, continuation) = StoreEvents<Note>.makeStream()
    let drafts = DraftStore(ScriptedStore(stream: events), matches: nil)
    continuation.yield(.replace(.items([Note(1), Note(2)])))
    let watcher = Watcher(drafts.events(for: 0))
    drafts.update(Note(2, "B"))
    drafts.insert(Note(9), at: .start)
    drafts.delete(1)
    #expect(watcher.shown == [Note(9), Note(2, "B")])
    continuation.yield(.replace(.items([Note(3), Note(2, "newer"), Note(1)])))
    #expect(watcher.take().count == 1)
    #expect(watcher.shown == [Note(9), Note(3), Note(2, "B")])
    drafts.discard()
    #expect(watcher.shown == [Note(3), Note(2, "newer"), Note(1)])
  }

  @Test(arguments: [true, false])
  func aDraftedUpdateOutlivesARefetchWithoutItsRecord(knowsWhatMatches: Bool) {
    let (events, continuation) = StoreEvents<Note>.makeStream()
    let everything: @Sendable (Note, Int) -> Bool = { _, _ in true }
    let matches = knowsWhatMatches ? everything : nil
    let drafts = DraftStore(ScriptedStore(stream: events), matches: matches)
    continuation.yield(.replace(.items([Note(1), Note(2), Note(3)])))
    let watcher = Watcher(drafts.events(for: 0))
    drafts.update(Note(2, "mine"))
    continuation.yield(.replace(.items([Note(1), Note(4), Note(3)])))
    #expect(watcher.shown.map(\.id).sorted() == [1, 2, 3, 4])
    // It stays through changes that come later, and goes with the draft.
    continuation.yield(.changes([.insert(Note(5))]))
    #expect(watcher.shown.contains(Note(2, "mine")))
    drafts.discard()
    #expect(watcher.shown == [Note(1), Note(4), Note(3), Note(5)])
  }

  @Test func aRefetchWithoutDraftsIsReceivedAsAnAnswer() {
    let (events, continuation) = StoreEvents<Note>.makeStream()
    let drafts = DraftStore(ScriptedStore(stream: events), matches: nil)
    continuation.yield(.replace(.items([Note(1)])))
    let watcher = Watcher(drafts.events(for: 0))
    continuation.yield(.replace(.items([Note(2), Note(1), Note(2, "twice")])))
    #expect(watcher.take() == [.replace(.items([Note(2, "twice"), Note(1)]))])
    drafts.insert(Note(3))
    continuation.yield(.replace(.items([Note(1), Note(2), Note(1, "twice")])))
    #expect(watcher.shown == [Note(1, "twice"), Note(2), Note(3)])
  }

  @Test func changesOfTheBaseUnderADraftAreRebased() throws {
    let drafts = DraftStore(store)
    let watcher = Watcher(drafts.events(for: .all))
    drafts.update(Note(2, "mine"))
    drafts.insert(Note(9), at: .after(2))
    watcher.take()
    try store.edit { edits in
      try edits.update(Note(2, "theirs"))
      try edits.insert(Note(4), at: .start)
    }
    #expect(watcher.take() == [.changes([.insert(Note(4), at: .start)])])
    #expect(watcher.shown == [Note(4), Note(1, "a"), Note(2, "mine"), Note(9), Note(3, "c")])
    drafts.discard()
    #expect(watcher.shown == [Note(4), Note(1, "a"), Note(2, "theirs"), Note(3, "c")])
  }

  @Test func aDraftedUpdateOutlivesADeletionOfTheBaseAndBecomesAnInsert() async throws {
    let drafts = DraftStore(store)
    let watcher = Watcher(drafts.events(for: .all))
    drafts.update(Note(2, "mine"))
    watcher.take()
    store.edit { $0.remove(2) }
    #expect(watcher.take().isEmpty)
    #expect(watcher.shown == [Note(1, "a"), Note(2, "mine"), Note(3, "c")])
    // It stays where it was through changes that come later.
    try store.edit { try $0.append(Note(5)) }
    #expect(watcher.shown == [Note(1, "a"), Note(2, "mine"), Note(3, "c"), Note(5)])
    try await drafts.commit()
    #expect(store[2] == Note(2, "mine"))
    #expect(watcher.shown == store.contents.items)
  }

  @Test func discardOfADraftWhoseRecordTheBaseDeletedDeletesIt() {
    let drafts = DraftStore(store)
    let watcher = Watcher(drafts.events(for: .all))
    drafts.update(Note(2, "mine"))
    store.edit { $0.remove(2) }
    watcher.take()
    drafts.discard()
    #expect(watcher.shown == [Note(1, "a"), Note(3, "c")])
  }

  @Test func aNewQueryShowsTheDraftsAndTakesNoneAway() {
    let drafts = DraftStore(store)
    let first = Watcher(drafts.events(for: .all))
    drafts.insert(Note(4, rank: 1))
    drafts.update(Note(1, "A"))
    let second = Watcher(drafts.events(for: RecordRequest(where: { $0.rank == 1 })))
    #expect(second.shown == [Note(4, rank: 1)])
    #expect(first.shown == [Note(1, "A"), Note(2, "b"), Note(3, "c"), Note(4, rank: 1)])
    drafts.update(Note(2, "b", rank: 1))
    #expect(second.shown.map(\.id) == [4, 2])
    drafts.update(Note(4, rank: 0))
    #expect(second.shown.map(\.id) == [2])
    drafts.discard()
    #expect(second.shown.isEmpty)
    #expect(first.shown == store.contents.items)
  }

  @Test func whereNobodyKnowsWhatAnAnswerShowsUpdatesShowOnlyWhereTheRecordIs() {
    let drafts = DraftStore(store, matches: nil)
    let all = Watcher(drafts.events(for: .all))
    let some = Watcher(drafts.events(for: RecordRequest(where: { $0.id == 1 })))
    drafts.update(Note(2, "B"))
    #expect(all.shown[1] == Note(2, "B"))
    #expect(some.shown == [Note(1, "a")])
    drafts.insert(Note(4))
    #expect(some.shown == [Note(1, "a"), Note(4)])
    drafts.discard()
    #expect(some.shown == [Note(1, "a")])
  }

  @Test func layersNest() async throws {
    let inner = DraftStore(store)
    let outer = DraftStore(inner)
    let watcher = Watcher(outer.events(for: .all))
    let below = Watcher(inner.events(for: .all))
    inner.update(Note(1, "inner"))
    outer.update(Note(2, "outer"))
    outer.insert(Note(4))
    #expect(watcher.shown == [Note(1, "inner"), Note(2, "outer"), Note(3, "c"), Note(4)])
    #expect(below.shown == [Note(1, "inner"), Note(2, "b"), Note(3, "c")])
    #expect(outer.parent === inner)
    // Children first: the outer drafts, then the inner ones.
    try await inner.commit()
    #expect(store.contents.items == [Note(1, "inner"), Note(2, "outer"), Note(3, "c"), Note(4)])
    #expect(watcher.shown == store.contents.items)
    #expect(below.shown == store.contents.items)
    #expect(!outer.hasDrafts && !inner.hasDrafts)
  }

  @Test func sectionsKeptByHandCanBeDrafted() async throws {
    let store = MemoryStore(sections: [StoreSection("a", items: [Note(1)]), StoreSection("b", items: [Note(2)])])
    let drafts = DraftStore(store)
    let watcher = Watcher(drafts.events(for: .all))
    drafts.draft([
      .insertSection(SectionID("c"), header: SectionHeader("C"), at: .start), .insert(Note(3), at: .end(of: "c")),
      .move(1, to: .end(of: "c")), .deleteSection(SectionID("b")), .moveSection(SectionID("a"), to: .start),
    ])
    let wanted = [
      StoreSection<Note>("a"), StoreSection("c", header: SectionHeader("C"), items: [Note(3), Note(1)]),
    ]
    watcher.take()
    #expect(watcher.answer.contents.sections == wanted)
    drafts.discard()
    watcher.take()
    #expect(watcher.answer.contents == store.contents)
    drafts.draft([.insertSection(SectionID("c")), .updateSection(SectionID("a"), header: SectionHeader("A"))])
    try store.edit { try $0.append(Note(7), to: "b") }
    watcher.take()
    #expect(watcher.answer.contents.sections?.map(\.id) == [SectionID("a"), SectionID("b"), SectionID("c")])
    #expect(watcher.answer.contents.sections?[1].items == [Note(2), Note(7)])
    try await drafts.commit()
    watcher.take()
    #expect(watcher.answer.contents == store.contents)
  }

  @Test func failuresOfTheBaseAreReceivedAndTakeNothingAway() {
    let (events, continuation) = StoreEvents<Note>.makeStream()
    let drafts = DraftStore(ScriptedStore(stream: events), matches: nil)
    let watcher = Watcher(drafts.events(for: 0))
    drafts.insert(Note(5))
    continuation.yield(.failed(refusal))
    #expect(watcher.take() == [.failed(refusal)])
    continuation.yield(.replace(.items([Note(1)])))
    #expect(watcher.shown == [Note(1), Note(5)])
    continuation.yield(.failed(refusal))
    #expect(watcher.take() == [.failed(refusal)])
    #expect(watcher.shown == [Note(1), Note(5)])
    // The base is complete; drafts are still shown.
    continuation.finish()
    #expect(watcher.take().isEmpty)
    drafts.update(Note(1, "x"))
    #expect(watcher.shown == [Note(1, "x"), Note(5)])
  }

  @Test func aBaseThatEndsWithoutAnAnswerEndsTheLayersSequence() async {
    let drafts = DraftStore(ScriptedStore(stream: StoreEvents(just: .failed(refusal))), matches: nil)
    var received: [StoreEvent<Note>] = []
    for await event in drafts.events(for: 0) { received.append(event) }
    #expect(received == [.failed(refusal)])
  }

  @Test func aTextThatIsTypedIsOneDraft() {
    let drafts = DraftStore(store)
    for length in 1...500 { drafts.update(Note(1, String(repeating: "x", count: length))) }
    drafts.insert(Note(7, "n"))
    drafts.update(Note(7, "new"))
    #expect(drafts.drafts == [.update(Note(1, String(repeating: "x", count: 500))), .insert(Note(7, "new"))])
  }

  @Test func twoThousandDraftsAreShownAndTakenBack() {
    let drafts = DraftStore(store)
    let watcher = Watcher(drafts.events(for: .all))
    for id in 10..<2_010 { drafts.insert(Note(id), at: .start) }
    #expect(watcher.shown.map(\.id) == (10..<2_010).reversed() + [1, 2, 3])
    drafts.discard()
    #expect(watcher.shown == store.contents.items)
  }

  @Test func aStalledObserverGetsTheAnswerInsteadOfWhatItMissed() {
    let drafts = DraftStore(store)
    let watcher = Watcher(drafts.events(for: .all))
    for number in 0..<1_000 { drafts.insert(Note(100 + number % 7, "\(number)")) }
    #expect(watcher.take().count == 1)
    #expect(watcher.shown.count == 10)
  }
}
