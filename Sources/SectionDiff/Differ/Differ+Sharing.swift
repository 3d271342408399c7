/// The diff of snapshots in chunks that share most of them, as those of live results do.
extension Differ {
  /// The changes between two snapshots of which most is in memory that both hold: what is shared is skipped, and each
  /// stage sees the rest alone.
  ///
  /// - Returns: What ``changes(from:to:comparing:in:)`` returns for the same items; `nil` where less than half is
  ///   shared, where sections with half of the items come or go, or where all items must be looked at: for repeats, or by an
  ///   algorithm that sees all that is between the equal ends, if only where identities repeat.
  /// - Complexity: O(*d* log *n* + *s*), where *d* is the number of items in chunks that are not shared and in sections
  ///   that come or go, *n* that of all items and *s* that of sections.
  @inlinable
  func sharedChanges<Key, Item, Header, C: ItemComparison>(
    from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>, comparing comparison: C,
    in run: inout DiffRun
  ) throws(DiffError) -> ChangeList? where C.Item == Item {
    guard case .chunked(let oldItems) = old.items, case .chunked(let newItems) = new.items, algorithm.allowsWalk,
      max(oldItems.count, newItems.count) <= SectionOffsets.maximumItemCount,
      old.sectionClash == nil, new.sectionClash == nil
    else { return nil }
    let isUnique = isKnownUnique(old.uniqueness, new.uniqueness, comparison.identityName)
    guard isUnique || duplicates == .allow else { return nil }
    var source = SharedItems(old: oldItems, new: newItems, comparing: comparison)
    guard source.areMostlyShared else { return nil }
    var sides = DiffSides(old, new, in: &run.scratch.pool)
    defer { sides.sections.giveBack(to: &run.scratch.pool) }
    // Items of sections that come or go are all looked at, wherever they are.
    guard sides.oneSidedCount <= (oldItems.count + newItems.count) / 2 else { return nil }

    let before = run.counted
    var front = try FrontPairs.found(
      in: &source, sides, itemBound: source.unsharedCount, walking: true, limits: frontLimits, in: &run)
    defer { front.giveBack(to: &run.scratch.front) }
    if !front.isGivenUp {
      // From here on the residue is looked at by itself, its items one after another.
      let items = source.gathered(old: front.residue.old, new: front.residue.new)
      let residue = Residue(numbering: front.residue)
      var tokens = try Tokens(of: residue, items, all: needsAllTokens, in: &run)
      defer { tokens.giveBack(to: &run.scratch) }
      let hasRepeats = tokens.hasRepeats || front.hasRepeats
      if !hasRepeats || !reviewsRepeats(front, tokens, in: &run.scratch.pool) {
        let list = try listFromTokens(front, residue, &tokens, items, sides, in: &run)
        let isDoubtful =
          !isUnique
          && (comparison.expectsRepeats && reviewsWalk && !list.moved.isEmpty
            || list.mayHaveFewer
              && mayPairByContent(
                list, among: source, areSeen: hasRepeats || comparison.expectsRepeats || triesAllChoices))
        if !isDoubtful { return list }
      }
    }
    run.restore(before, refundingWork: true)
    return nil
  }

  /// Whether copies of an item that changed may be among what changed.
  @inlinable
  func mayPairByContent<C: ItemComparison>(
    _ list: borrowing ChangeList, among source: borrowing SharedItems<C>, areSeen: Bool
  ) -> Bool {
    if areSeen, list.mostChanged > RepeatSample.size { return true }
    let changed = source.gathered(
      old: list.changedOld.map { Int32(truncatingIfNeeded: $0.lowerBound) },
      new: list.changedNew.map { Int32(truncatingIfNeeded: $0.lowerBound) })
    var counters = DiffRun.Counters()
    return RepeatSample.hasRepeat(
      old: CollectionOfOne(changed.old.indices), new: CollectionOfOne(changed.new.indices), of: changed,
      counters: &counters)
  }
}

extension DiffSides {
  /// How many items are in sections that only one side has.
  @usableFromInline var oneSidedCount: Int {
    sections.deleted.reduce(0) { $0 + oldOffsets.size(of: Int($1)) }
      + sections.inserted.reduce(0) { $0 + newOffsets.size(of: Int($1)) }
  }
}
