import StoreInterface

/// A value that a store says of itself, such as its health: what it is now, and a stream of what it becomes.
package final class ObservedValue<Value: Equatable & Sendable>: Sendable {
  private struct State {
    var value: Value
    var observers: [Int: AsyncStream<Value>.Continuation] = [:]
    var lastNumber = 0
  }

  private let state: Locked<State>

  package init(_ value: Value) { state = Locked(State(value: value)) }

  deinit {
    for observer in state.withLock({ $0.observers }).values { observer.finish() }
  }

  package var current: Value { state.withLock { $0.value } }

  package func set(_ value: Value) { update { value } }

  /// Sets the value that `value` returns, which is called one at a time, so that what is sent last is what is so.
  package func update(_ value: () -> Value) {
    state.withLock { state in
      let value = value()
      if state.value == value { return }
      state.value = value
      for observer in state.observers.values { observer.yield(value) }
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
