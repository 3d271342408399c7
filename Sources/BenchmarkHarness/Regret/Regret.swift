internal import SectionDiff

/// What the choice of a strategy cost on one workload: its time over that of the best strategy whose answer is as small.
///
/// An answer is as small when it has no more changes of all kinds together, as its own strategy counts them: without
/// moves, an item that moved is a delete and an insert. The strategy is a candidate itself, so the regret is 1 where
/// nothing is faster, and never less.
///
/// The ratio is paired, round by round. It also says which candidate is the best, so chance in favour of one of them
/// makes the regret look larger, not smaller; the interval is that of the one ratio and does not know of the choice.
public struct Regret: Hashable, Sendable {
  /// The workload's name.
  public var workload: String
  /// The requested size.
  public var size: Int
  /// The strategy that did the work, by its receipt.
  public var picked: String
  /// The fastest of those whose answers are as small; the strategy itself where none is faster.
  public var best: String
  /// The strategy's time over that of the best.
  public var ratio: PairedRatio

  /// Makes a regret of known parts.
  public init(workload: String, size: Int, picked: String, best: String, ratio: PairedRatio) {
    self.workload = workload
    self.size = size
    self.picked = picked
    self.best = best
    self.ratio = ratio
  }

  /// The regret of a strategy on a workload that was measured; `nil` when the record has no answer or no time of it.
  ///
  /// Rows without an answer are floors and no candidates, nor are rows that share no round with the strategy. Of
  /// candidates that are level the strategy itself is named, or else the one that is first in the record.
  public init?(of strategy: String, in record: WorkloadRecord, bootstrap: Bootstrap = Bootstrap()) {
    guard let chosen = record.table[strategy], let answer = chosen.answer,
      var ratio = PairedRatio(chosen.series, to: chosen.series, bootstrap: bootstrap)
    else { return nil }
    var best = strategy
    for row in record.table.rows where row.name != strategy {
      guard let other = row.answer, other.counts.total <= answer.counts.total,
        let candidate = PairedRatio(chosen.series, to: row.series, bootstrap: bootstrap),
        candidate.median > ratio.median
      else { continue }
      best = row.name
      ratio = candidate
    }
    self.init(
      workload: record.name, size: record.size, picked: answer.receipt.picked, best: best, ratio: ratio)
  }
}

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
