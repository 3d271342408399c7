extension Changeset {
  /// Returns the batch view cut into the fewest steps such that each alone is legal for a list view, each with the
  /// snapshot after it. One where one is legal, never more than three, none for an empty changeset.
  ///
  ///     for stage in try changes.stages(from: shown) {
  ///       tableView.performBatchUpdates {
  ///         shown = stage.snapshot
  ///         tableView.deleteRows(at: …stage.changes.deletes…)
  ///       }
  ///     }
  ///
  /// Header updates are not list-view operations; they come with the first stage.
  ///
  /// The last stage has the snapshot that the changeset was made for, where the changeset holds it and `old` shares the
  /// memory of the one that it starts from; otherwise one that is made from `old`.
  ///
  /// - Parameter old: The snapshot that the list shows: the one this changeset starts from.
  /// - Throws: ``ChangesetMismatch`` when `old` does not fit.
  /// - Complexity: O(*k* log *s*) for one stage that ends in a snapshot held by the changeset, where *k* is the number of
  ///   changes and *s* that of sections, and O(*s*) more where sections come, go or move; otherwise O(*n* + *k* log *k*),
  ///   where *n* is the number of items.
  public func stages(
    from old: Snapshot<Key, Item, Header>
  ) throws(ChangesetMismatch) -> [Stage<Key, Item, Header>] {
    let new = try snapshot(after: old)
    if isEmpty { return [] }
    let batch = batch
    let plan = StagePlan(batch)
    if plan.count == 1 { return [Stage(changes: batch, snapshot: new)] }

    let builder = StageBuilder(batch: batch, plan: plan)
    var stages: [Stage<Key, Item, Header>] = []
    var before = builder.arrangement(after: -1)
    for stage in 0..<plan.count {
      let after = builder.arrangement(after: stage)
      stages.append(
        Stage(
          changes: builder.changes(of: stage, from: before, to: after),
          snapshot: stage == plan.count - 1
            ? new : builder.snapshot(of: after, stage: stage, old: old, new: new)))
      before = after
    }
    return stages
  }

  /// What `old` becomes: the snapshot held, where `old` is the one that this changeset starts from.
  package func snapshot(
    after old: Snapshot<Key, Item, Header>
  ) throws(ChangesetMismatch) -> Snapshot<Key, Item, Header> {
    if case .snapshots(let before, let after) = payload, old.isSameMemory(as: before) { return after }
    return try old.applying(self)
  }
}

/// Lays out what a list shows after each stage.
///
/// Rows and sections go by handles: what is in the old snapshot by its old position, what is new by the complement
/// of its new one. What stays in place is an *anchor*. Between two anchors are first the rows still at their old
/// places, in old order, then those already at their new ones, in new order.
private struct StageBuilder {
  let batch: ChangeList
  let plan: StagePlan
  private let order: KeptOrder
  private let rowFate: Fates
  private let sectionFate: Fates
  /// The handle of each new row and each new section.
  private var handleOfNewRow: [Int32]
  private var handleOfNewSection: [Int32]

  /// For every old and new position the stage in which it is left or taken; nil for what stays.
  private struct Fates {
    /// The stage in which what is at an old position leaves it.
    var leaves: [Int?]
    /// The stage in which what is at a new position arrives there.
    var arrives: [Int?]
  }

  /// What a list shows: handles, section after section.
  struct Arrangement {
    var sections: [Int32] = []
    var offsets = SectionOffsets.none
    var rows: [Int32] = []
  }

