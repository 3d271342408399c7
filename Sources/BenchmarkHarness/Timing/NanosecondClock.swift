/// What the harness reads the time from: the machine's clock, or one that a test sets.
public protocol NanosecondClock {
  /// Nanoseconds since some fixed moment; never less than before.
  var now: Int { get }
}

/// The machine's clock that never goes back.
@available(LiveSystems, *)
public struct SystemClock: NanosecondClock, Sendable {
  private let start = ContinuousClock.now

  /// Starts a clock.
  public init() {}

  /// Nanoseconds since the clock was made.
  public var now: Int {
    let passed = (ContinuousClock.now - start).components
    return Int(passed.seconds) * 1_000_000_000 + Int(passed.attoseconds / 1_000_000_000)
  }
}
