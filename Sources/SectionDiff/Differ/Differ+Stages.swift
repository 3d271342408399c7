/// From two snapshots to the steps of a list view at once.
extension Differ {
  /// Returns the steps in which a list view goes from `old` to `new`. Items are distinguished by `id`; content is compared by
  /// `==`.
  ///
  ///     for stage in try Differ().stages(from: shown, to: loaded) {
  ///       tableView.performBatchUpdates {
  ///         shown = stage.snapshot
  ///         tableView.deleteRows(at: …stage.changes.deletes…)
  ///       }
  ///     }
  ///
  /// Where a policy drops repeated items, `old` is taken to be shown without them.
  ///
  /// - Throws: As ``diff(from:to:comparing:reusing:isCancelled:)``, whose complexity is the same.
  @inlinable
  public func stages<S: SnapshotConvertible>(
    from old: S, to new: S
  ) throws(DiffError) -> Changeset<S.SnapshotKey, S.SnapshotItem, S.SnapshotHeader>.Stages
  where S.SnapshotItem: Identifiable & Equatable {
    try stages(from: old, to: new, comparing: IdentifiableComparison())
  }

  /// Returns the steps in which a list view goes from `old` to `new`. Items are distinguished by value.
  ///
  /// - Throws: As ``diff(from:to:comparing:reusing:isCancelled:)``, whose complexity is the same.
  @inlinable @_disfavoredOverload
  public func stages<S: SnapshotConvertible>(
    from old: S, to new: S
  ) throws(DiffError) -> Changeset<S.SnapshotKey, S.SnapshotItem, S.SnapshotHeader>.Stages
  where S.SnapshotItem: Hashable {
    try stages(from: old, to: new, comparing: ValueComparison())
  }

  /// Returns the steps in which a list view goes from `old` to `new`. Items are distinguished by `comparison`.
  ///
  /// - Throws: As ``diff(from:to:comparing:reusing:isCancelled:)``, whose complexity is the same.
  @inlinable
  public func stages<S: SnapshotConvertible>(
    from old: S, to new: S, comparing comparison: some ItemComparison<S.SnapshotItem>
  ) throws(DiffError) -> Changeset<S.SnapshotKey, S.SnapshotItem, S.SnapshotHeader>.Stages {
    let diff = try diff(from: old, to: new, comparing: comparison)
    return Changeset.Stages(diff.changeset.identity, from: diff.old, to: diff.new)
  }
}
