extension Changeset {
  /// The changes as single steps, for lists that perform one after the other: `NSTableView`, the DOM, an array.
  ///
  ///     var rows = Array(before)
  ///     for step in changes.oneAtATime {
  ///       switch step {
  ///       case .delete(let path): rows.remove(at: path.item)
  ///       case .insert(let path): rows.insert(after[path], at: path.item)
  ///       case .move(let from, let to): rows.insert(rows.remove(at: from.item), at: to.item)
  ///       case .update(_, let path): rows[path.item] = after[path]
  ///       default: break
  ///       }
  ///     }
  ///
  /// These are the changes of ``batch``: a deleted or inserted section takes its items with it. Each path is right at the
  /// moment of its step: `from` in the list just before the step, `to` in the list just after it. The order is fixed:
  ///
  /// 1. Items are deleted, then sections, both from the back. Their places are those in the old snapshot.
  /// 2. Sections are moved, then inserted. An inserted section comes with all of its items, at its place in the new
  ///    snapshot.
  /// 3. Items are moved, then inserted from the front. An insert has its path in the new snapshot.
  /// 4. Section headers and items are updated. `from` and `to` are both the place in the new snapshot.
  ///
  /// So all data to insert or to show anew is found in the new snapshot at the path of the step. With unique identities,
  /// no step leaves an item in the list twice.
  ///
  /// - Complexity: O(*s* + *k* log *k*), where *s* is the number of sections and *k* the number of changes.
  @inlinable public var oneAtATime: [Change] { identity.batch.oneAtATime }

  /// The changes as single steps of a flat list of rows, in which each section follows the one before it: for
  /// `NSTableView`, whose rows have no sections.
  ///
  /// Rows are paths in section 0, so only items are deleted, inserted, moved and updated. A section that is deleted or
  /// inserted is one step for each of its rows; one that moves, for each row that it keeps in place. The order and the
  /// frames are those of ``oneAtATime``. Unlike there, a row that leaves a deleted section for another one moves.
  ///
  /// - Parameters:
  ///   - old: The snapshot that the list shows: the one this changeset starts from.
  ///   - headerRows: Whether each section begins with a row of its own, which shows the header.
  /// - Throws: ``ChangesetMismatch`` when `old` does not fit, and when there are more rows than 32-bit positions can count.
  /// - Complexity: O(*s* + *k* log *k*), where *s* is the number of sections and *k* the number of changes, counting each
  ///   row of a section that moves.
  public func rowsOneAtATime(
    from old: Snapshot<Key, Item, Header>, headerRows: Bool
  ) throws(ChangesetMismatch) -> [Change] {
    try ChangesetMismatch.check(old.offsets, equals: identity.oldOffsets, whose: "expects")
    let headers = headerRows ? max(identity.oldOffsets.sectionCount, identity.newOffsets.sectionCount) + 1 : 0
    let rows = max(identity.oldOffsets.itemCount, identity.newOffsets.itemCount) + headers
    guard rows <= Int(Int32.max) else {
      throw ChangesetMismatch("the changeset has \(rows) rows; steps can count \(Int32.max) at most")
    }
    return identity.rows(headerRows: headerRows).oneAtATime
  }
}

extension ChangeList {
  /// The single steps of a list of changes that implies the items of deleted and inserted sections.
  @usableFromInline
  var oneAtATime: [Change] {
    var steps: [Change] = []
    steps.reserveCapacity(counts.total)
    for path in deletes.reversed() { steps.append(.delete(path)) }
    for section in deletedSections.reversed() { steps.append(.deleteSection(Int(section))) }
    for step in sections.movesOneAtATime { steps.append(.moveSection(from: step.from.item, to: step.to.item)) }
    for section in insertedSections { steps.append(.insertSection(Int(section))) }
    for step in movesOneAtATime { steps.append(.move(from: step.from, to: step.to)) }
    for path in inserts { steps.append(.insert(path)) }
    for pair in updatedSections { steps.append(.updateSection(from: Int(pair.new), to: Int(pair.new))) }
    for pair in updates { steps.append(.update(from: pair.to, to: pair.to)) }
    return steps
  }

