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
  /// Fewer than six samples cannot be sure to 95 %, not even from the least to the largest: all are on one side of the median
  /// as often as that many coins fall on one side. The interval then says what it is worth.
  ///
  /// - Complexity: O(*r* · *n* log *n*) for *r* medians of *n* samples.
  public func median(of samples: [Double]) -> ConfidenceInterval {
    var generator = SplitMix64(seed: seed)
    var medians: [Double] = []
    if !samples.isEmpty {
      medians.reserveCapacity(resamples)
      for _ in 0..<resamples {
        medians.append(Distribution(samples.map { _ in samples[generator.below(samples.count)] }).median)
      }
    }
    let distribution = Distribution(medians)
    let tail = (1 - confidence) / 2
    // All of n coins fall on one side twice in 2ⁿ times.
    let most = 1 - Double(sign: .plus, exponent: 1 - samples.count, significand: 1)
    return ConfidenceInterval(
      low: distribution.quantile(tail), high: distribution.quantile(1 - tail),
      confidence: samples.isEmpty ? confidence : min(confidence, most))
  }
}
