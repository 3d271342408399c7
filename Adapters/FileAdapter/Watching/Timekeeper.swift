/// A clock of any kind, read as the time since this was made.
@available(LiveSystems, *)
package struct Timekeeper: Sendable {
  /// The time since this was made.
  package let elapsed: @Sendable () -> Duration
  /// Suspends until so much time has gone by since this was made; returns early when the task is cancelled.
  package let sleep: @Sendable (_ until: Duration) async -> Void

  package init<C: Clock>(_ clock: C) where C.Duration == Duration {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    sleep = { until in
      do { try await clock.sleep(until: start.advanced(by: until), tolerance: nil) } catch {}
    }
  }
}