  /// The moves as steps on a list in which what is deleted is gone and what is inserted has not come, but for inserted
  /// sections; in the order of their targets.
  ///
  /// Between two items that stay, those that have yet to leave come first, in old order; those that have arrived come
  /// next, in new order. From `a b C` to `C b a`, where C stays:
  ///
  ///     a b C   →   a C b   →   C b a        from 1 to 2, then from 0 to 2
  ///
  private var movesOneAtATime: [(from: ItemPath, to: ItemPath)] {
    if moved.isEmpty { return [] }
    let order = KeptOrder(self)
    /// The old positions of what has yet to move.
    var waiting = RankedArray(moved.map(\.old).sorted())
    /// How many have yet to leave an old section, of those before a position.
    func waitingCount(inOldSection section: Int, before position: Int) -> Int {
      waiting.partitionPoint { Int($0) < position } - waiting.partitionPoint { Int($0) < oldOffsets.start(of: section) }
    }
    return moved.enumerated().map { index, move in
      /// How many have arrived in a new section before a position.
      func arrivedCount(inNewSection section: Int, before position: Int) -> Int {
        let end = moved.partitionPoint { Int($0.new) < position }
        return min(index, end) - min(index, moved.partitionPoint { Int($0.new) < newOffsets.start(of: section) })
      }
      let (old, new) = (Int(move.old), Int(move.new))
      waiting.remove(at: waiting.partitionPoint { $0 < move.old })

      let left = oldOffsets.section(ofPosition: old)
      let leftNow = order.newSection[left]
      let oldRank = order.rank(ofOld: old)
      let arrived =
        oldRank == 0
        ? 0 : arrivedCount(inNewSection: leftNow, before: order.newPosition(ofRank: oldRank - 1, inSection: leftNow))
      let from = oldRank + waitingCount(inOldSection: left, before: old) + arrived

      let entered = newOffsets.section(ofPosition: new)
      let enteredBefore = order.oldSection[entered]
      let newRank = order.rank(ofNew: new)
      let to =
        newRank + arrivedCount(inNewSection: entered, before: new)
        + waitingCount(
          inOldSection: enteredBefore, before: order.oldPosition(ofRank: newRank, inSection: enteredBefore))
      return (ItemPath(section: leftNow, item: from), ItemPath(section: entered, item: to))
    }
  }

  /// The changes of the sections, as if they were the items of one section.
  private var sections: ChangeList {
    var list = ChangeList(
      oldOffsets: SectionOffsets(oneSectionOf: oldOffsets.sectionCount),
      newOffsets: SectionOffsets(oneSectionOf: newOffsets.sectionCount))
    list.deleted = deletedSections
    list.inserted = insertedSections
    list.moved = movedSections
    return list
  }

  /// The changes of the rows of a flat list, from a list that names the items of deleted and inserted sections.
  func rows(headerRows: Bool) -> ChangeList {
    let headers = headerRows ? 1 : 0
    func row(_ position: Int32, in offsets: SectionOffsets) -> Int32 {
      position + Int32(truncatingIfNeeded: headers * (offsets.section(ofPosition: Int(position)) + 1))
    }
    func row(_ pair: PositionPair) -> PositionPair {
      PositionPair(old: row(pair.old, in: oldOffsets), new: row(pair.new, in: newOffsets))
    }
    func header(_ section: Int32, in offsets: SectionOffsets) -> Int32 {
      Int32(truncatingIfNeeded: offsets.start(of: Int(section))) + section
    }
    func header(_ pair: PositionPair) -> PositionPair {
      PositionPair(old: header(pair.old, in: oldOffsets), new: header(pair.new, in: newOffsets))
    }
    func rowCount(_ offsets: SectionOffsets) -> Int { offsets.itemCount + headers * offsets.sectionCount }

    var list = ChangeList(
      oldOffsets: SectionOffsets(oneSectionOf: rowCount(oldOffsets)),
      newOffsets: SectionOffsets(oneSectionOf: rowCount(newOffsets)))
    list.deleted = deleted.map { row($0, in: oldOffsets) }
    list.inserted = inserted.map { row($0, in: newOffsets) }
    list.moved = moved.map(row)
    list.updated = updated.map(row)
    if headerRows {
      list.deleted = merge(list.deleted, deletedSections.map { header($0, in: oldOffsets) })
      list.inserted = merge(list.inserted, insertedSections.map { header($0, in: newOffsets) })
      list.moved += movedSections.map(header)
      list.updated += updatedSections.map(header)
    }
    if !movedSections.isEmpty {
      let order = KeptOrder(self)
      for section in movedSections {
        let (old, new) = (Int(section.old), Int(section.new))
        for rank in 0..<order.unnamedCount(inOldSection: old) {
          list.moved.append(
            row(
              PositionPair(
                position: order.oldPosition(ofRank: rank, inSection: old),
                order.newPosition(ofRank: rank, inSection: new))))
        }
      }
    }
    list.moved.sort { $0.new < $1.new }
    list.updated.sort { $0.new < $1.new }
    return list
  }
}
