@testable import BenchmarkHarness
@testable import RegressionGate
import Foundation

/// Tries the search for changes in histories: how often it is wrong, and how soon it is right.
struct HistorySelfTest {
  let kinds: [NoiseKind]
  let options: Options

  /// At most one of a thousand flat series may have a false alarm, however often it is judged.
  private static let falseAlarms = 1
  /// Of drifts and steps so many are seen in time.
  private static let caught = 0.95
  /// The commits of a drift, each slower by 2 %, and within how many of them it must be seen.
  private static let drift = HistoryPlant.drift(share: 0.02, commits: 10)
  private static let delay = 5
  /// A step of 10 %, which is seen as soon.
  private static let step = HistoryPlant.step(share: 0.1)
  /// The noises in which drifts must be seen in time; in the others that is printed only, but for series whose step that
  /// shows is small.
  private static let mustSeeDrifts: Set = ["steady, 2 %", "steps"]
  /// The noises in which steps need not be: they scatter more than a step.
  private static let mayMissSteps: Set = ["rough, 10 %", "recorded", "recorded, 1 floor"]
  /// A step of the size that is said to show must be seen in time in so many series, and a drift where that size is small.
  private static let kept = 0.8
  private static let small = 0.045
  /// Of fewer series a share says little.
  private static let fewest = 50
  /// Commits of a flat history.
  private static let flat = 60

  /// Prints a table; whether all of it is good.
  func run() async -> Bool {
    print("Histories of \(options.series) series, judged together after each commit; seed \(options.seed)")
    print(
      column("", 19) + column("order", 12) + column("flat: false alarms", 20) + column("step that shows", 17)
        + column("that step: in five", 20) + column("ten of +2 %: in five", 22) + column("median", 8)
        + column("where 4.5 % shows", 23) + column("+10 %: in five", 16) + "median")
    let trials = kinds.enumerated().flatMap { number, kind in
      HistoryOrder.allCases.map {
        HistoryTrial(noise: kind, order: $0, series: options.series, seed: options.seed &+ UInt64(number) << 44)
      }
    }
    var rows = [Row?](repeating: nil, count: trials.count)
    await withTaskGroup(of: (Int, Row).self) { group in
      var next = 0
      func addTrial() {
        guard next < trials.count else { return }
        let (number, trial) = (next, trials[next])
        next += 1
        group.addTask { (number, Row(trial)) }
      }
      for _ in 0..<options.jobs { addTrial() }
      while let (number, row) = await group.next() {
        rows[number] = row
        addTrial()
      }
    }
    for row in rows.compactMap({ $0 }) { print(text(row)) }
    print("")
    return rows.allSatisfy { $0?.isGood ?? false }
  }

  /// What one kind of noise, and one order, gave.
  private struct Row {
    let trial: HistoryTrial
    let alarms: Int
    let visibleStep: Double
    let promised: Delays
    let drift: Delays
    let driftWhereSmall: Delays
    let step: Delays

    init(_ trial: HistoryTrial) {
      self.trial = trial
      alarms = trial.firstSeen(commits: flat) { _ in .flat }.compactMap { $0 }.count
      let steps = trial.visibleSteps()
      visibleStep = SampleDistribution(steps.compactMap { $0 }).median
      promised = Delays(trial) { steps[$0].map { HistoryPlant.step(share: $0) } ?? .flat }.those { steps[$0] != nil }
      drift = Delays(trial) { _ in HistorySelfTest.drift }
      driftWhereSmall = drift.those { steps[$0] ?? 1 <= small }
      step = Delays(trial) { _ in HistorySelfTest.step }
    }

    /// Whether the limits are kept.
    var isGood: Bool {
      alarms <= falseAlarms && promised.mayBe(kept, within: delay)
        && (driftWhereSmall.commits.count < fewest || driftWhereSmall.mayBe(kept, within: delay))
        && (!mustSeeDrifts.contains(trial.noise.name) || drift.mayBe(caught, within: delay))
        && (mayMissSteps.contains(trial.noise.name) || step.mayBe(caught, within: delay))
    }
  }

  private func text(_ row: Row) -> String {
    let small = row.driftWhereSmall
    return column(row.trial.noise.name, 19) + column(row.trial.order.rawValue, 12)
      + column("\(row.alarms) of \(row.trial.series)", 20) + column(percent(row.visibleStep), 17)
      + column(percent(row.promised.share(within: Self.delay)), 20)
      + column(percent(row.drift.share(within: Self.delay)), 22) + column(row.drift.median, 8)
      + column(
        small.commits.isEmpty ? "none" : "\(percent(small.share(within: Self.delay))) of \(small.commits.count)", 23)
      + column(percent(row.step.share(within: Self.delay)), 16) + row.step.median + (row.isGood ? "" : "  TOO BAD")
  }

  private func percent(_ share: Double) -> String { String(format: "%.1f %%", share * 100) }

  private func column(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}

/// How many commits it took until a change was seen.
struct Delays: Sendable {
  /// Of each series; `nil` where it was not, or where something had been seen before.
  let commits: [Int?]

  init(_ trial: HistoryTrial, _ plant: (_ series: Int) -> HistoryPlant) {
    // For the worse, and where it is.
    let place = (trial.quiet - 2)...(trial.quiet + 4)
    let seen = trial.firstSeen(commits: trial.quiet + trial.changed, from: trial.quiet, plant) {
      $0.isWorse && $0.commits.overlaps(place)
    }
    commits = seen.map { seen in seen.flatMap { $0 > trial.quiet ? $0 - trial.quiet : nil } }
  }

  private init(commits: [Int?]) { self.commits = commits }

  /// The delays of some series, by their numbers.
  func those(_ isIncluded: (Int) -> Bool) -> Delays {
    Delays(commits: commits.indices.filter(isIncluded).map { commits[$0] })
  }

  /// Whether the share that is seen within so many commits may be as large: of fewer series one that is shows less.
  func mayBe(_ share: Double, within limit: Int) -> Bool {
    let seen = commits.count { ($0 ?? .max) <= limit }
    return (ConfidenceInterval(share: seen, of: max(1, commits.count))?.high ?? 0) >= share
  }

  /// The share that was seen within so many commits.
  func share(within limit: Int) -> Double {
    Double(commits.count { ($0 ?? .max) <= limit }) / Double(max(1, commits.count))
  }

  /// The median delay.
  var median: String {
    let median = SampleDistribution(commits.map { Double($0 ?? 99) }).median
    return median > 10 ? "> 10" : "\(Int(median))"
  }
}
