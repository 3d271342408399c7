extension Differ {
  /// The changes between two snapshots, in a run that has its memory: where they share most of their chunks, of what they do
  /// not share; else, or where all must be looked at, of what the duplicate policy leaves.
  ///
  /// Each stage is a function from one value to the next:
  ///
  ///     snapshots ─▶ FrontPairs ─▶ Tokens ─▶ ResidueMatching ─▶ moves, updates ─▶ ChangeList
  ///                  pairs by ==   integers  the algorithm      by order, by content
  ///
  /// Where copies of an item that changed are among what changed, an answer that pairs those of equal content first is
  /// taken if it is smaller.
  ///
  /// - Parameter old: The old snapshot; becomes what the policy leaves of it, as the new one does.
  @inlinable
  func changes<Key, Item, Header, C: ItemComparison>(
    from old: inout Snapshot<Key, Item, Header>, to new: inout Snapshot<Key, Item, Header>, comparing comparison: C,
    in run: inout DiffRun
  ) throws(DiffError) -> ChangeList where C.Item == Item {
    try run.poll()
    if let list = try sharedChanges(from: old, to: new, comparing: comparison, in: &run) { return list }
    var repeated: [DiffError.DuplicateItem] = []
    var items = ComparedItems(
      old: try old.reduce(by: duplicates, comparing: comparison, scope: scope, side: .old, &repeated, in: &run),
      new: try new.reduce(by: duplicates, comparing: comparison, scope: scope, side: .new, &repeated, in: &run),
      comparing: comparison)
    if !repeated.isEmpty { throw .duplicateItems(repeated) }

    var sides = DiffSides(old, new, in: &run.scratch.pool)
    defer { sides.sections.giveBack(to: &run.scratch.pool) }
    var front = try FrontPairs.found(
      in: &items, sides, itemBound: max(items.old.count, items.new.count), walking: algorithm.allowsWalk,
      limits: frontLimits, in: &run)
    defer { front.giveBack(to: &run.scratch.front) }
    var tokens = try Tokens(of: front.residue, items, all: needsAllTokens, in: &run)
    defer { tokens.giveBack(to: &run.scratch) }
    let list = try listByIdentity(front, &tokens, items, sides, in: &run)
    guard list.mayHaveFewer, duplicates == .allow,
      !isKnownUnique(old.uniqueness, new.uniqueness, comparison.identityName)
    else { return list }
    let areSeen = tokens.hasRepeats || front.hasRepeats || comparison.expectsRepeats || triesAllChoices
    guard try mayPairByContent(list, items, areSeen: areSeen, in: &run) else { return list }
    return try listByContent(list, front, items, sides, in: &run)
  }

  /// What the changesets are made under.
  @inlinable var rules: ChangesetRules { ChangesetRules(scope: scope, infersMoves: algorithm.infersMoves) }

  /// Whether it is known of both sides that no identity repeats.
  @inlinable
  func isKnownUnique(_ old: Uniqueness, _ new: Uniqueness, _ identity: IdentityName?) -> Bool {
    old.covers(identity, in: scope) && new.covers(identity, in: scope)
  }

  /// Whether items of sections that only one side has need a token: only where items can be paired across sections.
  @inlinable var needsAllTokens: Bool { scope == .global && algorithm.infersMoves }

  /// The stages from the tokens on: ``plannedMatching(_:_:_:_:by:in:)``, then ``list(_:_:_:_:_:_:in:)``.
  ///
  /// - Parameters:
  ///   - front: The pairs of the front, and its residue.
  ///   - residue: The same residue, as positions of `items`.
  @inlinable
  func listFromTokens<C: ItemComparison>(
    _ front: borrowing FrontPairs, _ residue: borrowing Residue, _ tokens: inout Tokens,
    _ items: borrowing ComparedItems<C>, _ sides: borrowing DiffSides, in run: inout DiffRun
  ) throws(DiffError) -> ChangeList {
    var planned = try plannedMatching(front, residue, &tokens, sides, by: algorithm, in: &run)
    defer { planned.matching.giveBack(to: &run.scratch) }
    return try list(front, residue, &tokens, planned, items, sides, in: &run)
  }

  /// Pairs the residue, and says what moves.
  @usableFromInline
  func plannedMatching(
    _ front: borrowing FrontPairs, _ residue: borrowing Residue, _ tokens: inout Tokens, _ sides: borrowing DiffSides,
    by algorithm: any DiffAlgorithm, in run: inout DiffRun
  ) throws(DiffError) -> PlannedMatching {
    let matching = try ResidueMatching(of: residue, &tokens, algorithm: algorithm, scope: scope, in: &run)
    let moves = MovePlanner.moves(
      front, matching, sections: sides.sections, oldOffsets: sides.oldOffsets, in: &run.scratch)
    // Where no walk comes before, none is counted.
    if !front.hasWalked { run.counters.walked = 0 }
    return PlannedMatching(matching: matching, moves: moves)
  }

  /// Says what is updated, and lists all.
  @inlinable
  func list<C: ItemComparison>(
    _ front: borrowing FrontPairs, _ residue: borrowing Residue, _ tokens: inout Tokens,
    _ planned: borrowing PlannedMatching,
    _ items: borrowing ComparedItems<C>, _ sides: borrowing DiffSides, in run: inout DiffRun
  ) throws(DiffError) -> ChangeList {
    var updates = try planned.matching.updates(of: residue, positions: front.residue, &tokens, items, in: &run)
    defer { DiffScratch.keep(&updates, in: &run.scratch.front.changed) }
    return ChangeList(front, planned, updates: &updates, sides, algorithm: algorithm, in: &run)
  }
}
