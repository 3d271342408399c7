import BenchmarkHarness
import DiffWorkloads
import SectionDiff
import Subjects

/// What lists that fit on a few screens take, with and without the stages that a list view needs.
struct SmallCounts {
  /// What is counted, by name.
  static let workloads = ["identical", "sparse-edits", "few-moves", "mixed", "shuffle", "replace-all"]
  /// Numbers, and what most programs have.
  static let elements: [Elements] = [.int, .record]

  private static let sizes = [10, 50, 100]
  private static let kinds = [
    "comparisons", "hashes", "allocations", "bytes", "allocations with a workspace", "allocations with stages",
    "bytes with stages",
  ]

  private static func name(of kind: String, _ size: Int) -> String { "\(kind), \(size) items" }

  /// Checks, then counts.
  ///
  /// - Throws: ``VerificationFailure`` where an answer is wrong.
  static func count(
    _ workload: Workload, _ elements: Elements, meter: AllocationMeter
  ) throws -> [(name: String, number: Int)] {
    try sizes.flatMap { size in
      let pair = workload.pair(size: size)
      let numbers =
        elements == .record
        ? try count(workload, pair, as: RecordElement.self, meter)
        : try count(workload, pair, as: IntElement.self, meter)
      return zip(kinds, numbers).map { (name: name(of: $0, size), number: $1) }
    }
  }

  private static func count<Element: WorkloadElement>(
    _ workload: Workload, _ pair: WorkloadPair, as type: Element.Type, _ meter: AllocationMeter
  ) throws -> [Int] where Element.Pool == Void {
    let strategy = Strategy.standard
    let diff = try Counted(
      strategy, by: strategy.differ, workload, pair, as: type, from: (), meter: meter)
    let (old, new) = (pair.old.snapshot(of: type, from: ()), pair.new.snapshot(of: type, from: ()))
    let stages = Contender.stages("stages", by: strategy.differ, from: old, to: new)
    try Contender.verifyStages("stages", by: strategy.differ, from: old, to: new)
    var sum = try stages.run()
    let expected = sum
    guard let allocated = try meter.count({ sum = try stages.run() }), sum == expected else {
      throw VerificationFailure("stages", "a second run differs from the first")
    }
    return [
      diff.answer.receipt.comparisons, diff.answer.receipt.hashes, diff.allocated.allocations, diff.allocated.bytes,
      diff.reusing.allocations, allocated.allocations, allocated.bytes,
    ]
  }
}
