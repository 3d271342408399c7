@testable import BenchmarkHarness
@testable import RegressionGate
import DiffWorkloads
import SectionDiff

/// Two strategies of equal answers, of which one hides a loop within a loop, counted on a workload of three sizes.
@available(LiveSystems, *)
enum QuadraticLoop {
  /// Does a unit of work for every hundred pairs of an old and a new item, then what Heckel's does.
  struct Hidden: DiffAlgorithm {
    /// The name of the strategy whose place it takes.
    let name = "heckel"
    let allowsWalk = HeckelDiff().allowsWalk

    func matching(
      of input: borrowing DiffInput, in run: inout DiffRun
    ) throws(CancellationError) -> Matching {
      for _ in 0..<input.old.count { guard try run.spend(input.new.count / 100) else { break } }
      return try HeckelDiff().matching(of: input, in: &run)
    }
  }

  /// Sizes of the comparison.
  static let sizes = [1_000, 4_000, 16_000]

  /// Counts a strategy as the runner does: checked, then counted.
  static func record(_ algorithm: any DiffAlgorithm) throws -> BenchmarkRun {
    let harness = Harness(
      plan: SamplingPlan(minimumRounds: 1, maximumRounds: 1, nanosecondsPerContender: 1, shortestTime: 0),
      clock: SystemClock(), meter: nil, bootstrap: Bootstrap(resamples: 1))
    guard let workload = Catalogue.workload("busy") else { throw Missing() }
    let workloads = try sizes.map { size in
      let pair = workload.pair(size: size)
      let contender = Contender.diff(
        algorithm.name, by: Differ(algorithm: algorithm, budget: .unlimited),
        from: pair.old.snapshot(of: IntElement.self, from: ()),
        to: pair.new.snapshot(of: IntElement.self, from: ()), comparing: IdentifiableComparison(),
        expecting: AnswerExpectation(pair.expectedCounts(), hasUniqueIDs: true, promise: .complete))
      return WorkloadRun(
        name: workload.name, size: size, seed: workload.defaultSeed, elements: "int", old: pair.old.count,
        new: pair.new.count, table: try harness.measure([contender]), standardNanoseconds: nil)
    }
    let environment = RunEnvironment(
      commit: "unknown", toolchain: "", host: "", allocator: "", seed: 0, command: "")
    return BenchmarkRun(environment: environment, workloads: workloads)
  }

  private struct Missing: Error {}
}
