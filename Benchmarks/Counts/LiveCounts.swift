import BenchmarkHarness
import StoreInterface
import Subjects

/// What live results take for batches of changes, in numbers that are the same in every run.
struct LiveCounts {
  /// The sizes of the live results.
  static let sizes = [1_000, 10_000, 100_000]
  /// How many changes a batch has.
  private static let changes = [1, 10, 100]
  /// How many batches are counted together.
  private static let batches = 64

  /// The names of all numbers.
  static var names: [String] {
    changes.flatMap { count in kinds.map { name(of: $0, count) } }
  }

  private static let kinds = ["changes heard", "comparisons", "allocations", "bytes"]

  private static func name(of kind: String, _ count: Int) -> String { "\(kind), \(count) changed" }

  /// Checks, then counts.
  ///
  /// - Throws: ``VerificationFailure`` where the live results are not what a rebuild gives.
  static func count(size: Int, meter: AllocationMeter) throws -> [(name: String, number: Int)] {
    let calls = LiveSubject.Calls()
    var subject = try LiveSubject(size: size, counting: calls)
    var numbers: [(name: String, number: Int)] = []
    for count in changes {
      // The first round fills whatever is filled once.
      for batch in subject.batches(of: count, number: batches) { _ = try subject.apply(batch) }
      let next = subject.batches(of: count, number: batches)
      var heard = 0
      let callsBefore = calls.count
      let allocated = try meter.count { for batch in next { heard += try subject.apply(batch) } }
      let comparisons = calls.count - callsBefore
      guard let allocated, try subject.isTrue else {
        throw VerificationFailure("live results", "those of \(size) records differ from a rebuild")
      }
      numbers += zip(kinds, [heard, comparisons, allocated.allocations, allocated.bytes])
        .map { (name: name(of: $0, count), number: $1) }
    }
    return numbers
  }
}
