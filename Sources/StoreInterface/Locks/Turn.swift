/// Lets one task through at a time, in the order in which they came.
package final class Turn: Sendable {
  private struct State {
    var isTaken = false
    var waiting: [(number: Int, continuation: CheckedContinuation<Bool, Never>)] = []
    var lastNumber = 0
  }

  private let state = Locked(State())

  package init() {}

  /// Waits for the turn.
  ///
  /// - Returns: False, when the task was cancelled meanwhile; then there is nothing to give back.
  package func take() async -> Bool {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer: Bool? = state.withLock { state in
          if Task.isCancelled { return false }
          if !state.isTaken {
            state.isTaken = true
            return true
          }
          state.waiting.append((number, continuation))
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      let waiting = state.withLock { state -> CheckedContinuation<Bool, Never>? in
        guard let offset = state.waiting.firstIndex(where: { $0.number == number }) else { return nil }
        return state.waiting.remove(at: offset).continuation
      }
      waiting?.resume(returning: false)
    }
  }

  /// Passes the turn on.
  package func give() {
    let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
      guard !state.waiting.isEmpty else {
        state.isTaken = false
        return nil
      }
      return state.waiting.removeFirst().continuation
    }
    next?.resume(returning: true)
  }
}
