import SectionDiff
public import StoreInterface

/// Changes as stores announce them and are asked to make them.
extension OrderedRecords {
  /// Makes one change. Unknown keys are forgiven: an update inserts, a placement is at the end, the rest does nothing.
  ///
  /// - Returns: Whether what the change named was there, so that it could be made.
  package mutating func apply(_ change: StoreChange<Item>) -> Bool { make(change).isMade }

  /// Makes a change as it was compiled where the records were made.
  mutating func make(_ change: StoreChange<Item>) -> Made {
    if let compiled { compiled.change(&self, change) } else { run(change) }
  }
}

// MARK: - As compiled here

extension OrderedRecords {
  /// What a change came to.
  @usableFromInline
  struct Made {
    /// Whether what the change named was there, so that it could be made.
    @usableFromInline let isMade: Bool
    /// The record that it deleted.
    @usableFromInline let deleted: Item?

    @inlinable
    init(_ isMade: Bool, deleted: Item? = nil) {
      self.isMade = isMade
      self.deleted = deleted
    }
  }

  /// What costs more than a few steps, compiled for certain types where it is made with those.
  @usableFromInline
  struct Compiled: Sendable {
    @usableFromInline let change: @Sendable (inout OrderedRecords, StoreChange<Item>) -> Made
    @usableFromInline let batch: @Sendable (inout OrderedRecords, StoreBatch<Item>) throws(StoreError) -> [Key]
    @usableFromInline let outcome: @Sendable (OrderedRecords, (Item, Item) -> Bool) -> BatchOutcome<Item>

    @inlinable
    init() {
      change = { $0.run($1) }
      batch = { (records, batch) throws(StoreError) in try records.run(batch) }
      outcome = { $0.runOutcome($1) }
    }
  }

  @inlinable
  mutating func run(_ change: StoreChange<Item>) -> Made {
    switch change {
    case .insert(let item, let placement): return Made(runInsert(item, at: placement))
    case .update(let item): return Made(runInsert(item, at: .end))
    case .move(let key, let placement): return Made(runMove(key, to: placement))
    case .delete(let key):
      let deleted = runDelete(key)
      return Made(deleted != nil, deleted: deleted)
    case .refresh(let key): return Made(runRefresh(key))
    case .insertSection(let id, let header, let placement):
      guard keepsSections else { return Made(false) }
      insertSection(id, header: header, at: placement)
      return Made(true)
    case .updateSection(let id, let header): return Made(setHeader(header, of: id))
    case .moveSection(let id, let placement): return Made(moveSection(id, to: placement))
    case .deleteSection(let id): return Made(deleteSection(id) != nil)
    }
  }

}

// MARK: - Changes for good, and whole answers

extension OrderedRecords {
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
    var position = StorePlacement<Key>.Position.start
    for item in first {
      _ = insert(item, at: .end)
      if !stays.contains(item.id) { _ = move(item.id, to: StorePlacement(position, in: section)) }
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
