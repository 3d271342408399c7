extension Snapshot {
  /// Returns the snapshot that `changes` turns this one into.
  ///
  ///     try before.applying(differ.changeset(from: before, to: after)) == after
  ///
  /// Kept items are taken from here, inserted and updated ones from the changeset. The sizes of sections are checked, and
  /// keys and headers of the sections that are deleted, moved or updated; where items are `Hashable` or `Identifiable`, also
  /// the items, as ``applying(_:comparing:)`` does.
  ///
  /// - Throws: ``DiffError/changesetMismatch(_:)``, with the first place where this is not the snapshot that the changeset was made for.
  /// - Complexity: O(*n* + *k* log *k*), where *n* is the number of items and *k* the number of changes; O(*s* + *k* log *n*)
  ///   where this is a snapshot of live results and few items changed, since the result shares its memory. *s* is the
  ///   number of sections.
  @inlinable @_disfavoredOverload
  public func applying(_ changes: Changeset<Key, Item, Header>) throws(DiffError) -> Snapshot {
    try unchecked(changes)
  }

  /// The same; items are taken to be those that the changeset expects.
  @inlinable
  func unchecked(_ changes: Changeset<Key, Item, Header>) throws(DiffError) -> Snapshot {
    let list = changes.identity
    try SectionOffsets.check(offsets, equals: list.oldOffsets, whose: "expects")
    if changes.isEmpty { return self }
    try changes.checkSections(of: self)
    let plan = AssemblyPlan(list)
    var result = Snapshot()
    result.items = assembled(by: plan.splice, changes.payload.new).stored
    result.offsets = list.newOffsets
    (result.keys, result.headers) = (keys, headers)
    if !plan.keepsSections {
      (result.keys, result.headers) = ([], [])
      for section in plan.sections {
        let old = Int(section.old)
        let (key, header) = old >= 0 ? (keys[old], headers[old]) : changes.payload.new[section: section.new]
        result.keys.append(key)
        result.headers.append(header)
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

  /// The items of this snapshot, with those that come. Of a snapshot that is stored otherwise only those are read.
  @inlinable
  func assembled(by splice: Splice, _ new: Payload<Key, Item, Header>.Contents) -> SplicedItems<Item> {
    let comes: [Item]
    switch new {
    case .named(let new): comes = new.items
    case .whole(let new):
      switch (items, new.items) {
      case (_, .flat), (.chunked, .chunked): return SplicedItems(old: items, new: new.items, splice: splice)
      default: comes = splice.newPositions.map { new.items[$0] }
      }
    }
    return SplicedItems(old: items, new: .flat(comes), splice: splice.numberingNewItems())
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
  /// - Throws: ``DiffError/changesetMismatch(_:)``, with the first place where this is not the snapshot that the changeset was made for.
  /// - Complexity: That of `applying(_:)`, and O(*k*) comparisons; none where this is the very snapshot that the changeset
  ///   was made from.
  @inlinable
  public func applying<C: ItemComparison>(
    _ changes: Changeset<Key, Item, Header>, comparing comparison: C
  ) throws(DiffError) -> Snapshot where C.Item == Item {
    try SectionOffsets.check(offsets, equals: changes.identity.oldOffsets, whose: "expects")
    try changes.checkItems(of: self, comparing: comparison)
    return try unchecked(changes)
  }
}

extension Snapshot where Item: Identifiable & Equatable {
  /// Returns the snapshot that `changes` turns this one into. Items are distinguished by `id`.
  ///
  /// - Throws: ``DiffError/changesetMismatch(_:)``, with the first place where this is not the snapshot that the changeset was made for.
  @inlinable
  public func applying(_ changes: Changeset<Key, Item, Header>) throws(DiffError) -> Snapshot {
    try applying(changes, comparing: IdentifiableComparison())
  }
}

extension Snapshot where Item: Hashable {
  /// Returns the snapshot that `changes` turns this one into. Items are their own identity.
  ///
  /// - Throws: ``DiffError/changesetMismatch(_:)``, with the first place where this is not the snapshot that the changeset was made for.
  @inlinable @_disfavoredOverload
  public func applying(_ changes: Changeset<Key, Item, Header>) throws(DiffError) -> Snapshot {
    try applying(changes, comparing: ValueComparison())
  }
}

extension Changeset {
  /// Compares the sections that this changeset deletes, moves or updates with those of a snapshot of its sizes.
  @usableFromInline
  func checkSections(of snapshot: Snapshot<Key, Item, Header>) throws(DiffError) {
    var named = [("deletes", identity.deletedSections), ("updates", identity.updatedSections.map { $0.old })]
    if case .whole = payload.old { named.append(("moves", identity.movedSections.map { $0.old })) }
    for (verb, offsets) in named {
      for offset in offsets {
        let (key, header) = payload.old[section: offset]
        let found = (key: snapshot.keys[Int(offset)], header: snapshot.headers[Int(offset)])
        if found.key == key, found.header == header || header != header { continue }
        throw DiffError.changesetMismatch(
          "the changeset \(verb) section \(key) at \(offset), but "
            + (found.key == key ? "its header is another one" : "there is section \(found.key)"))
      }
    }
  }

  /// Compares the items that this changeset deletes, moves or updates with those of a snapshot of its sizes.
  @inlinable
  func checkItems<C: ItemComparison>(
    of snapshot: Snapshot<Key, Item, Header>, comparing comparison: C
  ) throws(DiffError) where C.Item == Item {
    var named = [("deletes", identity.deleted), ("updates", identity.updated.map { $0.old })]
    if case .whole(let old) = payload.old {
      if old.items.isIdentical(to: snapshot.items) { return }
      named.append(("moves", identity.moved.map { $0.old }))
    }
    for (verb, positions) in named {
      for position in positions {
        let (item, found) = (payload.old[position: position], snapshot.items[Int(position)])
        if !comparison.tells(item, from: found) { continue }
        let path = identity.oldOffsets.path(ofPosition: Int(position))
        let place = "the changeset \(verb) \(comparison.describeIdentity(of: item)) at \(path)"
        throw DiffError.changesetMismatch(
          comparison.haveSameIdentity(found, item)
            ? "\(place), but its content is another one"
            : "\(place), but there is \(comparison.describeIdentity(of: found))")
      }
    }
  }
}

extension ItemComparison {
  /// Whether two items are seen not to be the same one. What is not identical to itself, as an item with a content of
  /// `Double.nan`, is not told from others.
  @inlinable
  func tells(_ item: Item, from other: Item) -> Bool { !areIdentical(item, other) && areIdentical(item, item) }
}
