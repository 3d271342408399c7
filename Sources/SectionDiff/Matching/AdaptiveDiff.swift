/// Picks a strategy by the items that the front left; the receipt says which and why.
///
/// With unique identities it runs ``LISDiff``, whose moves are minimal. Where identities repeat, an order of occurrence
/// is a poor guide to which copy is which, so it keeps what a shortest script keeps (``MyersDiff`` with inferred
/// moves) as long as that costs little, and falls back to ``LISDiff`` where it does not.
///
/// - Time: that of the strategy picked; with repeats at most O(*n*) more than ``LISDiff``.
/// - Space: O(*n*).
/// - Minimal: moves, deletes and inserts, when identities are unique.
/// - Falls back when: the shortest script costs more than a few thousand units and two an item; where a budget is
///   stated, when it costs more than that leaves beside the fallback.
public struct AdaptiveDiff: DiffAlgorithm {
  /// What to prefer where identities repeat, so that fewer changes cost more time. With unique identities the answers have
  /// the fewest changes whatever is preferred.
  public enum Goal: String, Hashable, Sendable, Codable, CaseIterable {
    /// A small answer, in a few times what joining by hash takes.
    case balance
    /// No more time than joining by hash takes, nearly; texts may get several times as many changes as they need.
    case speed
    /// The fewest deletes, inserts and moves, as long as the ``DiffBudget`` lasts.
    case fewestChanges = "fewest-changes"
  }

  /// What it prefers where identities repeat.
  public let goal: Goal

  /// Makes the algorithm.
  ///
  ///     let differ = Differ(algorithm: AdaptiveDiff(favoring: .fewestChanges))
  ///
  /// - Parameter goal: What to prefer where identities repeat.
  public init(favoring goal: Goal = .balance) { self.goal = goal }

  /// `adaptive`.
  public var name: String { "adaptive" }

  /// True, as for LIS, unless the fewest changes are wanted: the walk may pair a copy that the shortest script leaves.
  public var allowsWalk: Bool { goal != .fewestChanges }

  /// The fewest moves: with unique identities it is LIS. Favoring the fewest changes, the shortest script too.
  public var promises: DiffPromises { goal == .fewestChanges ? [.fewestMoves, .shortestScript] : [.fewestMoves] }

  /// Units that a shortest script may cost before it is given up: those of a screenful of rows in any order, and for
  /// each item less than joining it by hash. What the front leaves of long lists is rarely in order, and then a longer
  /// search finds hardly one move less (workloads `repeats-20`, `repeats-200`).
  /// A budget that the caller states lifts this bound, and so does favoring the fewest changes. Favoring speed, only the
  /// constant part is spent, whatever the budget.
  static let scriptUnits = 4096
  static let scriptUnitsPerItem = 2

  /// Runs the strategy that fits.
  public func matching(
    of input: borrowing DiffInput, in run: inout DiffRun
  ) throws(DiffInterruption) -> Matching {
    guard input.hasRepeats else {
      run.note(picked: LISDiff().name, because: "the identities that were left to match are unique")
      return try LISDiff().matching(of: input, in: &run)
    }
    let usual = Self.scriptUnits + (goal == .speed ? 0 : Self.scriptUnitsPerItem * input.count)
    // What is left beside the fallback, which takes a unit an item.
    let left = max(0, run.unitsLeft - input.count)
    let spentBefore = run.receipt.workSpent
    let isUnbounded = goal == .fewestChanges || (goal == .balance && run.isBudgetStated)
    let script = try run.withAllowance(isUnbounded ? left : min(left, usual)) { run throws(DiffInterruption) in
      try MyersDiff(infersMoves: true).matching(of: input, in: &run)
    }
    if let script {
      // Whole literals: a text that is put together would be allocated.
      run.note(
        picked: MyersDiff().name,
        because: run.receipt.workSpent - spentBefore <= usual
          ? "identities repeat and the shortest script is cheap"
          : "identities repeat and the shortest script fits into the budget")
      return script
    }
    run.note(
      picked: LISDiff().name,
      because: isUnbounded
        ? "identities repeat and the shortest script costs more than the budget leaves"
        : "identities repeat and the shortest script is too costly")
    let matching = try LISDiff().matching(of: input, in: &run)
    if goal == .fewestChanges { run.noteExhausted() }
    return matching
  }
}
