public import StoreInterface

/// What an observer has not received yet, in bounded memory: events one after another, or, when they have become too
/// many, the whole answer as it is when the observer asks.
@usableFromInline
package struct PendingEvents<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  @usableFromInline var events: [StoreEvent<Item>] = []
  @usableFromInline var changeCount = 0
  @usableFromInline var needsAnswer = false

  /// So many events wait before they are given up for the whole answer.
  @inlinable package static var maximumEvents: Int { 64 }
  /// So many changes wait, or as many as the answer has items, before they are given up for the whole answer.
  @inlinable package static var maximumChanges: Int { 1_024 }

  @inlinable
  package init() {}

  /// How many events wait, without the whole answer.
  var count: Int { events.count }

  /// Whether there is nothing to receive.
  @inlinable package var isEmpty: Bool { events.isEmpty && !needsAnswer }

  /// Adds changes that led to an answer of so many items.
  @inlinable
  package mutating func append(_ changes: [StoreChange<Item>], answerCount: Int) {
    if needsAnswer || changes.isEmpty { return }
    changeCount += changes.count
    if events.count >= Self.maximumEvents || changeCount > max(Self.maximumChanges, answerCount) {
      appendAnswer()
    } else {
      events.append(.changes(StoreBatch(changes)))
    }
  }

  /// Adds a failure; of many, only the newest is kept.
  @inlinable
  package mutating func append(_ failure: StoreError) {
    if events.count >= Self.maximumEvents { appendAnswer() }
    if needsAnswer { events.removeAll() }
    events.append(.failed(failure))
  }

  /// Adds the whole answer, to be made when the observer asks. It takes the place of the changes that wait.
  @inlinable
  package mutating func appendAnswer() {
    needsAnswer = true
    changeCount = 0
    let newestFailure = events.last { if case .failed = $0 { true } else { false } }
    events = newestFailure.map { [$0] } ?? []
  }

  /// Takes what is to be received next.
  @inlinable
  package mutating func next(answer: () -> StoreContents<Item>) -> StoreEvent<Item>? {
    if !events.isEmpty {
      let event = events.removeFirst()
      if case .changes(let batch) = event { changeCount -= batch.changes.count }
      return event
    }
    guard needsAnswer else { return nil }
    needsAnswer = false
    return .replace(answer())
  }
}
