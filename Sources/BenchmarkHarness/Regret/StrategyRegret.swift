public import SectionDiff

/// What the choice of a strategy cost on one input, in two numbers: time and size.
///
/// *Time* is that of the strategy over that of the best strategy whose answer is as small: no more changes of all kinds
/// together, as its own strategy counts them. Without moves, an item that moved is a delete and an insert. *Size* is the
/// number of changes over the fewest of all strategies. The strategy is a candidate itself, so neither is less than 1.
///
/// The ratio of times is paired, round by round. It also says which candidate is the best, so chance in favour of one of
/// them makes the regret look larger, not smaller; the interval is that of the one ratio and does not know of the choice.
/// Size is a count and has no noise.
public struct StrategyRegret: Hashable, Sendable {
  /// The strategy that did the work, by its receipt.
  public var picked: String
  /// The fastest of those whose answers are as small; the strategy itself where none is faster.
  public var best: String
  /// The strategy's time over that of the best.
  public var timeRatio: PairedRatio
  /// The changes of the strategy's answer, of all kinds.
  public var changes: Int
  /// The changes of the smallest answer.
  public var fewest: Int
  /// The strategy with the smallest answer; the strategy itself where none is smaller.
  public var smallest: String

  /// The changes over the fewest. None counts as one, so that the ratio is a number where nothing has to change.
  public var sizeRatio: Double { Self.sizeRatio(changes, to: fewest) }

  /// The geometric means that the default strategy may have over many inputs, as ratios of time and of size.
  public static let meanBounds = (time: 1.05, size: 1.05)
  /// The largest ratios that it may have on one input. An answer that is larger than this is too large to be recommended
  /// for its speed.
  public static let worstBounds = (time: 1.3, size: 1.15)

  /// A number of changes over another one.
  public static func sizeRatio(_ changes: Int, to fewest: Int) -> Double {
    Double(max(1, changes)) / Double(max(1, fewest))
  }

  /// The regret of a strategy by the rows of a table; `nil` when there is no answer or no time of it.
  ///
  /// Rows without an answer are floors and no candidates. Rows that share no round with the strategy are none for time.
  /// Of candidates that are level the strategy itself is named, or else the one that is first in the table.
  ///
  /// - Parameters:
  ///   - strategy: The name of its row.
  ///   - table: What was measured of all strategies on one input.
  ///   - counts: The changes of each strategy, where they were counted anew; by default those of the table.
  ///   - bootstrap: How the intervals of the ratios are found.
  public init?(
    of strategy: String, in table: MeasuredTable, counted counts: [String: ChangeCounts]? = nil,
    bootstrap: Bootstrap = Bootstrap()
  ) {
    guard let chosen = table[strategy], let answer = chosen.answer,
      let own = PairedRatio(chosen.series, to: chosen.series, bootstrap: bootstrap)
    else { return nil }
    picked = answer.receipt.picked
    best = strategy
    timeRatio = own
    for row in table.rows where row.name != strategy {
      guard let other = row.answer, other.counts.total <= answer.counts.total,
        let candidate = PairedRatio(chosen.series, to: row.series, bootstrap: bootstrap),
        candidate.median > timeRatio.median
      else { continue }
      best = row.name
      timeRatio = candidate
    }
    changes = (counts?[strategy] ?? answer.counts).total
    fewest = changes
    smallest = strategy
    let sizes =
      counts.map { $0.sorted { $0.key < $1.key }.map { ($0.key, $0.value.total) } }
      ?? table.rows.compactMap { row in row.answer.map { (row.name, $0.counts.total) } }
    for (name, size) in sizes where size < fewest {
      fewest = size
      smallest = name
    }
  }
}

/// What the choice of a strategy cost over several inputs.
public struct RegretSummary: Hashable, Sendable {
  /// Input by input, at least one.
  public let regrets: [StrategyRegret]
  /// The geometric mean of the ratios of time: twice as long here and half as long there is level.
  public let meanTime: Double
  /// The geometric mean of the ratios of size.
  public let meanSize: Double
  /// The offset of the regret with the largest ratio of time; of equals the first.
  public let slowest: Int
  /// The offset of the regret with the largest ratio of size; of equals the first.
  public let largest: Int

  /// Sums regrets up; `nil` when there is none.
  public init?(_ regrets: [StrategyRegret]) {
    guard !regrets.isEmpty else { return nil }
    var logarithms = (time: 0.0, size: 0.0)
    var slowest = 0
    var largest = 0
    for (offset, regret) in regrets.enumerated() {
      logarithms.time += ElementaryFunctions.logarithm(regret.timeRatio.median)
      logarithms.size += ElementaryFunctions.logarithm(regret.sizeRatio)
      if regret.timeRatio.median > regrets[slowest].timeRatio.median { slowest = offset }
      if regret.sizeRatio > regrets[largest].sizeRatio { largest = offset }
    }
    self.regrets = regrets
    self.slowest = slowest
    self.largest = largest
    meanTime = ElementaryFunctions.exponential(logarithms.time / Double(regrets.count))
    meanSize = ElementaryFunctions.exponential(logarithms.size / Double(regrets.count))
  }
}
