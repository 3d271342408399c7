/// The entry points of a differ: ``changeset(from:to:comparing:reusing:isCancelled:)`` returns the changes,
/// ``diff(from:to:comparing:reusing:isCancelled:)`` also the snapshots they refer to and a receipt. Each takes snapshots
/// and plain lists. Without a comparison items are distinguished by `id`, or by value where they have none.
///
/// The overloads for values are disfavored: items that are both `Identifiable` and `Hashable` are distinguished by `id`.

// MARK: - Changes

extension Differ {
  /// Returns the changes that turn `old` into `new`. Items are distinguished by `id`; content is compared by `==`.
  ///
  /// For example, `changeset(from: ["a", "b"], to: ["b"])`.
  ///
  /// - Throws: As ``diff(from:to:comparing:reusing:isCancelled:)``, whose parameters and complexity are the same.
  @inlinable
  public func changeset<S: SnapshotConvertible>(
    from old: S, to new: S, reusing workspace: DiffWorkspace? = nil, isCancelled: (() -> Bool)? = nil
  ) throws(DiffError) -> Changeset<S.SnapshotKey, S.SnapshotItem, S.SnapshotHeader>
  where S.SnapshotItem: Identifiable & Equatable {
    try changeset(
      from: old, to: new, comparing: IdentifiableComparison(), reusing: workspace, isCancelled: isCancelled)
  }

  /// Returns the changes that turn `old` into `new`. Items are distinguished by value: each item is its own identity.
  ///
  /// - Throws: As ``diff(from:to:comparing:reusing:isCancelled:)``, whose parameters and complexity are the same.
  @inlinable @_disfavoredOverload
  public func changeset<S: SnapshotConvertible>(
    from old: S, to new: S, reusing workspace: DiffWorkspace? = nil, isCancelled: (() -> Bool)? = nil
  ) throws(DiffError) -> Changeset<S.SnapshotKey, S.SnapshotItem, S.SnapshotHeader> where S.SnapshotItem: Hashable {
    try changeset(from: old, to: new, comparing: ValueComparison(), reusing: workspace, isCancelled: isCancelled)
  }

  /// Returns the changes that turn `old` into `new`. Items are distinguished by `comparison`.
  ///
  /// For example, `changeset(from: before, to: after, comparing: .by(\.sku))`.
  ///
  /// - Throws: As ``diff(from:to:comparing:reusing:isCancelled:)``, whose parameters and complexity are the same.
  @inlinable
  public func changeset<S: SnapshotConvertible, C: ItemComparison>(
    from old: S, to new: S, comparing comparison: C, reusing workspace: DiffWorkspace? = nil,
    isCancelled: (() -> Bool)? = nil
  ) throws(DiffError) -> Changeset<S.SnapshotKey, S.SnapshotItem, S.SnapshotHeader> where C.Item == S.SnapshotItem {
    let (old, new) = (old.snapshot, new.snapshot)
    var list = ChangeList(oldOffsets: old.offsets, newOffsets: new.offsets)
    if listSmallChanges(from: old, to: new, comparing: comparison, in: &list) {
      try DiffRun.poll(isCancelled)
      // Not copied: that would retain each of its arrays.
      return Changeset(identity: consume list, payload: .snapshots(old: consume old, new: consume new), rules: rules)
    }
    // Nor is the changeset of a diff taken: a diff holds the snapshots twice.
    var run = DiffRun(strategy: algorithm.name, budget: budget, isCancelled: isCancelled)
    workspace?.exchange(&run.scratch)
    defer { workspace?.exchange(&run.scratch) }
    var (keptOld, keptNew) = (consume old, consume new)
    list = try changes(from: &keptOld, to: &keptNew, comparing: comparison, in: &run)
    return Changeset(
      identity: consume list, payload: .snapshots(old: consume keptOld, new: consume keptNew), rules: rules)
  }
}

// MARK: - Changes, snapshots and receipt

