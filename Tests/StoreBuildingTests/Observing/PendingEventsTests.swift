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
}
