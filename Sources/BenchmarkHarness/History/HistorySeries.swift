/// One figure of one contender, from commit to commit.
package struct HistorySeries: Hashable, Sendable {
  /// What is followed.
  package enum Metric: Hashable, Sendable {
    /// An exact count, by its name.
    case count(String)
    /// Times, set against a floor, or by themselves.
    case time(floor: String?)

    /// As reports and options name it.
    package var name: String {
      switch self {
      case .count(let name): name
      case .time: Self.timeName
      }
    }

    /// The name of times.
    static let timeName = "time"
  }

  /// What was measured of one commit.
  package struct Point: Hashable, Sendable {
    /// The offset of the commit.
    package var commit: Int
    /// The count, or the nearest that it was where it differed between runs; or nanoseconds, or a ratio to the floor.
    package var value: Double
    /// Whether other threads took part.
    var usesThreads = false
  }

  /// Of which contender.
  package var key: DiffKey
  /// What is followed.
  package var metric: Metric
  /// Where it was measured, for times and memory, which can be compared only there.
  package var environment: RunEnvironment
  /// The points, in the order of the commits.
  package var points: [Point]
  /// How large the input is; `nil` where no record says.
  package var input: HistoryRecord.Contender.Input?
  /// Which of two figures is better; with another meaning it is another series.
  package var better = Better.fewer

  /// By how much equal levels may differ: not at all for a count, but instructions depend a little on where memory lies, and
  /// more on what other threads do, of either record (`isShared`). Levels of times differ by chance, too.
  func slack(at level: Double, isShared: Bool = false, error: Double = 0) -> Double {
    switch metric {
    case .count(AcceptedTrade.instructions):
      let count = Int(min(max(0, level), Double(HistoryEntry.largestCount)))
      return Double(InstructionGate.allowance(of: count, isShared: isShared))
    case .count: return 0
    case .time: return level * ShiftSearch.slack(error: error)
    }
  }
}

extension HistorySeries {
  /// The series of a history, in the order of the first record that has them.
  ///
  /// Of each input there is a series of its own. A record that does not say how large its input is belongs to that of the
  /// record before it, and before any that does, to the first one's.
  ///
  /// - Parameter records: records with the offsets of their commits, ascending.
  package static func series(of records: [(commit: Int, record: HistoryRecord)]) -> [HistorySeries] {
    var places: [Name: Int] = [:]
    var first: [Name: (commit: Int, range: ClosedRange<Int>, threads: Bool)] = [:]
    var result: [HistorySeries] = []
    var timed: [(origin: HistorySeries, records: [(commit: Int, contender: HistoryRecord.Contender)])] = []
    for (commit, record) in withInputs(records) {
      let place = record.environment.place
      for contender in record.measured {
        let input = contender.input
        func series(_ metric: Metric) -> HistorySeries {
          HistorySeries(key: contender.key, metric: metric, environment: record.environment, points: [], input: input)
        }
        let counts = contender.counts.mapValues { $0...$0 }.merging(contender.bounds ?? [:]) { count, _ in count }
        for (name, range) in counts.sorted(by: { $0.key < $1.key }) {
          // Memory depends on who gives it out, and on the compiler, and so do instructions; what is compared or hashed does not.
          let isOfPlace = CountKind(rawValue: name).isOfPlace
          let better = contender.better(name)
          let id = Name(
            key: contender.key, count: name, place: isOfPlace ? place : nil, input: input, better: better)
          let isExact = contender.counts[name] != nil
          let threads = contender.threads ?? false
          if places[id] == nil, !isExact, first[id] == nil {
            // The next record says where in it the level is.
            first[id] = (commit, range, threads)
            continue
          }
          let index = places[id] ?? result.count
          if index == result.count {
            result.append(series(.count(name)))
            result[index].better = better
            if let (commit, known, threads) = first[id] {
              let best = better == .fewer ? range.lowerBound : range.upperBound
              let value = min(max(best, known.lowerBound), known.upperBound)
              result[index].points = [Point(commit: commit, value: Double(value), usesThreads: threads)]
            }
          }
          places[id] = index
          let value = nearest(in: range, to: result[index].points, better)
          if !isExact, value == result[index].points.last?.value { continue }
          result[index].points.append(Point(commit: commit, value: value, usesThreads: threads))
        }
        guard !contender.times.isEmpty else { continue }
        let id = Name(key: contender.key, count: nil, place: place, input: input)
        let index = places[id] ?? timed.count
        if index == timed.count { timed.append((series(.time(floor: nil)), [])) }
        places[id] = index
        timed[index].records.append((commit, contender))
      }
    }
    return result + timed.map { steadiest($0.records, $0.origin) }
  }

