/// The entry points of a differ. They differ in how items are distinguished: by `id`, as plain values, or by a key of
/// your choice; each for snapshots and for plain lists. All do the same work:
/// ``Differ/diff(from:to:comparing:isCancelled:)``.

extension Differ {
  /// Returns the changes that turn `old` into `new`, with the snapshots they refer to and a receipt.
  ///
  /// - Parameters:
  ///   - old: The snapshot before.
  ///   - new: The snapshot after.
  ///   - comparison: How identities and contents are compared.
  ///   - isCancelled: Asked now and then whether to stop; the diff then throws ``DiffError/cancelled``.
  /// - Throws: ``DiffError`` for two sections with one key, for repeated identities under
  ///   ``DuplicatePolicy/reject``, for an algorithm that breaks its contract, and when cancelled.
  /// - Complexity: O(*n*) for the front plus what the algorithm costs on what the front leaves; *n* is the number of
  ///   items on both sides. At most two hashes an item, a third only where keys collide on purpose: one for what the
  ///   front leaves, and one for few of those, looked at for stretches, or for all, where repeats must be looked for.
  ///   None for items that the front pairs under ``DuplicatePolicy/allow`` or between snapshots known to be unique, but
  ///   for one of sixteen in stretches.
  @inlinable
  public func diff<Key, Item, Header, C: ItemComparison>(
    from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>, comparing comparison: C,
    isCancelled: (() -> Bool)? = nil
  ) throws(DiffError) -> Diff<Key, Item, Header> where C.Item == Item {
    var run = DiffRun(strategy: algorithm.name, budget: budget, isCancelled: isCancelled)
    return try diff(from: old, to: new, comparing: comparison, in: &run)
  }

  /// Returns the changes that turn `old` into `new`, in the memory of a workspace: the answer is all that is allocated.
  ///
  /// - Parameters:
  ///   - old: The snapshot before.
  ///   - new: The snapshot after.
  ///   - comparison: How identities and contents are compared.
  ///   - workspace: Memory of former diffs, of whatever kind; this diff leaves its own there.
  ///   - isCancelled: Asked now and then whether to stop; the diff then throws ``DiffError/cancelled``.
  /// - Throws: As ``diff(from:to:comparing:isCancelled:)``; the workspace stays usable.
  @inlinable
  public func diff<Key, Item, Header, C: ItemComparison>(
    from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>, comparing comparison: C,
    reusing workspace: inout DiffWorkspace, isCancelled: (() -> Bool)? = nil
  ) throws(DiffError) -> Diff<Key, Item, Header> where C.Item == Item {
    var run = DiffRun(strategy: algorithm.name, budget: budget, isCancelled: isCancelled)
    swap(&run.scratch, &workspace.scratch)
    defer { swap(&run.scratch, &workspace.scratch) }
    return try diff(from: old, to: new, comparing: comparison, in: &run)
  }
}

// MARK: - Snapshots, with receipt

extension Differ {
  /// Returns the changes that turn `old` into `new`, with the snapshots they refer to and a receipt. Items are distinguished
  ///  by `id`; content is compared by `==`.
  ///
  /// - Throws: ``DiffError``.
  @inlinable
  public func diff<Key, Item: Identifiable & Equatable, Header>(
    from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>
  ) throws(DiffError) -> Diff<Key, Item, Header> {
    try diff(from: old, to: new, comparing: IdentifiableComparison())
  }

  /// Returns the changes that turn `old` into `new`, with the snapshots they refer to and a receipt. Items are distinguished
  ///  by value: each item is its own identity.
  ///
  /// - Throws: ``DiffError``.
  @inlinable
  public func diff<Key, Item: Hashable, Header>(
    from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>
  ) throws(DiffError) -> Diff<Key, Item, Header> {
    try diff(from: old, to: new, comparing: ValueComparison())
  }

  /// Returns the changes that turn `old` into `new`, with the snapshots they refer to and a receipt. Items are distinguished
  ///  by `id`; content is compared by `==`.
  ///
  /// - Throws: ``DiffError``.
  @inlinable
  public func diff<Key, Item: Identifiable & Hashable, Header>(
    from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>
  ) throws(DiffError) -> Diff<Key, Item, Header> {
    try diff(from: old, to: new, comparing: IdentifiableComparison())
  }

}

// MARK: - Snapshots, in a workspace

extension Differ {
  /// Returns the changes that turn `old` into `new`, worked out in the memory of former diffs. Items are distinguished
  /// by `id`; content is compared by `==`.
  ///
  /// - Throws: ``DiffError``; the workspace stays usable.
  @inlinable
  public func diff<Key, Item: Identifiable & Equatable, Header>(
    from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>,
    reusing workspace: inout DiffWorkspace
  ) throws(DiffError) -> Diff<Key, Item, Header> {
    try diff(from: old, to: new, comparing: IdentifiableComparison(), reusing: &workspace)
  }

  /// Returns the changes that turn `old` into `new`, worked out in the memory of former diffs. Items are distinguished
  /// by value: each item is its own identity.
  ///
  /// - Throws: ``DiffError``; the workspace stays usable.
  @inlinable
  public func diff<Key, Item: Hashable, Header>(
    from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>,
    reusing workspace: inout DiffWorkspace
  ) throws(DiffError) -> Diff<Key, Item, Header> {
    try diff(from: old, to: new, comparing: ValueComparison(), reusing: &workspace)
  }

