extension Changeset {
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
    var composition = Composition(first: self, second: next)
    composition.composeSections()
    composition.gatherItems()
    composition.pairReturned(comparing: comparison)
    composition.findUpdates(comparing: comparison)
    composition.listItems()
    return try composition.result()
  }
}
