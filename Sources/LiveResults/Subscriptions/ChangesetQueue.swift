import SectionDiff

/// Steps that follow one another, kept as few changesets: for what waits to be announced.
///
/// Like the digits of a binary counter: a changeset is joined with the one before it as soon as that is no larger, so each
/// change is looked at O(log *m*) times, however many steps come one by one.
struct ChangesetQueue<Key: Hashable & Sendable, Item: Identifiable & Sendable, Header: Equatable & Sendable>: Sendable
where Item.ID: Sendable {
  /// Oldest first; each more than twice as large as the next.
  private var changesets: [Changeset<Key, Item, Header>] = []
  /// The items that were looked at again.
  private(set) var refreshed: Set<Item.ID> = []

  /// Whether nothing waits.
  // `count == 0` avoids a witness-table lookup, which `isEmpty` of a generic array makes.
  var isEmpty: Bool { changesets.count == 0 }

  /// The number of changes that wait, where those of one item that could not be joined yet count each.
  var changeCount: Int { changesets.reduce(0) { $0 + $1.changeCount } }

  /// Adds a step.
  mutating func append<C: ItemComparison>(
    _ changeset: Changeset<Key, Item, Header>, refreshed keys: some Collection<Item.ID>, comparing comparison: C
  ) where C.Item == Item {
    if !refreshed.isEmpty { refreshed.subtract(changeset.deletedKeys) }
    refreshed.formUnion(changeset.updatedKeys(among: keys))
    var last = changeset
    while let previous = changesets.last, previous.changeCount <= 2 * last.changeCount {
      guard let joined = try? previous.joined(with: last, comparing: comparison) else { break }
      changesets.removeLast()
      last = joined
    }
    changesets.append(last)
  }

  /// All that waits, as one; `nil` when nothing does.
  func joined<C: ItemComparison>(comparing comparison: C) -> Changeset<Key, Item, Header>? where C.Item == Item {
    var rest = changesets[...]
    guard var whole = rest.popLast() else { return nil }
    while let previous = rest.popLast() {
      guard let joined = try? previous.joined(with: whole, comparing: comparison) else { return nil }
      whole = joined
    }
    return whole
  }

  /// Where an item was before all that waits.
  ///
  /// - Parameters:
  ///   - key: The item.
  ///   - path: Where it is after all that waits; `nil` when it is not there then.
  /// - Complexity: O(*k* log *k*) for *k* changes that wait, and O(log *n*) for each item gone, where *n* is the number of
  ///   items.
  func formerPath(of key: Item.ID, now path: ItemPath?) -> ItemPath? {
    var path = path
    for changeset in changesets.reversed() {
      path = path.flatMap { changeset.oldPath(for: $0) } ?? changeset.deletedPath(of: key)
    }
    return path
  }

  mutating func removeAll() {
    changesets.removeAll()
    refreshed.removeAll()
  }
}

extension Changeset where Item: Identifiable {
  /// Where an item was that is gone.
  fileprivate func deletedPath(of key: Item.ID) -> ItemPath? {
    identity.deletes.indices.first { deletedItem($0).id == key }.map { identity.deletes[$0] }
  }
}
