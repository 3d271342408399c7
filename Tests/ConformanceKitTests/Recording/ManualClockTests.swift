import ConformanceKit
import StoreInterface
import Testing

@Suite("The manual clock")
struct ManualClockTests {
  /// What happened, in order.
  private final class Diary: Sendable {
    private let lines = Locked<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func note(_ line: String) { lines.withLock { $0.append(line) } }
  }

  @Test("stands still, and moves only forward")
  func now() {
    let clock = ManualClock()
    #expect(clock.now == ManualClock.Instant())
    clock.advance(by: .seconds(3))
    #expect(clock.now.offset == .seconds(3))
    clock.advance(by: .seconds(-1))
    clock.advance(to: ManualClock.Instant(offset: .seconds(2)))
    #expect(clock.now.offset == .seconds(3))
    #expect(ManualClock.Instant().duration(to: clock.now) == .seconds(3))
  }

  @Test("wakes who is due, and nobody else")
  func wakes() async throws {
    let clock = ManualClock()
    let short = Task { try await clock.sleep(for: .seconds(1)) }
    let long = Task { try await clock.sleep(for: .seconds(2)) }
    try await clock.waitForSleepers(2)
    #expect(clock.nextDeadline?.offset == .seconds(1))
    clock.advance(by: .milliseconds(999))
    #expect(clock.sleeperCount == 2)
    clock.advance(by: .milliseconds(1))
    #expect(clock.sleeperCount == 1)
    try await short.value
    #expect(clock.advanceToNextDeadline())
    try await long.value
    #expect(clock.now.offset == .seconds(2))
    #expect(!clock.advanceToNextDeadline())
  }

  @Test("comes by each deadline in turn")
  func order() async throws {
    let clock = ManualClock()
    let diary = Diary()
    var sleepers: [Int: [Task<Void, any Error>]] = [:]
    for (count, seconds) in [3, 1, 2, 1, 3].enumerated() {
      let sleeper = Task {
        try await clock.sleep(for: .seconds(seconds))
        diary.note("\(seconds)")
      }
      sleepers[seconds, default: []].append(sleeper)
      try await clock.waitForSleepers(count + 1)
    }
    for seconds in 1...3 {
      #expect(clock.nextDeadline?.offset == .seconds(seconds))
      #expect(clock.advanceToNextDeadline())
      for sleeper in sleepers[seconds] ?? [] { try await sleeper.value }
    }
    #expect(diary.all == ["1", "1", "2", "3", "3"])
    #expect(clock.nextDeadline == nil)
  }

  @Test("lets a cancelled sleeper go at once")
  func cancellation() async throws {
    let clock = ManualClock()
    let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
    try await clock.waitForSleepers()
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    #expect(clock.sleeperCount == 0)
    let early = Task {
      withUnsafeCurrentTask { task in unsafe task?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await early.value }
    #expect(clock.sleeperCount == 0)
  }

  @Test("does not put to sleep who is due already")
  func due() async throws {
    let clock = ManualClock()
    clock.advance(by: .seconds(5))
    try await clock.sleep(until: ManualClock.Instant(offset: .seconds(5)))
    try await clock.sleep(until: ManualClock.Instant(offset: .seconds(1)))
  }

  @Test("lets go who waits for sleepers, when cancelled")
  func waitingIsCancelled() async {
    let clock = ManualClock()
    let waiter = Task { try await clock.waitForSleepers() }
    waiter.cancel()
    await #expect(throws: CancellationError.self) { try await waiter.value }
  }

  @Test("keeps its promises with many tasks")
  func many() async throws {
    let clock = ManualClock()
    let woken = Diary()
    try await withThrowingTaskGroup { group in
      for number in 0..<200 {
        group.addTask {
          do {
            try await clock.sleep(for: .seconds(1 + number % 7))
            woken.note("woken")
          } catch is CancellationError {}
        }
      }
      try await clock.waitForSleepers(200)
      for _ in 0..<6 { clock.advance(by: .seconds(1)) }
      #expect(clock.sleeperCount == 28)
      group.cancelAll()
      try await group.waitForAll()
    }
    #expect(woken.all.count == 172)
    #expect(clock.sleeperCount == 0)
  }
}
