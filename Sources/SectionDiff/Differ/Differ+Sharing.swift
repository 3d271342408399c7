/// The diff of snapshots in chunks that share most of them, as those of live results do.
extension Differ {
  /// The changes between two snapshots of which most is in memory that both hold: what is shared is skipped, and each
  /// stage sees the rest alone.
  ///
  /// - Returns: What ``changes(from:_:to:_:comparing:front:in:)`` returns for the same items; `nil` where less than half is
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
    let isUnique =
      old.uniqueness.covers(comparison.identityName, in: scope)
      && new.uniqueness.covers(comparison.identityName, in: scope)
    guard isUnique || duplicates == .allow else { return nil }
    let shared = SharedLeaves(oldItems, newItems)
    guard shared.old.count + shared.new.count <= (oldItems.count + newItems.count) / 2 else { return nil }

    var sections = SectionPlan(old: old.keys, new: new.keys, in: &run.scratch.pool)
    defer { sections.giveBack(to: &run.scratch.pool) }
    // Items of sections that come or go are all looked at, wherever they are.
    let unkept =
      sections.deleted.reduce(0) { $0 + old.offsets.size(of: Int($1)) }
      + sections.inserted.reduce(0) { $0 + new.offsets.size(of: Int($1)) }
    guard unkept <= (oldItems.count + newItems.count) / 2 else { return nil }
    let (counters, receipt) = (run.counters, run.receipt)
    var search = SharedFront(
      shared, old: oldItems, new: newItems, sections: new.offsets.sectionCount, limits: frontLimits,
      in: &run.scratch.front)
    let isPaired: Bool
    do throws(DiffError) {
      isPaired = try search.pairAll(old.offsets, new.offsets, sections: sections, comparing: comparison, in: &run)
    } catch {
      search.found.pairs.giveBack(to: &run.scratch.front)
      throw error
    }
    var front = search.found.pairs
    defer { front.giveBack(to: &run.scratch.front) }
    if !isPaired {
      run.counters = counters
      return nil
    }

    // From here on the residue is looked at by itself, its items one after another.
    var residue = Residue()
    let oldResidue = ContiguousArray(front.residue.old.map { oldItems[Int($0)] })
    let newResidue = ContiguousArray(front.residue.new.map { newItems[Int($0)] })
    residue.old = (0..<Int32(truncatingIfNeeded: oldResidue.count)).map { $0 }
    residue.new = (0..<Int32(truncatingIfNeeded: newResidue.count)).map { $0 }
    residue.cuts = front.residue.cuts
    residue.keptOld = front.residue.keptOld
    residue.keptNew = front.residue.keptNew
    var tokens = try Tokens(
      of: residue, old: oldResidue.span, new: newResidue.span, comparing: comparison,
      all: scope == .global && algorithm.infersMoves, in: &run)
    defer { tokens.giveBack(to: &run.scratch) }
    if tokens.hasRepeats || front.hasRepeats, reviewsRepeats(front, tokens, in: &run.scratch.pool) {
      run.counters = counters
      return nil
    }
    var matching = try ResidueMatching(of: residue, &tokens, algorithm: algorithm, scope: scope, in: &run)
    defer { matching.giveBack(to: &run.scratch) }
    var updates = try matching.updates(
      of: residue, &tokens, old: oldResidue.span, new: newResidue.span, comparing: comparison, in: &run)
    defer { DiffScratch.keep(&updates, in: &run.scratch.changed) }
    for index in updates.indices {
      updates[index] = PositionPair(
        old: front.residue.old[Int(updates[index].old)], new: front.residue.new[Int(updates[index].new)])
    }
    let headerUpdates = Header.self == NoHeader.self ? [] : sections.updated(from: old.headers, to: new.headers)
    let moves = MovePlanner.moves(front, matching, sections: sections, oldOffsets: old.offsets, in: &run.scratch)
    if comparison.expectsRepeats, !isUnique, !moves.isEmpty, reviewsWalk {
      run.counters = counters
      run.restore(receipt, refundingWork: true)
      return nil
    }
    let list = ChangeList(
      front, matching, updates: &updates, moves: moves, sections: sections, headerUpdates: headerUpdates,
      oldOffsets: old.offsets, newOffsets: new.offsets, algorithm: algorithm, in: &run)
    if !isUnique, list.mayHaveFewer {
      let changedOld = ContiguousArray(list.changedOld.map { oldItems[$0.lowerBound] })
      let changedNew = ContiguousArray(list.changedNew.map { newItems[$0.lowerBound] })
      let areSeen = tokens.hasRepeats || front.hasRepeats || comparison.expectsRepeats || triesAllChoices
      let mayBeFewer =
        max(changedOld.count, changedNew.count) > RepeatSample.size && areSeen
        || RepeatSample.hasRepeat(
          old: changedOld.span, changedOld.indices, new: changedNew.span, changedNew.indices, comparing: comparison)
      if mayBeFewer {
        run.counters = counters
        run.restore(receipt, refundingWork: true)
        return nil
      }
    }
    return list
  }
}
