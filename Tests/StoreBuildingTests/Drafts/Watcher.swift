import StoreInterface
import StoreTestSupport
import Testing

/// What an observer is shown when it looks, and that every change of it made sense.
final class Watcher {
  private let events: StoreEvents<Note>
  private(set) var answer = ObservedAnswer<Note>()

  /// Looks for the first time.
  init(_ events: StoreEvents<Note>) {
    self.events = events
    take()
  }

  /// Receives what is waiting.
  @discardableResult
  func take() -> [StoreEvent<Note>] {
    let received = events.takeWaiting()
    for event in received { answer.apply(event) }
    #expect(answer.violations == [])
    return received
  }

  /// What is shown now.
  var shown: [Note] {
    take()
    return answer.contents.items
  }
}
