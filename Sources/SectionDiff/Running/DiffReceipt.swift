/// What a diff did to get its answer: equal inputs give equal receipts, on every machine and in every run.
///
/// Comparisons, hashes and moves are counted, never probes or time.
public struct DiffReceipt: Hashable, Sendable, Codable {
  /// The strategy that was requested, such as `adaptive`.
  public var strategy: String
  /// The strategy that did the work, such as `lis`; differs from ``strategy`` when that one chose.
  public var picked: String
  /// Why it was picked, in words.
  public var reason = ""
  /// Comparisons of two elements, by content or by identity.
  public var comparisons = 0
  /// Identities hashed. Keys that were made to collide are hashed once more; whether they do is up to the seed of the
  /// process.
  public var hashes = 0
  /// Items paired at the equal ends of sections.
  public var trimmedPrefix = 0
  /// Items paired at the equal ends of sections.
  public var trimmedSuffix = 0
  /// Items paired by walking both sides together, after trimming, and in stretches that are elsewhere.
  public var walked = 0
  /// Items that were left for the algorithm, on the old side.
  public var residueOld = 0
  /// Items that were left for the algorithm, on the new side.
  public var residueNew = 0
  /// Moves in the answer.
  public var moves = 0
  /// Units of work that the algorithm spent.
  public var workSpent = 0
  /// Whether the budget ran out, so that the answer was completed without regard to minimality.
  public var budgetExhausted = false
  /// Whether the answer has the fewest changes that the strategy promises, as far as the diff could see.
  ///
  /// True only where the algorithm promises it, of all answers (``DiffAlgorithm/promises``) or of this one
  /// (``DiffRun/note(picked:because:promising:)``), or where nothing moves and no answer could have fewer deletes and
  /// inserts. False when the budget ran out, when the strategy plans moves greedily, or when repeated identities were seen
  /// among what was hashed and something moves, unless the algorithm promises the shortest script, too: then what is not in
  /// it moves, and no answer has fewer deletes, inserts and moves.
  ///
  /// Repeats among items that the front paired by comparing are not all seen (``ItemComparison/expectsRepeats``), nor those
  /// that only the new side has: with moves, true then means minimal provided that identities are unique. Under
  /// ``DuplicatePolicy/reject``, or between snapshots known to be unique, it is unconditional.
  public var isMinimal = false
  /// Whether leftovers were paired as moves; false for Myers without inferred moves.
  public var infersMoves = true
  /// Items dropped by ``DuplicatePolicy/keepFirst`` or ``DuplicatePolicy/keepLast``, on the old side.
  public var droppedOld = 0
  /// Items dropped by ``DuplicatePolicy/keepFirst`` or ``DuplicatePolicy/keepLast``, on the new side.
  public var droppedNew = 0

  /// Makes an empty receipt for a strategy.
  public init(strategy: String) {
    self.strategy = strategy
    picked = strategy
  }
}
