import Foundation
import StoreBuilding
import StoreInterface
import StoreTestSupport
import Testing

/// Commits that write elsewhere, and what others see meanwhile.
@Suite struct ObservedRecordsCommittingTests {
  private let records = ObservedRecords<Note>(.items([Note(1), Note(2)]))

  @Test func aCommitWritesThenAnnounces() async throws {
    let events = records.events()
    _ = events.takeWaiting()
    let outcome = try await records.commit([.update(Note(1, "x")), .insert(Note(3)), .delete(9)]) { outcome in
      // Nothing is applied yet.
      #expect(outcome.inserted == [Note(3)] && outcome.updated.map(\.to) == [Note(1, "x")] && outcome.unknown == [9])
      #expect(records.contents.items == [Note(1), Note(2)])
      #expect(events.takeWaiting() == [])
    }
    #expect(outcome.inserted == [Note(3)])
    #expect(events.takeWaiting() == [.changes([.update(Note(1, "x")), .insert(Note(3))])])
    #expect(records.checkInvariants() == [])
  }

  /// A key that is not there moved what sections delete behind what keys delete.
  @Test func anUnknownKeyLeavesTheOrderOfWhatIsDeleted() async throws {
    let records = ObservedRecords<Note>(
      .sections([StoreSection("a", items: [Note(1), Note(2)]), StoreSection("b", items: [Note(3), Note(4)])]))
    let changes: [StoreChange<Note>] = [.delete(4), .deleteSection(SectionID("a")), .delete(3)]
    for unknown in [[], [9], [9, 8]] {
      try await records.commit(StoreBatch(unknown.map { .delete($0) } + changes + unknown.map { .insert(Note($0)) })) {
        outcome, _ in
        #expect(outcome.deleted == [Note(4), Note(1), Note(2), Note(3)])
        #expect(outcome.unknown == unknown && outcome.inserted == unknown.map { Note($0) })
      }
      records.replace(
        with: .sections([StoreSection("a", items: [Note(1), Note(2)]), StoreSection("b", items: [Note(3), Note(4)])]))
    }
  }

