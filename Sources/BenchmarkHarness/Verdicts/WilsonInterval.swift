extension ConfidenceInterval {
  /// The interval of a share of which `successes` in `trials` were seen; `nil` without trials.
  ///
  /// Holds for shares near 0 and 1 too: none in a hundred gives 0 to 3.7 %.
  ///
  /// Edwin B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", 1927.
  public init?(share successes: Int, of trials: Int, confidence: Double = 0.95) {
    guard trials > 0 else { return nil }
    let n = Double(trials)
    let share = Double(successes) / n
    let z = NormalDistribution.quantile((1 + confidence) / 2)
    let centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    let half = z / (1 + z * z / n) * (share * (1 - share) / n + z * z / (4 * n * n)).squareRoot()
    self.init(low: max(0, centre - half), high: min(1, centre + half), confidence: confidence)
  }
}
