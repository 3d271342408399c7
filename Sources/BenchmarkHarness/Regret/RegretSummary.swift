/// What the choice of a strategy cost over several workloads.
public struct RegretSummary: Hashable, Sendable {
  /// Workload by workload, at least one.
  public let regrets: [Regret]
  /// The geometric mean of the ratios: twice as long here and half as long there is level.
  public let geometricMean: Double
  /// The largest; of equals the first.
  public let worst: Regret

  /// Sums regrets up; `nil` when there is none.
  public init?(_ regrets: [Regret]) {
    guard var worst = regrets.first else { return nil }
    var logarithms = 0.0
    for regret in regrets {
      logarithms += ElementaryFunctions.logarithm(regret.ratio.median)
      if regret.ratio.median > worst.ratio.median { worst = regret }
    }
    self.regrets = regrets
    self.worst = worst
    geometricMean = ElementaryFunctions.exponential(logarithms / Double(regrets.count))
  }
}
