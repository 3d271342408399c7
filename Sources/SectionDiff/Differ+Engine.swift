extension Differ {
  /// Returns the changes that turn `old` into `new`, with the snapshots they refer to and a receipt.
  ///
  /// - Parameters:
  ///   - old: The snapshot before.
  ///   - new: The snapshot after.
  ///   - comparison: How identities and contents are compared.
  ///   - isCancelled: Asked now and then whether to stop; the diff then throws ``DiffError/cancelled``.
  /// - Throws: ``DiffError`` for two sections with one key, for repeated identities under
  ///   ``DuplicatePolicy/reject``, for an algorithm that breaks its contract, and when cancelled.
  /// - Complexity: O(*n*) for the front plus what the algorithm costs on what the front leaves; *n* is the number of
  ///   items on both sides. At most two hashes an item, a third only where keys collide on purpose: one for what the
  ///   front leaves, and one for few of those, looked at for stretches, or for all, where repeats must be looked for.
  ///   None for items that the front pairs under ``DuplicatePolicy/allow`` or between snapshots known to be unique, but
  ///   for one of sixteen in stretches.
  @inlinable
  public func diff<Key, Item, Header, C: ItemComparison>(
    from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>, comparing comparison: C,
    isCancelled: (() -> Bool)? = nil
  ) throws(DiffError) -> Diff<Key, Item, Header> where C.Item == Item {
    var run = DiffRun(strategy: algorithm.name, budget: budget, isCancelled: isCancelled)
    return try diff(from: old, to: new, comparing: comparison, in: &run)
  }

  /// Returns the changes that turn `old` into `new`, in the memory of a workspace: the answer is all that is allocated.
  ///
  /// - Parameters:
  ///   - old: The snapshot before.
  ///   - new: The snapshot after.
  ///   - comparison: How identities and contents are compared.
  ///   - workspace: Memory of former diffs, of whatever kind; this diff leaves its own there.
  ///   - isCancelled: Asked now and then whether to stop; the diff then throws ``DiffError/cancelled``.
  /// - Throws: As ``diff(from:to:comparing:isCancelled:)``; the workspace stays usable.
  @inlinable
  public func diff<Key, Item, Header, C: ItemComparison>(
    from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>, comparing comparison: C,
    reusing workspace: inout DiffWorkspace, isCancelled: (() -> Bool)? = nil
  ) throws(DiffError) -> Diff<Key, Item, Header> where C.Item == Item {
    var run = DiffRun(strategy: algorithm.name, budget: budget, isCancelled: isCancelled)
    run.exchangeScratch(with: &workspace)
    run.clearScratch()
    let result: Diff<Key, Item, Header>
    do {
      result = try diff(from: old, to: new, comparing: comparison, in: &run)
    } catch {
      run.exchangeScratch(with: &workspace)
      throw error
    }
    run.exchangeScratch(with: &workspace)
    return result
  }

  @inlinable
  func diff<Key, Item, Header, C: ItemComparison>(
    from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>, comparing comparison: C,
    in run: inout DiffRun
  ) throws(DiffError) -> Diff<Key, Item, Header> where C.Item == Item {
    try run.poll()
    let (old, oldItems, droppedOld) = try old.applying(
      duplicates, comparing: comparison, scope: scope, side: .old, in: &run)
    let (new, newItems, droppedNew) = try new.applying(
      duplicates, comparing: comparison, scope: scope, side: .new, in: &run)
    let list = try run.list(
      from: old, oldItems.span, to: new, newItems.span, comparing: comparison, differ: self)
    return Diff(
      old: old, new: new,
      changeset: Changeset(
        identity: list, payload: .snapshots(old: old, new: new),
        rules: ChangesetRules(scope: scope, infersMoves: algorithm.infersMoves)),
      receipt: run.finishedReceipt(droppedOld: droppedOld, droppedNew: droppedNew))
  }
}

