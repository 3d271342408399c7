/// What is done where identities repeat: the walk may have paired a copy that should have been left.
extension Differ {
  /// Whether what the walk paired is taken back where identities repeat and items would move.
  @usableFromInline var reviewsWalk: Bool { duplicates == .allow && algorithm.reviewsWalk && algorithm.infersMoves }

  /// The same where the front or the tokens have a repeat: whether one is where items are paired.
  @usableFromInline
  func reviewsRepeats(_ front: borrowing FrontPairs, _ tokens: borrowing Tokens, in pool: inout BufferPool) -> Bool {
    guard reviewsWalk else { return false }
    // The front looks for repeats within sections.
    if scope == .global || front.hasRepeats || !front.residue.isSectioned { return true }
    return ResidueMatching.hasRepeatsWithinSections(tokens, front.residue, in: &pool)
  }

  /// The changes by identity alone.
  ///
  /// Where identities repeat, the walk may have paired a copy that should have been left. What it left is then joined: where
  /// nothing moves and all that both sides hold is kept, no answer has fewer changes. Else the answer is the smaller one of
  /// that and of the algorithm's, which sees all that is between the equal ends.
  ///
  ///     old   a x b x c        the walk pairs a, x, b and c; the other x would move
  ///     new   x a b x c        between the equal ends the algorithm sees  a x  and  x a
  @inlinable
  func listByIdentity<C: ItemComparison>(
    _ front: borrowing FrontPairs, _ tokens: inout Tokens, _ items: borrowing ComparedItems<C>,
    _ sides: borrowing DiffSides, in run: inout DiffRun
  ) throws(DiffError) -> ChangeList {
    let hasRepeats =
      (tokens.hasRepeats || front.hasRepeats) && reviewsRepeats(front, tokens, in: &run.scratch.pool)
    let isJoined = hasRepeats && front.hasWalked
    var planned = try plannedMatching(
      front, front.residue, &tokens, sides, by: isJoined ? LISDiff() : algorithm, in: &run)
    defer { planned.matching.giveBack(to: &run.scratch) }
    if isJoined {
      run.note(
        picked: LISDiff().name,
        because: "identities repeat, but nothing moves when they are joined in order of occurrence")
    }
    if !planned.moves.isEmpty {
      var isReviewed = isJoined
      if !hasRepeats, items.comparison.expectsRepeats, reviewsWalk {
        isReviewed = front.hasWalkedRepeats(sides, items, within: scope, in: &run)
      }
      if isReviewed {
        if let list = try listWithoutWalk(planned, front, items, sides, in: &run) { return list }
        planned.matching.hasRepeats = true
      }
    }
    return try list(front, front.residue, &tokens, planned, items, sides, in: &run)
  }

  /// The changes where the algorithm sees all that is between the equal ends; `nil` where it moves more items than
  /// what is matched already: the receipt is then as before, but for what was spent.
  ///
  /// Kept out of line, because it is rare: what comes before it needs all registers.
  ///
  /// - Complexity: one more hash for each item that the front paired between the ends, and what the algorithm costs.
  @inlinable @inline(never)
  func listWithoutWalk<C: ItemComparison>(
    _ other: borrowing PlannedMatching, _ front: borrowing FrontPairs, _ items: borrowing ComparedItems<C>,
    _ sides: borrowing DiffSides, in run: inout DiffRun
  ) throws(DiffError) -> ChangeList? {
    let before = run.counted
    run.scratch.exchangeFronts()
    defer { run.scratch.exchangeFronts() }
    var ends = front.ends(sides, beforeUpdates: false, counting: &run.counters, in: &run.scratch.front)
    defer { ends.giveBack(to: &run.scratch.front) }
    var tokens = try Tokens(of: ends.residue, items, all: needsAllTokens, in: &run)
    defer { tokens.giveBack(to: &run.scratch) }
    let kept = front.pairCount + other.matching.pairCount - other.moves.count
    run.known = (kept: kept - ends.pairCount, items: tokens.old.count + tokens.new.count)
    defer { run.known = nil }
    var planned = try plannedMatching(ends, ends.residue, &tokens, sides, by: algorithm, in: &run)
    defer { planned.matching.giveBack(to: &run.scratch) }
    if planned.moves.count <= other.moves.count {
      return try list(ends, ends.residue, &tokens, planned, items, sides, in: &run)
    }
    run.restore(before, refundingWork: false)
    return nil
  }
}

