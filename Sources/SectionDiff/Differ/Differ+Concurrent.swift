/// Entry points that leave the caller's actor.
extension Differ {
  /// Returns the changes that turn `old` into `new`, worked out off the caller's actor.
  ///
  /// Cancelling the task stops the diff within a few thousand units of work.
  ///
  ///     let result = try await differ.concurrentDiff(from: before, to: after, comparing: comparison)
  ///
  /// - Throws: ``DiffError``; ``DiffError/cancelled`` when the task is cancelled.
  @inlinable @concurrent
  public func concurrentDiff<Key, Item, Header, C: ItemComparison>(
    from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>, comparing comparison: C
  ) async throws(DiffError) -> Diff<Key, Item, Header>
  where C.Item == Item, C: Sendable, Key: Sendable, Item: Sendable, Header: Sendable {
    try diff(from: old, to: new, comparing: comparison, isCancelled: { Task.isCancelled })
  }

  /// Returns the changes that turn `old` into `new`, worked out off the caller's actor. Items are distinguished by
  /// `id`.
  ///
  /// - Throws: ``DiffError``; ``DiffError/cancelled`` when the task is cancelled.
  @inlinable @concurrent
  public func concurrentDiff<Key: Sendable, Item: Identifiable & Equatable & Sendable, Header: Sendable>(
    from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>
  ) async throws(DiffError) -> Diff<Key, Item, Header> {
    try await concurrentDiff(from: old, to: new, comparing: IdentifiableComparison())
  }

  /// Returns the changes that turn `old` into `new`, worked out off the caller's actor. Items are their own identity.
  ///
  /// - Throws: ``DiffError``; ``DiffError/cancelled`` when the task is cancelled.
  @inlinable @concurrent
  public func concurrentDiff<Key: Sendable, Item: Hashable & Sendable, Header: Sendable>(
    from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>
  ) async throws(DiffError) -> Diff<Key, Item, Header> {
    try await concurrentDiff(from: old, to: new, comparing: ValueComparison())
  }

  /// Returns the changes that turn `old` into `new`, worked out off the caller's actor. Items are distinguished by
  /// `id`.
  ///
  /// - Throws: ``DiffError``; ``DiffError/cancelled`` when the task is cancelled.
  @inlinable @concurrent
  public func concurrentDiff<Key: Sendable, Item: Identifiable & Hashable & Sendable, Header: Sendable>(
    from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>
  ) async throws(DiffError) -> Diff<Key, Item, Header> {
    try await concurrentDiff(from: old, to: new, comparing: IdentifiableComparison())
  }
}
