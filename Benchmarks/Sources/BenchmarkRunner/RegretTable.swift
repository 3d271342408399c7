import BenchmarkHarness
import DiffWorkloads
import Foundation
import SectionDiff
import Subjects

/// What the choice of adaptive costs on workloads, in Markdown: in time by a benchmark run, in changes as they are
/// counted now.
struct RegretTable {
  /// What is judged.
  private static let strategy = Strategy.standard.name

  private let environment: RunEnvironment
  private let workloads: [WorkloadRun]
  /// Whether the identities of each are unique.
  private let isUnique: [Bool]
  private let summary: RegretSummary

  /// Judges workloads by a benchmark run of them, and counts their changes anew.
  ///
  /// - Parameters:
  ///   - benchmarks: The workloads.
  ///   - sizes: The sizes; without any all that the run has.
  ///   - run: The benchmark run.
  /// - Throws: ``NoTimes`` when one has no answer or no time of adaptive; that an answer is wrong.
  init(of benchmarks: [Benchmark], at sizes: [Int], in run: BenchmarkRun) throws {
    environment = run.environment
    let bootstrap = Bootstrap(seed: environment.seed)
    var regrets: [StrategyRegret] = []
    var workloads: [WorkloadRun] = []
    for benchmark in benchmarks {
      let found = run.workloads.filter {
        $0.name == benchmark.name && $0.seed == benchmark.seed && $0.elements == benchmark.elements
          && (sizes.isEmpty || sizes.contains($0.size))
      }
      guard found.count >= max(1, sizes.count) else { throw NoTimes(workload: benchmark.name) }
      for measured in found {
        let counts = try Self.counts(of: benchmark, at: measured.size)
        guard let regret = StrategyRegret(of: Self.strategy, in: measured.table, counted: counts, bootstrap: bootstrap)
        else {
          throw NoTimes(workload: measured.name)
        }
        regrets.append(regret)
        workloads.append(measured)
      }
    }
    guard let summary = RegretSummary(regrets) else { throw NoTimes(workload: nil) }
    self.summary = summary
    self.workloads = workloads
    isUnique = workloads.map { Catalogue.workload($0.name)?.hasUniqueIDs ?? true }
  }

  /// Checks the answers of all strategies and counts their changes; times nothing.
  private static func counts(of benchmark: Benchmark, at size: Int) throws -> [String: ChangeCounts] {
    var counts: [String: ChangeCounts] = [:]
    for contender in try benchmark.input(size: size).contenders {
      if let answer = try contender.check() { counts[contender.name] = answer.counts }
    }
    return counts
  }

  /// Where it was measured and how, a line for each workload, and what they come to.
  var text: String {
    let place = [environment.host, environment.toolchain, environment.allocator].joined(separator: "; ")
    let day = environment.date.map { ", \($0)" } ?? ""
    let head = ["workload", "items", "picked", "best as small", "time", "noise floor", "changes", "fewest", "size"]
    var lines = [
      "Times: commit `\(environment.commit.prefix(12))`\(day); \(place).", "", "```text", environment.command, "```",
      "",
      line(head), line(["---", "--:", "---", "---", "--:", "--:", "--:", "--:", "--:"]),
    ]
    lines += zip(summary.regrets, workloads).map { regret, run in
      // It is as picked where equal ends and the walk left nothing to choose for.
      let picked = regret.picked == Self.strategy ? "–" : regret.picked
      let fewest = number(regret.fewest) + (regret.smallest == Self.strategy ? "" : " (\(regret.smallest))")
      return line([
        run.name, number(run.size), picked, regret.best, ratio(regret.timeRatio),
        run.table.noise.map(ratio) ?? "–", number(regret.changes), fewest, decimal(regret.sizeRatio),
      ])
    }
    let largest = summary.regrets[summary.largest].sizeRatio
    return
      (lines + [""] + times(areUnique: true) + times(areUnique: false) + [
        "- Size, geometric mean: \(verdict(summary.meanSize, atMost: StrategyRegret.meanBounds.size))",
        "- Size, worst: \(verdict(largest, atMost: StrategyRegret.worstBounds.size)) (\(name(summary.largest)))",
      ]).joined(separator: "\n")
  }

  /// What times come to, of workloads whose identities are unique or of the others, for which there is no target: their
  /// answers are smaller for the time that is spent.
  private func times(areUnique: Bool) -> [String] {
    let offsets = workloads.indices.filter { isUnique[$0] == areUnique }
    guard let summary = RegretSummary(offsets.map { self.summary.regrets[$0] }) else { return [] }
    let slowest = summary.regrets[summary.slowest].timeRatio.median
    let place = name(offsets[summary.slowest])
    if !areUnique {
      return [
        "- Time where identities repeat: geometric mean \(decimal(summary.meanTime)), worst \(decimal(slowest)) (\(place))"
      ]
    }
    return [
      "- Time where identities are unique, geometric mean: \(verdict(summary.meanTime, atMost: StrategyRegret.meanBounds.time))",
      "- Time where identities are unique, worst: \(verdict(slowest, atMost: StrategyRegret.worstBounds.time)) (\(place))",
    ]
  }

  private func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

  private func name(_ offset: Int) -> String { "\(workloads[offset].name), \(number(workloads[offset].size))" }

  private func number(_ number: Int) -> String { number.formatted(.number.locale(Locale(identifier: "en_US"))) }

  private func decimal(_ figure: Double) -> String { String(format: "%.3f", figure) }

  private func ratio(_ ratio: PairedRatio) -> String {
    String(format: "%.3f [%.3f, %.3f]", ratio.median, ratio.interval.low, ratio.interval.high)
  }

  private func verdict(_ figure: Double, atMost target: Double) -> String {
    String(format: "%.3f, target at most %.2f: ", figure, target) + (figure <= target ? "met" : "**missed**")
  }

  /// A benchmark run without times of adaptive, for one workload or for all.
  private struct NoTimes: Error, CustomStringConvertible {
    let workload: String?

    var description: String { "the file has no times of adaptive for \(workload ?? "any workload"); measure again" }
  }
}
