@testable package import SectionDiff

/// A callback of a delegate, as a value: what ``CallbackChecker`` judges, whatever the delegate's own methods are called.
///
/// A test's delegate makes one of each call that it gets. Addresses are those of changesets: deletes in the old results,
/// inserts in the new, moves and updates in both.
package enum DelegateCallback<Key: Hashable, Item, Header: Equatable> {
  /// Changes are about to be reported; the results can still be read as they were.
  case willChange(showing: Snapshot<Key, Item, Header>)
  /// A section is deleted.
  case deleteSection(Key, at: Int)
  /// A section comes.
  case insertSection(Key, at: Int)
  /// A kept section moves.
  case moveSection(Key, from: Int, to: Int)
  /// A kept section has another header.
  case updateSection(Key, from: Int, to: Int)
  /// An item is deleted.
  case delete(Item, at: ItemPath)
  /// An item comes.
  case insert(Item, at: ItemPath)
  /// A kept item moves.
  case move(Item, from: ItemPath, to: ItemPath)
  /// A kept item has other content.
  case update(Item, from: ItemPath, to: ItemPath)
  /// All changes were notified; the results can be read as they are now.
  case didChange(showing: Snapshot<Key, Item, Header>)
}

extension DelegateCallback: Sendable where Key: Sendable, Item: Sendable, Header: Sendable {}

extension DelegateCallback {
  /// The step of a round in which this callback belongs; steps never go back.
  enum Step: Int, Comparable {
    case willChange
    case deletedSections
    case insertedSections
    case movedSections
    case updatedSections
    case deletes
    case inserts
    case moves
    case updates
    case didChange

    static func < (a: Step, b: Step) -> Bool { a.rawValue < b.rawValue }
  }

  var step: Step {
    switch self {
    case .willChange: .willChange
    case .deleteSection: .deletedSections
    case .insertSection: .insertedSections
    case .moveSection: .movedSections
    case .updateSection: .updatedSections
    case .delete: .deletes
    case .insert: .inserts
    case .move: .moves
    case .update: .updates
    case .didChange: .didChange
    }
  }
}
