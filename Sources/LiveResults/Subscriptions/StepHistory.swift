import SectionDiff

/// The last steps of the results, for subscribers that are late or slow.
///
/// Kept are as many as a limit allows, and no more than are worth composing: where several steps together name more than
/// a quarter of the items, the difference of the two snapshots costs less, so the older of them are let go, and the
/// snapshots that they hold with them.
///
/// It does not depend on the types of the results, so that it is compiled once and for all: every announcement goes
/// through it.
///
/// *Invariant:* the steps kept lead, one after another, to the newest revision.
struct StepHistory: Sendable {
  /// A step from the revision before.
  struct Step: Sendable {
    /// The content of a ``ResultsUpdate``.
    let content: any AnyObject & Sendable
    /// The number of the moment from which it leads on.
    let moment: Int
    /// How many changes it names.
    let changeCount: Int
    /// How many items there were before.
    let itemCount: Int
  }

  private let limit: Int
  /// The steps, oldest first, behind `nil` for some that were let go.
  private var kept: [Step?] = []
  /// The offset of the oldest.
  private var start = 0
  private var newest = 0
  /// How many changes all steps name.
  private var changeCount = 0

  init(limit: Int) { self.limit = max(1, limit) }

  /// The number of steps kept.
  var count: Int { kept.count - start }

  /// Adds the step to the next revision.
  ///
  /// - Returns: The steps that are let go, for the caller to drop where that is convenient.
  /// - Complexity: O(1) on average, whatever the limit is.
  mutating func append(_ step: Step) -> [Step] {
    newest += 1
    kept.append(step)
    changeCount += step.changeCount
    var gone: [Step] = []
    while count > 1, let oldest = kept[start] {
      if count <= limit, Self.isWorthComposing(changeCount, of: oldest.itemCount) { break }
      changeCount -= oldest.changeCount
      gone.append(oldest)
      kept[start] = nil
      start += 1
    }
    // Not before there are fewer steps to move than were let go since.
    if start >= count {
      kept.removeFirst(start)
      start = 0
    }
    return gone
  }

  /// The steps from a revision to the newest, oldest first; none where they are not kept, or were never taken.
  func steps(after revision: Int) -> [Step] {
    let oldest = newest - count
    guard revision >= oldest, revision <= newest else { return [] }
    return kept[(start + revision - oldest)...].compactMap(\.self)
  }

  /// Whether so many changes of so many items, in several steps, are worth composing rather than comparing the snapshots.
  static func isWorthComposing(_ changeCount: Int, of itemCount: Int) -> Bool {
    changeCount <= max(1024, itemCount / 4)
  }
}
