/// A ratio of times, head by base, and how sure it is.
package struct RatioEstimate: Hashable, Sendable, Codable {
  /// The estimate; 1.1 is 10 % slower.
  package var ratio: Double
  /// How sure it is.
  package var interval: ConfidenceInterval

  /// Makes a ratio of known parts.
  package init(ratio: Double, interval: ConfidenceInterval) {
    self.ratio = ratio
    self.interval = interval
  }

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
  package var pilotRounds: Int
  /// Rounds of the comparison.
  package var rounds: Int
  /// Rounds of the confirmation.
  package var confirmationRounds: Int
  /// Whether the noise requested more rounds than were allowed.
  package var isTooNoisy: Bool

  /// Makes a finding of known parts.
  package init(
    verdict: Verdict, noise: RatioEstimate? = nil, comparison: RatioEstimate? = nil,
    confirmation: RatioEstimate? = nil, pilotRounds: Int = 0, rounds: Int = 0, confirmationRounds: Int = 0,
    isTooNoisy: Bool = false
  ) {
    self.verdict = verdict
    self.noise = noise
    self.comparison = comparison
    self.confirmation = confirmation
    self.pilotRounds = pilotRounds
    self.rounds = rounds
    self.confirmationRounds = confirmationRounds
    self.isTooNoisy = isTooNoisy
  }
}
