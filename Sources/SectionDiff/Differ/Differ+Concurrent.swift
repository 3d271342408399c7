/// Entry points that leave the caller's actor.
extension Differ {
  /// Returns the changes that turn `old` into `new`, worked out off the caller's actor. Items are distinguished by `id`;
  /// content is compared by `==`.
  ///
  /// Cancelling the task stops the diff within a few thousand units of work.
  ///
  ///     let result = try await differ.concurrentDiff(from: before, to: after)
  ///
  /// - Throws: ``DiffError``; ``DiffError/cancelled`` when the task is cancelled.
  @inlinable @concurrent
  public func concurrentDiff<S: SnapshotConvertible & Sendable>(
    from old: S, to new: S
  ) async throws(DiffError) -> Diff<S.SnapshotKey, S.SnapshotItem, S.SnapshotHeader>
  where
    S.SnapshotItem: Identifiable & Equatable, S.SnapshotKey: Sendable, S.SnapshotItem: Sendable,
    S.SnapshotHeader: Sendable
  {
    try await concurrentDiff(from: old, to: new, comparing: IdentifiableComparison())
  }

  /// Returns the changes that turn `old` into `new`, worked out off the caller's actor. Items are distinguished by
  /// value: each item is its own identity.
  ///
  /// - Throws: ``DiffError``; ``DiffError/cancelled`` when the task is cancelled.
  @inlinable @concurrent @_disfavoredOverload
  public func concurrentDiff<S: SnapshotConvertible & Sendable>(
    from old: S, to new: S
  ) async throws(DiffError) -> Diff<S.SnapshotKey, S.SnapshotItem, S.SnapshotHeader>
  where S.SnapshotItem: Hashable, S.SnapshotKey: Sendable, S.SnapshotItem: Sendable, S.SnapshotHeader: Sendable {
    try await concurrentDiff(from: old, to: new, comparing: ValueComparison())
  }

  /// Returns the changes that turn `old` into `new`, worked out off the caller's actor. Items are distinguished by
  /// `comparison`.
  ///
  /// - Throws: ``DiffError``; ``DiffError/cancelled`` when the task is cancelled.
  @inlinable @concurrent
  public func concurrentDiff<S: SnapshotConvertible & Sendable, C: ItemComparison & Sendable>(
    from old: S, to new: S, comparing comparison: C
  ) async throws(DiffError) -> Diff<S.SnapshotKey, S.SnapshotItem, S.SnapshotHeader>
  where C.Item == S.SnapshotItem, S.SnapshotKey: Sendable, S.SnapshotItem: Sendable, S.SnapshotHeader: Sendable {
    try diff(from: old, to: new, comparing: comparison, isCancelled: { Task.isCancelled })
  }
}
