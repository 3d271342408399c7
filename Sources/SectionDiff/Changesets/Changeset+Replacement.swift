extension Changeset {
  /// The changeset that deletes every section and item of one snapshot and inserts every one of another: always right, and
  /// never small.
  ///
  /// - Complexity: O(*n*), where *n* is the number of items in both.
  @usableFromInline
  package init(replacing old: Snapshot<Key, Item, Header>, with new: Snapshot<Key, Item, Header>) {
    var list = ChangeList(oldOffsets: old.offsets, newOffsets: new.offsets)
    list.deletedSections = old.keys.indices.map { Int32(truncatingIfNeeded: $0) }
    list.insertedSections = new.keys.indices.map { Int32(truncatingIfNeeded: $0) }
    list.deleted = (0..<old.itemCount).map { Int32(truncatingIfNeeded: $0) }
    list.inserted = (0..<new.itemCount).map { Int32(truncatingIfNeeded: $0) }
    self.init(
      identity: list, payload: .snapshots(old: old, new: new),
      rules: ChangesetRules(scope: .global, infersMoves: true))
  }
}
