import SectionDiff
package import StoreInterface

/// Changes as stores announce them and are asked to make them.
extension OrderedRecords {
  /// Makes one change. Unknown keys are forgiven: an update inserts, a placement is at the end, the rest does nothing.
  ///
  /// - Returns: Whether what the change named was there, so that it could be made.
  package mutating func apply(_ change: StoreChange<Item>) -> Bool {
    switch change {
    case .insert(let item, let placement): return insert(item, at: placement)
    case .update(let item): return insert(item, at: .end)
    case .move(let key, let placement): return move(key, to: placement)
    case .delete(let key): return delete(key) != nil
    case .refresh(let key): return refresh(key)
    case .insertSection(let id, let header, let placement):
      guard keepsSections else { return false }
      insertSection(id, header: header, at: placement)
      return true
    case .updateSection(let id, let header): return setHeader(header, of: id)
    case .moveSection(let id, let placement): return moveSection(id, to: placement)
    case .deleteSection(let id): return deleteSection(id) != nil
    }
  }

  /// Makes changes that cannot be undone. Only records that they delete themselves keep their places when they insert them
  /// again.
  mutating func forGood<Result>(_ change: (inout Self) -> Result) -> Result {
    oldTombstones = Set(records.tombstoneSlots)
    defer {
      oldTombstones.removeAll()
      moveTombstonesOutOfDeletedSections()
      forgetLog()
    }
    return change(&self)
  }

  /// Puts the tombstones of sections that went for good behind all others, in order: what comes in the place of such a
  /// section is another one.
  private mutating func moveTombstonesOutOfDeletedSections() {
    let last = lastPresentSection
    guard keepsSections, last >= 0, !sections.tombstoneSlots.isEmpty else { return }
    let displaced = records.tombstoneSlots.filter { !isPresent(section(of: $0)) }
      .map { (rank(ofSection: section(of: $0)), places.label(of: $0), $0) }
      .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
    for (_, _, slot) in displaced { put(slot, after: places.lastNeighbour(in: last), in: last) }
  }

  /// Makes the records just these, in this order, change by change, so that the log and the touches say what came of it.
  /// What comes a second time is where it came first, as in a whole answer. Of the records that stay in their section
  /// as many as can keep their places, and so do the tombstones among them.
  ///
  /// - Returns: False, and nothing is done, where a list is given in place of sections or the other way round.
  package mutating func replaceAll(with contents: StoreContents<Item>) -> Bool {
    guard keepsSections == (contents.sections != nil) else { return false }
    let kept = Set(contents.items.map(\.id))
    for item in self.contents.items where !kept.contains(item.id) { _ = delete(item.id) }
    var placed: Set<Key> = []
    switch contents {
    case .items(let items): put(items, in: nil, &placed)
    case .sections(let sections):
      var placedSections: Set<SectionID> = []
      for section in sections where placedSections.insert(section.id).inserted {
        insertSection(section.id, header: section.header, at: .end)
        _ = moveSection(section.id, to: .end)
      }
      var items: [SectionID: [Item]] = [:]
      for section in sections { items[section.id, default: []] += section.items }
      for section in sections {
        if let items = items.removeValue(forKey: section.id) { put(items, in: section.id, &placed) }
      }
      for id in sectionIDs where !placedSections.contains(id) { _ = deleteSection(id) }
    }
    return true
  }

  /// Makes records those of a section, or of the one list, in this order.
  private mutating func put(_ items: [Item], in section: SectionID?, _ placed: inout Set<Key>) {
    var first: [Item] = []
    var again: [Item] = []
    for item in items {
      if placed.insert(item.id).inserted { first.append(item) } else { again.append(item) }
    }
    let stays = staying(first, in: section.flatMap { sections.slot(of: $0) } ?? 0)
    var position = Placement<Key>.Position.start
    for item in first {
      _ = insert(item, at: .end)
      if !stays.contains(item.id) { _ = move(item.id, to: Placement(position, in: section)) }
      position = .after(item.id)
    }
    // What comes again has newer content.
    for item in again { _ = insert(item, at: .end) }
  }

  /// The longest run of records that are in a section already, in this order.
  private func staying(_ items: [Item], in section: Int32) -> Set<Key> {
    var offsets: [Int32: Int32] = [:]
    for (offset, slot) in places.slots(of: section).elements.enumerated() {
      offsets[slot] = Int32(truncatingIfNeeded: offset)
    }
    let known = items.compactMap { item in
      records.slot(of: item.id).flatMap { offsets[$0] }.map { (key: item.id, offset: $0) }
    }
    return Set(zip(known, longestIncreasingRun(known.map(\.offset))).filter(\.1).map(\.0.key))
  }
}
