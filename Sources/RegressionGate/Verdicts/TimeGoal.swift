internal import BenchmarkHarness

/// What the time gate is to find, and how surely: from it follow the line that it judges by and the samples it takes.
///
///     0 ─────────────── line ─────────────── threshold          slow-down (logarithm of head by base)
///      no change passes      half of it       is to be caught
///
/// A slow-down is called when the interval lies wholly above the line; it is ruled out when the interval lies wholly
/// below the threshold. The line is in the middle, so that no change and a slow-down of the threshold both have the same
/// room: chance has to carry an estimate over all of it to call the first or to miss the second.
package struct TimeGoal: Hashable, Sendable {
  /// The slow-down to catch, for example 0.1 for 10 %.
  package var threshold: Double
  /// How many times are judged together: their intervals all hold at once with ``confidence``.
  package var series: Int
  /// The share of comparisons in which all intervals hold.
  package var confidence: Double
  /// The share of slow-downs of the threshold that are to be caught.
  package var power: Double
  /// The fewest rounds of a sample. With fewer, its spread says too little of the next one.
  package var minimumRounds: Int
  /// The most rounds of a sample.
  package var maximumRounds: Int

  /// Makes a goal.
  package init(
    threshold: Double = 0.1, series: Int = 1, confidence: Double = 0.95, power: Double = 0.95,
    minimumRounds: Int = 12, maximumRounds: Int = 400
  ) {
    self.threshold = max(0.001, threshold)
    self.series = max(1, series)
    self.confidence = min(0.999, max(0.5, confidence))
    self.power = min(0.999, max(0.5, power))
    let fewest = SignedRank.fewestSamples(confidence: 1 - (1 - self.confidence) / Double(self.series))
    self.minimumRounds = max(minimumRounds, fewest)
    self.maximumRounds = max(maximumRounds, self.minimumRounds)
  }

  /// The threshold as a logarithm of head by base.
  var bound: Double { ElementaryFunctions.logarithm(1 + threshold) }

  /// The line as a logarithm of head by base.
  var line: Double { bound / 2 }

  /// The line as a ratio of head by base: 1.049 for a threshold of 10 %.
  package var lineRatio: Double { ElementaryFunctions.exponential(line) }

  /// The confidence of each interval: what may go wrong in all is shared out evenly.
  package var confidenceOfEach: Double { 1 - (1 - confidence) / Double(series) }

  /// How often one sample must lie above the line when the slow-down is the threshold. It takes two that do; half of
  /// what may be missed is kept for spreads that were estimated too small.
  private var powerOfEach: Double { 1 - (1 - power) / 4 }

  /// The standard error at which a sample is large enough.
  var standardError: Double {
    line / (NormalDistribution.quantile((1 + confidenceOfEach) / 2) + NormalDistribution.quantile(powerOfEach))
  }

  /// The half width of an interval at which a sample is large enough.
  var halfWidth: Double { standardError * NormalDistribution.quantile((1 + confidenceOfEach) / 2) }
}
