internal import BenchmarkHarness

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

  /// The figures of the standard library where it was too slow for rounds.
  ///
  /// - Parameters:
  ///   - scan: the median time of that floor, for a ratio that is not paired.
  ///   - dict: the median time of that floor, likewise.
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
