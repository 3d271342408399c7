public import Foundation
import StoreInterface

/// The two clocks of a store: one to wait by, which only goes forward, and the one on the wall, which dates are read
/// by.
///
/// In tests both do not move until they are moved:
///
///     let clock = ManualClock()
///     let time = PollClock(clock, wallTime: { Date(timeIntervalSince1970: 1_000_000 + seconds(of: clock.now)) })
@available(LiveSystems, *)
public struct PollClock: Sendable {
  /// The time since this value was made.
  let now: @Sendable () -> Duration
  /// Sleeps until so long after this value was made.
  let sleep: @Sendable (Duration) async throws -> Void
  /// The time on the wall.
  let wallTime: @Sendable () -> Date

  /// Makes a pair of clocks.
  public init<C: Clock>(
    _ clock: C = ContinuousClock(), wallTime: @escaping @Sendable () -> Date = { Date() }
  ) where C.Duration == Duration {
    let start = clock.now
    now = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    self.wallTime = wallTime
  }
}

/// Thrown when something took longer than it may.
struct DeadlinePassed: Error {}

@available(LiveSystems, *)
extension PollClock {
  /// Runs `work`, and cancels it when it takes too long.
  func withLimit<Value: Sendable>(
    _ limit: Duration, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let deadline = now() + limit
    return try await withThrowingTaskGroup(of: Value?.self) { group in
      group.addTask { try await work() }
      group.addTask {
        try await sleep(deadline)
        return nil
      }
      defer { group.cancelAll() }
      guard let first = try await group.next(), let value = first else { throw DeadlinePassed() }
      return value
    }
  }

  /// Sleeps until a time, or until the signal comes, or the task is cancelled.
  func wait(until time: Duration?, or signal: Signal) async {
    guard let time else { return await signal.wait() }
    await withTaskGroup { group in
      group.addTask { try? await sleep(time) }
      group.addTask { await signal.wait() }
      await group.next()
      group.cancelAll()
    }
  }
}

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
          // A cancellation that comes later finds the continuation: the flag is set before the handler runs.
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