  init(batch: ChangeList, plan: StagePlan) {
    self.batch = batch
    self.plan = plan
    let order = KeptOrder(batch)
    self.order = order
    var rows = Fates(
      leaves: [Int?](repeating: nil, count: batch.oldOffsets.itemCount),
      arrives: [Int?](repeating: nil, count: batch.newOffsets.itemCount))
    var handles = [Int32](repeating: 0, count: rows.arrives.count)
    for new in handles.indices { handles[new] = ~Int32(truncatingIfNeeded: new) }
    for (index, old) in batch.deleted.enumerated() { rows.leaves[Int(old)] = plan.deletes[index] }
    for (index, new) in batch.inserted.enumerated() { rows.arrives[Int(new)] = plan.inserts[index] }
    for (index, move) in batch.moved.enumerated() {
      rows.leaves[Int(move.old)] = plan.moves[index]
      rows.arrives[Int(move.new)] = plan.moves[index]
      handles[Int(move.new)] = move.old
    }
    var sections = Fates(
      leaves: [Int?](repeating: nil, count: batch.oldOffsets.sectionCount),
      arrives: [Int?](repeating: nil, count: batch.newOffsets.sectionCount))
    var sectionHandles = order.oldSection.indices.map { new in
      order.oldSection[new] >= 0
        ? Int32(truncatingIfNeeded: order.oldSection[new]) : ~Int32(truncatingIfNeeded: new)
    }
    for old in batch.deletedSections { sections.leaves[Int(old)] = plan.sectionDeletes }
    for new in batch.insertedSections { sections.arrives[Int(new)] = plan.sectionInserts }
    for (index, move) in batch.movedSections.enumerated() {
      sections.leaves[Int(move.old)] = plan.sectionMoves[index]
      sections.arrives[Int(move.new)] = plan.sectionMoves[index]
      sectionHandles[Int(move.new)] = move.old
    }
    for (new, old) in order.oldSection.enumerated() where old >= 0 {
      var next = batch.oldOffsets.start(of: old)
      for position in batch.newOffsets[new] where rows.arrives[position] == nil {
        while rows.leaves[next] != nil { next += 1 }
        handles[position] = Int32(truncatingIfNeeded: next)
        next += 1
      }
    }
    rowFate = rows
    sectionFate = sections
    handleOfNewRow = handles
    handleOfNewSection = sectionHandles
  }

  /// What the list shows after a stage; the old snapshot after stage -1.
  func arrangement(after stage: Int) -> Arrangement {
    var result = Arrangement()
    result.sections = interleave(
      old: 0..<batch.oldOffsets.sectionCount, new: 0..<batch.newOffsets.sectionCount, fates: sectionFate,
      handles: handleOfNewSection, after: stage)
    for handle in result.sections {
      if handle < 0 {
        let new = Int(~handle)
        result.rows.append(contentsOf: handleOfNewRow[batch.newOffsets[new]])
      } else if order.newSection[Int(handle)] < 0 {
        result.rows.append(
          contentsOf: batch.oldOffsets[Int(handle)].lazy
            .map(Int32.init(truncatingIfNeeded:)))
      } else {
        let new = order.newSection[Int(handle)]
        result.rows.append(
          contentsOf: interleave(
            old: batch.oldOffsets[Int(handle)],
            new: batch.newOffsets[new], fates: rowFate, handles: handleOfNewRow,
            after: stage))
      }
      result.offsets.appendSection(endingAt: result.rows.count)
    }
    return result
  }

  private func interleave(
    old: Range<Int>, new: Range<Int>, fates: Fates, handles: [Int32], after stage: Int
  ) -> [Int32] {
    var result: [Int32] = []
    var next = new.lowerBound
    /// Takes what has arrived before the next anchor.
    func takeArrived() {
      while next < new.upperBound, let arrival = fates.arrives[next] {
        if arrival <= stage { result.append(handles[next]) }
        next += 1
      }
    }
    for position in old {
      if let departure = fates.leaves[position] {
        if departure > stage { result.append(Int32(truncatingIfNeeded: position)) }
      } else {
        takeArrived()
        result.append(Int32(truncatingIfNeeded: position))
        next += 1
      }
    }
    takeArrived()
    return result
  }

