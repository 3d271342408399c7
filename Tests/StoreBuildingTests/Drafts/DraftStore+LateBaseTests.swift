import StoreBuilding
import StoreInterface
import StoreTestSupport
import Testing

/// Drafts over a base that gives more records later: no answer with a limit lacks records, or shows others in their places.
@Suite struct DraftStoreLateBaseTests {
  private let base = LateStore()
  private let two = RecordRequest<Note>(limit: 2)

  @Test func aDeletionShowsTogetherWithTheRecordThatComesIn() {
    let (drafts, watcher) = watched([1, 2])
    drafts.delete(1)
    #expect(watcher.take().isEmpty)
    base.give([1, 2, 3, 4])
    #expect(watcher.take() == [.changes([.delete(1), .insert(Note(3), at: .end)])])
  }

  @Test func aWiderAnswerThatIsFullAsWellShowsAtOnce() {
    let (drafts, watcher) = watched([1, 2])
    drafts.delete(1)
    base.giveAllRequested()
    #expect(watcher.take() == [.changes([.delete(1), .insert(Note(3), at: .end)])])
  }

  @Test func untilThenNeitherMoreDraftsNorChangesOfTheBaseShow() {
    let (drafts, watcher) = watched([1, 2])
    drafts.delete(1)
    drafts.update(Note(2, "drafted"))
    base.send(.changes([.insert(Note(0), at: .start), .delete(2)]), to: 0)
    #expect(watcher.take().isEmpty)
    base.give([0, 1, 2, 3])
    #expect(watcher.shown == [Note(0), Note(2, "drafted")])
  }

  @Test func anAnswerBelowTheLimitLacksNothing() {
    let (drafts, watcher) = watched([1])
    drafts.delete(1)
    #expect(watcher.take() == [.changes([.delete(1)])])
    // Now there may be more than the base was asked for.
    base.send(.changes([.insert(Note(2), at: .end)]), to: 0)
    #expect(watcher.take().isEmpty)
    base.give([1, 2])
    #expect(watcher.shown == [Note(2)])
  }

  @Test func whatIsTakenBackShowsAtOnce() {
    let (drafts, watcher) = watched([1, 2])
    drafts.delete(1)
    drafts.discard()
    base.send(.changes([.update(Note(2, "new"))]), to: 0)
    #expect(watcher.shown == [Note(1), Note(2, "new")])
    base.give([1, 2, 3])
    #expect(watcher.shown.map(\.id) == [1, 2])
  }

  @Test func aBaseThatFailsToGiveMoreKeepsNoDraftFromShowing() {
    let failure = StoreError(.unavailable, "not now")
    let (drafts, watcher) = watched([1, 2])
    drafts.delete(1)
    base.send(.failed(failure), to: 1)
    #expect(watcher.take() == [.failed(failure), .changes([.delete(1)])])
    base.give([1, 2, 3])
    #expect(watcher.shown.map(\.id) == [2, 3])
  }

  @Test func aBaseThatEndsInsteadKeepsNoDraftFromShowing() {
    let (drafts, watcher) = watched([1, 2])
    drafts.delete(1)
    base.end(1)
    #expect(watcher.shown.map(\.id) == [2])
  }

  /// What was committed after the base had ended is shown until the base answers anew, and no longer.
  @Test func whatWasCommittedIsNotLaidOverALaterAnswer() async throws {
    let (drafts, watcher) = watched([1, 2])
    base.end(0)
    #expect(watcher.take().isEmpty)
    drafts.update(Note(1, "committed"))
    try await drafts.commit()
    #expect(watcher.shown == [Note(1, "committed"), Note(2)])
    drafts.delete(2)
    // More is asked for, and someone else has written meanwhile.
    base.send(.replace(.items([Note(1, "newer"), Note(2), Note(3)])), to: 1)
    #expect(watcher.shown == [Note(1, "newer"), Note(3)])
  }

  @Test func aDraftBeforeTheFirstAnswerHasMoreRequestedFromTheBeginning() {
    let drafts = DraftStore(base)
    let watcher = Watcher(drafts.events(for: two))
    drafts.delete(1)
    base.send(.replace(.items([Note(1), Note(2)])), to: 0)
    #expect(watcher.take().isEmpty)
    base.give([1, 2, 3])
    #expect(watcher.shown.map(\.id) == [2, 3])
  }

  /// A layer with an observer who was given these records.
  private func watched(_ keys: [Int]) -> (DraftStore<LateStore>, Watcher) {
    let drafts = DraftStore(base)
    let watcher = Watcher(drafts.events(for: two))
    base.give(keys)
    #expect(watcher.shown.map(\.id) == keys)
    return (drafts, watcher)
  }
}

/// A store whose sequences, numbered as they begin, receive what a test gives them.
private struct LateStore: WritableDataStore {
  typealias Item = Note

  private let sequences = Locked<[(continuation: StoreEvents<Note>.Continuation, limit: Int)]>([])

  func events(for request: RecordRequest<Note>) -> StoreEvents<Note> {
    let (events, continuation) = StoreEvents<Note>.makeStream()
    sequences.change { $0.append((continuation, request.limit ?? 0)) }
    return events
  }

  func commit(_ batch: StoreBatch<Note>) async throws(StoreError) -> BatchOutcome<Note> { BatchOutcome() }

  func send(_ event: StoreEvent<Note>, to number: Int) { sequences.get()[number].continuation.yield(event) }

  func end(_ number: Int) { sequences.get()[number].continuation.finish() }

  /// Answers the newest sequence.
  func give(_ keys: [Int]) { send(.replace(.items(keys.map { Note($0) })), to: sequences.get().count - 1) }

  /// Answers it with as many as it asks for.
  func giveAllRequested() { give(Array(1...(sequences.get().last?.limit ?? 1))) }
}
