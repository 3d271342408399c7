import ConformanceKit
import StoreInterface

/// Where a broken store hangs: from there on the suite's clock runs, so that no test waits for time to pass.
final class Hang: Sendable {
  private struct State {
    var runner: Task<Void, Never>?
    var isOver = false
    var hanging: [CheckedContinuation<Void, Never>] = []
  }

  let clock = ManualClock()
  private let state = Locked(State())

  var isOver: Bool { state.withLock { $0.isOver } }

  /// Lets the clock run: a law that waits now for the store waits in vain.
  func isReached() {
    state.withLock { state in
      guard state.runner == nil, !state.isOver else { return }
      state.runner = Task { [clock] in
        while (try? await clock.waitForSleepers()) != nil {
          // All tasks that can run get many turns before time advances, so that only one that waits for the store is late.
          for _ in 0..<100 { await Task.yield() }
          clock.advance(by: .seconds(1))
        }
      }
    }
  }

  /// Hangs until the task is cancelled.
  func hang() async {
    isReached()
    let never = ManualClock()
    try? await never.sleep(for: .seconds(1))
  }

  /// Hangs, cancelled or not, until the test is over.
  func hangForGood() async {
    isReached()
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if !state.isOver { state.hanging.append(continuation) }
        return state.isOver
      }
      if isOver { continuation.resume() }
    }
  }

  /// Lets go of everyone who hangs.
  func end() {
    let (runner, hanging) = state.withLock { state in
      state.isOver = true
      defer { state.hanging = [] }
      return (state.runner, state.hanging)
    }
    runner?.cancel()
    for continuation in hanging { continuation.resume() }
  }
}
