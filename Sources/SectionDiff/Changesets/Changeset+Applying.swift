extension Snapshot {
  /// Returns the snapshot that `changes` turns this one into.
  ///
  ///     try before.applying(differ.changeset(from: before, to: after)) == after
  ///
  /// Kept items are taken from here, inserted and updated ones from the changeset.
  ///
  /// - Throws: ``ChangesetMismatch`` when the numbers of sections or items are not those that the changeset was made
  ///   for.
  /// - Complexity: O(*n* + *k* log *k*), where *n* is the number of items and *k* the number of changes; O(*s* + *k* log *n*)
  ///   where this is a snapshot of live results and few items changed, since the result shares its memory. *s* is the
  ///   number of sections.
  @inlinable
  public func applying(_ changes: Changeset<Key, Item, Header>) throws(ChangesetMismatch) -> Snapshot {
    let list = changes.identity
    try ChangesetMismatch.check(offsets, equals: list.oldOffsets, whose: "expects")
    if changes.isEmpty { return self }
    let plan = AssemblyPlan(list)
    // Inserted and updated items in new order, which is that of the plan.
    var items: [Item] = []
    items.reserveCapacity(list.inserted.count + list.updated.count)
    var update = 0
    for (index, position) in list.inserted.enumerated() {
      while update < list.updated.count, list.updated[update].new < position {
        items.append(changes.updatedItem(update).to)
        update += 1
      }
      items.append(changes.insertedItem(index))
    }
    while update < list.updated.count {
      items.append(changes.updatedItem(update).to)
      update += 1
    }

    var result = Snapshot()
    result.items =
      SplicedItems(old: self.items, new: .flat(items), splice: plan.splice.numberingNewItems()).stored
    result.offsets = list.newOffsets
    (result.keys, result.headers) = (keys, headers)
    if !plan.keepsSections {
      var inserted = 0
      (result.keys, result.headers) = ([], [])
      for section in plan.sections {
        if section.old >= 0 {
          result.keys.append(keys[Int(section.old)])
          result.headers.append(headers[Int(section.old)])
        } else {
          let section = changes.insertedSection(inserted)
          result.keys.append(section.key)
          result.headers.append(section.header)
          inserted += 1
        }
      }
      result.sectionClash = SectionClash(in: result.keys)
    } else {
      result.sectionClash = sectionClash
    }
    for index in list.updatedSections.indices {
      result.headers[Int(list.updatedSections[index].new)] = changes.updatedSection(index).to
    }
    return result
  }
}
