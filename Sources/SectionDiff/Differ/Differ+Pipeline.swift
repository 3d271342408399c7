extension Differ {
  /// The changes, in a run that has its memory: what the policy leaves is compared.
  ///
  /// - Parameter front: Pairs that were found already; given only where the policy need not look for repeats.
  @inlinable
  func changeset<Key, Item, Header, C: ItemComparison>(
    from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>, comparing comparison: C,
    front: consuming FrontPairs?, in run: inout DiffRun
  ) throws(DiffError) -> Changeset<Key, Item, Header> where C.Item == Item {
    try run.poll()
    if let list = try sharedChanges(from: old, to: new, comparing: comparison, in: &run) {
      return Changeset(identity: list, payload: .snapshots(old: old, new: new), rules: rules)
    }
    let (old, oldItems, _) = try old.reduced(by: duplicates, comparing: comparison, scope: scope, side: .old, in: &run)
    let (new, newItems, _) = try new.reduced(by: duplicates, comparing: comparison, scope: scope, side: .new, in: &run)
    let list = try changes(
      from: old, oldItems.span, to: new, newItems.span, comparing: comparison, front: front, in: &run)
    return Changeset(identity: consume list, payload: .snapshots(old: old, new: new), rules: rules)
  }

  /// The same with the snapshots that are compared and a receipt.
  @inlinable
  func diff<Key, Item, Header, C: ItemComparison>(
    from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>, comparing comparison: C,
    in run: inout DiffRun
  ) throws(DiffError) -> Diff<Key, Item, Header> where C.Item == Item {
    try run.poll()
    if let list = try sharedChanges(from: old, to: new, comparing: comparison, in: &run) {
      return answer(list, from: old, to: new, dropped: (0, 0), in: run)
    }
    let (old, oldItems, droppedOld) = try old.reduced(
      by: duplicates, comparing: comparison, scope: scope, side: .old, in: &run)
    let (new, newItems, droppedNew) = try new.reduced(
      by: duplicates, comparing: comparison, scope: scope, side: .new, in: &run)
    let list = try changes(
      from: old, oldItems.span, to: new, newItems.span, comparing: comparison, front: nil, in: &run)
    return answer(list, from: old, to: new, dropped: (droppedOld, droppedNew), in: run)
  }

  /// The answer of a diff that is done.
  @inlinable
  func answer<Key, Item, Header>(
    _ list: consuming ChangeList, from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>,
    dropped: (old: Int, new: Int), in run: borrowing DiffRun
  ) -> Diff<Key, Item, Header> {
    Diff(
      old: old, new: new,
      changeset: Changeset(identity: list, payload: .snapshots(old: old, new: new), rules: rules),
      receipt: run.finishedReceipt(droppedOld: dropped.old, droppedNew: dropped.new))
  }

  /// What the changesets are made under.
  @inlinable var rules: ChangesetRules { ChangesetRules(scope: scope, infersMoves: algorithm.infersMoves) }

  /// All stages of a diff, each a function from one value to the next.
  ///
  ///     snapshots ─▶ FrontPairs ─▶ Tokens ─▶ ResidueMatching ─▶ updates, moves ─▶ ChangeList
  ///                  pairs by ==   integers  the algorithm      by content, by order
  ///
  /// The spans are all items of the snapshots, section after section. `found` are pairs of a front that was there before.
  @inlinable
  func changes<Key, Item, Header, C: ItemComparison>(
    from old: borrowing Snapshot<Key, Item, Header>, _ oldItems: borrowing Span<Item>,
    to new: borrowing Snapshot<Key, Item, Header>, _ newItems: borrowing Span<Item>, comparing comparison: borrowing C,
    front found: consuming FrontPairs?, in run: inout DiffRun
  ) throws(DiffError) -> ChangeList where C.Item == Item {
    let oldOffsets = old.offsets
    let newOffsets = new.offsets
    var sections = SectionPlan(old: old.keys, new: new.keys, in: &run.scratch.pool)
    defer { sections.giveBack(to: &run.scratch.pool) }
    let headerUpdates = Header.self == NoHeader.self ? [] : sections.updated(from: old.headers, to: new.headers)
    var front: FrontPairs
    // The memory of a short list's front is not worth keeping.
    let isShort = found != nil
    if let found {
      front = found
    } else {
      front = try FrontPairs.found(
        old: oldItems, oldOffsets, new: newItems, newOffsets, sections: sections, comparing: comparison,
        walking: algorithm.allowsWalk, limits: frontLimits, in: &run)
    }
    defer { if !isShort { front.giveBack(to: &run.scratch.front) } }
    var tokens = try Tokens(
      of: front.residue, old: oldItems, new: newItems, comparing: comparison, all: needsAllTokens, in: &run)
    defer { tokens.giveBack(to: &run.scratch) }
    return try list(
      front, &tokens, sections, headerUpdates, from: oldOffsets, oldItems, to: newOffsets, newItems,
      comparing: comparison, mayRepeat: mayRepeat(old.uniqueness, new.uniqueness, comparison.identityName), in: &run)
  }

  /// Whether the policy allows repeats, and it is not known that there are none.
  @inlinable
  func mayRepeat(_ old: Uniqueness, _ new: Uniqueness, _ identity: IdentityName?) -> Bool {
    duplicates == .allow && !(old.covers(identity, in: scope) && new.covers(identity, in: scope))
  }

  /// Whether items of sections that only one side has need a token: only where items can be paired across sections.
  @inlinable var needsAllTokens: Bool { scope == .global && algorithm.infersMoves }

  /// The stages from the tokens on; where copies of an item that changed are among what changed, those of equal content are
  /// paired first.
  @inlinable
  func list<C: ItemComparison>(
    _ front: borrowing FrontPairs, _ tokens: inout Tokens, _ sections: borrowing SectionPlan,
    _ headerUpdates: [PositionPair], from oldOffsets: SectionOffsets, _ oldItems: borrowing Span<C.Item>,
    to newOffsets: SectionOffsets, _ newItems: borrowing Span<C.Item>, comparing comparison: borrowing C,
    mayRepeat: Bool, in run: inout DiffRun
  ) throws(DiffError) -> ChangeList {
    let list = try listByIdentity(
      front, &tokens, sections, headerUpdates, from: oldOffsets, oldItems, to: newOffsets, newItems,
      comparing: comparison, in: &run)
    guard mayRepeat, list.mayHaveFewer else { return list }
    let areExpected = (copy comparison).expectsRepeats
    let areSeen = tokens.hasRepeats || front.hasRepeats || areExpected || triesAllChoices
    let mayBeFewer = try mayPairByContent(
      list, oldItems, newItems, comparing: comparison, areSeen: areSeen, in: &run)
    guard mayBeFewer else { return list }
    return try listByContent(
      list, front, sections, headerUpdates, from: oldOffsets, oldItems, to: newOffsets, newItems,
      comparing: comparison, in: &run)
  }

  /// The same by identity alone.
  ///
  /// Where identities repeat, the walk may have paired a copy that should have been left. What it left is then joined: where
  /// nothing moves and all that both sides hold is kept, no answer has fewer changes. Else the answer is the smaller one of
  /// that and of the algorithm's, which sees all that is between the equal ends.
  ///
  ///     old   a x b x c        the walk pairs a, x, b and c; the other x would move
  ///     new   x a b x c        between the equal ends the algorithm sees  a x  and  x a
  @inlinable
  func listByIdentity<C: ItemComparison>(
    _ front: borrowing FrontPairs, _ tokens: inout Tokens, _ sections: borrowing SectionPlan,
    _ headerUpdates: [PositionPair], from oldOffsets: SectionOffsets, _ oldItems: borrowing Span<C.Item>,
    to newOffsets: SectionOffsets, _ newItems: borrowing Span<C.Item>, comparing comparison: borrowing C,
    in run: inout DiffRun
  ) throws(DiffError) -> ChangeList {
    var isRepeated = false
    var isJoined = false
    if tokens.hasRepeats || front.hasRepeats, reviewsRepeats(front, tokens, in: &run.scratch.pool) {
      isRepeated = true
      isJoined = front.hasWalked
    }
    var matching: ResidueMatching
    if isJoined {
      matching = try ResidueMatching(of: front.residue, &tokens, algorithm: LISDiff(), scope: scope, in: &run)
      run.noteJoined()
    } else {
      matching = try ResidueMatching(of: front.residue, &tokens, algorithm: algorithm, scope: scope, in: &run)
    }
    defer { matching.giveBack(to: &run.scratch) }
    let moves = MovePlanner.moves(front, matching, sections: sections, oldOffsets: oldOffsets, in: &run.scratch)
    if !moves.isEmpty {
      var isReviewed = isJoined
      if !isRepeated, comparison.expectsRepeats, reviewsWalk {
        isReviewed = front.hasWalkedRepeats(
          old: oldItems, oldOffsets, new: newItems, newOffsets, sections: sections, within: scope,
          comparing: comparison, in: &run)
      }
      if isReviewed {
        let list = try listWithoutWalk(
          front, sections, headerUpdates, from: oldOffsets, oldItems, to: newOffsets, newItems, comparing: comparison,
          pairing: matching.pairCount, atMost: moves.count, in: &run)
        if let list { return list }
        matching.hasRepeats = true
      }
    }
    var updates = try matching.updates(
      of: front.residue, &tokens, old: oldItems, new: newItems, comparing: comparison, in: &run)
    defer { DiffScratch.keep(&updates, in: &run.scratch.changed) }
    return ChangeList(
      front, matching, updates: &updates, moves: moves, sections: sections, headerUpdates: headerUpdates,
      oldOffsets: oldOffsets, newOffsets: newOffsets, algorithm: algorithm, in: &run)
  }
}
