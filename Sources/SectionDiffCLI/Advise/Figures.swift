internal import BenchmarkHarness
internal import SectionDiff

/// Numbers as tables and JSON show them, the same on every machine.
enum Figures {
  /// A whole number with a comma every three digits: `100,000`.
  static func grouped(_ number: Int) -> String {
    let digits = String(number.magnitude)
    var result = number < 0 ? "-" : ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place) % 3 == 0 { result += "," }
      result.append(digit)
    }
    return result
  }

  /// A number with three digits that count: `0.0123`, `1.23`, `123`, `1,234`.
  static func short(_ number: Double) -> String {
    guard number.isFinite else { return "–" }
    var places = 2
    var magnitude = abs(number)
    if magnitude == 0 { return "0" }
    while magnitude < 1, places < 9 {
      magnitude *= 10
      places += 1
    }
    if abs(number) >= 10 { places = 1 }
    if abs(number) >= 100 { return grouped(Int(clamped: number.rounded())) }
    return fixed(number, places: places)
  }

  /// A number with so many digits after the point.
  static func fixed(_ number: Double, places: Int) -> String {
    guard number.isFinite else { return "–" }
    var unit = 1
    for _ in 0..<places { unit *= 10 }
    let whole = Int(clamped: (abs(number) * Double(unit)).rounded())
    let sign = number < 0 && whole > 0 ? "-" : ""
    if places == 0 { return "\(sign)\(whole)" }
    let rest = String(whole % unit)
    return "\(sign)\(whole / unit)." + String(repeating: "0", count: places - rest.count) + rest
  }

  /// A share in per cent: `2.1 %`.
  static func percent(_ share: Double) -> String { share.isFinite ? fixed(share * 100, places: 1) + " %" : "–" }

  /// A time: `850 ns`, `12.3 µs`, `3.41 ms`, `1.20 s`.
  static func time(_ nanoseconds: Double) -> String {
    let units = [(1e9, "s"), (1e6, "ms"), (1e3, "µs")]
    for (unit, name) in units where nanoseconds >= unit { return "\(short(nanoseconds / unit)) \(name)" }
    return "\(short(nanoseconds)) ns"
  }

  /// An amount of memory: `850 B`, `12.3 kB`, `3.41 MB`, in powers of ten.
  static func bytes(_ count: Int) -> String {
    let units = [(1e9, "GB"), (1e6, "MB"), (1e3, "kB")]
    for (unit, name) in units where Double(count) >= unit { return "\(short(Double(count) / unit)) \(name)" }
    return "\(count) B"
  }

  /// A JSON number with at most so many digits after the point, or `null` for what is no number.
  static func json(_ number: Double?, places: Int) -> String {
    guard let number, number.isFinite else { return "null" }
    if places == 0 { return String(Int(clamped: number.rounded())) }
    var text = fixed(number, places: places)
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }
}

extension Int {
  /// The nearest number that there is.
  fileprivate init(clamped number: Double) {
    self = number >= 9e18 ? .max : number <= -9e18 ? .min : Int(number)
  }
}

/// What `advise` found out about a floor: a row below the strategies.
struct FloorFigures: Equatable {
  /// The floor.
  var name: String
  /// What it does, for the line that explains it.
  var meaning: String
  /// The time as the table shows it, where it was not measured in rounds.
  var timeText: String
  /// The median time, or the only one; nil where it was not measured.
  var nanoseconds: Double?
  /// The spread of the times; nil where there is one at most.
  var spread: Double?
  /// The paired ratio to the floor `scan`.
  var toScan: Double?
  /// The paired ratio to the floor `dict`.
  var toDict: Double?
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
  /// The changes of each kind.
  var counts: ChangeCounts
  /// Whether the answer has as few changes as the strategy promises.
  var isMinimal: Bool
  /// Whether leftovers of one identity are paired as moves.
  var infersMoves = true
  /// Whether the budget ran out.
  var budgetExhausted = false
  /// The strategy that did the work, where this one chose.
  var picked: String?

  /// What choosing it costs in time: its time over that of the fastest whose answer is as small.
  var timeRegret = 1.0
  /// What choosing it costs in size: its changes over the fewest of all strategies.
  var sizeRegret = 1.0

  /// The ratio to the standard library's difference, paired where that took part in the rounds; nil where that was not
  /// measured.
  var toStandard: Double?

  /// The paired ratio to the strategy that is first, which is steadier than either time; nil for that one itself.
  var toFirst: Double?

  /// What strategies are compared by, whatever its unit.
  func cost(first nanoseconds: Double) -> Double { toFirst ?? self.nanoseconds / nanoseconds }
}

extension StrategyFigures {
  /// The figures of a measured contender, with its regrets in the whole table, and its ratios to the strategy `first` and
  /// to the time of the standard library's difference; nil for a floor, which has no answer.
  init?(_ row: Measured, in table: MeasuredTable, first: String, standard: Double?) {
    guard let answer = row.answer else { return nil }
    self.init(
      name: row.name, nanoseconds: row.median, spread: row.spread,
      toScan: row.ratios[Floors.scanName]?.median, toDict: row.ratios[Floors.dictionaryName]?.median,
      comparisons: answer.receipt.comparisons, hashes: answer.receipt.hashes,
      allocations: row.allocations?.allocations, bytes: row.allocations?.bytes,
      counts: answer.counts, isMinimal: answer.receipt.isMinimal,
      infersMoves: answer.receipt.infersMoves, budgetExhausted: answer.receipt.budgetExhausted,
      picked: answer.receipt.picked == answer.receipt.strategy ? nil : answer.receipt.picked,
      toStandard: row.ratios[Floors.standardName]?.median
        ?? standard.flatMap { $0 > 0 ? row.median / $0 : nil },
      toFirst: row.ratios[first]?.median)
    // Its interval is not shown.
    guard let regret = Regret(of: row.name, in: table, bootstrap: Bootstrap(resamples: 1)) else { return }
    timeRegret = regret.timeRatio.median
    sizeRegret = regret.sizeRatio
  }
}
