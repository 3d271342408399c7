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
  public func applying(_ changes: Changeset<Key, Item, Header>) throws(ChangesetMismatch) -> Snapshot {
    let list = changes.identity
    try ChangesetMismatch.check(offsets, equals: list.oldOffsets, whose: "expects")
    if changes.isEmpty { return self }
    let order = KeptOrder(list)
    var result: [Item] = []
    result.reserveCapacity(list.newOffsets.last ?? 0)

    // Both lists ascend in `new`, so one cursor each is enough; so do unnamed old items within a section.
    var insert = 0
    var move = 0
    var update = 0
    let named = merge(list.deleted, list.moved.map(\.old).sorted())
    for section in 0..<(list.newOffsets.count - 1) {
      let oldSection = order.oldSection[section]
      var old = oldSection >= 0 ? offsets[oldSection] : 0
      var next = named.partitionPoint { $0 < Int32(truncatingIfNeeded: old) }
      for position in list.newOffsets[section]..<list.newOffsets[section + 1] {
        let source: Int
        if insert < list.inserted.count, Int(list.inserted[insert]) == position {
          result.append(changes.insertedItem(insert))
          insert += 1
          continue
        } else if move < list.moved.count, Int(list.moved[move].new) == position {
          source = Int(list.moved[move].old)
          move += 1
        } else {
          while next < named.count, Int(named[next]) == old {
            next += 1
            old += 1
          }
          source = old
          old += 1
        }
        if update < list.updated.count, Int(list.updated[update].new) == position {
          result.append(changes.updatedItem(update).to)
          update += 1
        } else {
          result.append(items[source])
        }
      }
    }

    var newKeys: [Key] = []
    var newHeaders: [Header] = []
    insert = 0
    update = 0
    for section in 0..<(list.newOffsets.count - 1) {
      let oldSection = order.oldSection[section]
      if oldSection < 0 {
        let value = changes.insertedSection(insert)
        insert += 1
        newKeys.append(value.key)
        newHeaders.append(value.header)
      } else if update < list.updatedSections.count, Int(list.updatedSections[update].new) == section {
        newKeys.append(keys[oldSection])
        newHeaders.append(changes.updatedSection(update).to)
        update += 1
      } else {
        newKeys.append(keys[oldSection])
        newHeaders.append(headers[oldSection])
      }
    }
    return Snapshot(items: result, offsets: list.newOffsets, keys: newKeys, headers: newHeaders)
  }
}
