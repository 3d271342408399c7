/// Notifies a store once that its observer has stopped: when the observer says so, or when no one holds the sequence any
/// more.
///
/// A stream reports cancellation from inside the cancelling call, which holds the lock of the task that waits; and a
/// store that yields under its own lock waits for that same lock. If the store were notified there, and took its own
/// lock, each would wait for the other. So the observer notifies it, which holds nothing.
package final class ObserverEnd: Sendable {
  /// What is to be called; the sequence holds the end, the store holds this.
  package final class Action: Sendable {
    private struct State: Sendable {
      var action: (@Sendable () -> Void)?
      var hasEnded = false
    }

    private let state = Locked(State())

    package init() {}

    /// Has `action` called at the end, or now where that is past.
    package func set(_ action: @escaping @Sendable () -> Void) {
      let isPast = state.withLock { state in
        if !state.hasEnded { state.action = action }
        return state.hasEnded
      }
      if isPast { action() }
    }

    fileprivate func call() {
      let action = state.withLock { state in
        state.hasEnded = true
        defer { state.action = nil }
        return state.action
      }
      action?()
    }
  }

  private let action: Action

  package init(calling action: Action) { self.action = action }

  /// The observer has stopped.
  package func signal() { action.call() }

  deinit { action.call() }
}
