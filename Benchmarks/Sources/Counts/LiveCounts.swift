import BenchmarkHarness
import SectionDiff
import StoreInterface
import Subjects

/// What batches of changes take, in numbers that are the same in every run: of live results; from a store to the update in
/// a subscriber's hands; and of a diff of the results before and after, which share all that has not changed.
struct LiveCounts {
  /// The sizes of the live results.
  static let sizes = [1_000, 10_000, 100_000]
  /// How many changes a batch has.
  private static let changes = [1, 10, 100]
  /// How many batches are counted together.
  private static let batches = 64

  private static let kinds = ["changes received", "comparisons", "allocations", "bytes"]
  private static let diffKinds = ["changes", "comparisons", "hashes", "work", "allocations", "bytes"]

  private static func name(of kind: String, _ count: Int) -> String { "\(kind), \(count) changed" }

  /// Counts what the engine takes.
  ///
  /// - Throws: ``VerificationFailure`` where the live results are not what a rebuild gives.
  static func count(size: Int, meter: AllocationMeter) throws -> [(name: String, number: Int)] {
    let calls = LiveSubject.Calls()
    var subject = try LiveSubject(size: size, counting: calls)
    return try counted(meter, calls) { count in
      subject.batches(of: count, number: batches)
    } run: {
      try subject.apply($0)
    } verify: {
      try subject.isTrue
    }
  }

  /// Counts what a store, a controller and a subscriber take.
  ///
  /// - Throws: ``VerificationFailure`` where the subscriber has not received the results of the store.
  static func countStore(size: Int, meter: AllocationMeter) throws -> [(name: String, number: Int)] {
    let calls = LiveSubject.Calls()
    let subject = try StoreSubject(size: size, counting: calls)
    return try counted(meter, calls) { count in
      subject.batches(of: count, number: batches)
    } run: {
      try subject.apply($0)
    } verify: {
      try subject.isTrue
    }
  }

  private static func counted(
    _ meter: AllocationMeter, _ calls: LiveSubject.Calls, making batches: (Int) -> [StoreBatch<LiveRecord>],
    run: (StoreBatch<LiveRecord>) throws -> Int, verify: () throws -> Bool
  ) throws -> [(name: String, number: Int)] {
    try changes.flatMap { count in
      // The first round fills whatever is filled once.
      for batch in batches(count) { _ = try run(batch) }
      let next = batches(count)
      var received = 0
      let callsBefore = calls.count
      let allocated = try meter.count { for batch in next { received += try run(batch) } }
      let comparisons = calls.count - callsBefore
      guard let allocated, try verify() else {
        throw VerificationFailure("live results", "they differ from a rebuild")
      }
      return zip(kinds, [received, comparisons, allocated.allocations, allocated.bytes])
        .map { (name: name(of: $0, count), number: $1) }
    }
  }

  /// Counts what a diff takes of two snapshots that share all but what a batch has changed.
  ///
  /// - Throws: ``VerificationFailure`` where a changeset does not lead from one to the other; what the diff throws.
  static func countShared(size: Int, meter: AllocationMeter) throws -> [(name: String, number: Int)] {
    var subject = try LiveSubject(size: size)
    let differ = Differ()
    return try changes.flatMap { count in
      let pairs = try subject.pairs(of: count, number: batches)
      var (comparisons, hashes, work, named) = (0, 0, 0, 0)
      for (before, after) in pairs {
        let result = try differ.diff(from: before, to: after)
        guard try before.applying(result.changeset) == after else {
          throw VerificationFailure("diff of shared memory", "it does not lead to the new results")
        }
        comparisons += result.receipt.comparisons
        hashes += result.receipt.hashes
        work += result.receipt.workSpent
        named += result.changeset.changeCount
      }
      var again = 0
      let allocated = try meter.count {
        for (before, after) in pairs { again += try differ.changeset(from: before, to: after).changeCount }
      }
      guard let allocated, again == named else {
        throw VerificationFailure("diff of shared memory", "a second run differs from the first")
      }
      return zip(diffKinds, [named, comparisons, hashes, work, allocated.allocations, allocated.bytes])
        .map { (name: name(of: $0, count), number: $1) }
    }
  }
}
