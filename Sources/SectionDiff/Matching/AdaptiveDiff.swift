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
  /// Makes the algorithm.
  public init() {}

  /// `adaptive`.
  public var name: String { "adaptive" }

  /// True, as for LIS.
  public var allowsWalk: Bool { true }

  /// The fewest moves: with unique identities it is LIS.
  public var promises: DiffPromises { [.fewestMoves] }

  /// Units that a shortest script may cost before it is given up: those of a screenful of rows in any order, and for
  /// each item less than joining it by hash. What the front leaves of long lists is rarely in order, and then a longer
  /// search finds hardly one move less (workloads `repeats-20`, `repeats-200`).
  /// A budget that the caller states lifts this bound.
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
    let usual = Self.scriptUnits + Self.scriptUnitsPerItem * input.count
    // What is left beside the fallback, which takes a unit an item.
    let left = max(0, run.unitsLeft - input.count)
    let spentBefore = run.receipt.workSpent
    let script = try run.withAllowance(run.isBudgetStated ? left : min(left, usual)) { run throws(DiffInterruption) in
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
      because: run.isBudgetStated
        ? "identities repeat and the shortest script costs more than the budget leaves"
        : "identities repeat and the shortest script is too costly")
    return try LISDiff().matching(of: input, in: &run)
  }
}