extension DiffRun {
  /// What was counted and written so far.
  @usableFromInline var counted: (counters: Counters, receipt: DiffReceipt) { (counters, receipt) }

  /// Takes back what was written since.
  ///
  /// - Parameter refundingWork: Whether what was counted and spent is taken back, too, because it is spent again; else it stays,
  ///   and the receipt says why no smaller answer was found.
  @usableFromInline
  mutating func restore(_ earlier: (counters: Counters, receipt: DiffReceipt), refundingWork: Bool) {
    let later = receipt
    receipt = earlier.receipt
    pickedPromises = []
    if refundingWork {
      counters = earlier.counters
      unitsLeft += later.workSpent - receipt.workSpent
    } else {
      counters.walked = earlier.counters.walked
      receipt.workSpent = later.workSpent
      receipt.reason = later.reason
      if later.budgetExhausted { receipt.budgetExhausted = true }
    }
  }
}

extension FrontPairs {
  /// Whether anything was walked, and a sample of what is between the equal ends of sections has a repeat.
  ///
  /// - Parameter scope: Whether copies in different sections are repeats.
  /// - Complexity: O(*s* + *r*), where *s* is the number of sections and *r* that of runs; hashes as ``RepeatSample``.
  @inlinable @inline(never)
  func hasWalkedRepeats<C: ItemComparison>(
    _ sides: borrowing DiffSides, _ items: borrowing ComparedItems<C>, within scope: IdentityScope,
    in run: inout DiffRun
  ) -> Bool {
    guard hasWalked else { return false }
    let middles = SectionMiddles(runs, sides)
    return RepeatSample.hasRepeat(
      old: middles.lazy.map { $0.old }, new: middles.lazy.map { $0.new }, of: items, isApart: scope == .section,
      counters: &run.counters)
  }

  /// How many items are paired.
  @usableFromInline var pairCount: Int { runs.reduce(0) { $0 + Int($1.count) } }

  /// The pairs at the equal ends of sections, without what was walked or found in stretches.
  ///
  /// - Parameters:
  ///   - beforeUpdates: Whether the ends of a section stop where the content of a pair differs; how many pairs they then have
  ///     is counted.
  /// - Complexity: O(*s* + *r* + *u*), where *s* is the number of sections, *r* that of runs and *u* that of updates, and
  ///   O(*n*) for *n* items between the ends.
  @usableFromInline
  func ends(
    _ sides: borrowing DiffSides, beforeUpdates: Bool, counting counters: inout DiffRun.Counters,
    in scratch: inout FrontScratch
  ) -> FrontPairs {
    var search = FrontSearch(
      pairs: FrontPairs(itemBound: itemBound, in: &scratch), sides, walking: false, limits: FrontLimits(),
      hashing: false)
    var passed = 0
    for var middle in SectionMiddles(runs, sides) {
      if beforeUpdates {
        middle.narrow(updates, from: &passed)
        counters.prefix += middle.prefix
        counters.suffix += middle.suffix
      }
      search.pairs.appendRun(
        old: middle.oldSection.lowerBound, new: middle.newSection.lowerBound, count: middle.prefix)
      search.pairs.appendResidue(old: middle.old)
      search.pairs.appendResidue(new: middle.new)
      search.pairs.appendRun(old: middle.old.upperBound, new: middle.new.upperBound, count: middle.suffix)
      search.cutResidue()
    }
    search.leaveOneSided(sides)
    var run = 0
    for update in updates {
      while run < search.pairs.runs.count, search.pairs.runs[run].newEnd <= Int(update.new) { run += 1 }
      guard run < search.pairs.runs.count else { break }
      if search.pairs.runs[run].pairs(Int(update.old), Int(update.new)) {
        search.pairs.appendUpdate(old: Int(update.old), new: Int(update.new))
      }
    }
    return search.pairs
  }
}