extension DiffRun {
  /// Front, tokens, algorithm, moves: the whole of a diff between snapshots that satisfy the policy.
  ///
  /// The spans are all items of the snapshots, section after section.
  @inlinable
  mutating func list<Key, Item, Header, C: ItemComparison>(
    from old: Snapshot<Key, Item, Header>, _ oldItems: borrowing Span<Item>, to new: Snapshot<Key, Item, Header>,
    _ newItems: borrowing Span<Item>, comparing comparison: C, differ: Differ
  ) throws(DiffError) -> ChangeList where C.Item == Item {
    var plan = SectionPlan(old: old.keys, new: new.keys, in: &pool)
    var updatedSections: [PositionPair] = []
    itemBound = max(oldItems.count, newItems.count)
    sectionBound = min(old.keys.count, new.keys.count)
    limits = differ.frontLimits
    walkAllowance = limits.walkAllowance(items: oldItems.count + newItems.count)
    fullWalkAllowance = walkAllowance
    // What was hashed to look for repeats is hashed once more at most.
    stretchCredit = counters.hashes > 0 ? 0 : limits.smallestSampled + newItems.count / 8
    let walking = differ.algorithm.allowsWalk
    for newSection in new.keys.indices {
      let oldSection = plan.oldSection(ofNew: newSection)
      guard oldSection >= 0 else { continue }
      if Header.self != NoHeader.self, old.headers[oldSection] != new.headers[newSection] {
        updatedSections.append(PositionPair(position: oldSection, newSection))
      }
      try pairFront(
        old: oldItems, oldRange: old.offsets[oldSection]..<old.offsets[oldSection + 1],
        new: newItems, newRange: new.offsets[newSection]..<new.offsets[newSection + 1],
        comparing: comparison, walking: walking)
    }
    let keptOld = residueOld.count
    let keptNew = residueNew.count
    for section in plan.deleted {
      appendResidue(old: old.offsets[Int(section)]..<old.offsets[Int(section) + 1])
    }
    for section in plan.inserted {
      appendResidue(new: new.offsets[Int(section)]..<new.offsets[Int(section) + 1])
    }

    // Items of dead and born sections need a token only where items can be paired across sections.
    let pairsAcross = differ.scope == .global && differ.algorithm.infersMoves
    let oldTokens = pairsAcross ? residueOld.count : keptOld
    let newTokens = pairsAcross ? residueNew.count : keptNew
    if oldTokens > 0, newTokens > 0 {
      try makeTokens(
        oldCount: oldTokens, newCount: newTokens, old: oldItems, new: newItems, comparing: comparison)
    }
    var matching = try matchResidue(
      algorithm: differ.algorithm, hasTokens: oldTokens > 0 && newTokens > 0, keptOld: keptOld,
      keptNew: keptNew, scope: differ.scope)

    if !hasSharedRepeats {
      // Every pair is a match by token, and those were compared when they were found.
      var kept = 0
      for index in spareUpdates.indices where matching.oldOfNew[Int(spareUpdates[index].new)] >= 0 {
        let update = spareUpdates[index]
        spareUpdates[kept] = PositionPair(old: update.old, new: residueNew[Int(update.new)])
        kept += 1
      }
      spareUpdates.removeLast(spareUpdates.count - kept)
    } else {
      spareUpdates.removeAll(keepingCapacity: true)
      for place in residueNew.indices {
        if place & (Self.chunk - 1) == 0 { try poll() }
        guard matching.oldOfNew[place] >= 0 else { continue }
        let oldPosition = Int(residueOld[Int(matching.oldOfNew[place])])
        let newPosition = Int(residueNew[place])
        counters.comparisons += 1
        if !comparison.haveEqualContent(oldItems[oldPosition], newItems[newPosition]) {
          spareUpdates.append(PositionPair(position: oldPosition, newPosition))
        }
      }
    }
    defer {
      giveBack(&matching)
      plan.giveBack(to: &pool)
    }
    return list(
      matching, plan: plan, oldOffsets: old.offsets, newOffsets: new.offsets,
      updatedSections: updatedSections, algorithm: differ.algorithm)
  }

  @usableFromInline
  func finishedReceipt(droppedOld: Int, droppedNew: Int) -> DiffReceipt {
    var receipt = receipt
    receipt.droppedOld = droppedOld
    receipt.droppedNew = droppedNew
    return receipt
  }
}
