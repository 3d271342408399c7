@testable import StoreInterface

/// Gives a trial up that has not come further for a while, with a message and exit code 1: what was missed will not come.
@available(LiveSystems, *)
final class Patience: Sendable {
  private let step = Locked(0)
  private let task = Locked<Task<Void, Never>?>(nil)

  init(_ limit: Duration = .seconds(60), what: String) {
    let step = step
    task.withLock {
      $0 = Task {
        var last = -1
        while !Task.isCancelled {
          let now = step.withLock { $0 }
          if now == last {
            tell("failed: nothing was received for \(limit) after \(now) of \(what)")
            leave(1)
          }
          last = now
          do { try await Task.sleep(for: limit) } catch { return }
        }
      }
    }
  }

  /// Says that the trial has come further.
  func reach(_ number: Int) { step.withLock { $0 = number } }

  /// Says that the trial is over.
  func end() { task.withLock { $0 }?.cancel() }

  deinit { end() }
}
