import ArgumentParser
import BenchmarkHarness
import CJemalloc
import DiffWorkloads
import Foundation
import SectionDiff
import Subjects

/// What every strategy takes for every workload of the catalogue, and live results under changes, in numbers.
///
/// Nothing here is timed, and every number is the same in every run on every machine with the same toolchain.
/// `scripts/benchmarks check` compares them with those in Benchmarks/Thresholds.
@main
struct Counts: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Counts what every strategy takes for every workload.",
    discussion: """
      Checks each answer, then counts, and writes a file of numbers (JSON) for each workload and kind of element, and for \
      each size of live results. Set SWIFT_DETERMINISTIC_HASHING=1 for equal numbers in every run.
      """)

  /// Large enough for every branch of the strategies that depends on size, small enough for all to take a few seconds.
  private static let size = 10_000

  /// For Myers, a tenth of the standard one: where the shortest script is long, it spends all of it, and that is most of the
  /// time. The others run as they do where nothing is stated, which bounds what adaptive tries.
  private static let budget = DiffBudget(workUnits: 20_000_000)

  @Argument(help: ArgumentHelp("The folder to write to.", valueName: "folder"))
  var folder: String

  func run() throws {
    let meter = try Self.meter()
    for workload in Catalogue.tuning {
      for elements in Elements.measured(with: workload) {
        try write("\(workload.name).\(elements.rawValue)") { try Self.count(workload, elements, meter) }
      }
    }
    for name in SmallCounts.workloads {
      for elements in SmallCounts.elements {
        guard let workload = Catalogue.workload(name) else { throw CountingError("there is no workload \(name)") }
        try write("small.\(name).\(elements.rawValue)") { try SmallCounts.count(workload, elements, meter: meter) }
      }
    }
    for size in LiveCounts.sizes {
      try write("live.\(size)") { try LiveCounts.count(size: size, meter: meter) }
      try write("stored.\(size)") { try LiveCounts.countStore(size: size, meter: meter) }
      try write("shared.\(size)") { try LiveCounts.countShared(size: size, meter: meter) }
    }
  }

  /// Writes what is counted under a title; an error names it.
  private func write(_ title: String, counting count: () throws -> [(name: String, number: Int)]) throws {
    let numbers: [(name: String, number: Int)]
    do { numbers = try count() } catch { throw CountingError("\(title): \(error)") }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let data = try encoder.encode(Dictionary(uniqueKeysWithValues: numbers.map { ($0.name, $0.number) }))
    try (data + Data("\n".utf8)).write(to: URL(fileURLWithPath: folder).appendingPathComponent("\(title).json"))
  }

  /// Linked by this call, jemalloc is the allocator of the process.
  private static func meter() throws -> AllocationMeter {
    guard mallctl("epoch", nil, nil, nil, 0) == 0, let meter = AllocationMeter() else {
      throw CountingError("jemalloc has no counters here; scripts/benchmarks installs one that has")
    }
    return meter
  }

  private static func count(
    _ workload: Workload, _ elements: Elements, _ meter: AllocationMeter
  ) throws -> [(name: String, number: Int)] {
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
}

/// Why nothing could be counted: a wrong answer, or an allocator without counters.
private struct CountingError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
