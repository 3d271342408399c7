extension Array {
  /// Returns the list that `changes` turns this one into, if it has the items that are deleted, moved or updated.
  ///
  ///     try before.applying(differ.changeset(from: before, to: after)) == after
  ///
  /// Meaning, errors and complexity are those of ``Snapshot/applying(_:comparing:)``.
  ///
  /// - Throws: ``DiffError/changesetMismatch(_:)``, with the first place where this is not the list that the changeset was
  ///   made for.
  @inlinable
  public func applying(
    _ changes: FlatChangeset<Element>, comparing comparison: some ItemComparison<Element>
  ) throws(DiffError) -> [Element] {
    try FlatSnapshot(self).applying(changes, comparing: comparison).items.contiguous
  }

  /// Returns the list that `changes` turns this one into. Only its length is checked.
  ///
  /// - Throws: ``DiffError/changesetMismatch(_:)``, where the changeset was made for a list of another length.
  @inlinable @_disfavoredOverload
  public func applying(_ changes: FlatChangeset<Element>) throws(DiffError) -> [Element] {
    try FlatSnapshot(self).applying(changes).items.contiguous
  }
}

extension Array where Element: Identifiable & Equatable {
  /// Returns the list that `changes` turns this one into. Items are distinguished by `id`.
  ///
  /// - Throws: ``DiffError/changesetMismatch(_:)``, with the first place where this is not the list that the changeset was
  ///   made for.
  @inlinable
  public func applying(_ changes: FlatChangeset<Element>) throws(DiffError) -> [Element] {
    try applying(changes, comparing: IdentifiableComparison())
  }
}

extension Array where Element: Hashable {
  /// Returns the list that `changes` turns this one into. Items are their own identity.
  ///
  /// - Throws: ``DiffError/changesetMismatch(_:)``, with the first place where this is not the list that the changeset was
  ///   made for.
  @inlinable @_disfavoredOverload
  public func applying(_ changes: FlatChangeset<Element>) throws(DiffError) -> [Element] {
    try applying(changes, comparing: ValueComparison())
  }
}
