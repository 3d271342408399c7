#if canImport(UIKit) && !os(watchOS) || canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import SectionDiff
  #if canImport(UIKit)
    public import UIKit
  #else
    public import AppKit
  #endif

  extension NSDiffableDataSourceSnapshot where SectionIdentifierType: Sendable, ItemIdentifierType: Sendable {
    /// Makes the snapshot of a diffable data source: section keys, and the ids of the items.
    ///
    ///     dataSource.apply(try NSDiffableDataSourceSnapshot(contacts))
    ///
    /// - Throws: `DiffError` for ids or section keys that are repeated; a diffable data source raises an exception for
    ///   those.
    /// - Complexity: O(*n* + *s*), where *n* is the number of items and *s* that of sections.
    public init<Item: Identifiable, Header: Equatable>(
      _ snapshot: Snapshot<SectionIdentifierType, Item, Header>
    ) throws(DiffError) where Item.ID == ItemIdentifierType {
      self.init(try DiffableItems(snapshot))
    }

    /// Makes the snapshot of a diffable data source that shows items with other content anew.
    ///
    ///     let changes = update.changeset
    ///     dataSource.apply(try NSDiffableDataSourceSnapshot(changes, to: update.after))
    ///
    /// A diffable data source finds out by itself what comes, goes and moves; it does not see that content has changed.
    /// Those items are reconfigured on UIKit and reloaded on AppKit.
    ///
    /// - Parameters:
    ///   - changeset: What changed.
    ///   - after: The snapshot that the changeset ends in.
    /// - Throws: `DiffError` for ids or section keys that are repeated.
    /// - Complexity: O(*n* + *s* + *k* log *s*), where *n* is the number of items, *s* that of sections and *k* that of
    ///   updates.
    public init<Item: Identifiable, Header: Equatable>(
      _ changeset: Changeset<SectionIdentifierType, Item, Header>,
      to after: Snapshot<SectionIdentifierType, Item, Header>
    ) throws(DiffError) where Item.ID == ItemIdentifierType {
      self.init(try DiffableItems(changeset, to: after))
    }

    private init(_ items: DiffableItems<SectionIdentifierType, ItemIdentifierType>) {
      self.init()
      appendSections(items.sections.map(\.key))
      for section in items.sections { appendItems(section.ids, toSection: section.key) }
      #if canImport(UIKit)
        reconfigureItems(items.updated)
      #else
        reloadItems(items.updated)
      #endif
    }
  }
#endif
