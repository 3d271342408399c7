internal import DiffWorkloads

/// Times contenders in turn, out and back, so that all see the same machine; each round in an order of its own.
///
///     round 1        round 2
///     A B C C B A    C A B B A C    …
///
/// Whatever drifts in a straight line during a round adds the same to each contender's mean; whatever changes between
/// rounds is in both terms of a paired ratio. The first of a round is some per cent slower: with an order by chance that is
/// each of them as often, and of two equals each is the slower one as often, whatever the noise.
package struct InterleavedSampler<Clock: NanosecondClock> {
  /// How often.
  package var plan: SamplingPlan
  /// Where times come from.
  package var clock: Clock
  /// Decides the order of each round.
  package var seed: UInt64

  /// Makes a sampler.
  package init(plan: SamplingPlan = SamplingPlan(), clock: Clock, seed: UInt64) {
    self.plan = plan
    self.clock = clock
    self.seed = seed
  }

  /// Warms every contender up, then times all of them; the series are in the order of the contenders.
  /// `progress` is called with the share of the work that is done. Throws what a contender throws.
  package func series(
    of contenders: [Contender], progress: (Double) throws -> Void = { _ in }
  ) throws -> [TimeSeries] {
    // What the runs return is added up and kept, so that no run can be left out.
    var checksum = 0
    var series = contenders.map { TimeSeries(name: $0.name) }
    var quotas = contenders.map { _ in 0 }
    var costs = contenders.map { _ in 0.0 }
    var settles = contenders.map { _ in false }
    for (index, contender) in contenders.enumerated() {
      var shortest = Int.max
      for _ in 0..<plan.warmUps {
        let start = clock.now
        checksum &+= try contender.run()
        shortest = min(shortest, clock.now - start)
      }
      series[index].batch = plan.batch(for: shortest)
      settles[index] = shortest < plan.settledTime
      let time = shortest * (series[index].batch + (settles[index] ? 1 : 0))
      quotas[index] = plan.rounds(for: time)
      costs[index] = Double(time)
    }

    func time(_ index: Int) throws -> Double {
      let batch = series[index].batch
      let run = contenders[index].run
      if settles[index] { checksum &+= try run() }
      let start = clock.now
      for _ in 0..<batch { checksum &+= try run() }
      return Double(clock.now - start) / Double(batch)
    }
    var orders = SplitMix64(seed: seed)
    let whole = zip(quotas, costs).reduce(0) { $0 + Double($1.0) * $1.1 }
    var done = 0.0
    for round in 0..<(quotas.max() ?? 0) {
      var taking = contenders.indices.filter { round < quotas[$0] }
      orders.shuffle(&taking)
      let first = try taking.map { try time($0) }
      let second = try taking.reversed().map { try time($0) }
      for (offset, index) in taking.enumerated() {
        series[index].rounds.append(
          TimeSeries.Round(first: first[offset], second: second[taking.count - 1 - offset]))
        done += costs[index]
      }
      try progress(whole > 0 ? min(1, done / whole) : 1)
    }
    Self.keep(checksum)
    return series
  }

  @inline(never) private static func keep(_ checksum: Int) {}
}

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
