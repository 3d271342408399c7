internal import DiffWorkloads

/// How sure a median is, found by drawing from the samples again and again.
///
/// As many samples as there are drawn with repetition give one more median; the interval holds the middle of many such
/// medians. Seeded: the same samples give the same interval.
///
/// Bradley Efron, "Bootstrap Methods: Another Look at the Jackknife", 1979 (the percentile method).
public struct Bootstrap: Hashable, Sendable {
  /// How many medians are drawn.
  public var resamples: Int
  /// The share of intervals that hold the true median.
  public var confidence: Double
  /// Seed of the random numbers.
  public var seed: UInt64

  /// Makes a bootstrap; a thousand medians put the bounds of a 95 % interval at the 25th and the 975th.
  public init(resamples: Int = 1_000, confidence: Double = 0.95, seed: UInt64 = 1979) {
    self.resamples = resamples
    self.confidence = confidence
    self.seed = seed
  }

  /// The interval of the median of `samples`; both bounds are not numbers when there is none.
  ///
  /// Drawing errs where samples are few, so the interval is never narrower than the one of coins: each sample is above the
  /// median as often as below it, whatever the distribution, so that between the *k*-th from either end it lies as often as
  /// *n* coins do not show fewer than *k* heads or tails (W. R. Thompson, "On Confidence Ranges for the Median", 1936). Fewer
  /// than six samples cannot be sure to 95 %, not even from the least to the largest; the interval says what it is worth.
  ///
  /// - Complexity: O(*r* · *n* log *n*) for *r* medians of *n* samples.
  public func median(of samples: [Double]) -> ConfidenceInterval {
    guard !samples.isEmpty else { return ConfidenceInterval(low: .nan, high: .nan, confidence: confidence) }
    var generator = SplitMix64(seed: seed)
    var medians: [Double] = []
    medians.reserveCapacity(resamples)
    for _ in 0..<resamples {
      medians.append(SampleDistribution(samples.map { _ in samples[generator.below(samples.count)] }).median)
    }
    let distribution = SampleDistribution(medians)
    let sorted = SampleDistribution(samples).sorted
    let tail = (1 - confidence) / 2
    let rank = Self.rank(of: sorted.count, tail: tail)
    guard rank > 0, rank <= sorted.count else {
      // All of n coins fall on one side twice in 2ⁿ times.
      let all = 1 - Double(sign: .plus, exponent: 1 - samples.count, significand: 1)
      return ConfidenceInterval(low: sorted.first ?? .nan, high: sorted.last ?? .nan, confidence: all)
    }
    return ConfidenceInterval(
      low: min(distribution.quantile(tail), sorted[rank - 1]),
      high: max(distribution.quantile(1 - tail), sorted[sorted.count - rank]), confidence: confidence)
  }

  /// The largest number of heads that so many coins fall short of no more often than `tail`; zero where they always do.
  static func rank(of coins: Int, tail: Double) -> Int {
    guard coins <= 1_000 else {
      // By then the distribution is normal, and a rank more or less is nothing.
      let count = Double(coins)
      return Int((count - 1) / 2 + NormalDistribution.quantile(tail) * count.squareRoot() / 2)
    }
    var way = Double(sign: .plus, exponent: -coins, significand: 1)
    var share = 0.0
    for heads in 0...coins {
      share += way
      if share > tail { return heads }
      way *= Double(coins - heads) / Double(heads + 1)
    }
    return 0
  }
}
