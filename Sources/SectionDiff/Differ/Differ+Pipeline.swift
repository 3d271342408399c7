extension Differ {
  /// The whole of a diff: each stage is a function from one value to the next.
  ///
  ///     snapshots ─▶ FrontPairs ─▶ Tokens ─▶ ResidueMatching ─▶ moves, updates ─▶ ChangeList
  ///                  pairs by ==   integers  the algorithm      fewest moves       the changeset
  @inlinable
  func diff<Key, Item, Header, C: ItemComparison>(
    from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>, comparing comparison: C,
    in run: inout DiffRun
  ) throws(DiffError) -> Diff<Key, Item, Header> where C.Item == Item {
    try run.poll()
    let (old, oldItems, droppedOld) = try old.reduced(
      by: duplicates, comparing: comparison, scope: scope, side: .old, in: &run)
    let (new, newItems, droppedNew) = try new.reduced(
      by: duplicates, comparing: comparison, scope: scope, side: .new, in: &run)

    var sections = SectionPlan(old: old.keys, new: new.keys, in: &run.scratch.pool)
    defer { sections.giveBack(to: &run.scratch.pool) }
    var front = try FrontPairs(
      old: oldItems.span, old.offsets, new: newItems.span, new.offsets, sections: sections, comparing: comparison,
      walking: algorithm.allowsWalk, limits: frontLimits, in: &run)
    defer { front.giveBack(to: &run.scratch) }
    // Items of sections that only one side has need a token only where items can be paired across sections.
    var tokens = try Tokens(
      of: front.residue, old: oldItems.span, new: newItems.span, comparing: comparison,
      all: scope == .global && algorithm.infersMoves, in: &run)
    defer { tokens.giveBack(to: &run.scratch) }
    var matching = try ResidueMatching(of: front.residue, &tokens, algorithm: algorithm, scope: scope, in: &run)
    defer { matching.giveBack(to: &run.scratch) }
    var updates = try matching.updates(
      of: front.residue, &tokens, old: oldItems.span, new: newItems.span, comparing: comparison, in: &run)
    defer { swap(&updates, &run.scratch.changed) }
    let moves = MovePlanner.moves(
      front, matching, sections: sections, oldOffsets: old.offsets, in: &run.scratch)
    var list = ChangeList(
      front, matching, updates: &updates, moves: moves, sections: sections, oldOffsets: old.offsets,
      newOffsets: new.offsets, in: &run.scratch)
    list.updatedSections = sections.updated(from: old.headers, to: new.headers)

    return Diff(
      old: old, new: new,
      changeset: Changeset(
        identity: list, payload: .snapshots(old: old, new: new),
        rules: ChangesetRules(scope: scope, infersMoves: algorithm.infersMoves)),
      receipt: run.finishedReceipt(
        moves: moves.count,
        isSmallest: list.isSmallest(by: algorithm, hasRepeats: front.hasRepeats || matching.hasRepeats),
        droppedOld: droppedOld, droppedNew: droppedNew))
  }
}
