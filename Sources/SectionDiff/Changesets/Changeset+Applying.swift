extension Snapshot {
  /// Returns the snapshot that `changes` turns this one into.
  ///
  ///     try before.applying(differ.changeset(from: before, to: after)) == after
  ///
  /// Kept items are taken from here, inserted and updated ones from the changeset.
  ///
  /// - Throws: ``ChangesetMismatch`` when the numbers of sections or items are not those that the changeset was made
  ///   for.
  /// - Complexity: O(*n* + *k* log *k*), where *n* is the number of items and *k* the number of changes.
  @inlinable
  public func applying(_ changes: Changeset<Key, Item, Header>) throws(ChangesetMismatch) -> Snapshot {
    let list = changes.identity
    try ChangesetMismatch.check(offsets, equals: list.oldOffsets, whose: "expects")
    if changes.isEmpty { return self }
    let plan = AssemblyPlan(list)

    var newItems: [Item] = []
    newItems.reserveCapacity(plan.items.count)
    let items = items.contiguous
    for source in plan.items {
      newItems.append(source >= 0 ? items[Int(source)] : changes.insertedItem(Int(~source)))
    }
    for index in list.updated.indices {
      newItems[Int(list.updated[index].new)] = changes.updatedItem(index).to
    }

    var newKeys: [Key] = []
    var newHeaders: [Header] = []
    for source in plan.sections {
      if source >= 0 {
        newKeys.append(keys[Int(source)])
        newHeaders.append(headers[Int(source)])
      } else {
        let inserted = changes.insertedSection(Int(~source))
        newKeys.append(inserted.key)
        newHeaders.append(inserted.header)
      }
    }
    for index in list.updatedSections.indices {
      newHeaders[Int(list.updatedSections[index].new)] = changes.updatedSection(index).to
    }
    return Snapshot(items: newItems, offsets: list.newOffsets, keys: newKeys, headers: newHeaders)
  }
}
