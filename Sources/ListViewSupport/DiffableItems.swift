import SectionDiff

/// The identities that a diffable data source is given, and those of items to show anew.
struct DiffableItems<Key: Hashable, ID: Hashable> {
  /// Each section with the identities of its items, in order.
  let sections: [(key: Key, ids: [ID])]
  /// The identities of kept items with other content.
  let updated: [ID]

  /// Reads the identities of a snapshot.
  ///
  /// - Throws: `DiffError` for repeated identities or section keys: a diffable data source raises an exception for those.
  init<Item: Identifiable, Header>(_ snapshot: Snapshot<Key, Item, Header>) throws(DiffError) where Item.ID == ID {
    try self.init(ids: snapshot.ids, updated: [])
  }

  /// Reads the identities of the snapshot that a changeset ends in.
  init<Item: Identifiable, Header>(
    _ changeset: Changeset<Key, Item, Header>, to after: Snapshot<Key, Item, Header>
  ) throws(DiffError) where Item.ID == ID {
    try self.init(ids: after.ids, updated: changeset.identity.updates.compactMap { after.item(at: $0.to)?.id })
  }

  private init<Header>(ids: Snapshot<Key, ID, Header>, updated: [ID]) throws(DiffError) {
    let ids = try ids.checkedUnique(comparing: ValueComparison())
    sections = ids.sections.map { ($0.key, Array($0.items)) }
    self.updated = updated
  }
}
