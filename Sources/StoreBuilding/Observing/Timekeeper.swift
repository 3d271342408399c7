import StoreInterface

/// A clock of any kind, read as the time since this was made: what a store waits by.
@available(LiveSystems, *)
package struct Timekeeper: Sendable {
  /// The time since this was made.
  package let elapsed: @Sendable () -> Duration
  /// Sleeps until so much time has gone by since this was made; throws when the task is cancelled.
  package let sleep: @Sendable (_ until: Duration) async throws -> Void

  package init<C: Clock>(_ clock: C) where C.Duration == Duration {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
  }

  /// Waits for an element of a stream of the caller's own, which `waker` feeds; until a time at the latest, where one is
  /// given, and until the task is cancelled.
  package func wait(
    until time: Duration?, or wakes: AsyncStream<Void>, from waker: AsyncStream<Void>.Continuation,
    isolation actor: isolated (any Actor)? = #isolation
  ) async {
    await withDiscardingTaskGroup { group in
      if let time {
        group.addTask {
          // One that was cancelled has nothing to say: it would wake the next wait.
          do { try await sleep(time) } catch { return }
          waker.yield()
        }
      }
      // Not in a task that is cancelled when the time has come: that would end the stream.
      _ = await wakes.next(isolation: actor)
      group.cancelAll()
    }
  }
}
