@testable import BenchmarkHarness
@testable import RegressionGate
import DiffWorkloads
import Foundation
import SectionDiff

/// Tries the regression gate on noise and prints how often it is wrong.
@available(LiveSystems, *)
@main
struct GateSelfTest {
  static func main() async {
    let options: Options
    do {
      options = try Options(arguments: Array(CommandLine.arguments.dropFirst()))
    } catch {
      fail("\(error.message)\n\n\(Options.usage)", 64)
    }
    do {
      let recorded = try RecordedNoise(path: options.noise)
      var isGood = true
      if options.parts.contains(.history) {
        let kinds = SimulatedNoise.kinds + [false, true].map { recorded.histories(oneFloor: $0) }
        isGood = await HistorySelfTest(kinds: kinds, options: options).run()
      }
      guard options.parts.contains(.gate) else {
        if !isGood { fail("the history does not keep what it promises", 1) }
        return print("PASSED")
      }
      let kinds = SimulatedNoise.kinds + [recorded.kind]
      print("A regression of 10 % is looked for; intervals of shares: Wilson, 95 %; seed \(options.seed).\n")
      // One series alone, then one of 24 that are judged together, whose intervals are wider.
      for series in [1, 24] {
        isGood = await judge(kinds, TimeGoal(series: series), options) && isGood
      }
      isGood = try await judgeNoiseFloor(kinds, options) && isGood
      isGood = try judgeGrowth() && isGood
      if !isGood { fail("the gate, or the history, does not keep what it promises", 1) }
      print("PASSED")
    } catch {
      fail("\(error)", 2)
    }
  }

  /// The largest share of false alarms, and the smallest of slow-downs caught, that the whole interval must keep.
  private static let falseAlarms = 0.01
  private static let caught = 0.95

  private static func judge(_ kinds: [NoiseKind], _ goal: TimeGoal, _ options: Options) async -> Bool {
    print("Times, \(goal.series == 1 ? "one alone" : "one of \(goal.series) judged together")")
    print(
      column("", 17) + column("equal: called", 28) + column("uncertain", 11) + column("+10 %: caught", 36)
        + column("uncertain", 11) + column("missed", 8) + "rounds (median, most)")
    var isGood = true
    var equal = GateTally()
    var slower = GateTally()
    for (number, kind) in kinds.enumerated() {
      let tallies = await GateTrial.tallies(
        goal: goal, noise: kind, rounds: options.rounds,
        seed: options.seed &+ UInt64(number) << 40 &+ UInt64(goal.series) << 48, jobs: options.jobs)
      isGood = row(kind.name, tallies.equal, tallies.slower) && isGood
      equal = equal + tallies.equal
      slower = slower + tallies.slower
    }
    isGood = row("all", equal, slower) && isGood
    print("")
    return isGood
  }

  private static func row(_ name: String, _ equal: GateTally, _ slower: GateTally) -> Bool {
    let alarms = ConfidenceInterval(share: equal.regressed, of: equal.count)
    let found = ConfidenceInterval(share: slower.regressed, of: slower.count)
    let isGood = (alarms?.high ?? 1) <= falseAlarms && (found?.low ?? 0) >= caught
    let rounds = SampleDistribution(equal.rounds.map(Double.init))
    print(
      column(name, 17) + column(share(equal.regressed, equal.count, alarms), 28)
        + column("\(equal.unsure)", 11) + column(share(slower.regressed, slower.count, found), 36)
        + column("\(slower.unsure)", 11) + column("\(slower.passed)", 8)
        + "\(Int(rounds.median)), \(Int(rounds.maximum))" + (isGood ? "" : "  TOO BAD"))
    return isGood
  }

  private static func share(_ part: Int, _ whole: Int, _ interval: ConfidenceInterval?) -> String {
    let percent = { (share: Double) in String(format: "%.2f", share * 100) }
    return "\(part)/\(whole) (\(percent(interval?.low ?? .nan)) to \(percent(interval?.high ?? .nan)) %)"
  }

  private static func column(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  /// The interval of a contender against itself must hold 1 as often as it claims, and not that of a slower one.
  private static func judgeNoiseFloor(_ kinds: [NoiseKind], _ options: Options) async throws -> Bool {
    let trials = max(1, options.rounds / 10)
    print("One against itself, the first of each round 6 % slower: how often the interval holds 1")
    print(column("rounds", 17) + [3, 9, 25].map { column("\($0)", 28) }.joined())
    var isGood = true
    for (number, kind) in kinds.enumerated() {
      var cells: [String] = []
      for rounds in [3, 9, 25] {
        let seed = options.seed &+ UInt64(number) << 40 &+ UInt64(rounds) << 32
        let covered = try await NoiseFloorTrial.covered(
          noise: kind, rounds: rounds, trials: trials, seed: seed, jobs: options.jobs)
        let interval = ConfidenceInterval(share: covered, of: trials)
        let claimed = try NoiseFloorTrial.interval(noise: kind, rounds: rounds, factor: 1, seed: seed)?.confidence ?? 1
        let isKept = (interval?.high ?? 0) >= claimed
        isGood = isGood && isKept
        cells.append(column(share(covered, trials, interval) + (isKept ? "" : " TOO BAD"), 28))
      }
      print(column(kind.name, 17) + cells.joined())
    }
    let slower = try await NoiseFloorTrial.covered(
      noise: kinds[0], rounds: 25, factor: 1.06, trials: trials, seed: options.seed, jobs: options.jobs)
    print(
      "One that is 6 % slower, \(kinds[0].name), 25 rounds: \(share(slower, trials, ConfidenceInterval(share: slower, of: trials)))\n"
    )
    return isGood && (ConfidenceInterval(share: slower, of: trials)?.high ?? 1) <= 0.05
  }

  /// The exponent must catch a hidden loop, and nothing else.
  private static func judgeGrowth() throws -> Bool {
    let plain = try QuadraticLoop.record(HeckelDiff())
    let looped = try QuadraticLoop.record(QuadraticLoop.Hidden())
    let caught = GrowthGate(ComparisonPlan(base: plain, head: looped))
    let equal = GrowthGate(ComparisonPlan(base: plain, head: plain))
    let rise = caught.judged.first { $0.kind == .work }
    print("Growth, from \(QuadraticLoop.sizes.map(String.init).joined(separator: ", ")) items")
    print(
      String(
        format: "an injected quadratic loop: work n^%.2f → n^%.2f, %@", rise?.base.exponent ?? .nan,
        rise?.head.exponent ?? .nan, caught.verdict?.rawValue ?? "not judged"))
    print("the same code twice: \(equal.verdict?.rawValue ?? "not judged")")
    return caught.verdict == .regressed && equal.verdict == .pass
  }

  private static func fail(_ message: String, _ code: Int32) -> Never {
    FileHandle.standardError.write(Data("error: \(message)\n".utf8))
    exit(code)
  }
}
