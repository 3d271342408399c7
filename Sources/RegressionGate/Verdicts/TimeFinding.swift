package import BenchmarkHarness

/// A ratio of times, head by base, and how sure it is.
package struct RatioEstimate: Hashable, Sendable, Codable {
  /// The estimate; 1.1 is 10 % slower.
  package var ratio: Double
  /// How sure it is.
  package var interval: ConfidenceInterval
}

extension RatioEstimate {
  /// Makes a ratio from an estimate of its logarithm.
  init(_ logarithm: HodgesLehmann) {
    ratio = ElementaryFunctions.exponential(logarithm.centre)
    interval = ConfidenceInterval(
      low: ElementaryFunctions.exponential(logarithm.interval.low),
      high: ElementaryFunctions.exponential(logarithm.interval.high), confidence: logarithm.interval.confidence)
  }
}

/// What the time gate found out about one series.
package struct TimeFinding: Hashable, Sendable, Codable {
  /// The verdict.
  package var verdict: Verdict
  /// The base against itself.
  package var noise: RatioEstimate?
  /// Head against base.
  package var comparison: RatioEstimate?
  /// The same afresh; `nil` when nothing was suspected.
  package var confirmation: RatioEstimate?
  /// Rounds of the base against itself.
  package var pilotRounds = 0
  /// Rounds of the comparison.
  package var rounds = 0
  /// Rounds of the confirmation.
  package var confirmationRounds = 0
  /// Whether the noise requested more rounds than were allowed.
  package var isTooNoisy = false
}
