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
    median = Distribution(ratios).median
    interval = bootstrap.median(of: ratios)
    rounds = ratios.count
  }
}
