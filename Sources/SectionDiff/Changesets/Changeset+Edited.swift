extension Changeset {
  /// Makes the changeset between two snapshots for a caller that knows which items differ, without a diff.
  ///
  /// All items that are not named keep their order and their content: in each kept section the *r*-th old one is the
  /// *r*-th new one. A named item that has a partner is the same one on both sides: it has moved where order demands it.
  /// None of that is checked, nor that kept sections hold as many items that are not named as they did. Sections are
  /// distinguished by key. With unique identities the changes are exactly as many as those of a diff with ``LISDiff``.
  ///
  /// - Parameters:
  ///   - old: The snapshot before.
  ///   - new: The snapshot after.
  ///   - oldPositions: Positions of old items, ascending; all of deleted sections among them.
  ///   - newPositions: Positions of new items, ascending; all of inserted sections among them.
  ///   - partners: For each of `newPositions` the index in `oldPositions` of the same item, or -1.
  ///   - updated: Indices in `newPositions` of items with a partner whose content differs, ascending.
  /// - Throws: ``DiffError/changesetMismatch(_:)`` when the positions do not fit the snapshots.
  /// - Complexity: O(*k* log *k*), where *k* is the number of named items, where both snapshots share the array of their
  ///   keys; else O(*s*) more, where *s* is the number of sections.
  @inlinable
  package init(
    from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>,
    removing oldPositions: [Int32], adding newPositions: [Int32], partners: [Int32], updating updated: [Int32]
  ) throws(DiffError) {
    var pool = BufferPool()
    let sections = SectionPlan(old: old.keys, new: new.keys, in: &pool)
    let list = try ChangeList(
      from: old.offsets, to: new.offsets, sections,
      updatedSections: sections.updated(from: old.headers, to: new.headers),
      removing: oldPositions, adding: newPositions, partners: partners, updating: updated)
    self.init(
      identity: list, payload: .snapshots(old: old, new: new),
      rules: ChangesetRules(scope: .global, infersMoves: true))
  }
}

extension ChangeList {
  /// Lists the changes of a changeset that is made without a diff.
  @usableFromInline
  init(
    from oldOffsets: SectionOffsets, to newOffsets: SectionOffsets, _ sections: SectionPlan,
    updatedSections: [PositionPair], removing removed: [Int32], adding added: [Int32], partners: [Int32],
    updating updated: [Int32]
  ) throws(DiffError) {
    func check(_ positions: [Int32], in offsets: SectionOffsets, _ side: String) throws(DiffError) {
      guard let first = positions.first, let last = positions.last else { return }
      guard positions.isAscending else { throw DiffError.changesetMismatch("the \(side) positions do not ascend") }
      let count = offsets.itemCount
      if first < 0 || Int(last) >= count {
        throw DiffError.changesetMismatch(
          "there is no position \(first < 0 ? first : last) among \(count) \(side) items")
      }
    }
    try check(removed, in: oldOffsets, "old")
    try check(added, in: newOffsets, "new")
    guard partners.count == added.count, (partners.max() ?? -1) < removed.count else {
      throw DiffError.changesetMismatch(
        "\(partners.count) partners do not fit \(removed.count) old and \(added.count) new items")
    }
    self.init(oldOffsets: oldOffsets, newOffsets: newOffsets)
    addSections(sections)
    self.updatedSections = updatedSections
    addItems(removed: removed, added: added, partners: partners, sections)
    if !updated.isEmpty {
      self.updated = updated.map { PositionPair(old: removed[Int(partners[Int($0)])], new: added[Int($0)]) }
    }
  }

  /// Lists deleted, inserted and moved items.
  ///
  /// - Parameters:
  ///   - removed: Positions of all changed old items, ascending.
  ///   - added: Positions of all changed new items, ascending.
  ///   - partners: For each of `added` the index in `removed` of the same item, or -1.
  ///   - sections: Which section is which.
  ///   - mayMoveUnchanged: Whether items that are not changed may be moved where that takes fewer moves.
  mutating func addItems(
    removed: [Int32], added: [Int32], partners: [Int32], _ sections: SectionPlan, mayMoveUnchanged: Bool = true
  ) {
    if !partners.contains(where: { $0 >= 0 }) {
      deleted = removed
      inserted = added
      return
    }
    var pool = BufferPool()
    listUnpaired(old: removed, new: added, partners: partners, in: &pool)
    let changed = ChangedItems(
      removed: removed, added: added, partners: partners, oldOffsets: oldOffsets, newOffsets: newOffsets)
    moved = MovePlanner.moves(of: changed, sections: sections, mayMoveUnchanged: mayMoveUnchanged)
  }
}
