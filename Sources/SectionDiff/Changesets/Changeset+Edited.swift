extension Changeset {
  /// Makes the changeset between two snapshots of which only some positions differ, without a diff.
  ///
  /// All items that are not named keep their order and their content: in each kept section the *r*-th old one is the
  /// *r*-th new one, which is not checked. Named items are paired by identity, each once; what is paired has moved where
  /// order demands it and is updated where its content differs. Sections are distinguished by key; all items of one
  /// that is gone or has come count as named. With unique identities the changes are exactly as many as those of a diff
  /// with ``LISDiff``.
  ///
  /// - Parameters:
  ///   - old: The snapshot before.
  ///   - new: The snapshot after.
  ///   - oldPositions: Positions in the concatenation of all old items, ascending, of what was removed, moved or updated.
  ///   - newPositions: Positions in the concatenation of all new items, ascending, of what was added, moved or updated.
  ///   - comparison: How identities and contents are compared.
  ///   - scope: Whether an item named in another section is the same item.
  ///   - infersMoves: Whether a kept item at another place is a move; a delete and an insert otherwise.
  /// - Throws: ``ChangesetMismatch`` when the positions do not fit the snapshots or two sections have one key.
  /// - Complexity: O(*s* + *k* log *k*), where *s* is the number of sections and *k* that of named items; and O(log *n*)
  ///   for each of those to read it, where *n* is the number of items. Keys and headers are not compared where both
  ///   snapshots share their arrays.
  @inlinable
  package init<C: ItemComparison>(
    from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>,
    removing oldPositions: [Int32], adding newPositions: [Int32], comparing comparison: C,
    scope: IdentityScope = .global, infersMoves: Bool = true
  ) throws(ChangesetMismatch) where C.Item == Item {
    guard old.sectionClash == nil, new.sectionClash == nil else {
      throw ChangesetMismatch("two sections have one key")
    }
    var pool = BufferPool()
    let plan = try EditPlan(
      oldOffsets: old.offsets, newOffsets: new.offsets, sections: SectionPlan(old: old.keys, new: new.keys, in: &pool),
      removing: oldPositions, adding: newPositions)
    let withinSections = scope == .section || !infersMoves
    var list: ChangeList
    if plan.removed.isEmpty || plan.added.isEmpty {
      list = plan.listWithoutPairs()
    } else if plan.removed.count == 1, plan.added.count == 1 {
      let (before, after) = (old.items[Int(plan.removed[0])], new.items[Int(plan.added[0])])
      let isPair =
        comparison.haveSameIdentity(before, after)
        && (!withinSections || plan.isInOneSection(old: plan.removed[0], new: plan.added[0]))
      list =
        isPair
        ? plan.listOfOne(isUpdated: !comparison.haveEqualContent(before, after), infersMoves: infersMoves)
        : plan.listWithoutPairs()
    } else {
      let (partners, updated) = plan.pairs(
        from: old.items, to: new.items, comparing: comparison, withinSections: withinSections)
      list = plan.list(partners: partners, updated: updated, infersMoves: infersMoves)
    }
    list.updatedSections = plan.sections.updated(from: old.headers, to: new.headers)
    self.init(
      identity: list, payload: .snapshots(old: old, new: new),
      rules: ChangesetRules(scope: scope, infersMoves: infersMoves))
  }
}

extension Changeset {
  /// The same for a caller that knows which named items are the same and which of them differ. That is not checked, nor
  /// that kept sections hold as many items that are not named as they did.
  ///
  /// - Parameters:
  ///   - old: The snapshot before.
  ///   - new: The snapshot after.
  ///   - oldPositions: Positions of old items, ascending; all of deleted sections among them.
  ///   - newPositions: Positions of new items, ascending; all of inserted sections among them.
  ///   - partners: For each of `newPositions` the index in `oldPositions` of the same item, or -1.
  ///   - updated: Indices in `newPositions` of items with a partner whose content differs, ascending.
  /// - Throws: ``ChangesetMismatch`` when the positions do not fit the snapshots.
  /// - Complexity: O(*k* log *k*), where *k* is the number of named items, where both snapshots share the array of their
  ///   keys; else O(*s*) more, where *s* is the number of sections.
  @inlinable
  package init(
    from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>,
    removing oldPositions: [Int32], adding newPositions: [Int32], partners: [Int32], updating updated: [Int32]
  ) throws(ChangesetMismatch) {
    var pool = BufferPool()
    let sections = SectionPlan(old: old.keys, new: new.keys, in: &pool)
    self.init(
      identity: try EditPlan.list(
        from: old.offsets, to: new.offsets, sections: sections, removing: oldPositions, adding: newPositions,
        partners: partners, updating: updated,
        updatedSections: sections.updated(from: old.headers, to: new.headers)),
      payload: .snapshots(old: old, new: new),
      rules: ChangesetRules(scope: .global, infersMoves: true))
  }
}

