extension Snapshot {
  /// Returns the snapshot that `changes` turns this one into.
  ///
  ///     try before.applying(differ.changeset(from: before, to: after)) == after
  ///
  /// Kept items are taken from here, inserted and updated ones from the changeset. The sizes of sections are checked, and
  /// keys and headers of the sections that are deleted, moved or updated; where items are `Hashable` or `Identifiable`, also
  /// the items, as ``applying(_:comparing:)`` does.
  ///
  /// - Throws: ``ChangesetMismatch``, with the first place where this is not the snapshot that the changeset was made for.
  /// - Complexity: O(*n* + *k* log *k*), where *n* is the number of items and *k* the number of changes; O(*s* + *k* log *n*)
  ///   where this is a snapshot of live results and few items changed, since the result shares its memory. *s* is the
  ///   number of sections.
  @inlinable
  public func applying(_ changes: Changeset<Key, Item, Header>) throws(ChangesetMismatch) -> Snapshot {
    try unchecked(changes)
  }

  /// The same; items are taken to be those that the changeset expects.
  @inlinable
  func unchecked(_ changes: Changeset<Key, Item, Header>) throws(ChangesetMismatch) -> Snapshot {
    let list = changes.identity
    try ChangesetMismatch.check(offsets, equals: list.oldOffsets, whose: "expects")
    if changes.isEmpty { return self }
    try changes.checkSections(of: self)
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

extension Snapshot {
  /// Returns the snapshot that `changes` turns this one into, if it has the items that are deleted, moved or updated.
  ///
  /// Each of them must have the identity and the content that the changeset knows: a changeset that holds its snapshots
  /// knows all, a decoded or detached one the items that it deletes and updates. What is kept is not looked at. An item that
  /// is not equal to itself, as one with a content of `Double.nan`, is not told from others.
  ///
  /// - Parameters:
  ///   - changes: What is to be changed.
  ///   - comparison: How identities and contents are compared.
  /// - Throws: ``ChangesetMismatch``, with the first place where this is not the snapshot that the changeset was made for.
  /// - Complexity: That of `applying(_:)`, and O(*k*) comparisons; none where this is the very snapshot that the changeset
  ///   was made from.
  @inlinable
  public func applying<C: ItemComparison>(
    _ changes: Changeset<Key, Item, Header>, comparing comparison: C
  ) throws(ChangesetMismatch) -> Snapshot where C.Item == Item {
    try ChangesetMismatch.check(offsets, equals: changes.identity.oldOffsets, whose: "expects")
    try changes.checkItems(of: self, comparing: comparison)
    return try unchecked(changes)
  }
}

extension Snapshot where Item: Identifiable & Equatable {
  /// Returns the snapshot that `changes` turns this one into. Items are distinguished by `id`.
  ///
  /// - Throws: ``ChangesetMismatch``, with the first place where this is not the snapshot that the changeset was made for.
  @inlinable
  public func applying(_ changes: Changeset<Key, Item, Header>) throws(ChangesetMismatch) -> Snapshot {
    try applying(changes, comparing: IdentifiableComparison())
  }
}

extension Snapshot where Item: Hashable {
  /// Returns the snapshot that `changes` turns this one into. Items are their own identity.
  ///
  /// - Throws: ``ChangesetMismatch``, with the first place where this is not the snapshot that the changeset was made for.
  @inlinable
  public func applying(_ changes: Changeset<Key, Item, Header>) throws(ChangesetMismatch) -> Snapshot {
    try applying(changes, comparing: ValueComparison())
  }
}

extension Snapshot where Item: Identifiable & Hashable {
  /// Returns the snapshot that `changes` turns this one into. Items are distinguished by `id`.
  ///
  /// - Throws: ``ChangesetMismatch``, with the first place where this is not the snapshot that the changeset was made for.
  @inlinable
  public func applying(_ changes: Changeset<Key, Item, Header>) throws(ChangesetMismatch) -> Snapshot {
    try applying(changes, comparing: IdentifiableComparison())
  }
}

extension Changeset {
  /// Compares the sections that this changeset deletes, moves or updates with those of a snapshot of its sizes.
  @usableFromInline
  func checkSections(of snapshot: Snapshot<Key, Item, Header>) throws(ChangesetMismatch) {
    func check(_ verb: String, _ section: Int32, _ key: Key, _ header: Header) throws(ChangesetMismatch) {
      let section = Int(section)
      guard snapshot.keys[section] == key else {
        throw ChangesetMismatch(
          "the changeset \(verb) section \(key) at \(section), but there is section \(snapshot.keys[section])")
      }
      guard snapshot.headers[section] == header || header != header else {
        throw ChangesetMismatch("the changeset \(verb) section \(key) at \(section), but its header is another one")
      }
    }
    for (index, section) in identity.deletedSections.enumerated() {
      let (key, header) = deletedSection(index)
      try check("deletes", section, key, header)
    }
    for (index, pair) in identity.updatedSections.enumerated() {
      let (key, header, _) = updatedSection(index)
      try check("updates", pair.old, key, header)
    }
    guard case .snapshots(let old, _) = payload else { return }
    for move in identity.movedSections {
      try check("moves", move.old, old.keys[Int(move.old)], old.headers[Int(move.old)])
    }
  }

  /// Compares the items that this changeset deletes, moves or updates with those of a snapshot of its sizes.
  @inlinable
  func checkItems<C: ItemComparison>(
    of snapshot: Snapshot<Key, Item, Header>, comparing comparison: C
  ) throws(ChangesetMismatch) where C.Item == Item {
    if case .snapshots(let old, _) = payload, old.items.isIdentical(to: snapshot.items) { return }
    for (index, position) in identity.deleted.enumerated() {
      try check("deletes", deletedItem(index), position, of: snapshot, comparing: comparison)
    }
    for (index, pair) in identity.updated.enumerated() {
      try check("updates", updatedItem(index).from, pair.old, of: snapshot, comparing: comparison)
    }
    guard case .snapshots(let old, _) = payload else { return }
    for move in identity.moved {
      try check("moves", old.items[Int(move.old)], move.old, of: snapshot, comparing: comparison)
    }
  }

  @inlinable
  func check<C: ItemComparison>(
    _ verb: String, _ item: Item, _ position: Int32, of snapshot: Snapshot<Key, Item, Header>, comparing comparison: C
  ) throws(ChangesetMismatch) where C.Item == Item {
    let found = snapshot.items[Int(position)]
    if !comparison.tells(item, from: found) { return }
    let place =
      "the changeset \(verb) \(comparison.describeIdentity(of: item)) at \(identity.oldOffsets.path(ofPosition: Int(position)))"
    guard comparison.haveSameIdentity(found, item) else {
      throw ChangesetMismatch("\(place), but there is \(comparison.describeIdentity(of: found))")
    }
    throw ChangesetMismatch("\(place), but its content is another one")
  }
}

extension ItemComparison {
  /// Whether two items are seen not to be the same one. What is not identical to itself, as an item with a content of
  /// `Double.nan`, is not told from others.
  @inlinable
  func tells(_ item: Item, from other: Item) -> Bool { !areIdentical(item, other) && areIdentical(item, item) }
}
