/// The entry points of a differ. They differ in how items are distinguished: by `id`, as plain values, or by a key of
/// your choice; each for snapshots and for plain lists. All do the same work:
/// ``Differ/diff(from:to:comparing:isCancelled:)``.

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
