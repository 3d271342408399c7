internal import BenchmarkHarness
internal import SectionDiff

/// What `advise` found out about one strategy: a row of its table.
struct StrategyFigures: Equatable {
  /// The strategy.
  var name: String
  /// The median time of a diff.
  var nanoseconds: Double
  /// The median absolute deviation of the times as a share of the median.
  var spread: Double
  /// The paired ratio to the floor `scan`; nil when that took no time.
  var toScan: Double?
  /// The paired ratio to the floor `dict`; nil when that took no time.
  var toDict: Double?
  /// Comparisons of two elements.
  var comparisons: Int
  /// Identities hashed.
  var hashes: Int
  /// Requests for memory; nil without jemalloc.
  var allocations: Int?
  /// Bytes requested; nil without jemalloc.
  var bytes: Int?
  /// Deleted items.
  var deletes: Int
  /// Inserted items.
  var inserts: Int
  /// Items at another place.
  var moves: Int
  /// Items with other content.
  var updates: Int
  /// Whether the answer has as few changes as the strategy promises.
  var isMinimal: Bool
  /// Whether leftovers of one identity are paired as moves.
  var infersMoves = true
  /// Whether the budget ran out.
  var budgetExhausted = false
  /// The strategy that did the work, where this one chose.
  var picked: String?

  /// What has to be done to show the answer, updates aside: they are needed in any case.
  var size: Int { deletes + inserts + moves }

  /// The ratio to the standard library's difference, paired where that took part in the rounds; nil where that was not
  /// measured.
  var toStandard: Double?

  /// The paired ratio to the strategy that is first, which is steadier than either time; nil for that one itself.
  var toFirst: Double?

  /// What strategies are compared by, whatever its unit.
  func cost(first nanoseconds: Double) -> Double { toFirst ?? self.nanoseconds / nanoseconds }
}

extension StrategyFigures {
  /// The figures of a measured contender; nil for a floor, which has no answer.
  ///
  /// - Parameters:
  ///   - first: the name of the strategy that ratios are also given to.
  ///   - standard: the time of the standard library's difference, if it was measured.
  init?(_ row: Measured, first: String, standard: Double?) {
    guard let answer = row.answer else { return nil }
    self.init(
      name: row.name, nanoseconds: row.median, spread: row.spread,
      toScan: row.ratios[Floors.scanName]?.median, toDict: row.ratios[Floors.dictionaryName]?.median,
      comparisons: answer.receipt.comparisons, hashes: answer.receipt.hashes,
      allocations: row.allocations?.allocations, bytes: row.allocations?.bytes,
      deletes: answer.counts.deletes, inserts: answer.counts.inserts, moves: answer.counts.moves,
      updates: answer.counts.updates, isMinimal: answer.receipt.isMinimal,
      infersMoves: answer.receipt.infersMoves, budgetExhausted: answer.receipt.budgetExhausted,
      picked: answer.receipt.picked == answer.receipt.strategy ? nil : answer.receipt.picked,
      toStandard: row.ratios[Floors.standardName]?.median
        ?? standard.flatMap { $0 > 0 ? row.median / $0 : nil },
      toFirst: row.ratios[first]?.median)
  }
}