  /// What a count that differed between runs was: as before, where one of them was; what it was before that became worse, where one
  /// of them is as good again; else the nearest.
  private static func nearest(in range: ClosedRange<Int>, to known: [Point], _ better: Better) -> Double {
    let (low, high) = (Double(range.lowerBound), Double(range.upperBound))
    guard var level = known.last?.value else { return low }
    if let before = known.last(where: { $0.value != level })?.value,
      better == .fewer ? before < level && low <= before : before > level && high >= before
    {
      level = before
    }
    return min(max(level, low), high)
  }

  /// The records, with the inputs that they belong to.
  static func withInputs(_ records: [(commit: Int, record: HistoryRecord)]) -> [(commit: Int, record: HistoryRecord)] {
    var records = records
    // From the record before, then from the next one.
    for order in [Array(records.indices), records.indices.reversed()] {
      var inputs: [DiffKey: HistoryRecord.Contender.Input] = [:]
      for number in order {
        for (place, contender) in records[number].record.measured.enumerated() {
          inputs[contender.key] = contender.input ?? inputs[contender.key]
          records[number].record.measured[place].input = inputs[contender.key]
        }
      }
    }
    return records
  }

  /// The times by that floor, or by themselves, which scatter least: a machine that slows down slows a floor, too, but some
  /// floors have noise of their own. A change of the contender shows by all of them alike.
  private static func steadiest(
    _ series: [(commit: Int, contender: HistoryRecord.Contender)], _ origin: HistorySeries
  ) -> HistorySeries {
    var floors = Set(series.first?.contender.ratios.keys.map { $0 } ?? [])
    for (_, contender) in series { floors.formIntersection(contender.ratios.keys) }
    // Alone, the best time counts: whatever interrupts a process only adds to it.
    var best = origin
    best.points = series.map { Point(commit: $0.commit, value: $0.contender.times.min() ?? .nan) }
    for floor in floors.sorted() {
      var other = origin
      other.metric = .time(floor: floor)
      other.points = series.map { commit, contender in
        Point(commit: commit, value: Distribution(contender.ratios[floor] ?? []).median)
      }
      if other.scatter < best.scatter { best = other }
    }
    return best
  }

  /// Whether another series is of the same figure, here or elsewhere.
  func isSame(_ other: HistorySeries) -> Bool {
    key == other.key && metric.name == other.metric.name && input == other.input && better == other.better
  }

  /// Logarithms of the values, as times are compared.
  var logarithms: [Double] { points.map { ElementaryFunctions.logarithm($0.value) } }

  /// How much the logarithms scatter: three quarters are nearer to the median. Their order has no say, or of many floors that
  /// one would be taken which happens to lie low first and high later, and that would look like a change.
  package var scatter: Double {
    let values = logarithms
    let median = Distribution(values).median
    return Distribution(values.map { abs($0 - median) }).quantile(0.75)
  }

  /// What belongs together; times have no name.
  private struct Name: Hashable {
    let key: DiffKey
    let count: String?
    let place: [String]?
    let input: HistoryRecord.Contender.Input?
    var better = Better.fewer
  }
}

extension RunEnvironment {
  /// What times depend on, besides the code.
  var place: [String] { [host, allocator, toolchain] }
}
