package import SectionDiff

/// What was found out about a floor: a row below the strategies.
package struct FloorFigures: Hashable, Sendable {
  /// The floor.
  package var name: String
  /// What it does, for the line that explains it.
  package var meaning: String
  /// The time as the table shows it, where it was not measured in rounds.
  package var timeText: String
  /// The median time, or the only one; nil where it was not measured.
  package var nanoseconds: Double?
  /// The spread of the times; nil where there is one at most.
  package var spread: Double?
  /// The paired ratio to the floor `scan`.
  package var toScan: Double?
  /// The paired ratio to the floor `dict`.
  package var toDict: Double?
}

extension FloorFigures {
  /// The figures of a floor that was timed in rounds.
  init(_ row: Measured, meaning: String) {
    self.init(
      name: row.name, meaning: meaning, timeText: Figures.time(row.median), nanoseconds: row.median,
      spread: row.spread, toScan: row.ratios[Floors.scanName]?.median,
      toDict: row.ratios[Floors.dictionaryName]?.median)
  }

  /// The figures of the standard library where it was too slow for rounds, with ratios to the floors' median times that
  /// are not paired.
  init(standard cost: StandardDifference.Cost, scan: Double?, dict: Double?) {
    let meaning = "new.difference(from: old), "
    let slow = "> \(StandardDifference.timeLimit / 1_000_000_000) s"
    self.init(name: Floors.standardName, meaning: meaning, timeText: slow)
    switch cost {
    case .measured(let time):
      self.meaning += "timed once, its ratios not paired"
      timeText = Figures.time(time)
      nanoseconds = time
      toScan = scan.flatMap { $0 > 0 ? time / $0 : nil }
      toDict = dict.flatMap { $0 > 0 ? time / $0 : nil }
    case .stopped: self.meaning += "stopped"
    case .estimated(let time) where time > Double(StandardDifference.timeLimit):
      self.meaning += "not run: about \(Figures.time(time)) by the time of short lists"
    case .estimated(let time):
      let memory = "more than \(StandardDifference.memoryLimit >> 30) GiB"
      self.meaning += "not run: it would keep \(memory); the time is estimated from short lists"
      timeText = "≈ \(Figures.time(time))"
    }
  }
}

/// What was found out about one contender: a row of the table.
package struct StrategyFigures: Hashable, Sendable {
  /// The strategy.
  package var name: String
  /// The median time of a diff.
  package var nanoseconds: Double
  /// The median absolute deviation of the times as a share of the median.
  package var spread: Double
  /// The paired ratio to the floor `scan`; nil when that took no time.
  package var toScan: Double?
  /// The paired ratio to the floor `dict`; nil when that took no time.
  package var toDict: Double?
  /// Comparisons of two elements.
  package var comparisons: Int
  /// Identities hashed.
  package var hashes: Int
  /// Requests for memory; nil without jemalloc.
  package var allocations: Int?
  /// Bytes requested; nil without jemalloc.
  package var bytes: Int?
  /// The changes of each kind; none for what is no diff.
  package var counts: ChangeCounts
  /// Whether the answer has as few changes as the strategy promises.
  package var isMinimal: Bool
  /// Whether leftovers of one identity are paired as moves.
  package var infersMoves = true
  /// Whether the budget ran out.
  package var budgetExhausted = false
  /// The strategy that did the work, where this one chose.
  package var picked: String?
  /// Whether it is a diff.
  package var isDiff = true
  /// Whether another program gave the answer, which tells only what came out, in times of its own process.
  package var isForeign = false
  /// What it counts itself.
  package var metrics: [String: Int] = [:]
  /// The rounds that it was timed in.
  package var rounds = 0

  /// What choosing it costs in time: its time over that of the fastest whose answer is as small.
  package var timeRegret = 1.0
  /// What choosing it costs in size: its changes over the fewest of all strategies.
  package var sizeRegret = 1.0

  /// The ratio to the standard library's difference, paired where that took part in the rounds; nil where that was not
  /// measured.
  package var toStandard: Double?

  /// The paired ratio to the strategy that is first, which is steadier than either time; nil where there is none, as of a
  /// rival, whose rounds are its own.
  package var toFirst: Double?

  /// How far its time is from the true one by chance, as a share, where its rounds are its own; infinite where nobody knows, as
  /// after fewer than six rounds, or of a time of nothing. That of the others is the noise of the rounds that they share.
  package var noise = 0.0

  /// Whether it is known what the diff did.
  package var hasReceipt: Bool { isDiff && !isForeign }

  /// What strategies are compared by, whatever its unit.
  func cost(first nanoseconds: Double) -> Double { toFirst ?? self.nanoseconds / nanoseconds }
}

