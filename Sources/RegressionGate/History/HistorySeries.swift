package import BenchmarkHarness

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

  /// Whether it is of times, in which a change is one by chance, and not of a count.
  package var isTimed: Bool { if case .time = metric { true } else { false } }

  /// How many records it takes to be judged.
  package var needed: Int { isTimed ? ShiftSearch.fewestRecords : 2 }

  /// Whether the record of a commit, the last one, has it, and there are too few to judge it.
  func isPending(at commit: Int) -> Bool { points.last?.commit == commit && points.count < needed }

  /// By how much equal levels may differ: not at all for a count, but instructions depend a little on where memory lies, and
  /// more on what other threads do, of either record (`isShared`). Levels of times differ by chance, too.
  func slack(at level: Double, isShared: Bool = false, error: Double = 0) -> Double {
    switch metric {
    case .count(CountKind.instructions.rawValue):
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
    let records = withInputs(records)
    // What belongs together: with the place, or with none.
    var places: [HistorySeries: Int] = [:]
    var first: [HistorySeries: (record: Int, contender: Int)] = [:]
    var all: [(series: HistorySeries, measured: [(record: Int, contender: Int)])] = []
    for (number, (_, record)) in records.enumerated() {
      for (place, contender) in record.measured.enumerated() {
        let counts = Set(contender.counts.keys).union((contender.bounds ?? [:]).keys).sorted().map(Metric.count)
        for metric in counts + (contender.times.isEmpty ? [] : [.time(floor: nil)]) {
          let series = HistorySeries(
            key: contender.key, metric: metric, environment: record.environment, points: [], input: contender.input,
            better: contender.better(metric.name))
          var name = series
          // Memory depends on who gives it out, and on the compiler, and so do instructions; what is compared or hashed does not.
          name.environment = CountKind(rawValue: metric.name).isOfPlace ? record.environment.place : .nowhere
          if places[name] == nil, first[name] == nil, !series.isTimed, contender.counts[metric.name] == nil {
            // The next record says where in it the level is.
            first[name] = (number, place)
            continue
          }
          let index = places[name] ?? all.count
          if index == all.count { all.append((series, first[name].map { [$0] } ?? [])) }
          places[name] = index
          all[index].measured.append((number, place))
        }
      }
    }
    let ordered = all.filter { !$0.series.isTimed } + all.filter(\.series.isTimed)
    return ordered.map { series, measured in
      let measured = measured.map { (commit: records[$0].commit, contender: records[$0].record.measured[$1]) }
      return series.isTimed ? steadiest(series, measured) : counted(series, measured)
    }
  }

  /// What a record has of a contender.
  private typealias Measurement = (commit: Int, contender: HistoryRecord.Contender)

  /// A count that differed between runs is what it was before, where one of them was; what it was before that became worse, where
  /// one of them is as good again; else the nearest. Of the first record it is the nearest to the best of the second one.
  private static func counted(_ series: HistorySeries, _ measured: [Measurement]) -> HistorySeries {
    var series = series
    let (name, isFewer) = (series.metric.name, series.better == .fewer)
    let ranges = measured.compactMap { $0.contender.range(of: name) }
    for ((commit, contender), range) in zip(measured, ranges) {
      let isExact = contender.counts[name] != nil
      let (low, high) = (Double(range.lowerBound), Double(range.upperBound))
      var level = low
      if let last = series.points.last?.value {
        let before = series.points.last { $0.value != last }?.value ?? last
        let isBack = isFewer ? before < last && low <= before : before > last && high >= before
        level = isBack ? before : last
      } else if !isExact {
        level = Double(isFewer ? ranges[1].lowerBound : ranges[1].upperBound)
      }
      let value = min(max(level, low), high)
      if isExact || value != series.points.last?.value {
        series.points.append(Point(commit: commit, value: value, usesThreads: contender.threads ?? false))
      }
    }
    return series
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
  private static func steadiest(_ series: HistorySeries, _ measured: [Measurement]) -> HistorySeries {
    var floors = Set(measured.first?.contender.ratios.keys.map { $0 } ?? [])
    for (_, contender) in measured { floors.formIntersection(contender.ratios.keys) }
    // Alone, the best time counts: whatever interrupts a process only adds to it.
    var best = series
    best.points = measured.map { Point(commit: $0.commit, value: $0.contender.times.min() ?? .nan) }
    for floor in floors.sorted() {
      var other = series
      other.metric = .time(floor: floor)
      other.points = measured.map { commit, contender in
        Point(commit: commit, value: SampleDistribution(contender.ratios[floor] ?? []).median)
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
    let median = SampleDistribution(values).median
    return SampleDistribution(values.map { abs($0 - median) }).quantile(0.75)
  }
}

extension RunEnvironment {
  /// What times depend on, besides the code.
  var place: RunEnvironment {
    RunEnvironment(commit: "", toolchain: toolchain, host: host, allocator: allocator, seed: 0, command: "")
  }
}