/// What is between the equal ends of each kept section, section by section in the new order.
///
/// - Complexity: O(*s* + *r*) for all, where *s* is the number of sections and *r* that of runs.
@usableFromInline
struct SectionMiddles: Sequence, IteratorProtocol {
  /// A kept section, how many items at its ends are paired, and what is between them.
  @usableFromInline
  struct Element {
    fileprivate let oldSection: Range<Int>
    fileprivate let newSection: Range<Int>
    fileprivate var prefix: Int
    fileprivate var suffix: Int

    @usableFromInline var old: Range<Int> { oldSection.lowerBound + prefix..<oldSection.upperBound - suffix }
    @usableFromInline var new: Range<Int> { newSection.lowerBound + prefix..<newSection.upperBound - suffix }

    /// Lets the ends stop where the content of a pair differs.
    ///
    /// - Parameters:
    ///   - updates: Pairs whose content differs; they ascend in the new snapshot.
    ///   - passed: How many of them are before the section; then, how many are before its end.
    fileprivate mutating func narrow(_ updates: [PositionPair], from passed: inout Int) {
      while passed < updates.count, Int(updates[passed].new) < newSection.lowerBound { passed += 1 }
      let first = passed
      while passed < updates.count, Int(updates[passed].new) < newSection.upperBound { passed += 1 }
      guard first < passed else { return }
      let afterLast = newSection.upperBound - Int(updates[passed - 1].new) - 1
      // Where all is one run, the part after the last update is an end, too.
      suffix = old.isEmpty && new.isEmpty ? afterLast : Swift.min(suffix, afterLast)
      prefix = Swift.min(prefix, Int(updates[first].new) - newSection.lowerBound)
    }
  }

  private let runs: [PairedRun]
  private let oldOffsets: SectionOffsets
  private let newOffsets: SectionOffsets
  private let sections: SectionPlan
  private var section = 0
  /// Invariant: all runs before this one end before the section.
  private var run = 0

  /// - Parameter runs: Pairs, among them those at the equal ends; they ascend in the new snapshot.
  @usableFromInline
  init(_ runs: [PairedRun], _ sides: borrowing DiffSides) {
    self.runs = runs
    oldOffsets = sides.oldOffsets
    newOffsets = sides.newOffsets
    sections = sides.sections
  }

  @usableFromInline
  mutating func next() -> Element? {
    while section < newOffsets.sectionCount {
      defer { section += 1 }
      let oldSection = sections.oldSection(ofNew: section)
      guard oldSection >= 0 else { continue }
      let (old, new) = (oldOffsets[oldSection], newOffsets[section])
      while run < runs.count, runs[run].newEnd <= new.lowerBound { run += 1 }
      let limit = Swift.min(old.count, new.count)
      let prefix =
        run < runs.count && runs[run].pairs(old.lowerBound, new.lowerBound)
        ? Swift.min(limit, runs[run].newEnd - new.lowerBound) : 0
      while run < runs.count, runs[run].newEnd < new.upperBound { run += 1 }
      let suffix =
        run < runs.count && prefix < limit && runs[run].pairs(old.upperBound - 1, new.upperBound - 1)
        ? Swift.min(limit - prefix, new.upperBound - Int(runs[run].new)) : 0
      return Element(oldSection: old, newSection: new, prefix: prefix, suffix: suffix)
    }
    return nil
  }
}

extension PairedRun {
  /// The new position after its last pair.
  fileprivate var newEnd: Int { Int(new) + Int(count) }

  /// Whether it rises and holds this pair.
  fileprivate func pairs(_ oldPosition: Int, _ newPosition: Int) -> Bool {
    extent > 0 && newPosition >= Int(new) && newPosition < newEnd
      && oldPosition - Int(old) == newPosition - Int(new)
  }
}
