/// The polling interval while the server works.
@available(LiveSystems, *)
public struct PollInterval: Hashable, Sendable {
  /// The time between answers that bring something new.
  public var base: Duration
  /// The longest time.
  public var maximum: Duration
  /// With each answer that brings nothing new the time grows by this factor.
  public var factor: Double

  /// Makes an interval that grows while nothing changes, and is short again with the first change.
  public static func adaptive(from base: Duration, to maximum: Duration, factor: Double = 1.5) -> PollInterval {
    PollInterval(base: base, maximum: maximum, factor: factor)
  }

  /// Makes an interval that stays the same.
  public static func fixed(_ interval: Duration) -> PollInterval {
    PollInterval(base: interval, maximum: interval, factor: 1)
  }

  private init(base: Duration, maximum: Duration, factor: Double) {
    // Less than a millisecond would be a loop without rest.
    self.base = max(.milliseconds(1), base)
    self.maximum = max(self.base, maximum)
    self.factor = max(1, factor)
  }

  /// The time to wait after so many answers in a row that brought nothing new.
  public func interval(afterUnchanged count: Int) -> Duration {
    var interval = base
    var left = count
    while left > 0, interval < maximum, factor > 1 {
      interval = interval * factor
      left -= 1
    }
    return min(interval, maximum)
  }
}
