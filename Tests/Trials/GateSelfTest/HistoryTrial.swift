@testable import BenchmarkHarness
@testable import RegressionGate
import DiffWorkloads
import Foundation

/// In which order the commits of a history were measured.
enum HistoryOrder: String, CaseIterable, Sendable {
  /// Each at its own time, as CI does it.
  case single = "one by one"
  /// One after the other without a break, the ends first, then the middles, as `history backfill` does it.
  case backfill = "backfill"
}

/// What happens to the code of a history.
enum HistoryPlant: Sendable {
  /// Nothing.
  case flat
  /// From one commit on each of so many is slower than the one before.
  case drift(share: Double, commits: Int)
  /// From one commit on all are slower.
  case step(share: Double)

  /// The factor of a commit, counted from the first one that differs.
  func factor(_ number: Int) -> Double {
    guard number >= 0 else { return 1 }
    return switch self {
    case .flat: 1
    case .drift(let share, let commits): pow(1 + share, Double(min(number + 1, commits)))
    case .step(let share): 1 + share
    }
  }
}

/// Histories of noise, judged as the command judges records.
struct HistoryTrial: Sendable {
  /// The noise of the machine.
  let noise: NoiseKind
  /// The order of the measurements.
  let order: HistoryOrder
  /// So many series are judged together, where nothing else is said.
  static let usualSeries = 1_000
  /// How many series are judged together.
  var series = HistoryTrial.usualSeries
  /// Commits before anything changes, and from then on.
  var quiet = 60
  let changed = 10
  /// What the noise depends on.
  let seed: UInt64

  /// Processes of a record, as `history backfill` has them, and rounds of a process.
  private static let processes = 5
  private static let rounds = 5

  /// The records of a history of one contender for each series, beside floors of the same process.
  func records(
    commits: Int, _ plant: (_ series: Int) -> HistoryPlant
  ) -> [(commit: Int, record: HistoryRecord)] {
    let environment = RunEnvironment(
      commit: "", toolchain: "Swift", host: "noise", allocator: "system", seed: 0, command: "")
    var measured = [[HistoryRecord.Contender]](repeating: [], count: commits)
    let turns: [Int] =
      switch order {
      case .single: Array(0..<commits)
      case .backfill: SpreadOrder.offsets(commits)
      }
    for number in 0..<series {
      let key = DiffKey(workload: "noise", size: 1, seed: 0, elements: "times", contender: "series \(number)")
      let seed = seed &+ UInt64(number) << 20
      let plant = plant(number)
      var source = noise.source(seed)
      for commit in turns {
        if case .single = order {
          source = noise.source(seed &+ UInt64(commit) &+ 1)
          // Some way into whatever the machine goes through.
          for _ in 0..<(commit * 31 % 97) { _ = source.next() }
        }
        var contender = HistoryRecord.Contender(key: key, counts: [:], times: [], ratios: [:])
        let factor = plant.factor(commit - quiet)
        for _ in 0..<Self.processes {
          var times: [Double] = []
          var ratios: [[Double]] = []
          for _ in 0..<(noise.isOfProcesses ? 1 : Self.rounds) {
            let (time, floors) = source.round()
            times.append(time * factor)
            if ratios.isEmpty { ratios = floors.map { _ in [] } }
            for (place, floor) in floors.enumerated() { ratios[place].append(time * factor / floor) }
          }
          contender.times.append(times.min() ?? 0)
          for (place, ratios) in ratios.enumerated() {
            contender.ratios["floor \(place)", default: []].append(SampleDistribution(ratios).median)
          }
        }
        measured[commit].append(contender)
      }
    }
    return measured.enumerated().map { ($0, HistoryRecord(environment: environment, measured: $1)) }
  }

  /// For each series the number of records with which a change was first seen, when each is judged as it comes in; `nil`
  /// where none was.
  func firstSeen(
    commits: Int, from first: Int = 2, _ plant: (_ series: Int) -> HistoryPlant,
    where isFound: (HistoryChange) -> Bool = { _ in true }
  ) -> [Int?] {
    let records = records(commits: commits, plant)
    var seen = [Int?](repeating: nil, count: series)
    for count in first...commits {
      let report = HistoryReport(records: Array(records.prefix(count)))
      for (number, trend) in report.trends.enumerated()
      where seen[number] == nil && trend.changes.contains(where: isFound) {
        seen[number] = count
      }
    }
    return seen
  }

  /// For each series the step that the command says would show within five commits, just before anything changes in it.
  func visibleSteps() -> [Double?] {
    let records = records(commits: quiet + changed) { _ in .flat }
    return HistoryReport(records: Array(records.prefix(quiet))).trends.map(\.visibleStep)
  }
}
