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
  /// - Complexity: O(*s* + *k* log *k*), where *s* is the number of sections and *k* the number of changes; O((*s* + *k*) log *k*)
  ///   where sections come, go or move.
  @inlinable public var oneAtATime: [ChangeList.Change] { identity.batch.oneAtATime }

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
  /// - Throws: ``DiffError/changesetMismatch(_:)`` when `old` does not fit, and when there are more rows than 32-bit positions can count.
  /// - Complexity: O(*s* + *k* log *k*), where *s* is the number of sections and *k* the number of changes, counting each
  ///   row of a section that moves.
  public func rowsOneAtATime(
    from old: Snapshot<Key, Item, Header>, headerRows: Bool
  ) throws(DiffError) -> [ChangeList.Change] {
    try SectionOffsets.check(old.offsets, equals: identity.oldOffsets, whose: "expects")
    let headers = headerRows ? max(identity.oldOffsets.sectionCount, identity.newOffsets.sectionCount) + 1 : 0
    let rows = max(identity.oldOffsets.itemCount, identity.newOffsets.itemCount) + headers
    guard rows <= Int(Int32.max) else {
      throw DiffError.changesetMismatch("the changeset has \(rows) rows; steps can count \(Int32.max) at most")
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
    if !movedSections.isEmpty {
      sections.forEachMove { from, to in steps.append(.moveSection(from: from.item, to: to.item)) }
    }
    for section in insertedSections { steps.append(.insertSection(Int(section))) }
    forEachMove { from, to in steps.append(.move(from: from, to: to)) }
    for path in inserts { steps.append(.insert(path)) }
    for pair in updatedSections { steps.append(.updateSection(from: Int(pair.new), to: Int(pair.new))) }
    for pair in updates { steps.append(.update(from: pair.to, to: pair.to)) }
    return steps
  }

  /// Calls `body` with each move as a step on a list in which what is deleted is gone and what is inserted has not come,
  /// but for inserted sections; in the order of their targets.
  ///
  /// Each item has two places in the sequence of a ``ChangeWalk``, and is at the first until its step, then at the second.
  /// From `a b C` to `C b a`, where C stays:
  ///
  ///     a b C   →   a C b   →   C b a        from 1 to 2, then from 0 to 2
  ///
  /// - Complexity: O(*s* + *k* log *k*), where *s* is the number of sections and *k* the number of changes.
  private func forEachMove(_ body: (_ from: ItemPath, _ to: ItemPath) -> Void) {
    if moved.isEmpty { return }
    // The places in order: how many items stay before each in its section, and the first place of that section.
    var places: [(path: ItemPath, first: Int)] = []
    var isTaken: [Bool] = []
    // For each move the places that it leaves and enters.
    var moves = moved
    var walk = ChangeWalk(self)
    for (section, old) in KeptOrder.sections(of: self).oldOfNew.enumerated() where old >= 0 {
      let first = places.count
      var rank = 0
      func place(_ isLeft: Bool) -> Int32 {
        places.append((ItemPath(section: section, item: rank), first))
        isTaken.append(isLeft)
        return Int32(truncatingIfNeeded: places.count - 1)
      }
      walk.enter(PositionPair(position: old, section))
      while let step = walk.next() {
        switch step {
        case .stay(_, _, let count): rank += count
        case .leave(.moved, let move): moves[move].old = place(true)
        case .arrive(.moved, let move): moves[move].new = place(false)
        case .update: rank += 1
        case .leave, .arrive: break
        }
      }
    }

    var taken = CountedBits(isTaken)
    /// The path of a place as it is now.
    func path(_ place: Int32) -> ItemPath {
      let (path, first) = places[Int(place)]
      let before = taken.count(before: Int(place)) - taken.count(before: first)
      return ItemPath(section: path.section, item: path.item + before)
    }
    for move in moves {
      let from = path(move.old)
      taken.clear(Int(move.old))
      let to = path(move.new)
      taken.set(Int(move.new))
      body(from, to)
    }
  }

  /// The changes of the rows of a flat list, from a list that names the items of deleted and inserted sections.
  func rows(headerRows: Bool) -> ChangeList {
    let headers = headerRows ? 1 : 0
    func row(_ position: Int32, in offsets: SectionOffsets) -> Int32 {
      if position < 0 { return -1 }
      return position + Int32(truncatingIfNeeded: headers * (offsets.section(ofPosition: Int(position)) + 1))
    }
    func row(_ pair: PositionPair) -> PositionPair {
      PositionPair(old: row(pair.old, in: oldOffsets), new: row(pair.new, in: newOffsets))
    }
    func header(_ section: Int32, in offsets: SectionOffsets) -> Int32 {
      section < 0 ? -1 : Int32(truncatingIfNeeded: offsets.start(of: Int(section))) + section
    }
    func header(_ pair: PositionPair) -> PositionPair {
      PositionPair(old: header(pair.old, in: oldOffsets), new: header(pair.new, in: newOffsets))
    }
    func rowCount(_ offsets: SectionOffsets) -> Int { offsets.itemCount + headers * offsets.sectionCount }

    var list = ChangeList(
      oldOffsets: SectionOffsets(oneSectionOf: rowCount(oldOffsets)),
      newOffsets: SectionOffsets(oneSectionOf: rowCount(newOffsets)))
    for kind in Kind.allCases {
      list[kind] = self[kind].map(row) + (headerRows ? sections[kind].map(header) : [])
    }
    var walk = ChangeWalk(self)
    for section in movedSections {
      walk.enter(section)
      while let step = walk.next() {
        switch step {
        case .stay(let old, let new, let count):
          for offset in 0..<count { list.moved.append(row(PositionPair(position: old + offset, new + offset))) }
        case .update(let index): list.moved.append(row(updated[index]))
        case .leave, .arrive: break
        }
      }
    }
    list.order()
    return list
  }
}
