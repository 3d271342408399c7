public import DiffWorkloads
public import SectionDiff

/// Finds out which strategy to use on data of your own: runs every one on it, in your program, with your types.
///
/// For example, in a release build on a machine that does little else:
///
///     let advice = try await Advisor().advise(from: FlatSnapshot(before), to: FlatSnapshot(after))
///     print(advice)                    // the table of section-diff advise, and what to use
///     print(advice.recommended)        // adaptive
@available(LiveSystems, *)
public struct Advisor: Sendable {
  /// What a strategy is to be chosen by.
  public enum Preference: String, Sendable, CaseIterable {
    /// The least time among answers that are not too large.
    case balance
    /// The least time.
    case speed
    /// The fewest changes.
    case fewestChanges = "fewest-changes"
    /// The fewest bytes requested; without jemalloc, which counts them, the least time.
    case memory

    /// What adaptive favors under it.
    package var goal: AdaptiveDiff.Goal {
      switch self {
      case .balance, .memory: .balance
      case .speed: .speed
      case .fewestChanges: .fewestChanges
      }
    }
  }

  /// What the recommendation is based on.
  public let preference: Preference
  /// What is measured; the first is recommended where chance hides which is the fastest.
  public let algorithms: [any DiffAlgorithm]

  /// Makes an advisor.
  ///
  /// - Parameters:
  ///   - preference: What the recommendation is based on. Adaptive is measured favoring the same.
  ///   - algorithms: What is measured: by default those of the package; add your own to them.
  public init(
    favoring preference: Preference = .balance,
    among algorithms: [any DiffAlgorithm] = DiffStrategy.all.map(\.algorithm)
  ) {
    self.preference = preference
    self.algorithms = algorithms.map { $0 is AdaptiveDiff ? AdaptiveDiff(favoring: preference.goal) : $0 }
  }

  /// Measures every algorithm on two snapshots. Each answer is checked before it is timed.
  ///
  /// It takes some seconds, and more rounds where the first do not decide. It runs off the caller's actor, on one thread.
  ///
  /// An algorithm whose answer is wrong, or whose diff fails, is in ``Advice/wrong``; the others are measured.
  ///
  /// Where the task is cancelled it ends soon, in the middle of a diff as well; only what takes a time proportional to the
  /// number of items, and one run of the standard library's difference that takes a second at most, goes to its end.
  ///
  /// - Throws: ``Advice/NothingToRecommend`` where no answer is right; `CancellationError` when the task is cancelled; what a
  ///   diff throws that fails only while it is timed; an error where two algorithms have one name.
  @concurrent
  @inlinable
  public func advise<Key: Sendable, Item: Equatable & Identifiable & Sendable, Header: Sendable>(
    from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>
  ) async throws -> Advice {
    let input = BenchmarkInput.diffs(from: old, to: new, by: [])
      .cancellable(by: algorithms, from: old, to: new, comparing: IdentifiableComparison())
    return try advise(on: input, elements: "\(Item.self)")
  }

  /// The same under a comparison of your own.
  @concurrent
  @inlinable
  public func advise<Key: Sendable, Item: Sendable, Header: Sendable, C: ItemComparison & Sendable>(
    from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>, comparing comparison: C
  ) async throws -> Advice where C.Item == Item {
    let input = BenchmarkInput.diffs(from: old, to: new, by: [], comparing: comparison)
      .cancellable(by: algorithms, from: old, to: new, comparing: comparison)
    return try advise(on: input, elements: "\(Item.self)")
  }

  @usableFromInline
  func advise(on input: BenchmarkInput, elements: String) throws -> Advice {
    var seen: Set<String> = []
    if let twice = input.contenders.first(where: { !seen.insert($0.name).inserted }) {
      throw SuiteUsageError("two algorithms are called \(twice.name); give each a name of its own")
    }
    var subject = Advice.Subject(
      title: "two snapshots", members: [], elements: elements, oldCount: input.oldCount, newCount: input.newCount,
      comparison: "one comparison for each pair of elements at equal offsets",
      dictionary: "one Dictionary from the old ids to offsets, capacity reserved, one look-up for each new id",
      verified: "applied to OLD it gives NEW")
    subject.onJemalloc = "run this program with it preloaded, on Linux: LD_PRELOAD=libjemalloc.so.2 …"
    return try Advice(on: input, subject, preferring: preference, with: Harness(clock: SystemClock())) { _, _ in
      try Task.checkCancellation()
    }
  }
}
