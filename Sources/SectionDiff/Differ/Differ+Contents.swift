/// What is done where identities repeat and contents differ: of the copies of one identity, equal contents are paired first.
extension Differ {
  /// Whether an answer may have more changes than it needs, because copies of an item that changed are among what changed: two
  /// of the old ones, or two of the new ones.
  ///
  /// - Parameter areSeen: Whether repeats were seen, or are to be expected. Else a sample of what changed is looked at.
  /// - Complexity: one hash for each change at most; 64 a side where no repeats are seen.
  @inlinable @inline(never)
  func mayPairByContent<C: ItemComparison>(
    _ list: borrowing ChangeList, _ items: borrowing ComparedItems<C>, areSeen: Bool, in run: inout DiffRun
  ) throws(DiffError) -> Bool {
    if list.hasRepeat(items, counters: &run.counters) { return true }
    guard areSeen, list.mostChanged > RepeatSample.size else { return false }
    if try hasRepeat(list.changedOld, of: items.old, comparing: items.comparison, in: &run) { return true }
    return try hasRepeat(list.changedNew, of: items.new, comparing: items.comparison, in: &run)
  }

  /// Whether an identity repeats among the items at some positions.
  @inlinable
  func hasRepeat<C: ItemComparison>(
    _ positions: ChangedPositions, of items: ContiguousArray<C.Item>, comparing comparison: C, in run: inout DiffRun
  ) throws(DiffError) -> Bool {
    var residue = Residue()
    residue.old = positions.map { Int32(truncatingIfNeeded: $0.lowerBound) }
    if residue.old.isEmpty { return false }
    // One is enough for the table to be made.
    residue.new = [residue.old[0]]
    var tokens = try Tokens(
      of: residue, ComparedItems(old: items, new: items, comparing: comparison), all: true, in: &run)
    defer { tokens.giveBack(to: &run.scratch) }
    return tokens.repeats > 0
  }

  /// The answer that pairs equal contents first, where it has fewer changes than another: else that one.
  ///
  /// All between the equal ends is looked at, those without an update. The algorithm sees tokens by which only that has
  /// the same one as may be paired (``ContentClasses``). One that promises the shortest script sees those of each choice, as
  /// long as they are few and the budget lasts.
  ///
  /// Without moves an answer must not have more deletes and inserts than the other.
  ///
  /// Called, because it is rare.
  ///
  /// - Complexity: one more hash for each item between the ends, up to ``ContentClasses/comparisonsPerItem`` comparisons, and
  ///   what the algorithm costs; that ``SpareChoices/most`` times where it promises the shortest script.
  @inlinable @inline(never)
  func listByContent<C: ItemComparison>(
    _ first: consuming ChangeList, _ front: borrowing FrontPairs, _ items: borrowing ComparedItems<C>,
    _ sides: borrowing DiffSides, in run: inout DiffRun
  ) throws(DiffError) -> ChangeList {
    run.scratch.exchangeFronts()
    defer { run.scratch.exchangeFronts() }
    var counters = DiffRun.Counters()
    var ends = front.ends(sides, beforeUpdates: true, counting: &counters, in: &run.scratch.front)
    defer { ends.giveBack(to: &run.scratch.front) }
    var tokens = try Tokens(of: ends.residue, items, all: needsAllTokens, in: &run)
    defer { tokens.giveBack(to: &run.scratch) }
    guard tokens.hasSharedRepeats else { return first }
    if !needsAllTokens { ResidueMatching.localize(&tokens, ends.residue, in: &run.scratch.pool) }
    var classes = try ContentClasses(
      ends.residue, tokens.old, tokens.new, bound: tokens.bound, items, in: &run)
    defer { classes.giveBack(to: &run) }
    // Copies may be in different sections, where these are apart.
    guard classes.hasRepeats else { return first }
    classes.choose(ends.residue, asIn: first, in: &run)
    let before = run.counted
    let isProven = try chooseSpare(&classes, tokens, ends, sides, in: &run)

    var relabelled = classes.relabelled(tokens.new, bound: tokens.bound, in: &run)
    defer { relabelled.giveBack(to: &run.scratch) }
    let list = try listFromTokens(ends, ends.residue, &relabelled, items, sides, in: &run)
    let isTaken = list.isSmaller(than: first, infersMoves: algorithm.infersMoves)
    if isTaken {
      (run.counters.prefix, run.counters.suffix) = (counters.prefix, counters.suffix)
    } else {
      run.restore(before, refundingWork: false)
    }
    // Without moves, fewer deletes and inserts count.
    let isSmallest =
      algorithm.infersMoves ? isProven || (isTaken ? list : first).hasFewest(in: classes) : run.receipt.isMinimal
    run.note(moves: run.receipt.moves, isSmallest: isSmallest)
    return isTaken ? list : first
  }

  /// Whether the algorithm promises the fewest changes where identities repeat.
  @usableFromInline var triesAllChoices: Bool { algorithm.promises.contains(.shortestScript) && algorithm.infersMoves }

