public import SectionDiff

/// Diffs that end with their task: for programs that cancel what takes long. The command is ended by a signal.
@available(LiveSystems, *)
extension BenchmarkInput {
  /// The same floors, and a diff by each algorithm that ends with `CancellationError` soon after its task is cancelled; the
  /// standard library's difference, while it is found out what that costs, is stopped, too.
  ///
  /// Inlinable as the diffs themselves are. A diff asks every few thousand units of work, which takes no time that shows;
  /// floors, and the standard library's difference in rounds, do not ask: they are what ratios are given to.
  @inlinable
  func cancellable<Key, Item, Header, C: ItemComparison>(
    by algorithms: [any DiffAlgorithm], from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>,
    comparing comparison: C
  ) -> BenchmarkInput where C.Item == Item {
    var input = self
    input.contenders = algorithms.map { algorithm in
      .cancellableDiff(by: Differ(algorithm: algorithm), from: old, to: new, comparing: comparison)
    }
    input.standard = standard?.stoppedWhenCancelled
    return input
  }
}

@available(LiveSystems, *)
extension Contender {
  /// As ``diff(_:by:from:to:comparing:expecting:)``, under the name of the algorithm.
  @inlinable
  static func cancellableDiff<Key, Item, Header, C: ItemComparison>(
    by differ: Differ, from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>,
    comparing comparison: C
  ) -> Contender where C.Item == Item {
    let name = differ.algorithm.name
    return Contender(
      name,
      check: {
        let diff = try cancellable(differ, from: old, to: new, comparing: comparison)
        try verify(diff, of: name, comparing: comparison)
        return DiffAnswer(counts: diff.changeset.counts, receipt: diff.receipt)
      },
      run: { try cancellable(differ, from: old, to: new, comparing: comparison).changeset.changeCount }
    ).cancellablyCountingElements(by: differ, from: old, to: new, comparing: comparison)
  }

  /// One diff that ends with its task.
  ///
  /// - Throws: `CancellationError` where the task was cancelled; what the diff throws.
  @inlinable
  static func cancellable<Key, Item, Header, C: ItemComparison>(
    _ differ: Differ, from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>,
    comparing comparison: C
  ) throws -> Diff<Key, Item, Header> where C.Item == Item {
    do throws(DiffError) {
      return try differ.diff(from: old, to: new, comparing: comparison, isCancelled: { Task.isCancelled })
    } catch {
      if error == .cancelled { throw CancellationError() }
      throw error
    }
  }

  /// As `countingElements`.
  @usableFromInline
  func cancellablyCountingElements<Key, Item, Header, C: ItemComparison>(
    by differ: Differ, from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>,
    comparing comparison: C
  ) -> Contender where C.Item == Item {
    Contender(
      name, check: check,
      counts: {
        let counted = CountedComparison(base: comparison)
        _ = try Self.cancellable(differ, from: old, to: new, comparing: counted)
        return [
          CountKind.elementComparisons.rawValue: counted.calls.comparisons,
          CountKind.elementHashes.rawValue: counted.calls.hashes,
        ]
      }, run: run)
  }
}

@available(LiveSystems, *)
extension BenchmarkInput.Standard {
  /// The same; the run that shows what it costs is stopped soon after its task is cancelled.
  @usableFromInline
  var stoppedWhenCancelled: Self {
    let cost = cost
    return Self(contender: contender) { cost(CancellableClock($0)) }
  }
}

/// A clock that, once its task is cancelled, goes on at each look by more than any deadline here: what has one ends at its next
/// look.
@available(LiveSystems, *)
private final class CancellableClock: NanosecondClock {
  private let base: any NanosecondClock
  private var ahead = 0

  init(_ base: any NanosecondClock) { self.base = base }

  var now: Int {
    if Task.isCancelled { ahead &+= 2 * StandardDifference.timeLimit }
    return base.now &+ ahead
  }
}
