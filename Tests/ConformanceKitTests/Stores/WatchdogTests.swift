import Testing

@testable import ConformanceKit

@Suite("The watchdog of a trial")
struct WatchdogTests {
  private let clock = ManualClock()
  private var watchdog: Watchdog { Watchdog(patience: .seconds(60), clock: clock) }

  @Test("a step that is late because every thread was busy does not count as hanging")
  func busyThreads() async throws {
    let step = ManualClock()
    async let value = watchdog.run("late") {
      try await step.sleep(for: .seconds(1))
      return 7
    }
    try await step.waitForSleepers()
    // The time passes at once, as it does for a timer that no thread could run.
    try await clock.waitForSleepers()
    clock.advance(by: .seconds(90))
    try await clock.waitForSleepers()
    step.advance(by: .seconds(1))
    #expect(try await value == 7)
  }

  @Test("a step that does not end counts as hanging when all of the patience has passed")
  func hanging() async {
    let never = ManualClock()
    async let value = watchdog.run("stuck") {
      try await never.sleep(for: .seconds(1))
      return 7
    }
    let ticking = Task { [clock] in
      while (try? await clock.waitForSleepers()) != nil { clock.advance(by: .seconds(3)) }
    }
    defer { ticking.cancel() }
    do {
      _ = try await value
      Issue.record("the step came to an end")
    } catch {
      #expect("\(error)" == "this never came to an end: stuck")
      #expect(clock.now.offset == .seconds(60))
    }
  }
}
