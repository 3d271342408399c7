/// A clock that does not move until a test moves it.
///
///     let clock = ManualClock()
///     let debounced = Debounced(changes, for: .milliseconds(300), clock: clock)
///     changes.yield("a")
///     try await clock.waitForSleepers()        // the debouncing task sleeps now
///     clock.advance(by: .milliseconds(300))    // and is woken
///
/// Sleepers are resumed in the order of their deadlines, and among equal ones in the order in which they fell asleep; in
/// which order they then run is up to their executors, so a test that needs to know goes deadline by deadline, with
/// ``advanceToNextDeadline()``. A task that is cancelled wakes at once and throws, as with any clock.
@available(LiveSystems, *)
public final class ManualClock: Clock, Sendable {
  /// A moment of a manual clock: how long after its making.
  public struct Instant: InstantProtocol, Sendable {
    /// The time since the clock was made.
    public var offset: Duration

    /// Makes a moment.
    public init(offset: Duration = .zero) { self.offset = offset }

    /// The moment that is so much later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// The time from this moment to another.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Whether `a` is earlier than `b`.
    public static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
  }

  private struct Sleeper: Sendable {
    let deadline: Instant
    let number: Int
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct State: Sendable {
    var now = Instant()
    var sleepers: [Int: Sleeper] = [:]
    var nextSleeper = 0
  }

  private let state = WatchedState(State())

  /// Makes a clock that is at zero.
  public init() {}

  /// The moment at which the clock is.
  public var now: Instant { state.value.now }

  /// Zero: a manual clock is exact.
  public var minimumResolution: Duration { .zero }

  /// How many tasks sleep on this clock.
  public var sleeperCount: Int { state.value.sleepers.count }

  /// The moment at which the next sleeper is due, if any task sleeps.
  public var nextDeadline: Instant? { state.value.sleepers.values.map(\.deadline).min() }

  /// Moves the clock forward, and wakes everyone who is due. A clock does not go back: less than zero does nothing.
  public func advance(by duration: Duration) { advance(to: now.advanced(by: duration)) }

  /// Moves the clock forward to a moment, and wakes everyone who is due by then.
  public func advance(to instant: Instant) {
    var due: [Sleeper] = []
    state.update { state in
      guard instant >= state.now else { return }
      state.now = instant
      due = state.sleepers.values.filter { $0.deadline <= instant }
        .sorted { ($0.deadline, $0.number) < ($1.deadline, $1.number) }
      for sleeper in due { state.sleepers[sleeper.number] = nil }
    }
    for sleeper in due { sleeper.continuation.resume(returning: true) }
  }

  /// Moves the clock to the next deadline, and wakes those who are due then.
  ///
  /// - Returns: Whether any task slept.
  @discardableResult
  public func advanceToNextDeadline() -> Bool {
    guard let deadline = nextDeadline else { return false }
    advance(to: deadline)
    return true
  }

  /// Suspends until the clock has reached the deadline.
  ///
  /// - Throws: `CancellationError`, as soon as the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    var number = 0
    state.update { state in
      state.nextSleeper += 1
      number = state.nextSleeper
    }
    let isDue = await withTaskCancellationHandler { [number] in
      await withCheckedContinuation { continuation in
        var answer: Bool?
        state.update { state in
          if deadline <= state.now {
            answer = true
          } else if Task.isCancelled {
            // A cancellation from now on finds the sleeper: the flag is set before the handler runs.
            answer = false
          } else {
            state.sleepers[number] = Sleeper(deadline: deadline, number: number, continuation: continuation)
          }
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: { [number] in
      var sleeper: Sleeper?
      state.update { sleeper = $0.sleepers.removeValue(forKey: number) }
      sleeper?.continuation.resume(returning: false)
    }
    if !isDue { throw CancellationError() }
  }

  /// Waits until so many tasks sleep on this clock: then it may be advanced without any of them missing it.
  ///
  /// - Throws: `CancellationError`, when the waiting task is cancelled.
  public func waitForSleepers(_ count: Int = 1) async throws(CancellationError) {
    _ = try await state.wait { $0.sleepers.count >= count }
  }
}
