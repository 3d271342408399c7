import StoreInterface
import StoreTestSupport
import Testing

@testable import StoreBuilding

@Suite struct PendingEventsTests {
  /// While the whole answer waits there is one failure at most, however often the source fails.
  @Test func ofManyFailuresBeforeAnAnswerTheNewestIsKept() {
    var pending = PendingEvents<Note>()
    pending.append([.insert(Note(1))], answerCount: 1)
    pending.appendAnswer()
    let failures = (1...3).map { StoreError(.unavailable, "failure \($0)") }
    for failure in failures { pending.append(failure) }
    #expect(pending.next { .items([Note(1)]) } == .failed(failures[2]))
    #expect(pending.next { .items([Note(1)]) } == .replace(.items([Note(1)])))
    #expect(pending.next { .items([]) } == nil)
  }

  /// What waits is bounded: by 64 events, and by 1024 changes or as many as the answer has items.
  @Test func whatWaitsTooLongIsGivenUpForTheWholeAnswer() {
    func pending(events: Int, of changes: Int, answerCount: Int) -> PendingEvents<Note> {
      var pending = PendingEvents<Note>()
      for event in 0..<events {
        pending.append((0..<changes).map { .insert(Note(event * changes + $0)) }, answerCount: answerCount)
      }
      return pending
    }
    #expect(pending(events: 64, of: 1, answerCount: 64).count == 64)
    #expect(pending(events: 65, of: 1, answerCount: 65).needsAnswer)
    #expect(pending(events: 4, of: 256, answerCount: 0).count == 4)
    #expect(pending(events: 1, of: 1_025, answerCount: 0).needsAnswer)
    #expect(pending(events: 4, of: 500, answerCount: 2_000).count == 4)
    #expect(pending(events: 4, of: 501, answerCount: 2_000).needsAnswer)
    var failing = pending(events: 64, of: 1, answerCount: 64)
    failing.append(StoreError(.unavailable, "down"))
    #expect(failing.needsAnswer && failing.count == 1)
  }
}
