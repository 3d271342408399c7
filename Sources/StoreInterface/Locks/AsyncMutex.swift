/// A lock that may be held over suspension points: one task holds it at a time, in the order in which they came.
package final class AsyncMutex: Sendable {
  private struct State {
    var isLocked = false
    var waiting: [(number: Int, continuation: CheckedContinuation<Bool, Never>)] = []
    var lastNumber = 0
  }

  private let state = Locked(State())

  package init() {}

  /// Waits for the lock.
  ///
  /// - Returns: False, when the task was cancelled meanwhile; then there is nothing to unlock.
  package func lock() async -> Bool {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer: Bool? = state.withLock { state in
          if Task.isCancelled { return false }
          if !state.isLocked {
            state.isLocked = true
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

  /// Hands the lock to the next task that waits.
  package func unlock() {
    let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
      guard !state.waiting.isEmpty else {
        state.isLocked = false
        return nil
      }
      return state.waiting.removeFirst().continuation
    }
    next?.resume(returning: true)
  }
}
