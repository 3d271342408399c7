extension Changeset {
  /// Returns one changeset with the combined effect of this one and then `next`.
  ///
  /// What comes and goes, changes and changes back, or moves and moves back leaves no trace; what goes and comes back is
  /// kept. With unique identities the result has exactly the counts of a diff of the outer snapshots, where the strategy
  /// plans the fewest moves. Without moves, as ``MyersDiff`` has it, there may be several shortest scripts, and updates are
  /// counted among what each keeps; deletes and inserts are as few, unless a step holds no snapshot and the fewest would
  /// need an item that neither step names.
  ///
  ///     try monday.composed(with: tuesday, comparing: comparison)
  ///
  /// - Parameters:
  ///   - next: A changeset that starts where this one ends.
  ///   - comparison: How identities and contents are compared.
  /// - Throws: ``ChangesetMismatch`` when `next` does not start where this one ends, as far as both know.
  /// - Complexity: O(*s* + *k* log *k*), where *s* is the number of sections and *k* the number of changes in both; and
  ///   O(*n*) to compare what is between when both hold snapshots that do not share their storage.
  public func composed<C: ItemComparison>(
    with next: Changeset, comparing comparison: C
  ) throws(ChangesetMismatch) -> Changeset where C.Item == Item {
    try ChangesetMismatch.check(
      identity.newOffsets, equals: next.identity.oldOffsets, whose: "that follows expects")
    try checkContents(before: next, comparing: comparison)
    return try joined(with: next, comparing: comparison)
  }

  /// Compares what both changesets know of the snapshot between them.
  private func checkContents<C: ItemComparison>(
    before next: Changeset, comparing comparison: C
  ) throws(ChangesetMismatch) where C.Item == Item {
    if case .snapshots(_, let mine) = payload, case .snapshots(let theirs, _) = next.payload {
      guard mine.keys == theirs.keys else {
        throw ChangesetMismatch("the next changeset starts from other section keys")
      }
      guard mine.headers == theirs.headers else {
        throw ChangesetMismatch("the next changeset starts from other section headers")
      }
      if mine.items.isIdentical(to: theirs.items) { return }
      if let position = mine.items.firstDifference(
        from: theirs.items, areEqual: { !comparison.tells($0, from: $1) })
      {
        throw ChangesetMismatch(
          "the next changeset starts from another item at \(mine.path(ofPosition: position))")
      }
      return
    }
    var updateOfOld: [Int32: Int] = [:]
    for (index, pair) in next.identity.updated.enumerated() { updateOfOld[pair.old] = index }
    var positions = identity.inserted
    for update in identity.updated { positions.append(update.new) }
    positions.append(contentsOf: next.identity.deleted)
    for update in next.identity.updated { positions.append(update.old) }
    for position in positions {
      guard let mine = newItem(at: position),
        let theirs = next.oldItem(at: position) ?? updateOfOld[position].map({ next.updatedItem($0).from })
      else { continue }
      if comparison.tells(mine, from: theirs) {
        let path = identity.newOffsets.path(ofPosition: Int(position))
        throw ChangesetMismatch("the next changeset starts from another item at \(path)")
      }
    }
    try checkSections(before: next)
  }

  /// Compares what both changesets know of the sections between them.
  private func checkSections(before next: Changeset) throws(ChangesetMismatch) {
    var updateOfNew: [Int32: Int] = [:]
    for (index, pair) in identity.updatedSections.enumerated() { updateOfNew[pair.new] = index }
    var updateOfOld: [Int32: Int] = [:]
    for (index, pair) in next.identity.updatedSections.enumerated() { updateOfOld[pair.old] = index }
    func mine(_ section: Int32) -> (key: Key, header: Header)? {
      if case .snapshots(_, let new) = payload { return (new.keys[Int(section)], new.headers[Int(section)]) }
      if let index = identity.insertedSections.index(of: section) { return insertedSection(index) }
      return updateOfNew[section].map { (updatedSection($0).key, updatedSection($0).to) }
    }
    func theirs(_ section: Int32) -> (key: Key, header: Header)? {
      if case .snapshots(let old, _) = next.payload { return (old.keys[Int(section)], old.headers[Int(section)]) }
      if let index = next.identity.deletedSections.index(of: section) { return next.deletedSection(index) }
      return updateOfOld[section].map { (next.updatedSection($0).key, next.updatedSection($0).from) }
    }
    let named =
      identity.insertedSections + identity.updatedSections.map(\.new) + next.identity.deletedSections
      + next.identity.updatedSections.map(\.old)
    for section in named {
      guard let mine = mine(section), let theirs = theirs(section) else { continue }
      if mine.key != theirs.key {
        throw ChangesetMismatch("the next changeset starts from another section \(section)")
      }
      if mine.header != theirs.header {
        throw ChangesetMismatch("the next changeset starts from another header of section \(section)")
      }
    }
  }

  /// The item at an old position, where this changeset holds it and does not update it.
  func oldItem(at position: Int32) -> Item? {
    if case .snapshots(let old, _) = payload { return old.items[Int(position)] }
    if let index = identity.deleted.index(of: position) { return deletedItem(index) }
    return nil
  }

  /// The item at a new position, where this changeset holds it.
  func newItem(at position: Int32) -> Item? {
    if case .snapshots(_, let new) = payload { return new.items[Int(position)] }
    if let index = identity.inserted.index(of: position) { return insertedItem(index) }
    let update = identity.updated.partitionPoint { $0.new < position }
    if update < identity.updated.count, identity.updated[update].new == position { return updatedItem(update).to }
    return nil
  }
}

extension Changeset where Item: Identifiable & Equatable {
  /// Returns one changeset with the combined effect of this one and then `next`. Items are distinguished by `id`.
  ///
  /// - Throws: ``ChangesetMismatch`` when `next` does not start where this one ends.
  public func composed(with next: Changeset) throws(ChangesetMismatch) -> Changeset {
    try composed(with: next, comparing: IdentifiableComparison())
  }
}

extension Changeset where Item: Hashable {
  /// Returns one changeset with the combined effect of this one and then `next`. Items are their own identity.
  ///
  /// - Throws: ``ChangesetMismatch`` when `next` does not start where this one ends.
  public func composed(with next: Changeset) throws(ChangesetMismatch) -> Changeset {
    try composed(with: next, comparing: ValueComparison())
  }
}

extension Changeset where Item: Identifiable & Hashable {
  /// Returns one changeset with the combined effect of this one and then `next`. Items are distinguished by `id`.
  ///
  /// - Throws: ``ChangesetMismatch`` when `next` does not start where this one ends.
  public func composed(with next: Changeset) throws(ChangesetMismatch) -> Changeset {
    try composed(with: next, comparing: IdentifiableComparison())
  }
}

extension [Int32] {
  /// The index of a number in this ascending list, or `nil`.
  func index(of number: Int32) -> Int? {
    let index = partitionPoint { $0 < number }
    return index < count && self[index] == number ? index : nil
  }
}
