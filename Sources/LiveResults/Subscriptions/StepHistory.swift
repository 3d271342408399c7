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
    /// A ``FeedStep``.
    let content: any AnyObject & Sendable
    /// How many changes it names.
    let changeCount: Int
    /// How many items there were before.
    let itemCount: Int
  }

  private let limit: Int
  /// Those kept, oldest first.
  private var steps: [Step] = []
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
    steps.append(step)
    changeCount += step.changeCount
    var gone = 0
    while gone < steps.count - 1 {
      let first = steps[gone]
      if steps.count - gone <= limit, Self.isWorthComposing(changeCount, of: first.itemCount) { break }
      changeCount -= first.changeCount
      gone += 1
    }
    if gone == 0 { return [] }
    defer { steps.removeFirst(gone) }
    return Array(steps[..<gone])
  }

  /// The steps from a revision to the newest, oldest first; none where they are not kept, or were never taken.
  func steps(after revision: Int) -> [Step] {
    let oldest = newest - steps.count
    guard revision >= oldest, revision <= newest else { return [] }
    return Array(steps[(revision - oldest)...])
  }

  /// Whether so many changes of so many items, in several steps, are worth composing rather than comparing the snapshots.
  static func isWorthComposing(_ changeCount: Int, of itemCount: Int) -> Bool {
    changeCount <= max(1024, itemCount / 4)
  }
}

/// What a step of a ``StepHistory`` holds.
final class FeedStep<Key: Hashable & Sendable, Shown: Sendable, Header: Equatable & Sendable>: Sendable {
  let before: Snapshot<Key, Shown, Header>
  let changeset: Changeset<Key, Shown, Header>

  init(before: Snapshot<Key, Shown, Header>, changeset: Changeset<Key, Shown, Header>) {
    self.before = before
    self.changeset = changeset
  }
}
