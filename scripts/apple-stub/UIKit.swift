// systems: ios
// swift-format-ignore-file
// What the checked files take from UIKit, with the signatures of its Swift interface; see scripts/apple-check.
//
// The blocks of performBatchUpdates are NS_NOESCAPE and may be nil there. Swift cannot declare both, so they are not
// optional here.
@_exported import Foundation

public protocol NSObjectProtocol: AnyObject {}
extension NSObject: NSObjectProtocol {}

extension IndexPath {
  public init(row: Int, section: Int) { self.init(indexes: [section, row]) }
  public init(item: Int, section: Int) { self.init(indexes: [section, item]) }
  public var section: Int { get { 0 } set {} }
  public var row: Int { get { 0 } set {} }
  public var item: Int { get { 0 } set {} }
}

@MainActor open class UIResponder: NSObject {}
@MainActor open class UIWindow: UIView {}
@MainActor open class UIView: UIResponder {
  open var window: UIWindow? { nil }
  open class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {}
}
@MainActor open class UIScrollView: UIView {}
@MainActor open class UILabel: UIView { open var text: String? }

@MainActor open class UITableViewCell: UIView { open var textLabel: UILabel? { nil } }
@MainActor public protocol UITableViewDataSource: NSObjectProtocol {
  func numberOfSections(in tableView: UITableView) -> Int
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell
}
@MainActor open class UITableView: UIScrollView {
  public enum RowAnimation: Int, Sendable { case fade = 0, right, left, top, bottom, none, middle, automatic = 100 }
  open weak var dataSource: (any UITableViewDataSource)?
  open var numberOfSections: Int { 0 }
  open func numberOfRows(inSection section: Int) -> Int { 0 }
  open func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> UITableViewCell { UITableViewCell() }
  open func reloadData() {}
  open func performBatchUpdates(_ updates: () -> Void, completion: ((Bool) -> Void)? = nil) {}
  open func insertSections(_ sections: IndexSet, with animation: RowAnimation) {}
  open func deleteSections(_ sections: IndexSet, with animation: RowAnimation) {}
  open func moveSection(_ section: Int, toSection newSection: Int) {}
  open func reloadSections(_ sections: IndexSet, with animation: RowAnimation) {}
  open func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) {}
  open func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) {}
  open func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation) {}
  @available(iOS 15.0, *) open func reconfigureRows(at indexPaths: [IndexPath]) {}
  open func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {}
}

@MainActor open class UICollectionView: UIScrollView {
  open var numberOfSections: Int { 0 }
  open func numberOfItems(inSection section: Int) -> Int { 0 }
  open func reloadData() {}
  open func performBatchUpdates(_ updates: () -> Void, completion: ((Bool) -> Void)? = nil) {}
  open func insertSections(_ sections: IndexSet) {}
  open func deleteSections(_ sections: IndexSet) {}
  open func moveSection(_ section: Int, toSection newSection: Int) {}
  open func reloadSections(_ sections: IndexSet) {}
  open func insertItems(at indexPaths: [IndexPath]) {}
  open func deleteItems(at indexPaths: [IndexPath]) {}
  open func reloadItems(at indexPaths: [IndexPath]) {}
  @available(iOS 15.0, *) open func reconfigureItems(at indexPaths: [IndexPath]) {}
  open func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {}
}

@available(iOS 13.0, *)
public struct NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
where SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable {
  public init() {}
  public mutating func appendSections(_ identifiers: [SectionIdentifierType]) {}
  public mutating func appendItems(_ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType? = nil) {}
  public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) {}
  @available(iOS 15.0, *) public mutating func reconfigureItems(_ identifiers: [ItemIdentifierType]) {}
}
@available(iOS 13.0, *)
@MainActor open class UITableViewDiffableDataSource<SectionIdentifierType, ItemIdentifierType>: NSObject
where SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable {
  open func apply(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>, animatingDifferences: Bool = true,
    completion: (() -> Void)? = nil) {}
  @available(iOS 15.0, *) open func apply(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>, animatingDifferences: Bool = true) async {}
}
