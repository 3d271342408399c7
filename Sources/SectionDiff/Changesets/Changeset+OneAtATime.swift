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
  /// Between two items that stay, those that have yet to leave come first, in old order; those that have arrived come
  /// next, in new order. From `a b C` to `C b a`, where C stays:
  ///
  ///     a b C   →   a C b   →   C b a        from 1 to 2, then from 0 to 2
  ///
  /// So each item has two places in one sequence, and is at the first until its step, then at the second.
  private func forEachMove(_ body: (_ from: ItemPath, _ to: ItemPath) -> Void) {
    if moved.isEmpty { return }
    let sequence = MoveSequence(self)
    var taken = CountedBits(sequence.places.lazy.map { !$0.isArrival })
    /// The path of a place in its section as it is now.
    func path(_ offset: Int32) -> ItemPath {
      let (index, place) = (Int(offset), sequence.places[Int(offset)])
      let before = taken.count(before: index) - taken.count(before: place.firstInSection)
      return ItemPath(section: place.section, item: place.rank + before)
    }
    for move in sequence.moves {
      let from = path(move.old)
      taken.clear(Int(move.old))
      let to = path(move.new)
      taken.set(Int(move.new))
      body(from, to)
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

/// The places that moves leave and those that they enter, in the order of the list.
private struct MoveSequence {
  /// A place that a moved item leaves or enters.
  struct Place {
    /// The index of the move.
    let move: Int
    let isArrival: Bool
    /// The new offset of the section.
    let section: Int
    /// The number of items that stay before it in the section.
    let rank: Int
    /// The first place in the same section.
    var firstInSection = 0

    /// Whether a place that is left comes before one that is entered.
    func comesBefore(_ arrival: Place) -> Bool {
      section != arrival.section ? section < arrival.section : rank <= arrival.rank
    }
  }

  private(set) var places: [Place] = []
  /// For each move the places that it leaves and enters.
  private(set) var moves: [PositionPair]

  /// - Complexity: O(*k* log *k*), where *k* is the number of changes; O(*s*) more where sections come, go or move, with
  ///   *s* sections.
  init(_ list: ChangeList) {
    let newOfOld = list.keepsSections ? nil : KeptOrder.sections(of: list).newOfOld
    var departures: [Place] = []
    departures.reserveCapacity(list.moved.count)
    var ranks = RankFinder(named: list.deleted, offsets: list.oldOffsets)
    for move in list.moves(byNewSection: newOfOld) {
      let position = Int(list.moved[move].old)
      let section = list.oldOffsets.section(ofPosition: position)
      departures.append(
        Place(
          move: move, isArrival: false, section: newOfOld?[section] ?? section,
          rank: ranks.rank(of: position, inSection: section)))
    }

    moves = list.moved
    places.reserveCapacity(2 * moves.count)
    ranks = RankFinder(named: list.inserted, offsets: list.newOffsets)
    var next = 0
    for (move, pair) in list.moved.enumerated() {
      let section = list.newOffsets.section(ofPosition: Int(pair.new))
      let arrival = Place(
        move: move, isArrival: true, section: section, rank: ranks.rank(of: Int(pair.new), inSection: section))
      while next < departures.count, departures[next].comesBefore(arrival) {
        append(departures[next])
        next += 1
      }
      append(arrival)
    }
    for departure in departures[next...] { append(departure) }
  }

  private mutating func append(_ place: Place) {
    var place = place
    place.firstInSection = places.count
    if let last = places.last, last.section == place.section { place.firstInSection = last.firstInSection }
    let index = Int32(truncatingIfNeeded: places.count)
    if place.isArrival { moves[place.move].new = index } else { moves[place.move].old = index }
    places.append(place)
  }

  /// Counts what stays before positions, which come section after section and ascend in each.
  private struct RankFinder {
    /// The positions of all that neither stays nor moves.
    let named: [Int32]
    let offsets: SectionOffsets
    private var section = -1
    /// The number of names before the section, and of positions looked up in it.
    private var (namedBefore, lookedUp) = (0, 0)

    init(named: [Int32], offsets: SectionOffsets) {
      self.named = named
      self.offsets = offsets
    }

    mutating func rank(of position: Int, inSection section: Int) -> Int {
      let start = offsets.start(of: section)
      if section != self.section {
        self.section = section
        (namedBefore, lookedUp) = (named.partitionPoint { $0 < start }, 0)
      }
      defer { lookedUp += 1 }
      return position - start - (named.partitionPoint { $0 < position } - namedBefore) - lookedUp
    }
  }
}

extension ChangeList {
  /// The indices of the moves, section after section in the new order, ascending in old positions in each.
  fileprivate func moves(byNewSection newOfOld: [Int]?) -> [Int] {
    if newOfOld == nil, moved.isAscendingInOld { return Array(moved.indices) }
    guard let newOfOld else { return moved.indices.sorted { moved[$0].old < moved[$1].old } }
    return moved.indices.map { (move: $0, section: newOfOld[oldOffsets.section(ofPosition: Int(moved[$0].old))]) }
      .sorted { ($0.section, moved[$0.move].old) < ($1.section, moved[$1.move].old) }.map(\.move)
  }
}
