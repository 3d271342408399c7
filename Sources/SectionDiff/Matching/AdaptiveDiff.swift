/// Picks a strategy by the items that the front left; the receipt says which and why.
///
/// With unique identities it runs ``LISDiff``, whose moves are minimal. Where identities repeat, an order of occurrence
/// is a poor guide to which copy is which. If joining what the front left moves nothing, no answer is smaller; else it takes
/// back what the walk paired and keeps what a shortest script keeps (``MyersDiff`` with inferred moves), as long as that
/// costs no more than a few times what joining does. Where it does, it takes the pairs that keep the most in place: of the
/// join, of ``HeckelDiff``, or of what was found of the script.
///
/// A search whose pace says that it would cost that much, for a script hardly shorter than that of what the walk paired, is
/// given up after one unit an item.
///
/// - Time: that of the strategy picked; with repeats at most 4,096 units and 64 for each item more than ``LISDiff``, or 384 for
///   each at up to 16,000 items on each side.
/// - Space: O(*n*).
/// - Minimal: moves, deletes and inserts, when identities are unique, or where a shortest script was found.
/// - Falls back when: the shortest script costs more than a few thousand units and 64 an item, or 384 at up to 16,000 on each
///   side; earlier where it seems hardly shorter than that of what the walk paired; where a budget is stated, when it costs
///   more than that leaves beside the fallback.
public struct AdaptiveDiff: DiffAlgorithm {
  /// What to prefer where identities repeat, so that fewer changes cost more time. With unique identities the answers have
  /// the fewest changes whatever is preferred.
  public enum Goal: String, Hashable, Sendable, Codable, CaseIterable {
    /// The fewest deletes, inserts and moves as long as that costs no more than a few times what joining by hash does; never
    /// more than ``HeckelDiff`` needs. Both where a repeat is seen: <doc:AnswerSize> says of which items it is.
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

  /// True for `.balance`.
  public var reviewsWalk: Bool { goal == .balance }

  /// The fewest moves: with unique identities it is LIS. Favoring the fewest changes, the shortest script too.
  public var promises: DiffPromises { goal == .fewestChanges ? [.fewestMoves, .shortestScript] : [.fewestMoves] }

  /// Units that a shortest script may cost before it is given up: those of a screenful of rows in any order, and for
  /// each item what joining it takes a few times. More where a table of all takes so little, at up to 16,000 items on each
  /// side: such texts get a shortest script whatever their order. Longer ones get it where they differ in a few thousand
  /// places (`table-2` of the pairs of texts).
  /// A budget that the caller states lifts this bound, and so does favoring the fewest changes. Favoring speed, only the
  /// constant part is spent, whatever the budget.
  static let scriptUnits = 4096
  var scriptUnitsPerItem = 64
  var tableUnitsPerItem = 128
  /// Units for each item that the fallbacks take.
  static let fallbackUnitsPerItem = 4

  /// Runs the strategy that fits.
  public func matching(
    of input: borrowing DiffInput, in run: inout DiffRun
  ) throws(CancellationError) -> Matching {
    guard input.hasRepeats else {
      run.note(picked: LISDiff().name, because: "the identities that were left to match are unique")
      return try LISDiff().matching(of: input, in: &run)
    }
    let usual = Self.scriptUnits + (goal == .speed ? 0 : unitsPerItem(of: input) * input.count)
    let left = max(0, run.unitsLeft - Self.fallbackUnitsPerItem * input.count)
    let spentBefore = run.receipt.workSpent
    let isUnbounded = goal == .fewestChanges || (goal == .balance && run.isBudgetStated)
    var unfinished: Matching?
    let script = try run.withAllowance(isUnbounded ? left : min(left, usual)) { run throws(CancellationError) in
      var search = MyersDiff(infersMoves: true)
      search.givesUpEarly = goal == .balance && !run.isBudgetStated
      let script = try search.matching(of: input, in: &run)
      guard run.receipt.budgetExhausted, goal != .speed else { return script }
      unfinished = script
      return Matching(for: input, in: &run)
    }
    if let script {
      // Whole literals: a text that is put together would be allocated.
      run.note(
        picked: MyersDiff(infersMoves: true).name,
        because: run.receipt.workSpent - spentBefore <= usual
          ? "identities repeat and the shortest script is cheap"
          : "identities repeat and the shortest script fits into the budget",
        promising: MyersDiff(infersMoves: true).promises)
      return script
    }
    let matching = try fallback(of: input, unfinished: &unfinished, isUnbounded, in: &run)
    if goal == .fewestChanges { run.noteExhausted() }
    return matching
  }

  /// Three times what a table takes, where that is little: a large one is made by halves, after a search.
  private func unitsPerItem(of input: borrowing DiffInput) -> Int {
    let tableUnits = SubsequenceTable.units(input.old.count, input.new.count)
    return tableUnits <= tableUnitsPerItem * input.count
      ? max(3 * tableUnitsPerItem, scriptUnitsPerItem) : scriptUnitsPerItem
  }

  /// The pairs that keep the most items in place: those of the join, of ``HeckelDiff``, or of what was found of a script.
  private func fallback(
    of input: borrowing DiffInput, unfinished: inout Matching?, _ isUnbounded: Bool, in run: inout DiffRun
  ) throws(CancellationError) -> Matching {
    let reason =
      isUnbounded
      ? "identities repeat and the shortest script costs more than the budget leaves"
      : "identities repeat and the shortest script is too costly"
    run.note(picked: LISDiff().name, because: reason)
    if goal == .speed { return try LISDiff().matching(of: input, in: &run) }
    defer { giveBack(&unfinished, to: &run) }
    let units = min(3 * input.count, run.unitsLeft - input.count)
    var heckel = try run.withAllowance(units) { run throws(CancellationError) in
      try HeckelDiff().matching(of: input, in: &run)
    }
    defer { giveBack(&heckel, to: &run) }
    heckel?.keepLongestRun()
    var best = try LISDiff().matching(of: input, in: &run)
    var most = best.inPlaceCount(in: &run)
    /// Exchanges the best and another one where that keeps more pairs in place.
    func prefer(_ other: inout Matching?, of name: String, in run: inout DiffRun) {
      guard let count = other?.inPlaceCount(in: &run), count > most, let better = other.take() else { return }
      (other, best, most) = (best, better, count)
      run.note(picked: name, because: reason)
    }
    prefer(&heckel, of: HeckelDiff().name, in: &run)
    prefer(&unfinished, of: MyersDiff(infersMoves: true).name, in: &run)
    return best
  }

  /// Gives a matching back that was not taken.
  private func giveBack(_ matching: inout Matching?, to run: inout DiffRun) {
    guard var rest = matching.take() else { return }
    run.giveBack(matching: &rest)
  }
}
