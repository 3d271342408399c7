import BenchmarkHarness
import DiffWorkloads

/// Runs the time gate on noise, as the command runs it on times.
enum GateTrial {
  /// The verdict on a head whose true time is that of the base by `factor`.
  static func finding(
    goal: TimeGoal, noise kind: NoiseKind, factor: Double, seed: UInt64
  ) -> TimeFinding? {
    var source = kind.source(seed)
    var orders = PairedRound.Orders(seed: ~seed)
    var trial = TimeTrial(goal)
    while let stage = trial.stage {
      let order = orders.next()
      let times = order.isHead.map { source.next() * ($0 && stage != .pilot ? factor : 1) }
      trial.add(PairedRound(order: order, times: times).logRatio)
    }
    return trial.finding
  }
}

/// How often the gate said what.
struct GateTally: Sendable {
  var regressed = 0
  var passed = 0
  var unsure = 0
  /// The rounds of each comparison, to tell their median.
  var rounds: [Int] = []

  var count: Int { regressed + passed + unsure }

  mutating func add(_ finding: TimeFinding?) {
    guard let finding else { return }
    switch finding.verdict {
    case .regressed: regressed += 1
    case .pass: passed += 1
    case .cannotTell: unsure += 1
    }
    rounds.append(finding.rounds)
  }

  static func + (a: GateTally, b: GateTally) -> GateTally {
    GateTally(
      regressed: a.regressed + b.regressed, passed: a.passed + b.passed, unsure: a.unsure + b.unsure,
      rounds: a.rounds + b.rounds)
  }
}
