import StoreInterface
import StoreTestSupport
import Testing
@testable import StoreBuilding

/// Loading, failing, recovering and ending, event by event.
@Suite struct ObservedRecordsTests {
  private let down = StoreError(.unavailable, "down")
  private let torn = StoreError(.malformed, "torn", at: "line 3")
  private let records = ObservedRecords<Note>()

  @Test func observersWaitUntilTheFirstContentsAreLoaded() {
    let events = records.events()
    #expect(events.takeWaiting() == [])
    #expect(!records.isLoaded && records.ordered == nil)
    records.replace(with: [Note(1), Note(2)])
    #expect(records.ordered?.contents == .items([Note(1), Note(2)]))
    #expect(events.takeWaiting() == [.replace(.items([Note(1), Note(2)]))])
    #expect(records.isLoaded)
  }

  @Test func anEmptyAnswerIsAnAnswer() {
    let events = records.events()
    records.replace(with: [])
    #expect(events.takeWaiting() == [.replace(.items([]))])
  }

  @Test func editsBeforeTheFirstContentsAreNotShown() throws {
    let events = records.events()
    try records.edit { try $0.append(Note(1)) }
    #expect(events.takeWaiting() == [])
    records.replace(with: [Note(2), Note(1, "x")])
    #expect(events.takeWaiting() == [.replace(.items([Note(2), Note(1, "x")]))])
  }

