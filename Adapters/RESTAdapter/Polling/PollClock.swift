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

  /// Waits for an element of a stream of the caller's own, which `waker` feeds; until a time at the latest, where one is
  /// given, and until the task is cancelled.
  func wait(until time: Duration?, or wakes: AsyncStream<Void>, from waker: AsyncStream<Void>.Continuation) async {
    await withDiscardingTaskGroup { group in
      if let time {
        group.addTask {
          // One that was cancelled has nothing to say: it would wake the next wait.
          do { try await sleep(time) } catch { return }
          waker.yield()
        }
      }
      // Not in a task that is cancelled when the time has come: that would end the stream.
      _ = await wakes.next(isolation: #isolation)
      group.cancelAll()
    }
  }
}
