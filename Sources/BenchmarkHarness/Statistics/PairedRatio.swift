/// How much longer one thing takes than another, from rounds in which both were timed.
///
/// A machine that slows down slows both, so the ratio of one round is far steadier than either time.
public struct PairedRatio: Hashable, Sendable, Codable {
  /// The median over the rounds of the first by the second.
  public var median: Double
  /// How sure that is.
  public var interval: ConfidenceInterval
  /// The number of rounds in which both took part.
  public var rounds: Int

  /// Makes a ratio of known parts.
  public init(median: Double, interval: ConfidenceInterval, rounds: Int) {
    self.median = median
    self.interval = interval
    self.rounds = rounds
  }

  /// The ratio of two series that were sampled together; `nil` when there is no round that both took part in.
  public init?(_ numerator: TimeSeries, to denominator: TimeSeries, bootstrap: Bootstrap = Bootstrap()) {
    let ratios = zip(numerator.rounds, denominator.rounds).compactMap { a, b in
      b.mean > 0 ? a.mean / b.mean : nil
    }
    if ratios.isEmpty { return nil }
    median = SampleDistribution(ratios).median
    interval = bootstrap.median(of: ratios)
    rounds = ratios.count
  }
}

/// Two bounds between which a figure lies with a stated confidence.
public struct ConfidenceInterval: Hashable, Sendable, Codable {
  /// The lower bound.
  public var low: Double
  /// The upper bound.
  public var high: Double
  /// The share of such intervals that hold the true figure, for example 0.95.
  public var confidence: Double

  /// Makes an interval.
  public init(low: Double, high: Double, confidence: Double) {
    self.low = low
    self.high = high
    self.confidence = confidence
  }

  /// Whether `value` is not outside.
  public func contains(_ value: Double) -> Bool { low <= value && value <= high }
}

extension ConfidenceInterval {
  /// The interval of a share of which `successes` in `trials` were seen; `nil` without trials.
  ///
  /// Holds for shares near 0 and 1 too: none in a hundred gives 0 to 3.7 %.
  ///
  /// Edwin B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", 1927.
  package init?(share successes: Int, of trials: Int, confidence: Double = 0.95) {
    guard trials > 0 else { return nil }
    let n = Double(trials)
    let share = Double(successes) / n
    let z = NormalDistribution.quantile((1 + confidence) / 2)
    let centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    let half = z / (1 + z * z / n) * (share * (1 - share) / n + z * z / (4 * n * n)).squareRoot()
    self.init(low: max(0, centre - half), high: min(1, centre + half), confidence: confidence)
  }
}
