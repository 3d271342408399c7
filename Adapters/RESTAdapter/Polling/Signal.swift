import StoreInterface

/// Wakes the one task that waits for it; a signal that comes before is kept.
final class Signal: Sendable {
  private struct State {
    var isSet = false
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let state = Locked(State())

  func set() {
    let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard let waiting = state.waiting else {
        state.isSet = true
        return nil
      }
      state.waiting = nil
      return waiting
    }
    waiting?.resume()
  }

  /// Returns when the signal comes, or the task is cancelled.
  func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (isOver, other) = state.withLock { state -> (Bool, CheckedContinuation<Void, Never>?) in
          // Whoever cancels later finds the continuation: the flag is set before the handler runs.
          if state.isSet || Task.isCancelled {
            if !Task.isCancelled { state.isSet = false }
            return (true, nil)
          }
          defer { state.waiting = continuation }
          return (false, state.waiting)
        }
        other?.resume()
        if isOver { continuation.resume() }
      }
    } onCancel: {
      let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
        defer { state.waiting = nil }
        return state.waiting
      }
      waiting?.resume()
    }
  }
}
