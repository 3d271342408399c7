import Benchmark
import BenchmarkHarness
import CJemalloc
import DiffWorkloads
import SectionDiff
import Subjects

/// The catalogue as benchmarks that count: one for each workload and kind of element, with the numbers of all strategies;
/// and live results under changes.
///
/// Nothing here is timed, and every number is the same in every run on every machine with the same toolchain.
/// `scripts/benchmarks check` compares them with those in Benchmarks/Thresholds.
@main
struct CountsSuite: BenchmarkRunnerHooks {
  /// Large enough for every branch of the strategies that depends on size, small enough for all to take a minute.
  private static let size = 10_000

  /// For Myers, a tenth of the standard one: where the shortest script is long, it spends all of it, and that is most of the
  /// time. The others run as they do where nothing is stated, which bounds what adaptive tries.
  private static let budget = DiffBudget(workUnits: 20_000_000)

  static func registerBenchmarks() {
    for workload in Catalogue.tuning {
      for elements in Elements.measured(with: workload) {
        register("\(workload.plainName).\(elements.rawValue)", numbers(with: elements)) {
          try count(workload, elements)
        }
      }
    }
    for name in SmallCounts.workloads {
      for elements in SmallCounts.elements {
        guard let workload = Catalogue.workload(named: name) else { continue }
        register("small.\(workload.plainName).\(elements.rawValue)", SmallCounts.names) {
          try SmallCounts.count(workload, elements, meter: meter())
        }
      }
    }
    for size in LiveCounts.sizes {
      register("live.\(size)", LiveCounts.names) { try LiveCounts.count(size: size, meter: meter()) }
    }
  }

  private static func register(
    _ title: String, _ names: [String], _ count: @escaping () throws -> [(name: String, number: Int)]
  ) {
    let metrics = names.flatMap { [$0, lastDigits(of: $0)] }.map(metric)
    let configuration = Benchmark.Configuration(
      metrics: metrics, warmupIterations: 0, maxDuration: .seconds(600), maxIterations: 1)
    Benchmark(title, configuration: configuration) { benchmark in
      do {
        for (name, number) in try count() { record(number, as: name, in: benchmark) }
      } catch {
        benchmark.error("\(error)")
      }
    }
  }

  /// Linked by this call, jemalloc is the allocator of the process.
  private static func meter() throws -> AllocationMeter {
    guard mallctl("epoch", nil, nil, nil, 0) == 0, let meter = AllocationMeter() else { throw NoCounters() }
    return meter
  }

  /// The names of all numbers.
  private static func numbers(with elements: Elements) -> [String] {
    Strategy.all.flatMap { strategy in
      [
        "comparisons", "hashes", "work", "moves", "changes", "allocations", "bytes", "allocations with a workspace",
        "bytes with a workspace",
      ].map { "\(strategy.name) \($0)" }
        + (elements == .int ? ["\(strategy.name) copies"] : [])
    }
  }

  private static func count(_ workload: Workload, _ elements: Elements) throws -> [(name: String, number: Int)] {
    let meter = try meter()
    let pair = workload.pair(size: min(size, workload.largestSize / 10))
    return try Strategy.all.flatMap { strategy in
      func counted<Element: WorkloadElement>(_ type: Element.Type, _ pool: Element.Pool) throws -> Counted {
        var differ = strategy.differ
        if strategy.algorithm.promises.contains(.shortestScript) { differ.budget = budget }
        return try Counted(strategy, by: differ, workload, pair, as: type, from: pool, meter: meter)
      }
      var result =
        switch elements {
        case .int: try counted(IntElement.self, ())
        case .string: try counted(StringElement.self, [:])
        case .stringShared: try counted(StringElement.self, StringElement.sharedPool(pair))
        case .record: try counted(RecordElement.self, ())
        case .object: try counted(ObjectElement.self, ())
        case .recordObject: try counted(RecordObjectElement.self, ())
        case .colliding: try counted(CollidingElement.self, ())
        }
      if elements == .int {
        let more = try counted(WideElement.self, ()).allocated.bytes - result.allocated.bytes
        result.copies = abs(more) / (MemoryLayout<WideElement>.stride - MemoryLayout<IntElement>.stride)
      }
      return result.numbers(of: strategy)
    }
  }

  // MARK: - Numbers in a histogram

  /// Records a number. The package keeps numbers in a histogram that is exact up to 2,047 and rounds larger ones to a
  /// thousandth or less; their last three digits stand beside them, so that no change is rounded away.
  private static func record(_ number: Int, as name: String, in benchmark: Benchmark) {
    benchmark.measurement(metric(name), number)
    if number >= 2_048 { benchmark.measurement(metric(lastDigits(of: name)), number % 1_000) }
  }

  private static func lastDigits(of name: String) -> String { "\(name), last digits" }

  private static func metric(_ name: String) -> BenchmarkMetric {
    .custom(name, polarity: .prefersSmaller, useScalingFactor: false)
  }

  private struct NoCounters: Error, CustomStringConvertible {
    var description: String { "jemalloc has no counters here; scripts/benchmarks installs one that has" }
  }
}
