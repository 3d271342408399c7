public import SectionDiff

/// Receives updates as calls, one for each change, strictly balanced: for views that expect such calls.
///
/// For each update: ``resultsWillChange(_:)`` (the results before can be read), sections (deleted, inserted, moved,
/// updated), items (deleted, inserted, moved, updated), ``resultsDidChange(_:)`` (the results after). Nothing at all for an
/// update without a change. All methods but the last have an implementation that does nothing.
///
/// Paths of deletes are those of the results before, paths of inserts those after, moves and updates have both. For a
/// list view use ``ChangeView/batch``; for a log use ``ChangeView/identity``.
public protocol ResultsDelegate<Key, Item, Header> {
  /// The type of section keys.
  associatedtype Key: Hashable & Sendable
  /// What is shown.
  associatedtype Item: Sendable
  /// What a section shows besides its items.
  associatedtype Header: Equatable & Sendable

  /// An update begins.
  mutating func resultsWillChange(_ update: ResultsUpdate<Key, Item, Header>)
  /// A section changed.
  mutating func sectionDidChange(_ change: SectionChange<Key>)
  /// An item changed.
  mutating func itemDidChange(_ change: ItemChange<Item>)
  /// The update is complete.
  mutating func resultsDidChange(_ update: ResultsUpdate<Key, Item, Header>)
}

extension ResultsDelegate {
  /// Does nothing.
  public mutating func resultsWillChange(_ update: ResultsUpdate<Key, Item, Header>) {}
  /// Does nothing.
  public mutating func sectionDidChange(_ change: SectionChange<Key>) {}
  /// Does nothing.
  public mutating func itemDidChange(_ change: ItemChange<Item>) {}
}

/// A change of a section, with what it is about.
public enum SectionChange<Key: Hashable & Sendable>: Hashable, Sendable {
  /// The section at this offset of the results before was deleted.
  case delete(Key, at: Int)
  /// The section at this offset of the results after was inserted.
  case insert(Key, at: Int)
  /// The section moved among those kept.
  case move(Key, from: Int, to: Int)
  /// The section has another header.
  case update(Key, from: Int, to: Int)
}

/// A change of an item, with the item.
public enum ItemChange<Item: Sendable>: Sendable {
  /// The item at this path of the results before was deleted.
  case delete(Item, at: ItemPath)
  /// The item at this path of the results after was inserted.
  case insert(Item, at: ItemPath)
  /// The item moved.
  case move(Item, from: ItemPath, to: ItemPath)
  /// The item has new content.
  case update(Item, from: ItemPath, to: ItemPath)
}

extension ItemChange: Equatable where Item: Equatable {}

/// The view of a changeset that a delegate receives.
public enum ChangeView: Hashable, Sendable {
  /// What happened: rows of deleted and inserted sections are reported too.
  case identity
  /// What a list view accepts: rows of deleted and inserted sections are implied.
  case batch
}

extension ResultsUpdate {
  /// Calls a delegate for each change of this update; makes no call when nothing changed.
  ///
  ///     for await update in controller.updates() { update.tell(&delegate) }
  public func tell(_ delegate: inout some ResultsDelegate<Key, Item, Header>, view: ChangeView = .identity) {
    if changeset.isEmpty { return }
    delegate.resultsWillChange(self)
    let changes = view == .identity ? changeset.identity : changeset.batch
    let old = before.sections
    let new = after.sections
    for at in changes.sectionDeletes { delegate.sectionDidChange(.delete(old[at].key, at: at)) }
    for at in changes.sectionInserts { delegate.sectionDidChange(.insert(new[at].key, at: at)) }
    for pair in changes.sectionMoves {
      delegate.sectionDidChange(.move(new[pair.to].key, from: pair.from, to: pair.to))
    }
    for pair in changes.sectionUpdates {
      delegate.sectionDidChange(.update(new[pair.to].key, from: pair.from, to: pair.to))
    }
    for path in changes.deletes { delegate.itemDidChange(.delete(before[path], at: path)) }
    for path in changes.inserts { delegate.itemDidChange(.insert(after[path], at: path)) }
    for move in changes.moves { delegate.itemDidChange(.move(after[move.to], from: move.from, to: move.to)) }
    for update in changes.updates {
      delegate.itemDidChange(.update(after[update.to], from: update.from, to: update.to))
    }
    delegate.resultsDidChange(self)
  }
}
