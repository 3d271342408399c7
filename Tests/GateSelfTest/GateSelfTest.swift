import BenchmarkHarness
import DiffWorkloads
@main struct GateSelfTest {
  static func main() async {
    let clock = ContinuousClock()
    let n = CommandLine.arguments.count > 1 ? Int(CommandLine.arguments[1]) ?? 1000 : 1000
    let seed = CommandLine.arguments.count > 2 ? UInt64(CommandLine.arguments[2]) ?? 1 : 1
    for series in [1, 24] {
    let goal = TimeGoal(series: series)
    for kind in SimulatedNoise.kinds {
      let start = clock.now
      var aa = GateTally(), ab = GateTally()
      for t in 0..<n {
        aa.add(GateTrial.finding(goal: goal, noise: kind, factor: 1, seed: seed &* 1_000_003 &+ UInt64(t)))
        ab.add(GateTrial.finding(goal: goal, noise: kind, factor: 1.1, seed: seed &* 2_000_003 &+ UInt64(t)))
      }
      print(series, kind.name, "AA:", aa.regressed, aa.unsure, "AB:", ab.regressed, ab.unsure, ab.passed, "rounds", Distribution(aa.rounds.map(Double.init)).median, Distribution(aa.rounds.map(Double.init)).maximum, clock.now - start)
    }
    }
  }
}