  /// The changes of one stage, in its own coordinates.
  func changes(of stage: Int, from before: Arrangement, to after: Arrangement) -> ChangeList {
    let rowBefore = Places(before.rows, bound: rowFate.leaves.count, newBound: rowFate.arrives.count)
    let rowAfter = Places(after.rows, bound: rowFate.leaves.count, newBound: rowFate.arrives.count)
    let sectionBefore = Places(
      before.sections, bound: sectionFate.leaves.count, newBound: sectionFate.arrives.count)
    let sectionAfter = Places(
      after.sections, bound: sectionFate.leaves.count, newBound: sectionFate.arrives.count)

    var list = ChangeList(oldOffsets: before.offsets, newOffsets: after.offsets)
    if stage == plan.sectionDeletes {
      list.deletedSections = batch.deletedSections.map { sectionBefore[$0] }.sorted()
    }
    if stage == plan.sectionInserts {
      list.insertedSections = batch.insertedSections.map { sectionAfter[~$0] }.sorted()
    }
    for (index, move) in batch.movedSections.enumerated() where plan.sectionMoves[index] == stage {
      list.movedSections.append(PositionPair(old: sectionBefore[move.old], new: sectionAfter[move.old]))
    }
    if stage == 0 {
      list.updatedSections = batch.updatedSections.map {
        PositionPair(old: sectionBefore[$0.old], new: sectionAfter[$0.old])
      }
    }
    for (index, old) in batch.deleted.enumerated() where plan.deletes[index] == stage {
      list.deleted.append(rowBefore[old])
    }
    for (index, new) in batch.inserted.enumerated() where plan.inserts[index] == stage {
      list.inserted.append(rowAfter[~new])
    }
    for (index, move) in batch.moved.enumerated() where plan.moves[index] == stage {
      list.moved.append(PositionPair(old: rowBefore[move.old], new: rowAfter[move.old]))
    }
    for (index, update) in batch.updated.enumerated() where plan.updates[index] == stage {
      list.updated.append(PositionPair(old: rowBefore[update.old], new: rowAfter[update.old]))
    }
    list.movedSections.sort { $0.new < $1.new }
    list.updatedSections.sort { $0.new < $1.new }
    list.deleted.sort()
    list.inserted.sort()
    list.moved.sort { $0.new < $1.new }
    list.updated.sort { $0.new < $1.new }
    return list
  }

  /// Where each handle is in an arrangement.
  private struct Places {
    private var old: [Int32]
    private var new: [Int32]

    init(_ handles: [Int32], bound: Int, newBound: Int) {
      old = [Int32](repeating: -1, count: bound)
      new = [Int32](repeating: -1, count: newBound)
      for (place, handle) in handles.enumerated() {
        let place = Int32(truncatingIfNeeded: place)
        if handle >= 0 { old[Int(handle)] = place } else { new[Int(~handle)] = place }
      }
    }

    subscript(handle: Int32) -> Int32 { handle >= 0 ? old[Int(handle)] : new[Int(~handle)] }
  }

  /// The data after a stage.
  func snapshot<Key, Item, Header>(
    of arrangement: Arrangement, stage: Int, old: Snapshot<Key, Item, Header>,
    new: Snapshot<Key, Item, Header>
  ) -> Snapshot<Key, Item, Header> {
    var reloaded = [Int32](repeating: -1, count: rowFate.leaves.count)
    for (index, update) in batch.updated.enumerated() where plan.updates[index] <= stage {
      reloaded[Int(update.old)] = update.new
    }
    let oldItems = old.items.contiguous
    return Snapshot(
      items: arrangement.rows.map { handle in
        if handle < 0 { return new.items[Int(~handle)] }
        let update = reloaded[Int(handle)]
        return update < 0 ? oldItems[Int(handle)] : new.items[Int(update)]
      },
      offsets: arrangement.offsets,
      keys: arrangement.sections.map { $0 < 0 ? new.keys[Int(~$0)] : old.keys[Int($0)] },
      headers: arrangement.sections.map { handle in
        if handle < 0 { return new.headers[Int(~handle)] }
        let section = order.newSection[Int(handle)]
        return section < 0 ? old.headers[Int(handle)] : new.headers[section]
      })
  }
}