extension Differ {
  /// Returns the changes that turn `old` into `new`, with the snapshots they refer to and a receipt. Items are
  /// distinguished by `id`; content is compared by `==`.
  ///
  /// - Throws: As ``diff(from:to:comparing:reusing:isCancelled:)``, whose parameters and complexity are the same.
  @inlinable
  public func diff<S: SnapshotConvertible>(
    from old: S, to new: S, reusing workspace: DiffWorkspace? = nil, isCancelled: (() -> Bool)? = nil
  ) throws(DiffError) -> Diff<S.SnapshotKey, S.SnapshotItem, S.SnapshotHeader>
  where S.SnapshotItem: Identifiable & Equatable {
    try diff(from: old, to: new, comparing: IdentifiableComparison(), reusing: workspace, isCancelled: isCancelled)
  }

  /// Returns the changes that turn `old` into `new`, with the snapshots they refer to and a receipt. Items are
  /// distinguished by value: each item is its own identity.
  ///
  /// - Throws: As ``diff(from:to:comparing:reusing:isCancelled:)``, whose parameters and complexity are the same.
  @inlinable @_disfavoredOverload
  public func diff<S: SnapshotConvertible>(
    from old: S, to new: S, reusing workspace: DiffWorkspace? = nil, isCancelled: (() -> Bool)? = nil
  ) throws(DiffError) -> Diff<S.SnapshotKey, S.SnapshotItem, S.SnapshotHeader> where S.SnapshotItem: Hashable {
    try diff(from: old, to: new, comparing: ValueComparison(), reusing: workspace, isCancelled: isCancelled)
  }

  /// Returns the changes that turn `old` into `new`, with the snapshots they refer to and a receipt. Items are
  /// distinguished by `comparison`.
  ///
  /// - Parameters:
  ///   - old: The snapshot or the list before.
  ///   - new: The snapshot or the list after.
  ///   - comparison: How identities and contents are compared.
  ///   - workspace: Memory of former diffs, of whatever kind; this diff leaves its own there.
  ///   - isCancelled: Asked now and then whether to stop; the diff then throws ``DiffError/cancelled``.
  /// - Throws: ``DiffError`` for two sections with one key, for repeated identities under
  ///   ``DuplicatePolicy/reject``, for an algorithm that breaks its contract, and when cancelled. A workspace stays
  ///   usable.
  /// - Complexity: O(*n*) for the front plus what the algorithm costs on what the front leaves; *n* is the number of
  ///   items on both sides. At most two hashes an item, a third only where keys collide on purpose: one for what the
  ///   front leaves, and one for few of those, looked at for stretches, or for all, where repeats must be looked for; where
  ///   identities are seen to repeat and items would move, one more for what was walked and what was left.
  ///   Under ``DuplicatePolicy/allow`` one for each of up to 64 items a side that changed, where something is updated and the
  ///   snapshots are not known to be unique; where copies are among them, one for each item and 16 comparisons of contents.
  ///   None for items that the front pairs under ``DuplicatePolicy/allow`` or between snapshots known to be unique, but
  ///   for one of sixteen in stretches. Two snapshots of live results share all chunks but those that were changed in
  ///   between: between them, O(*d* log *n* + *s*), where *d* is the number of items in the chunks not shared and *s* that
  ///   of sections; the answer is the same, the receipt counts fewer comparisons. It is O(*n*) where items whose
  ///   identity is their value move, unless both snapshots are known to be unique.
  @inlinable
  public func diff<S: SnapshotConvertible, C: ItemComparison>(
    from old: S, to new: S, comparing comparison: C, reusing workspace: DiffWorkspace? = nil,
    isCancelled: (() -> Bool)? = nil
  ) throws(DiffError) -> Diff<S.SnapshotKey, S.SnapshotItem, S.SnapshotHeader> where C.Item == S.SnapshotItem {
    var (old, new) = (old.snapshot, new.snapshot)
    let (oldCount, newCount) = (old.itemCount, new.itemCount)
    var run = DiffRun(strategy: algorithm.name, budget: budget, isCancelled: isCancelled)
    workspace?.exchange(&run.scratch)
    defer { workspace?.exchange(&run.scratch) }
    let list = try changes(from: &old, to: &new, comparing: comparison, in: &run)
    return Diff(
      old: old, new: new,
      changeset: Changeset(identity: list, payload: .snapshots(old: old, new: new), rules: rules),
      receipt: run.finishedReceipt(droppedOld: oldCount - old.itemCount, droppedNew: newCount - new.itemCount))
  }
}
