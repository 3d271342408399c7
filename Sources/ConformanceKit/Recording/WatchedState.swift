import StoreInterface

/// A value that many tasks change, and for a condition on which many tasks wait.
///
/// A waiter is woken by the very change that makes its condition true, so that no one has to look again and again.
package final class WatchedState<State: Sendable>: Sendable {
  private struct Waiter {
    let condition: @Sendable (State) -> Bool
    /// Gets the state that met the condition, or nothing when the waiter was cancelled.
    let continuation: CheckedContinuation<State?, Never>
  }

  private struct Content {
    var state: State
    var waiters: [Int: Waiter] = [:]
    var nextWaiter = 0
  }

  private let content: Locked<Content>

  package init(_ state: State) { content = Locked(Content(state: state)) }

  /// The value now.
  package var value: State { content.withLock { $0.state } }

  /// Changes the value, and wakes those whose condition has become true.
  package func update(_ change: (inout State) -> Void) {
    let (state, woken) = content.withLock { content in
      change(&content.state)
      let state = content.state
      let met = content.waiters.filter { $0.value.condition(state) }.sorted { $0.key < $1.key }
      for (number, _) in met { content.waiters[number] = nil }
      return (state, met.map(\.value))
    }
    for waiter in woken { waiter.continuation.resume(returning: state) }
  }

  /// Waits until the condition holds, and returns the value that met it.
  package func wait(until condition: @escaping @Sendable (State) -> Bool) async throws(CancellationError) -> State {
    let number = content.withLock { content in
      content.nextWaiter += 1
      return content.nextWaiter
    }
    let met: State? = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer: State?? = content.withLock { content in
          if condition(content.state) { return .some(content.state) }
          // A cancellation from now on finds the waiter: the flag is set before the handler runs.
          if Task.isCancelled { return .some(nil) }
          content.waiters[number] = Waiter(condition: condition, continuation: continuation)
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      let waiter = content.withLock { $0.waiters.removeValue(forKey: number) }
      waiter?.continuation.resume(returning: nil)
    }
    guard let met else { throw CancellationError() }
    return met
  }
}
