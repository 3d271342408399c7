/// A ratio of times, head by base, and how sure it is.
public struct RatioEstimate: Hashable, Sendable, Codable {
  /// The estimate; 1.1 is 10 % slower.
  public var ratio: Double
  /// How sure it is.
  public var interval: ConfidenceInterval

  /// Makes a ratio of known parts.
  public init(ratio: Double, interval: ConfidenceInterval) {
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
public struct TimeFinding: Hashable, Sendable, Codable {
  /// The verdict.
  public var verdict: Verdict
  /// The base against itself.
  public var noise: RatioEstimate?
  /// Head against base.
  public var comparison: RatioEstimate?
  /// The same afresh; `nil` when nothing was suspected.
  public var confirmation: RatioEstimate?
  /// Rounds of the base against itself.
  public var pilotRounds: Int
  /// Rounds of the comparison.
  public var rounds: Int
  /// Rounds of the confirmation.
  public var confirmationRounds: Int
  /// Whether the noise requested more rounds than were allowed.
  public var isTooNoisy: Bool

  /// Makes a finding of known parts.
  public init(
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
