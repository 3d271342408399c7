import StoreInterface

/// A value that a store says of itself, such as its health: what it is now, and a stream of what it becomes.
package final class ObservedValue<Value: Equatable & Sendable>: Sendable {
  private struct State {
    typealias Observer = AsyncStream<Value>.Continuation

    var value: Value
    var observers: [Int: Observer] = [:]
    var lastNumber = 0
    /// What is still to be sent, each value to those who observed when it was set.
    var unsent: [(value: Value, observers: [Observer])] = []
    /// Whether someone is sending, and will send what comes meanwhile, too.
    var isSending = false

    /// What is to be sent now; none, and the sender is done.
    mutating func takeUnsent() -> [(value: Value, observers: [Observer])] {
      defer { unsent = [] }
      isSending = !unsent.isEmpty
      return unsent
    }
  }

  private let state: Locked<State>

  package init(_ value: Value) { state = Locked(State(value: value)) }

  deinit {
    for observer in state.withLock({ $0.observers }).values { observer.finish() }
  }

  package var current: Value { state.withLock { $0.value } }

  package func set(_ value: Value) { update { value } }

  /// Sets the value that `value` returns, which is called one at a time, so that what is sent last is what is so.
  ///
  /// The lock is not held while a value is sent. Sending resumes the reader's task, which has to wait while that task is
  /// being cancelled. Cancelling ends the reader's stream, and that takes this lock.
  package func update(_ value: () -> Value) {
    let mustSend = state.withLock { state in
      let value = value()
      if state.value == value { return false }
      state.value = value
      if !state.observers.isEmpty { state.unsent.append((value, Array(state.observers.values))) }
      defer { state.isSending = true }
      return !state.isSending
    }
    guard mustSend else { return }
    while case let unsent = state.withLock({ $0.takeUnsent() }), !unsent.isEmpty {
      for (value, observers) in unsent {
        for observer in observers { observer.yield(value) }
      }
    }
  }

  /// The value now, and whenever it changes. A slow reader misses all but so many of the newest.
  package func updates(buffering count: Int = 16) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream<Value>.makeStream(bufferingPolicy: .bufferingNewest(count))
    let number = state.withLock { state in
      state.lastNumber += 1
      state.observers[state.lastNumber] = continuation
      continuation.yield(state.value)
      return state.lastNumber
    }
    continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.observers[number] = nil } }
    return stream
  }
}
