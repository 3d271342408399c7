import SectionDiff

/// The last steps of the results, for subscribers that are late or slow.
///
/// Kept are as many as a limit allows, and no more than are worth composing: where several steps together name more than
/// a quarter of the items, the difference of the two snapshots costs less, so the older of them are let go, and the
/// snapshots that they hold with them.
///
/// *Invariant:* the revisions kept are those from `oldest` to the newest, without a gap.
struct StepHistory<Key: Hashable & Sendable, Shown: Identifiable & Sendable, Header: Equatable & Sendable>: Sendable {
  /// A step from the revision before.
  typealias Step = ResultsUpdate<Key, Shown, Header>

  private let limit: Int
  /// By the revision that each leads to.
  private var steps: [Int: Step] = [:]
  private var oldest = 1
  private var newest = 0
  /// How many changes all steps name.
  private var changeCount = 0

  init(limit: Int) { self.limit = max(1, limit) }

  /// The number of steps kept.
  var count: Int { steps.count }

  /// Adds the step to the next revision.
  ///
  /// - Returns: The steps that are let go, for the caller to drop where that is convenient.
  mutating func append(_ step: Step) -> [Step] {
    newest += 1
    steps[newest] = step
    changeCount += step.changeset.changeCount
    var gone: [Step] = []
    while oldest < newest, let first = steps[oldest] {
      guard steps.count > limit || !Self.isWorthComposing(changeCount, from: first.before) else { break }
      changeCount -= first.changeset.changeCount
      steps[oldest] = nil
      oldest += 1
      gone.append(first)
    }
    return gone
  }

  /// The steps from a revision to the newest, oldest first; `nil` where they are not kept, or were never taken.
  func steps(after revision: Int) -> [Step]? {
    guard revision >= oldest - 1, revision <= newest else { return nil }
    return (revision..<newest).compactMap { steps[$0 + 1] }
  }

  /// Whether so many changes, in several steps, are worth composing rather than comparing the snapshots.
  static func isWorthComposing(_ changeCount: Int, from before: Snapshot<Key, Shown, Header>) -> Bool {
    changeCount <= max(1024, before.itemCount / 4)
  }
}
