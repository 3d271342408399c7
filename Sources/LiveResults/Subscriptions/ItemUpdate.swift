public import SectionDiff

/// A change of one item.
public struct ItemUpdate<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// What happened to the item.
  public enum Kind: Hashable, Sendable {
    /// The first update: the item as it is shown now, if it is shown.
    case initial
    /// The item is shown now.
    case inserted
    /// The item has new content, and may have moved.
    case updated
    /// The item moved, with the same content.
    case moved
    /// The item is not shown any more.
    case deleted
  }

  /// The revision of the results.
  public let revision: Int
  /// What happened.
  public let kind: Kind
  /// The item; `nil` when it is not shown.
  public let item: Item?
  /// Where it is; `nil` when it is not shown.
  public let path: ItemPath?
}

extension ResultsUpdate where Item: Identifiable, Item.ID: Sendable {
  /// What an update says of one item; `nil` when it does not name it.
  ///
  /// - Complexity: O(*k*) for *k* changes; O(*n*) for the first update of a subscriber.
  func change(of key: Item.ID) -> ItemUpdate<Item>? {
    if kind != .change {
      let path = after.firstPath { $0.id == key }
      return ItemUpdate(
        revision: revision, kind: .initial, item: path.flatMap { after.item(at: $0) }, path: path)
    }
    let changes = changeset.identity
    for update in changes.updates where after.item(at: update.to)?.id == key {
      return ItemUpdate(revision: revision, kind: .updated, item: after.item(at: update.to), path: update.to)
    }
    for move in changes.moves where after.item(at: move.to)?.id == key {
      return ItemUpdate(revision: revision, kind: .moved, item: after.item(at: move.to), path: move.to)
    }
    for path in changes.inserts where after.item(at: path)?.id == key {
      return ItemUpdate(revision: revision, kind: .inserted, item: after.item(at: path), path: path)
    }
    for path in changes.deletes where before.item(at: path)?.id == key {
      return ItemUpdate(revision: revision, kind: .deleted, item: nil, path: nil)
    }
    return nil
  }
}

@available(LiveSystems, *)
extension ResultsController {
  /// A subscription to one item: what is shown of it now, then each change of it. Changes of other items are not
  /// reported, even if they push it to another row.
  public nonisolated func updates(
    ofItem key: Item.ID
  ) -> AsyncCompactMapSequence<ResultsUpdates<Key, Shown, Header>, ItemUpdate<Shown>> {
    updates().compactMap { $0.change(of: key) }
  }
}