  /// Returns the changes that turn `old` into `new`, worked out in the memory of former diffs. Items are distinguished
  /// by `id`; content is compared by `==`.
  ///
  /// - Throws: ``DiffError``; the workspace stays usable.
  @inlinable
  public func diff<Key, Item: Identifiable & Hashable, Header>(
    from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>,
    reusing workspace: inout DiffWorkspace
  ) throws(DiffError) -> Diff<Key, Item, Header> {
    try diff(from: old, to: new, comparing: IdentifiableComparison(), reusing: &workspace)
  }
}

// MARK: - Snapshots

extension Differ {
  /// Returns the changes that turn `old` into `new`. Items are distinguished by `id`; content is compared by `==`.
  ///
  /// - Throws: ``DiffError``.
  @inlinable
  public func changeset<Key, Item: Identifiable & Equatable, Header>(
    from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>
  ) throws(DiffError) -> Changeset<Key, Item, Header> {
    try diff(from: old, to: new, comparing: IdentifiableComparison()).changeset
  }

  /// Returns the changes that turn `old` into `new`. Items are distinguished by value: each item is its own identity.
  ///
  /// - Throws: ``DiffError``.
  @inlinable
  public func changeset<Key, Item: Hashable, Header>(
    from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>
  ) throws(DiffError) -> Changeset<Key, Item, Header> {
    try diff(from: old, to: new, comparing: ValueComparison()).changeset
  }

  /// Returns the changes that turn `old` into `new`. Items are distinguished by `id`; content is compared by `==`.
  ///
  /// - Throws: ``DiffError``.
  @inlinable
  public func changeset<Key, Item: Identifiable & Hashable, Header>(
    from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>
  ) throws(DiffError) -> Changeset<Key, Item, Header> {
    try diff(from: old, to: new, comparing: IdentifiableComparison()).changeset
  }

  /// Returns the changes that turn `old` into `new`. Items are distinguished by `comparison`.
  ///
  /// - Throws: ``DiffError``.
  @inlinable
  public func changeset<Key, Item, Header>(
    from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>,
    comparing comparison: some ItemComparison<Item>
  ) throws(DiffError) -> Changeset<Key, Item, Header> {
    try diff(from: old, to: new, comparing: comparison).changeset
  }

  /// Returns the changes that turn `old` into `new`. Items are distinguished by a key path or closure; content is
  /// compared by `==`.
  ///
  /// For example, `changeset(from: before, to: after, by: \.sku)`.
  ///
  /// - Throws: ``DiffError``.
  @inlinable
  public func changeset<Key, Item: Equatable, Header, ID: Hashable>(
    from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>,
    by identity: @escaping (Item) -> ID
  ) throws(DiffError) -> Changeset<Key, Item, Header> {
    try diff(from: old, to: new, comparing: KeyedComparison(by: identity)).changeset
  }

  /// Returns the changes that turn `old` into `new`. Items are distinguished by a key path or closure; `content` says
  /// whether two items of one identity have equal content.
  ///
  /// - Throws: ``DiffError``.
  @inlinable
  public func changeset<Key, Item, Header, ID: Hashable>(
    from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>,
    by identity: @escaping (Item) -> ID, content: @escaping (Item, Item) -> Bool
  ) throws(DiffError) -> Changeset<Key, Item, Header> {
    try diff(from: old, to: new, comparing: KeyedComparison(by: identity, content: content)).changeset
  }
}

// MARK: - Plain lists

extension Differ {
  /// Returns the changes that turn one list into another. Items are distinguished by `id`; content is compared by `==`.
  ///
  /// - Throws: ``DiffError``.
  @inlinable
  public func changeset<Item: Identifiable & Equatable>(
    from old: [Item], to new: [Item]
  ) throws(DiffError) -> FlatChangeset<Item> {
    try diff(from: FlatSnapshot(old), to: FlatSnapshot(new), comparing: IdentifiableComparison()).changeset
  }

  /// Returns the changes that turn one list into another. Items are distinguished by value: each item is its own
  /// identity.
  ///
  /// - Throws: ``DiffError``.
  @inlinable
  public func changeset<Item: Hashable>(
    from old: [Item], to new: [Item]
  ) throws(DiffError) -> FlatChangeset<Item> {
    try diff(from: FlatSnapshot(old), to: FlatSnapshot(new), comparing: ValueComparison()).changeset
  }

  /// Returns the changes that turn one list into another. Items are distinguished by `id`; content is compared by `==`.
  ///
  /// - Throws: ``DiffError``.
  @inlinable
  public func changeset<Item: Identifiable & Hashable>(
    from old: [Item], to new: [Item]
  ) throws(DiffError) -> FlatChangeset<Item> {
    try diff(from: FlatSnapshot(old), to: FlatSnapshot(new), comparing: IdentifiableComparison()).changeset
  }

  /// Returns the changes that turn one list into another. Items are distinguished by a key path or closure; content is
  /// compared by `==`.
  ///
  /// - Throws: ``DiffError``.
  @inlinable
  public func changeset<Item: Equatable, ID: Hashable>(
    from old: [Item], to new: [Item], by identity: @escaping (Item) -> ID
  ) throws(DiffError) -> FlatChangeset<Item> {
    try changeset(from: FlatSnapshot(old), to: FlatSnapshot(new), by: identity)
  }

  /// Returns the changes that turn one list into another. Items are distinguished by a key path or closure; `content`
  /// says whether two items of one identity have equal content.
  ///
  /// - Throws: ``DiffError``.
  @inlinable
  public func changeset<Item, ID: Hashable>(
    from old: [Item], to new: [Item], by identity: @escaping (Item) -> ID,
    content: @escaping (Item, Item) -> Bool
  ) throws(DiffError) -> FlatChangeset<Item> {
    try changeset(from: FlatSnapshot(old), to: FlatSnapshot(new), by: identity, content: content)
  }
}
