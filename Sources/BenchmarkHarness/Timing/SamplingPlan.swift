/// How often contenders are timed.
public struct SamplingPlan: Hashable, Sendable {
  /// Runs before the first one that counts.
  public var warmUps: Int
  /// The fewest rounds that every contender takes part in; there are two times a round.
  public var minimumRounds: Int
  /// The most rounds.
  public var maximumRounds: Int
  /// About how long one contender may be timed for, in nanoseconds; a slow one then has fewer rounds.
  public var nanosecondsPerContender: Int
  /// A run that is shorter than this, in nanoseconds, is repeated, so that the clock itself does not count.
  public var shortestTime: Int
  /// A run that is shorter than this, in nanoseconds, is made once more before each time and not counted, so that the
  /// contender before it, whose data fill the caches, does not count.
  public var settledTime: Int

  /// Makes a plan.
  public init(
    warmUps: Int = 1, minimumRounds: Int = 3, maximumRounds: Int = 25,
    nanosecondsPerContender: Int = 500_000_000, shortestTime: Int = 200_000, settledTime: Int = 20_000_000
  ) {
    self.warmUps = max(1, warmUps)
    self.minimumRounds = max(1, minimumRounds)
    self.maximumRounds = max(self.minimumRounds, maximumRounds)
    self.nanosecondsPerContender = nanosecondsPerContender
    self.shortestTime = shortestTime
    self.settledTime = settledTime
  }

  /// How often a run of so many nanoseconds is repeated for one time.
  func batch(for nanoseconds: Int) -> Int {
    min(10_000, max(1, shortestTime / max(1, nanoseconds)))
  }

  /// In how many rounds a contender takes part whose single time is so many nanoseconds.
  func rounds(for nanoseconds: Int) -> Int {
    min(maximumRounds, max(minimumRounds, nanosecondsPerContender / (2 * max(1, nanoseconds))))
  }
}