  /// Tries the choices of what is left over, and makes the best one; where the algorithm does not promise the fewest changes,
  /// the one that was made.
  ///
  /// - Returns: Whether no choice is better.
  @usableFromInline
  func chooseSpare(
    _ classes: inout ContentClasses, _ tokens: borrowing Tokens, _ ends: borrowing FrontPairs,
    _ sides: borrowing DiffSides, in run: inout DiffRun
  ) throws(DiffError) -> Bool {
    guard triesAllChoices else { return false }
    var best = try changeCount(classes, tokens, ends, sides, in: &run)
    var choices = SpareChoices(classes)
    // Half of what is left is for the answer itself. The tokens of each choice cost a unit an item, beside what the algorithm
    // spends.
    let (reserve, cost) = (run.unitsLeft / 2, classes.old.count + classes.new.count)
    var isDone = true
    while !run.receipt.budgetExhausted, choices.advance(&classes) {
      guard run.unitsLeft - cost > reserve else {
        isDone = false
        break
      }
      do { _ = try run.spend(cost) } catch { throw DiffError.cancelled }
      let count = try changeCount(classes, tokens, ends, sides, in: &run)
      if count < best, !run.receipt.budgetExhausted {
        best = count
        choices.keep(classes)
      }
    }
    choices.makeBest(&classes)
    return isDone && choices.isComplete && !run.receipt.budgetExhausted
  }

  /// How many changes an answer has that pairs what a choice lets it, less what all have.
  private func changeCount(
    _ classes: borrowing ContentClasses, _ tokens: borrowing Tokens, _ ends: borrowing FrontPairs,
    _ sides: borrowing DiffSides, in run: inout DiffRun
  ) throws(DiffError) -> Int {
    var relabelled = classes.relabelled(tokens.new, bound: tokens.bound, in: &run)
    defer { relabelled.giveBack(to: &run.scratch) }
    var matching = try ResidueMatching(of: ends.residue, &relabelled, algorithm: algorithm, scope: scope, in: &run)
    defer { matching.giveBack(to: &run.scratch) }
    let moves = MovePlanner.moves(
      ends, matching, sections: sides.sections, oldOffsets: sides.oldOffsets, in: &run.scratch)
    return moves.count + classes.updates(of: matching) - 2 * matching.pairCount
  }
}

extension ChangeList {
  /// The old positions of what is updated or deleted; those of updates come first.
  @inlinable var changedOld: ChangedPositions { ChangedPositions(updated: updated, isOld: true, others: deleted) }

  /// The new positions of what is updated or inserted, likewise; none where nothing is inserted: items that were updated have
  /// the identities of those before.
  @inlinable var changedNew: ChangedPositions {
    ChangedPositions(updated: inserted.isEmpty ? [] : updated, isOld: false, others: inserted)
  }

  /// How many items are of one of these, on the side with more of them.
  @inlinable var mostChanged: Int { updated.count + max(deleted.count, inserted.count) }

  /// Whether it could have fewer changes if other copies were paired: something is updated, and not all that changed.
  @inlinable var mayHaveFewer: Bool { !updated.isEmpty && updated.count + deleted.count + inserted.count > 1 }

  /// Whether a sample of what changed has a repeat, on either side.
  @inlinable
  func hasRepeat<C: ItemComparison>(_ items: borrowing ComparedItems<C>, counters: inout DiffRun.Counters) -> Bool {
    RepeatSample.hasRepeat(old: changedOld, new: changedNew, of: items, counters: &counters)
  }

  /// Whether it has fewer changes of items; without moves, no more deletes and inserts, too.
  @usableFromInline
  func isSmaller(than other: borrowing ChangeList, infersMoves: Bool) -> Bool {
    let script = deleted.count + inserted.count
    let otherScript = other.deleted.count + other.inserted.count
    if !infersMoves, script > otherScript { return false }
    return script + moved.count + updated.count < otherScript + other.moved.count + other.updated.count
  }

  /// Whether no answer has fewer changes, because all is paired that can be, nothing moves and no more pairs are of equal
  /// content.
  @usableFromInline
  func hasFewest(in classes: borrowing ContentClasses) -> Bool {
    moved.isEmpty && updated.count <= classes.fewestUpdates
  }
}

/// Positions of one side, each as a range: no closure, which would be allocated.
@usableFromInline
struct ChangedPositions: Sequence, IteratorProtocol {
  @usableFromInline let updated: [PositionPair]
  @usableFromInline let isOld: Bool
  @usableFromInline let others: [Int32]
  @usableFromInline var index = 0

  @inlinable
  init(updated: [PositionPair], isOld: Bool, others: [Int32]) {
    self.updated = updated
    self.isOld = isOld
    self.others = others
  }

  @inlinable
  mutating func next() -> Range<Int>? {
    guard index < updated.count + others.count else { return nil }
    defer { index += 1 }
    let position =
      index < updated.count
      ? Int(isOld ? updated[index].old : updated[index].new) : Int(others[index - updated.count])
    return position..<position + 1
  }
}
