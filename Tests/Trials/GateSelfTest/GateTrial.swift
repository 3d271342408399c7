@testable import BenchmarkHarness
@testable import RegressionGate
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
      trial.add(order.logRatio(of: times))
    }
    return trial.finding
  }

  /// Runs so many trials of equals, and as many of a head that is slower by the threshold.
  static func tallies(
    goal: TimeGoal, noise: NoiseKind, rounds: Int, seed: UInt64, jobs: Int = 1
  ) async -> (equal: GateTally, slower: GateTally) {
    let chunk = max(1, (rounds + 8 * jobs - 1) / (8 * jobs))
    return await withTaskGroup(of: (GateTally, GateTally).self) { group in
      var next = 0
      func addChunk() {
        guard next < rounds else { return }
        let numbers = next..<min(rounds, next + chunk)
        next = numbers.upperBound
        group.addTask {
          var equal = GateTally()
          var slower = GateTally()
          for number in numbers {
            let seed = seed &+ UInt64(2 * number)
            equal.add(finding(goal: goal, noise: noise, factor: 1, seed: seed))
            slower.add(finding(goal: goal, noise: noise, factor: 1 + goal.threshold, seed: seed &+ 1))
          }
          return (equal, slower)
        }
      }
      for _ in 0..<jobs { addChunk() }
      var whole = (equal: GateTally(), slower: GateTally())
      while let (equal, slower) = await group.next() {
        whole = (whole.equal + equal, whole.slower + slower)
        addChunk()
      }
      return whole
    }
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
