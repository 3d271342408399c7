import SectionDiff

/// Laws 6 and 7: completeness and minimality.
extension LawSubject {
  func checkCompleteness(_ tally: inout LawTally) {
    let kept = mapping.oldPaths.reduce(0) { $0 + $1.count { $0 != nil } }
    var problems: [String] = []
    if changes.deletes.count + kept != old.rowCount {
      problems.append("\(changes.deletes.count) deletes + \(kept) kept are not \(old.rowCount) old items")
    }
    if changes.inserts.count + kept != new.rowCount {
      problems.append("\(changes.inserts.count) inserts + \(kept) kept are not \(new.rowCount) new items")
    }
    let keepable = Reference.keptCount(from: old, to: new, scope: scope)
    if keepsEveryIdentity, kept != keepable {
      problems.append("\(kept) items are kept, but \(keepable) exist on both sides")
    }
    if kept > keepable { problems.append("\(kept) items are kept, but only \(keepable) exist on both sides") }
    tally.check(.completeness, problems)
  }

  func checkMinimality(_ tally: inout LawTally) {
    let counts = changes.counts
    let sections = Reference.sectionCounts(from: old, to: new)
    tally.check(
      .minimality,
      counts.sectionDeletes == sections.sectionDeletes && counts.sectionInserts == sections.sectionInserts
        && counts.sectionMoves == sections.sectionMoves && counts.sectionUpdates == sections.sectionUpdates,
      "sections: \(counts), the fewest are \(sections)")

    let isExcused = isExcused(diff.receipt, from: givenOld, to: givenNew)
    let isShortest = promisesShortestScript && !isExcused
    // What was walked is not hashed, so that repeats among it may not be known.
    let isCalledShortest = diff.receipt.isMinimal && (!keepsEveryIdentity || diff.receipt.walked == 0)
    if isShortest || isCalledShortest {
      let staying = old.rowCount - counts.deletes - counts.moves
      let longest = Reference.longestScriptKept(from: old, to: new)
      let claim = isShortest ? "the shortest script is promised" : "the receipt calls the answer minimal"
      // With moves, a copy may move that could stay, where another one then need not be updated.
      let hasFewestUpdates =
        keepsEveryIdentity && !isUnique && counts.updates == Reference.fewestUpdates(from: old, to: new, scope: scope)
      tally.check(
        .minimality, staying == longest || (staying > longest && counts.moves > 0) || hasFewestUpdates,
        "\(claim), but \(staying) items stay in place where \(longest) could")
    }
    if isShortest, !keepsEveryIdentity {
      tally.check(.minimality, diff.receipt.isMinimal, unproven)
    }
    guard isUnique, keepsEveryIdentity else { return }
    let fewest = Reference.identityCounts(from: old, to: new, scope: scope)
    var lower = counts
    lower.moves = fewest.moves
    tally.check(.minimality, lower == fewest, "\(counts), the fewest are \(fewest)")
    tally.check(
      .minimality, counts.moves >= fewest.moves,
      "\(counts.moves) moves, fewer than the reference holds possible (\(fewest.moves))")
    let isPromised = promisesFewestMoves && !isExcused
    if isPromised || diff.receipt.isMinimal {
      let claim = isPromised ? "the fewest moves are promised" : "the receipt calls the answer minimal"
      tally.check(.minimality, counts == fewest, "\(claim), but there are \(counts) where \(fewest) would do")
      let batch = Reference.batchCounts(from: old, to: new, scope: scope)
      let batchCounts = changeset.batch.counts
      tally.check(.minimality, batchCounts == batch, "batch view: \(batchCounts), the fewest are \(batch)")
    }
    if isPromised {
      tally.check(.minimality, diff.receipt.isMinimal, unproven)
    }
  }

  /// That a receipt does not call an answer minimal that is promised to be.
  private var unproven: String {
    "the receipt does not say that the answer, \(changes.counts), is minimal"
      + (diff.receipt.budgetExhausted
        ? "; it says that the budget ran out, after \(diff.receipt.workSpent) of \(differ.budget.workUnits) units" : "")
  }

  /// Whether an answer need not be as small as is promised, because the budget did not last: all of it was spent, or
  /// without a budget the algorithm spends more than the part of it that it may hold back for what follows.
  func isExcused(_ receipt: DiffReceipt, from before: State, to after: State) -> Bool {
    let units = differ.budget.workUnits
    guard receipt.budgetExhausted, units < .max else { return false }
    if receipt.workSpent >= units { return true }
    var unbounded = differ
    unbounded.budget = .unlimited
    // The work ends where it shows. An algorithm is asked whether it is cancelled after so many units, or more of them.
    var polls = units / 8 / 4_096 + 16
    let diff = try? unbounded.diff(from: before, to: after, comparing: comparison) {
      polls -= 1
      return polls < 0
    }
    return diff.map { $0.receipt.workSpent > units / 8 } ?? true
  }
}
