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
    var run = DiffRun(strategy: algorithm.name, budget: budget, isCancelled: { Task.isCancelled })
    return try await concurrentDiff(from: old.snapshot, to: new.snapshot, comparing: comparison, in: &run)
  }
}

// MARK: - In several tasks

extension Differ {
  /// As the synchronous diff, but that a large residue is given its tokens by several tasks.
  @inlinable
  func concurrentDiff<Key: Sendable, Item: Sendable, Header: Sendable, C: ItemComparison & Sendable>(
    from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>, comparing comparison: C,
    in run: inout DiffRun
  ) async throws(DiffError) -> Diff<Key, Item, Header> where C.Item == Item {
    guard old.itemCount + new.itemCount >= concurrentFrom else {
      return try diff(from: old, to: new, comparing: comparison, in: &run)
    }
    try run.poll()
    if let list = try sharedChanges(from: old, to: new, comparing: comparison, in: &run) {
      return answer(list, from: old, to: new, dropped: (0, 0), in: run)
    }
    let (old, oldItems, droppedOld) = try old.reduced(
      by: duplicates, comparing: comparison, scope: scope, side: .old, in: &run)
    let (new, newItems, droppedNew) = try new.reduced(
      by: duplicates, comparing: comparison, scope: scope, side: .new, in: &run)
    let list = try await concurrentChanges(
      from: old, oldItems, to: new, newItems, comparing: comparison, in: &run)
    return answer(list, from: old, to: new, dropped: (droppedOld, droppedNew), in: run)
  }

  /// All stages of a diff, as `changes` of the synchronous one.
  @inlinable
  func concurrentChanges<Key: Sendable, Item: Sendable, Header: Sendable, C: ItemComparison & Sendable>(
    from old: Snapshot<Key, Item, Header>, _ oldItems: ContiguousArray<Item>, to new: Snapshot<Key, Item, Header>,
    _ newItems: ContiguousArray<Item>, comparing comparison: C, in run: inout DiffRun
  ) async throws(DiffError) -> ChangeList where C.Item == Item {
    var sections = SectionPlan(old: old.keys, new: new.keys, in: &run.scratch.pool)
    defer { sections.giveBack(to: &run.scratch.pool) }
    var front = try FrontPairs.found(
      old: oldItems.span, old.offsets, new: newItems.span, new.offsets, sections: sections, comparing: comparison,
      walking: algorithm.allowsWalk, limits: frontLimits, in: &run)
    defer { front.giveBack(to: &run.scratch.front) }
    var tokens =
      front.residue.old.count + front.residue.new.count < concurrentFrom
      ? try Tokens(
        of: front.residue, old: oldItems.span, new: newItems.span, comparing: comparison, all: needsAllTokens, in: &run)
      : try await Tokens.concurrently(
        of: front.residue, old: oldItems, new: newItems, comparing: comparison, all: needsAllTokens,
        share: concurrentFrom / 16, in: &run)
    defer { tokens.giveBack(to: &run.scratch) }
    return try list(
      front, &tokens, sections, sections.updated(from: old.headers, to: new.headers), from: old.offsets, oldItems.span,
      to: new.offsets, newItems.span, comparing: comparison,
      mayRepeat: mayRepeat(old.uniqueness, new.uniqueness, comparison.identityName), in: &run)
  }
}