  @Test func whatIsReadAgainIsFewChanges() {
    records.replace(with: (0..<5).map { Note($0) })
    let events = records.events()
    _ = events.takeWaiting()
    records.replace(with: [Note(0), Note(4), Note(1), Note(2, "x")])
    #expect(
      events.takeWaiting() == [.changes([.delete(3), .update(Note(2, "x")), .move(4, to: .after(0))])])
    records.replace(with: [Note(0), Note(4), Note(1), Note(2, "x")])
    #expect(events.takeWaiting() == [])
  }

  @Test func whatIsUpdatedInPlaceMayCrossTheLimit() throws {
    records.replace(with: (0..<6).map { Note($0) })
    let events = records.events(for: RecordRequest(limit: 3))
    _ = events.takeWaiting()
    // One that stays, one that is pulled in, one that is hidden before and after.
    try records.edit { edits in
      edits.remove(0)
      for id in [1, 3, 5] { try edits.update(Note(id, "x")) }
    }
    #expect(
      events.takeWaiting() == [.changes([.delete(0), .update(Note(1, "x")), .insert(Note(3, "x"), at: .end)])])
    // One that is pushed out.
    try records.edit { edits in
      try edits.insert(Note(9), at: .start)
      for id in [2, 3] { try edits.update(Note(id, "y")) }
    }
    #expect(
      events.takeWaiting() == [.changes([.delete(3), .update(Note(2, "y")), .insert(Note(9), at: .start)])])
    #expect(records.checkInvariants() == [])
  }

  @Test(arguments: [SortRule<Note>.ascending(\.rank), SortRule(by: { $0.id != $1.id && $0.rank < $1.rank })])
  func aRecordThatTheOrderPutsElsewhereIsMoved(_ rule: SortRule<Note>) throws {
    records.replace(with: (0..<4).map { Note($0, rank: $0) })
    let events = records.events(for: RecordRequest(sortedBy: [rule]))
    _ = events.takeWaiting()
    try records.edit { edits in
      try edits.update(Note(0, rank: 7))
      try edits.update(Note(2, "x", rank: 2))
    }
    #expect(
      events.takeWaiting()
        == [.changes([.update(Note(2, "x", rank: 2)), .update(Note(0, rank: 7)), .move(0, to: .after(3))])])
  }

  @Test func aFailureBeforeTheFirstContentsIsReceivedFirst() {
    let early = records.events()
    records.fail(down)
    let late = records.events()
    #expect(early.takeWaiting() == [.failed(down)])
    #expect(late.takeWaiting() == [.failed(down)])
    records.replace(with: [Note(1)])
    #expect(early.takeWaiting() == [.replace(.items([Note(1)]))])
    #expect(late.takeWaiting() == [.replace(.items([Note(1)]))])
  }

  @Test func ofFailuresBeforeTheFirstContentsTheNewestIsReceived() {
    let events = records.events()
    for number in 0..<200 { records.fail(StoreError(.unavailable, "\(number)")) }
    #expect(events.takeWaiting() == [.failed(StoreError(.unavailable, "199"))])
  }

  @Test func theSameFailureIsReceivedOnceWhateverItsAdvice() {
    records.replace(with: [Note(1)])
    let events = records.events()
    _ = events.takeWaiting()
    records.fail(down)
    #expect(events.takeWaiting() == [.failed(down)])
    records.fail(StoreError(.unavailable, "down", advice: "wait"))
    #expect(events.takeWaiting() == [])
    records.fail(torn)
    #expect(events.takeWaiting() == [.failed(torn)])
    // Who comes later receives the failure and the records as they were.
    #expect(records.events().takeWaiting() == [.failed(torn), .replace(.items([Note(1)]))])
  }

  @Test func recoveryIsReceivedAlthoughNothingHasChanged() {
    records.replace(with: [Note(1)])
    let (troubled, late) = (records.events(), records.events())
    _ = troubled.takeWaiting()
    records.fail(down)
    _ = troubled.takeWaiting()
    records.recover()
    #expect(troubled.takeWaiting() == [.replace(.items([Note(1)]))])
    records.recover()
    #expect(troubled.takeWaiting() == [])
    #expect(records.failure == nil)
    #expect(late.takeWaiting() == [.failed(down), .replace(.items([Note(1)]))])
  }

  @Test func recoveryWakesOnlyThoseWhoAreNotifiedOfIt() async {
    records.replace(with: [Note(1)])
    let (troubled, well) = (records.events(), records.events())
    _ = troubled.takeWaiting()
    records.fail(down)
    _ = troubled.takeWaiting()
    // This one comes when all is well again.
    records.recover()
    _ = (troubled.takeWaiting(), well.takeWaiting())
    let calm = records.events()
    _ = calm.takeWaiting()
    records.recover()
    records.replace(with: [Note(1)])
    records.showOldRecords()
    records.end()
    // The end alone is no element.
    for await _ in calm.wakes { Issue.record("it was woken, and there was nothing to receive") }
    #expect(troubled.takeWaiting() == [])
  }

  @Test func aChangeThatIsReadSaysThatAFailureIsOver() {
    records.replace(with: [Note(1)])
    let events = records.events()
    _ = events.takeWaiting()
    records.fail(down)
    records.replace(with: [Note(1), Note(2)])
    #expect(events.takeWaiting() == [.failed(down), .changes([.insert(Note(2))])])
  }

  @Test func whereAPartIsWrongTheAnswerComesFirst() {
    let early = records.events()
    records.replace(with: [Note(1)], partialFailure: torn)
    #expect(early.takeWaiting() == [.replace(.items([Note(1)])), .failed(torn)])
    #expect(records.events().takeWaiting() == [.replace(.items([Note(1)])), .failed(torn)])
    records.replace(with: [Note(1)], partialFailure: torn)
    #expect(early.takeWaiting() == [])
    // Who receives a change takes all to be well, so what is still wrong is said again.
    records.replace(with: [Note(2)], partialFailure: torn)
    #expect(early.takeWaiting() == [.changes([.delete(1), .insert(Note(2))]), .failed(torn)])
    records.replace(with: [Note(2)])
    #expect(early.takeWaiting() == [.replace(.items([Note(2)]))])
  }

  @Test func sectionsMayTakeThePlaceOfAList() {
    records.replace(with: [Note(1)])
    let events = records.events()
    _ = events.takeWaiting()
    let sections = StoreContents<Note>.sections([StoreSection("a", items: [Note(1)])])
    records.replace(with: sections)
    #expect(events.takeWaiting() == [.replace(sections)])
    #expect(records.keepsSections)
    records.replace(with: .sections([StoreSection("a", items: [Note(1), Note(2)])]))
    #expect(events.takeWaiting() == [.changes([.insert(Note(2), at: .end(of: "a"))])])
  }

  @Test func anOrderAndALimitHoldForEachObserver() throws {
    records.replace(with: (0..<6).map { Note($0, rank: -$0) })
    let events = records.events(for: RecordRequest(where: { $0.id != 4 }, sortedBy: [.ascending(\.rank)], limit: 2))
    #expect(events.takeWaiting() == [.replace(.items([Note(5, rank: -5), Note(3, rank: -3)]))])
    try records.apply([.delete(5)])
    #expect(events.takeWaiting() == [.changes([.delete(5), .insert(Note(2, rank: -2))])])
    #expect(
      records.contents(for: RecordRequest(where: { $0.id < 2 }, sortedBy: [.ascending(\.rank)])).items.map(\.id) == [
        1, 0,
      ])
  }

  @Test func aRequestOfOnesOwnIsAnsweredAsTheSameRecordRequest() throws {
    struct Lowest: MatchingRequest {
      var limit: Int?
      func matches(_ note: Note) -> Bool { note.id != 4 }
      func isOrdered(_ note: Note, before other: Note) -> Bool? {
        note.rank == other.rank ? nil : note.rank < other.rank
      }
    }
    records.replace(with: (0..<6).map { Note($0, rank: $0 % 3) })
    let same = RecordRequest<Note>(where: { $0.id != 4 }, sortedBy: [.ascending(\.rank)], limit: 3)
    let (own, other) = (records.events(for: Lowest(limit: 3)), records.events(for: same))
    for batch in [[], [.delete(0)], [.update(Note(3, rank: 2)), .insert(Note(7, rank: -1))]] as [StoreBatch<Note>] {
      try records.apply(batch)
      let events = own.takeWaiting()
      #expect(!events.isEmpty && events == other.takeWaiting())
      #expect(records.contents(for: Lowest(limit: 3)) == records.contents(for: same))
    }
    #expect(records.contents(for: Lowest(limit: -1)) == .items([]))
  }

  @Test func aSlowObserverCostsNoMoreThanItsAnswer() throws {
    records.replace(with: [Note(0)])
    let events = records.events()
    _ = events.takeWaiting()
    for round in 0..<10_000 {
      try records.apply([.update(Note(round % 7, "\(round)"))])
      if round % 500 == 0 { #expect(records.checkInvariants() == []) }
    }
    records.fail(down)
    #expect(events.takeWaiting() == [.failed(down), .replace(records.contents)])
  }

  @Test func theEndComesAfterWhatIsPending() async throws {
    records.replace(with: [Note(1)])
    let observer = Observer(of: records.events())
    try records.apply([.insert(Note(2))])
    records.end()
    await observer.ended()
    #expect(observer.contents == .items([Note(1), Note(2)]))
    let late = Observer(of: records.events())
    await late.ended()
    #expect(late.contents == .items([Note(1), Note(2)]))
    #expect(records.observerCount == 0)
  }

  @Test func observersThatAreCancelledOrDroppedLeave() async {
    records.replace(with: [Note(1)])
    do {
      let dropped = records.events()
      #expect(records.observerCount == 1)
      withExtendedLifetime(dropped) {}
    }
    #expect(records.observerCount == 0)
    let observer = Observer(of: records.events())
    await observer.received { !$0.events.isEmpty }
    observer.cancel()
    await observer.ended()
    #expect(records.observerCount == 0)
  }

  @Test func settledWaitsForObserversThatHaveBegun() async throws {
    records.replace(with: [Note(1)])
    let absent = records.events()
    let observer = Observer(of: records.events())
    await observer.received { !$0.events.isEmpty }
    for number in 2..<50 { try records.apply([.insert(Note(number))]) }
    await records.settled()
    #expect(observer.contents == records.contents)
    withExtendedLifetime(absent) {}
  }

  @Test(.timeLimit(.minutes(10))) func whoWaitsForThatIsCancelledOrSeesTheObserverEnd() async throws {
    records.replace(with: [Note(1)])
    for isCancelled in [true, false] {
      // It has begun, and does not ask for more.
      let events = records.events()
      var iterator = events.makeAsyncIterator()
      _ = await iterator.next()
      try records.apply([.update(Note(1, isCancelled ? "b" : "c"))])
      let waiting = Task { await records.settled() }
      while records.state.withLock({ $0.waiters.isEmpty }) { await Task.yield() }
      if isCancelled {
        waiting.cancel()
        await waiting.value
        #expect(records.state.withLock { $0.waiters.isEmpty })
      } else {
        // The sequence goes with the task that reads it.
        let reading = Task { [iterator] in
          var iterator = iterator
          while await iterator.next() != nil {}
        }
        reading.cancel()
        await waiting.value
      }
      withExtendedLifetime(events) {}
    }
  }
}