  @Test func aThrowLeavesNoTrace() async throws {
    struct Full: Error {}
    let events = records.events()
    _ = events.takeWaiting()
    await #expect(throws: StoreError(.other, "Full()")) {
      try await records.commit([.update(Note(1, "x")), .delete(2)]) { _ in throw Full() }
    }
    await #expect(throws: StoreError(.conflict, "newer")) {
      try await records.commit([.delete(1)]) { _ in throw StoreError(.conflict, "newer") }
    }
    #expect(events.takeWaiting() == [])
    #expect(records.contents.items == [Note(1), Note(2)])
    #expect(records.checkInvariants() == [])
  }

  /// What is written all the same is shown, and the error is thrown.
  @Test(arguments: [StoreError.Effect.everything, .unclear(["key 1"])])
  func theEffectOfAThrowSaysWhetherItIsApplied(effect: StoreError.Effect) async throws {
    var made = StoreError(.unavailable, "not safe yet")
    made.effect = effect
    let failure = made
    let events = records.events()
    _ = events.takeWaiting()
    await #expect(throws: failure) {
      try await records.commit([.update(Note(1, "x"))]) { _ in throw failure }
    }
    await #expect(throws: failure) {
      try await records.commit([.insert(Note(3))]) { _, _ in throw failure }
    }
    let isApplied = effect == .everything
    #expect(records.contents.items == (isApplied ? [Note(1, "x"), Note(2), Note(3)] : [Note(1), Note(2)]))
    #expect(events.takeWaiting().count == (isApplied ? 2 : 0))
    #expect(records.checkInvariants() == [])
  }

  @Test func aStrictBatchIsRefusedBeforeAnythingIsWritten() async {
    await #expect(throws: StoreError.self) {
      try await records.commit(StoreBatch([.insert(Note(3)), .update(Note(9))], isStrict: true)) { _ in
        Issue.record("written")
      }
    }
    #expect(records.contents.items == [Note(1), Note(2)])
  }

  @Test func aStoreThatWritesAllGetsAll() async throws {
    try await records.commit([.insert(Note(3), at: .start), .delete(2)]) { outcome, contents in
      #expect(contents.items == [Note(3), Note(1)])
      #expect(outcome.deleted == [Note(2)])
      #expect(records.contents.items == [Note(1), Note(2)])
    }
    #expect(records.contents.items == [Note(3), Note(1)])
  }

  @Test func recordsThatWereNeverLoadedCannotBeWritten() async {
    let records = ObservedRecords<Note>()
    await #expect(throws: StoreError.self) { try await records.commit([.insert(Note(1))]) { _ in } }
    await #expect(throws: Never.self) { try await records.reload { .items([]) } }
    await #expect(throws: Never.self) { try await records.commit([.insert(Note(1))]) { _ in } }
  }

  @Test func editsAndReplacementsAreMadeWhileOneWrites() async throws {
    let events = records.events()
    _ = events.takeWaiting()
    try await records.commit([.update(Note(1, "x")), .insert(Note(3))]) { _ in
      try records.apply([.insert(Note(4)), .delete(1)])
      #expect(events.takeWaiting() == [.changes([.delete(1), .insert(Note(4))])])
      records.replace(with: [Note(5)])
      #expect(events.takeWaiting() == [.changes([.delete(2), .delete(4), .insert(Note(5))])])
    }
    // What has gone meanwhile is inserted again: it was written.
    #expect(records.contents.items == [Note(5), Note(1, "x"), Note(3)])
    #expect(events.takeWaiting() == [.changes([.insert(Note(1, "x")), .insert(Note(3))])])
  }

  @Test func commitsAndReloadsTakeTurns() async throws {
    let (gates, gate) = AsyncStream<Void>.makeStream()
    let (begun, beginner) = AsyncStream<Void>.makeStream()
    let table = Locked([Note(1), Note(2)])
    let first = Task {
      try await records.commit([.insert(Note(3))]) { outcome in
        beginner.yield()
        for await _ in gates { break }
        table.withLock { $0 += outcome.inserted }
      }
    }
    for await _ in begun { break }
    // Both wait: what is read has what was written, and the second commit sees the first.
    let reload = Task { try await records.reload { .items(table.withLock { $0 }) } }
    let second = Task {
      try await records.commit([.insert(Note(3, "y"))]) { outcome in
        #expect(outcome.updated.map(\.from) == [Note(3)] && outcome.inserted.isEmpty)
        table.withLock { $0[2] = Note(3, "y") }
      }
    }
    let cancelled = Task { try await records.commit([.delete(1)]) { _ in Issue.record("written") } }
    cancelled.cancel()
    await #expect(throws: StoreError(.cancelled, "the commit was cancelled")) { try await cancelled.value }
    #expect(records.contents.items == [Note(1), Note(2)])
    gate.yield()
    _ = try await (first.value, reload.value, second.value)
    #expect(records.contents.items == [Note(1), Note(2), Note(3, "y")])
  }

  @Test func aReloadThatFailsIsToldAndThrown() async {
    let events = records.events()
    _ = events.takeWaiting()
    let down = StoreError(.unavailable, "down")
    await #expect(throws: down) { try await records.reload { throw down } }
    #expect(events.takeWaiting() == [.failed(down)])
    await #expect(throws: Never.self) { try await records.reload { .items([Note(1), Note(2)]) } }
    #expect(events.takeWaiting() == [.replace(.items([Note(1), Note(2)]))])
  }

  @Test func aFailureStaysBehindACommitUntilTheSourceIsRead() async throws {
    let events = records.events()
    _ = events.takeWaiting()
    let down = StoreError(.unavailable, "down")
    records.fail(down)
    #expect(events.takeWaiting() == [.failed(down)])
    try await records.commit([.insert(Note(3))]) { _ in }
    // What others have written meanwhile is still not known, to early observers and to late ones.
    #expect(events.takeWaiting() == [.changes([.insert(Note(3))]), .failed(down)])
    #expect(records.failure == down)
    #expect(records.events().takeWaiting() == [.failed(down), .replace(records.contents)])
    try await records.commit([.insert(Note(3))]) { _ in }
    #expect(events.takeWaiting() == [])
    try await records.reload { .items([Note(1), Note(2), Note(3)]) }
    #expect(events.takeWaiting() == [.replace(records.contents)])
    #expect(records.failure == nil)
    #expect(records.checkInvariants() == [])
  }

  @Test func aCommitThatWritesAllEndsAFailure() async throws {
    let events = records.events()
    _ = events.takeWaiting()
    let torn = StoreError(.malformed, "torn")
    records.fail(torn)
    try await records.commit([.delete(2)]) { _, contents in #expect(contents.items == [Note(1)]) }
    #expect(events.takeWaiting() == [.failed(torn), .changes([.delete(2)])])
    #expect(records.failure == nil)
    records.fail(torn)
    try await records.commit([.delete(2)]) { _, _ in }
    #expect(events.takeWaiting() == [.failed(torn), .replace(.items([Note(1)]))])
  }

  @Test func aDecodersErrorIsOneSentence() async throws {
    struct Row: Codable { var due: [String: [Int]] }
    for (text, sentence) in [
      (#"{"due":{"a":[1,"x"]}}"#, "expected Int at .due.a[1]"), ("{}", "“due” is missing"), ("[]", "expected "),
      (#"{"due":{"a":[null]}}"#, "found null"),
    ] {
      let error = await #expect(throws: StoreError.self) {
        try await records.reload {
          _ = try JSONDecoder().decode(Row.self, from: Data(text.utf8))
          return .items([])
        }
      }
      #expect(error?.kind == .unavailable && error?.message.contains(sentence) == true, "\(String(describing: error))")
    }
  }

  @Test func aReadingThatFailsNotifiesAllWhoeverAskedForIt() async throws {
    let events = records.events()
    _ = events.takeWaiting()
    let source = Locked<Result<[Note], StoreError>>(.failure(StoreError(.unavailable, "down")))
    // A fetch of a store that reads for each.
    func fetch() async throws -> StoreContents<Note> {
      try await records.reload { .items(try source.withLock { try $0.get() }) }
      return records.contents
    }
    await #expect(throws: StoreError(.unavailable, "down")) { try await fetch() }
    #expect(events.takeWaiting() == [.failed(StoreError(.unavailable, "down"))])
    source.withLock { $0 = .success([Note(1)]) }
    #expect(try await fetch().items == [Note(1)])
    #expect(events.takeWaiting() == [.changes([.delete(2)])])
    #expect(records.failure == nil)
  }

  @Test func manyWritersReadersAndObserversAtOnce() async throws {
    let records = ObservedRecords<Note>(.items([]))
    let observers = (0..<4).map { rank in
      Observer(of: records.events(for: RecordRequest(where: { $0.rank == rank }, limit: 10)))
    }
    await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          for round in 0..<200 {
            let note = Note(round % 40, "\(writer)", rank: (round + writer) % 4)
            switch round % 4 {
            case 0: try await records.commit([.update(note)]) { _ in await Task.yield() }
            case 1: try records.apply([.insert(note, at: .start)])
            case 2: records.edit { _ = $0.remove(note.id) }
            default: try await records.reload { records.contents }
            }
            if round % 50 == 0 { records.fail(StoreError(.unavailable, "\(round)")) }
          }
        }
        group.addTask {
          for _ in 0..<100 {
            let events = records.events()
            var iterator = events.makeAsyncIterator()
            _ = await iterator.next()
            _ = records.contents(for: RecordRequest(where: { $0.rank == writer }))
          }
        }
      }
    }
    records.recover()
    await records.settled()
    #expect(records.checkInvariants() == [])
    for (rank, observer) in observers.enumerated() {
      #expect(observer.contents == records.contents(for: RecordRequest(where: { $0.rank == rank }, limit: 10)))
      observer.cancel()
      await observer.ended()
    }
    #expect(records.observerCount == 0)
  }
}
