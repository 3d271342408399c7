import BenchmarkHarness
import Foundation
import Subjects

/// What the choice of adaptive cost on measured workloads, in Markdown.
struct RegretTable {
  /// What is judged.
  private static let strategy = Strategy.standard.name
  /// The most that the geometric mean may be.
  private static let meanTarget = 1.1
  /// The most that any regret may be.
  private static let worstTarget = 1.6

  private let environment: RunEnvironment
  private let workloads: [WorkloadRecord]
  private let summary: RegretSummary

  /// Judges workloads of a record.
  ///
  /// - Throws: ``NoTimes`` when one has no answer or no time of adaptive.
  init(of workloads: [WorkloadRecord], in environment: RunEnvironment) throws {
    self.environment = environment
    self.workloads = workloads
    let bootstrap = Bootstrap(seed: environment.seed)
    let regrets = try workloads.map { record in
      guard let regret = Regret(of: Self.strategy, in: record, bootstrap: bootstrap) else {
        throw NoTimes(workload: record.name)
      }
      return regret
    }
    guard let summary = RegretSummary(regrets) else { throw NoTimes(workload: nil) }
    self.summary = summary
  }

  /// Where it was measured and how, a line for each workload, and what they come to.
  var text: String {
    let place = [environment.host, environment.toolchain, environment.allocator].joined(separator: "; ")
    let day = environment.date.map { ", \($0)" } ?? ""
    let head = ["workload", "items", "picked", "best as small", "regret", "noise floor"]
    var lines = [
      "Commit `\(environment.commit.prefix(12))`\(day); \(place).", "", "```text", environment.command, "```", "",
      line(head), line(["---", "--:", "---", "---", "--:", "--:"]),
    ]
    lines += zip(summary.regrets, workloads).map { regret, record in
      // It is as picked where equal ends and the walk left nothing to choose for.
      let picked = regret.picked == Self.strategy ? "–" : regret.picked
      return line([
        regret.workload, size(regret), picked, regret.best,
        ratio(regret.ratio), record.table.noise.map(ratio) ?? "–",
      ])
    }
    let worst = summary.worst
    return
      (lines + [
        "", "- Geometric mean: \(verdict(summary.geometricMean, atMost: Self.meanTarget))",
        "- Worst: \(verdict(worst.ratio.median, atMost: Self.worstTarget)) (\(worst.workload), \(size(worst)))",
      ]).joined(separator: "\n")
  }

  private func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

  private func size(_ regret: Regret) -> String { regret.size.formatted(.number.locale(Locale(identifier: "en_US"))) }

  private func ratio(_ ratio: PairedRatio) -> String {
    String(format: "%.3f [%.3f, %.3f]", ratio.median, ratio.interval.low, ratio.interval.high)
  }

  private func verdict(_ figure: Double, atMost target: Double) -> String {
    String(format: "%.3f, target at most %.2f: ", figure, target) + (figure <= target ? "met" : "**missed**")
  }

  /// A record without times of adaptive, for one workload or for all.
  private struct NoTimes: Error, CustomStringConvertible {
    let workload: String?

    var description: String { "the record has no times of adaptive for \(workload ?? "any workload"); record it again" }
  }
}