extension EditPlan {
  /// Pairs the named items of both sides by identity, each once: equal ends first, then by hash.
  ///
  /// - Parameters:
  ///   - old: All old items.
  ///   - new: All new items.
  ///   - comparison: How identities and contents are compared.
  ///   - withinSections: Whether only items in one section are paired.
  /// - Returns: For each of ``added`` the index in ``removed`` of its partner, or -1; and the pairs whose content
  ///   differs.
  @inlinable
  func pairs<C: ItemComparison>(
    from old: SnapshotItems<C.Item>, to new: SnapshotItems<C.Item>, comparing comparison: C, withinSections: Bool
  ) -> (partners: [Int32], updated: [PositionPair]) {
    let oldItems = removed.map { old[Int($0)] }
    let newItems = added.map { new[Int($0)] }
    func isPair(_ index: Int, _ partner: Int) -> Bool {
      comparison.haveSameIdentity(oldItems[partner], newItems[index])
        && (!withinSections || isInOneSection(old: removed[partner], new: added[index]))
    }
    var partners = [Int32](repeating: -1, count: added.count)
    let limit = min(removed.count, added.count)
    var prefix = 0
    while prefix < limit, isPair(prefix, prefix) {
      partners[prefix] = Int32(truncatingIfNeeded: prefix)
      prefix += 1
    }
    var suffix = 0
    while suffix < limit - prefix, isPair(added.count - 1 - suffix, removed.count - 1 - suffix) {
      partners[added.count - 1 - suffix] = Int32(truncatingIfNeeded: removed.count - 1 - suffix)
      suffix += 1
    }
    if prefix + suffix < limit {
      pairByHash(
        oldItems, prefix..<(removed.count - suffix), newItems, prefix..<(added.count - suffix), &partners,
        comparing: comparison, isPair: isPair)
    }

    var updated: [PositionPair] = []
    for (index, partner) in partners.enumerated() where partner >= 0 {
      if !comparison.haveEqualContent(oldItems[Int(partner)], newItems[index]) {
        updated.append(PositionPair(old: removed[Int(partner)], new: added[index]))
      }
    }
    return (partners, updated)
  }

  /// Pairs what is between the equal ends, in order.
  @inlinable
  func pairByHash<C: ItemComparison>(
    _ oldItems: [C.Item], _ oldRange: Range<Int>, _ newItems: [C.Item], _ newRange: Range<Int>,
    _ partners: inout [Int32], comparing comparison: C, isPair: (_ index: Int, _ partner: Int) -> Bool
  ) {
    let seed = identitySeed
    // For each hash the first old item that has it; and for each old item the next one of its hash.
    var first: [Int: Int] = [:]
    first.reserveCapacity(oldRange.count)
    var next = [Int](repeating: -1, count: oldRange.count)
    for partner in oldRange.reversed() {
      let hash = comparison.identityHash(of: oldItems[partner], seed: seed)
      next[partner - oldRange.lowerBound] = first.updateValue(partner, forKey: hash) ?? -1
    }
    for index in newRange {
      let hash = comparison.identityHash(of: newItems[index], seed: seed)
      guard var partner = first[hash] else { continue }
      var previous = -1
      while partner >= 0 {
        let follower = next[partner - oldRange.lowerBound]
        if isPair(index, partner) {
          partners[index] = Int32(truncatingIfNeeded: partner)
          if previous < 0 {
            first[hash] = follower
          } else {
            next[previous - oldRange.lowerBound] = follower
          }
          break
        }
        previous = partner
        partner = follower
      }
    }
  }
}
