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
  /// - Throws: ``DiffError/changesetMismatch(_:)`` when `next` does not start where this one ends, as far as both know.
  /// - Complexity: O(*s* + *k* log *k*), where *s* is the number of sections and *k* the number of changes in both; and
  ///   O(*n*) to compare what is between when both hold snapshots that do not share their storage.
  public func composed<C: ItemComparison>(
    with next: Changeset, comparing comparison: C
  ) throws(DiffError) -> Changeset where C.Item == Item {
    try SectionOffsets.check(
      identity.newOffsets, equals: next.identity.oldOffsets, whose: "that follows expects")
    try checkContents(before: next, comparing: comparison)
    return try joined(with: next, comparing: comparison)
  }

  /// Returns one changeset that does what this one and then `next` do, without comparing what lies between.
  ///
  /// - Parameters:
  ///   - next: A changeset that starts where this one ends, which is not checked but for the sizes of the sections.
  ///   - comparison: How identities and contents are compared.
  /// - Throws: ``DiffError/changesetMismatch(_:)`` when the sizes do not fit.
  /// - Complexity: O(*s* + *k* log *k*), where *s* is the number of sections and *k* the number of changes in both.
  package func joined<C: ItemComparison>(
    with next: Changeset, comparing comparison: C
  ) throws(DiffError) -> Changeset where C.Item == Item {
    try SectionOffsets.check(
      identity.newOffsets, equals: next.identity.oldOffsets, whose: "that follows expects")
    return try Composition(first: self, second: next).result(comparing: comparison)
  }

  /// Compares what both changesets know of the snapshot between them.
  private func checkContents<C: ItemComparison>(
    before next: Changeset, comparing comparison: C
  ) throws(DiffError) where C.Item == Item {
    let (mine, theirs) = (payload.new, next.payload.old)
    if case .whole(let mine) = mine, case .whole(let theirs) = theirs {
      guard mine.keys == theirs.keys else {
        throw DiffError.changesetMismatch("the next changeset starts from other section keys")
      }
      guard mine.headers == theirs.headers else {
        throw DiffError.changesetMismatch("the next changeset starts from other section headers")
      }
      if mine.items.isIdentical(to: theirs.items) { return }
      if let position = mine.items.firstDifference(
        from: theirs.items, areEqual: { !comparison.tells($0, from: $1) })
      {
        throw DiffError.changesetMismatch(
          "the next changeset starts from another item at \(mine.path(ofPosition: position))")
      }
      return
    }
    for position in identity.heldNew + next.identity.heldOld {
      guard let item = mine.item(at: position), let other = theirs.item(at: position) else { continue }
      if comparison.tells(item, from: other) {
        let path = identity.newOffsets.path(ofPosition: Int(position))
        throw DiffError.changesetMismatch("the next changeset starts from another item at \(path)")
      }
    }
    for offset in identity.sections.heldNew + next.identity.sections.heldOld {
      guard let section = mine.section(at: offset), let other = theirs.section(at: offset) else { continue }
      if section.key != other.key {
        throw DiffError.changesetMismatch("the next changeset starts from another section \(offset)")
      }
      if section.header != other.header {
        throw DiffError.changesetMismatch("the next changeset starts from another header of section \(offset)")
      }
    }
  }
}

extension Changeset where Item: Identifiable & Equatable {
  /// Returns one changeset with the combined effect of this one and then `next`. Items are distinguished by `id`.
  ///
  /// - Throws: ``DiffError/changesetMismatch(_:)`` when `next` does not start where this one ends.
  public func composed(with next: Changeset) throws(DiffError) -> Changeset {
    try composed(with: next, comparing: IdentifiableComparison())
  }
}

extension Changeset where Item: Hashable {
  /// Returns one changeset with the combined effect of this one and then `next`. Items are their own identity.
  ///
  /// - Throws: ``DiffError/changesetMismatch(_:)`` when `next` does not start where this one ends.
  @_disfavoredOverload
  public func composed(with next: Changeset) throws(DiffError) -> Changeset {
    try composed(with: next, comparing: ValueComparison())
  }
}
