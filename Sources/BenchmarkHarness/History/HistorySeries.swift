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
      case .time: "time"
      }
    }

    /// By how much equal levels may differ: not at all for a count, but instructions depend a little on where memory lies.
    func slack(at level: Double) -> Double {
      switch self {
      case .count(AcceptedTrade.instructions):
        Double(InstructionGate.allowance(of: Int(min(max(0, level), Double(HistoryEntry.largestCount)))))
      case .count: 0
      case .time: level * ShiftSearch.smallestChange
      }
    }
  }

  /// What was measured of one commit.
  package struct Point: Hashable, Sendable {
    /// The offset of the commit.
    package var commit: Int
    /// The count; or nanoseconds, or a ratio to the floor.
    package var value: Double
  }

  /// Of which contender.
  package var key: DiffKey
  /// What is followed.
  package var metric: Metric
  /// Where it was measured, for times and memory, which can be compared only there.
  package var environment: RunEnvironment
  /// The points, in the order of the commits.
  package var points: [Point]
}

extension HistorySeries {
  /// The series of a history, in the order of the first record that has them.
  ///
  /// - Parameter records: records with the offsets of their commits, ascending.
  package static func series(of records: [(commit: Int, record: HistoryRecord)]) -> [HistorySeries] {
    var counts = Places<CountName>()
    var times = Places<TimeName>()
    var result: [HistorySeries] = []
    var timed: [[(commit: Int, contender: HistoryRecord.Contender)]] = []
    var environments: [(key: DiffKey, environment: RunEnvironment)] = []
    for (commit, record) in records {
      let place = record.environment.place
      for contender in record.measured {
        for (name, count) in contender.counts.sorted(by: { $0.key < $1.key }) {
          // Memory depends on who gives it out, and on the compiler, and so do instructions; what is compared or hashed does not.
          let isOfPlace = CountKind.ofPlace.contains(CountKind(rawValue: name))
          let (index, isNew) = counts.index(CountName(contender.key, name, isOfPlace ? place : nil))
          if isNew {
            counts.targets.append(result.count)
            result.append(
              HistorySeries(
                key: contender.key, metric: .count(name), environment: record.environment, points: []))
          }
          result[counts.targets[index]].points.append(Point(commit: commit, value: Double(count)))
        }
        guard !contender.times.isEmpty else { continue }
        let (index, isNew) = times.index(TimeName(contender.key, place))
        if isNew {
          timed.append([])
          environments.append((contender.key, record.environment))
        }
        timed[index].append((commit, contender))
      }
    }
    for (series, origin) in zip(timed, environments) {
      result.append(steadiest(series, origin.key, origin.environment))
    }
    return result
  }

  /// The times by that floor, or by themselves, which scatter least: a machine that slows down slows a floor, too, but some
  /// floors have noise of their own. A change of the contender shows by all of them alike.
  private static func steadiest(
    _ series: [(commit: Int, contender: HistoryRecord.Contender)], _ key: DiffKey, _ environment: RunEnvironment
  ) -> HistorySeries {
    var floors = Set(series.first?.contender.ratios.keys.map { $0 } ?? [])
    for (_, contender) in series { floors.formIntersection(contender.ratios.keys) }
    // Alone, the best time counts: whatever interrupts a process only adds to it.
    var best = HistorySeries(
      key: key, metric: .time(floor: nil), environment: environment,
      points: series.map { Point(commit: $0.commit, value: $0.contender.times.min() ?? .nan) })
    for floor in floors.sorted() {
      let other = HistorySeries(
        key: key, metric: .time(floor: floor), environment: environment,
        points: series.map { commit, contender in
          Point(commit: commit, value: Distribution(contender.ratios[floor] ?? []).median)
        })
      if other.scatter < best.scatter { best = other }
    }
    return best
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

  private struct CountName: Hashable {
    let key: DiffKey
    let name: String
    let place: [String]?
    init(_ key: DiffKey, _ name: String, _ place: [String]?) { (self.key, self.name, self.place) = (key, name, place) }
  }

  private struct TimeName: Hashable {
    let key: DiffKey
    let place: [String]
    init(_ key: DiffKey, _ place: [String]) { (self.key, self.place) = (key, place) }
  }

  /// Numbers for names, in the order that they come in.
  private struct Places<Name: Hashable> {
    private var indices: [Name: Int] = [:]
    /// What each number is for, where that is kept.
    var targets: [Int] = []

    mutating func index(_ name: Name) -> (index: Int, isNew: Bool) {
      if let index = indices[name] { return (index, false) }
      indices[name] = indices.count
      return (indices.count - 1, true)
    }
  }
}

extension CountKind {
  /// What is counted differently on another machine, or with another compiler.
  fileprivate static let ofPlace: Set<CountKind> = [
    .allocations, .bytes, CountKind(rawValue: AcceptedTrade.instructions),
  ]
}

extension RunEnvironment {
  /// What times depend on, besides the code.
  fileprivate var place: [String] { [host, allocator, toolchain] }
}