extension StrategyFigures {
  /// The figures of a measured contender, with its regrets in the whole table, and its ratios to the strategy `first` and
  /// to the time of the standard library's difference; nil for a floor, and for a wrong answer.
  ///
  /// `foreign` are those that another program timed: no round of theirs is one of these.
  init?(_ row: Measured, in table: MeasuredTable, first: String, foreign: Set<String>, standard: Double?) {
    guard row.isJudged, row.wrong == nil else { return nil }
    let receipt = row.answer?.receipt
    self.init(
      name: row.name, nanoseconds: row.median, spread: row.spread,
      toScan: row.ratios[Floors.scanName]?.median, toDict: row.ratios[Floors.dictionaryName]?.median,
      comparisons: receipt?.comparisons ?? 0, hashes: receipt?.hashes ?? 0,
      allocations: row.allocations?.allocations, bytes: row.allocations?.bytes,
      counts: row.answer?.counts ?? ChangeCounts(), isMinimal: receipt?.isMinimal ?? true,
      infersMoves: receipt?.infersMoves ?? true, budgetExhausted: receipt?.budgetExhausted ?? false,
      picked: receipt?.picked == receipt?.strategy ? nil : receipt?.picked,
      toStandard: row.ratios[Floors.standardName]?.median
        ?? standard.flatMap { $0 > 0 ? row.median / $0 : nil })
    isDiff = row.answer != nil
    metrics = row.metrics ?? [:]
    isForeign = foreign.contains(row.name)
    retime(row, in: table, before: nil, first: first, foreign: foreign)
    sizeRegret = Self.regret(row, in: table)?.sizeRatio ?? 1
    // As small as the smallest of those that promise it.
    if isForeign { isMinimal = sizeRegret == 1 }
  }

  /// Takes the times of a sample of some or of all, all of which but the foreign ones were taken in the same rounds.
  ///
  /// - Parameter earlier: The sample of all, where this is one of some.
  mutating func retime(
    _ row: Measured, in table: MeasuredTable, before earlier: MeasuredTable?, first: String, foreign: Set<String>
  ) {
    nanoseconds = row.median
    spread = row.spread
    rounds = row.series.rounds.count
    let own = isForeign ? Self.noise(of: row.series) : rounds < MeasuredTable.fewestRounds ? .infinity : 0
    noise = row.median > 0 ? own : .infinity
    if !isForeign {
      toFirst = table[first].flatMap {
        PairedRatio(row.series, to: $0.series, bootstrap: Bootstrap(resamples: 1))?.median
      }
    }
    let fastest = [
      pairedRegret(row, in: table, without: foreign),
      // Those that were not timed again, in the rounds that they were in.
      earlier.flatMap { earlier in
        earlier[row.name].flatMap {
          pairedRegret($0, in: earlier, without: foreign.union(table.rows.map(\.name).filter { $0 != row.name }))
        }
      },
      unpairedRegret(row, in: earlier ?? table, among: foreign),
    ]
    timeRegret = fastest.compactMap { $0 }.max() ?? timeRegret
  }

  /// What chance makes of the median of some rounds.
  private static func noise(of series: TimeSeries) -> Double {
    guard series.rounds.count >= MeasuredTable.fewestRounds else { return .infinity }
    let times = series.rounds.map(\.mean)
    let (median, interval) = (SampleDistribution(times).median, Bootstrap().median(of: times))
    return max(1 - interval.low / median, interval.high / median - 1)
  }

  /// Among those of the same rounds; nil where it is in none of them.
  private func pairedRegret(_ row: Measured, in table: MeasuredTable, without others: Set<String>) -> Double? {
    if isForeign { return nil }
    let rows = table.rows.filter { !others.contains($0.name) }
    return Self.regret(row, in: MeasuredTable(rows: rows, noise: nil))?.timeRatio.median
  }

  /// Between processes, by median times: of a rival beside all others, of these beside the rivals.
  private func unpairedRegret(_ row: Measured, in table: MeasuredTable, among foreign: Set<String>) -> Double? {
    guard let size = row.answer?.counts.total else { return nil }
    let times = table.rows.filter { other in
      (isForeign || foreign.contains(other.name)) && (other.answer.map { $0.counts.total <= size } ?? false)
    }.map(\.median)
    return times.filter { $0 > 0 }.min().map { max(1, row.median / $0) }
  }

  /// Its interval is not shown.
  private static func regret(_ row: Measured, in table: MeasuredTable) -> StrategyRegret? {
    StrategyRegret(of: row.name, in: table, bootstrap: Bootstrap(resamples: 1))
  }
}
