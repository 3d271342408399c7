import BenchmarkHarness
import DiffWorkloads
import SectionDiff
import Subjects

/// What one strategy takes for one workload, in numbers that are the same in every run.
struct Counted {
  let answer: DiffAnswer
  let allocated: AllocationCount
  /// The same in a workspace that held the same diff before.
  let reusing: AllocationCount
  /// Records that were copied into memory of the diff's own; `nil` where that is not looked for.
  var copies: Int?

  /// Checks the answer, then counts.
  ///
  /// - Throws: ``VerificationFailure`` when the answer is wrong; what the diff throws.
  init<Element: WorkloadElement>(
    _ strategy: Strategy, by differ: Differ, _ workload: Workload, _ pair: WorkloadPair, as type: Element.Type,
    from pool: Element.Pool,
    meter: AllocationMeter
  ) throws {
    let old = pair.old.snapshot(of: type, from: pool)
    let new = pair.new.snapshot(of: type, from: pool)
    let comparison = IdentifiableComparison<Element>()
    let contender = Contender.diff(
      strategy.name, by: differ, from: old, to: new, comparing: comparison,
      expecting: AnswerExpectation(
        pair.expectedCounts(hasUniqueIDs: workload.hasUniqueIDs), hasUniqueIDs: workload.hasUniqueIDs,
        promise: strategy.promise))
    guard let answer = try contender.check() else {
      throw VerificationFailure(strategy.name, "it was not checked")
    }
    self.answer = answer
    // The first run fills whatever is filled once.
    var changes = try contender.run()
    let count = try meter.count { changes = try contender.run() }
    guard let count, changes == answer.counts.total else {
      throw VerificationFailure(strategy.name, "a second run gives \(changes) changes, not \(answer.counts.total)")
    }
    allocated = count

    let workspace = DiffWorkspace()
    _ = try differ.diff(from: old, to: new, comparing: comparison, reusing: workspace)
    let countReusing = try meter.count {
      changes = try differ.diff(from: old, to: new, comparing: comparison, reusing: workspace).changeset.changeCount
    }
    guard let countReusing, changes == answer.counts.total else {
      throw VerificationFailure(
        strategy.name, "with a workspace it gives \(changes) changes, not \(answer.counts.total)")
    }
    reusing = countReusing
  }

  /// All numbers by their names, those of the strategy before them.
  func numbers(of strategy: Strategy) -> [(name: String, number: Int)] {
    let receipt = answer.receipt
    var numbers = [
      ("comparisons", receipt.comparisons), ("hashes", receipt.hashes), ("work", receipt.workSpent),
      ("moves", answer.counts.moves + answer.counts.sectionMoves), ("changes", answer.counts.total),
      ("allocations", allocated.allocations), ("bytes", allocated.bytes),
      ("allocations with a workspace", reusing.allocations), ("bytes with a workspace", reusing.bytes),
    ]
    if let copies { numbers.append(("copies", copies)) }
    return numbers.map { (name: "\(strategy.name) \($0.0)", number: $0.1) }
  }
}

extension ChangeCounts {
  /// Changes of all kinds.
  var total: Int {
    deletes + inserts + moves + updates + sectionDeletes + sectionInserts + sectionMoves + sectionUpdates
  }
}
