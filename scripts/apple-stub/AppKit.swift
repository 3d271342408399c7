// systems: macos
// swift-format-ignore-file
// What the checked files take from AppKit, with the signatures of its Swift interface; see scripts/apple-check, and
// UIKit.swift about blocks.
@_exported import Foundation

public protocol NSObjectProtocol: AnyObject {}
extension NSObject: NSObjectProtocol {}

extension IndexPath {
  public init(item: Int, section: Int) { self.init(indexes: [section, item]) }
  public var section: Int { get { 0 } set {} }
  public var item: Int { get { 0 } set {} }
}

public protocol NSAnimatablePropertyContainer { func animator() -> Self }
@MainActor open class NSResponder: NSObject {}
@MainActor open class NSWindow: NSResponder {}
@MainActor open class NSView: NSResponder {
  open var window: NSWindow? { nil }
  public func animator() -> Self { self }
}
@MainActor open class NSControl: NSView {}
@MainActor open class NSTextField: NSControl { public convenience init(labelWithString stringValue: String) { self.init() } }
@MainActor open class NSTableColumn: NSObject {}
@MainActor public protocol NSTableViewDelegate: NSObjectProtocol {
  func tableView(_ tableView: NSTableView, viewFor tableColumn: NSTableColumn?, row: Int) -> NSView?
  func tableView(_ tableView: NSTableView, isGroupRow row: Int) -> Bool
}
@MainActor public protocol NSTableViewDataSource: NSObjectProtocol { func numberOfRows(in tableView: NSTableView) -> Int }

@MainActor open class NSTableView: NSControl {
  public struct AnimationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static var effectFade: AnimationOptions { AnimationOptions(rawValue: 1) }
    public static var effectGap: AnimationOptions { AnimationOptions(rawValue: 2) }
  }
  open var numberOfRows: Int { 0 }
  open var numberOfColumns: Int { 0 }
  open func reloadData() {}
  open func reloadData(forRowIndexes rowIndexes: IndexSet, columnIndexes: IndexSet) {}
  open func noteHeightOfRows(withIndexesChanged indexSet: IndexSet) {}
  open func beginUpdates() {}
  open func endUpdates() {}
  open func insertRows(at indexes: IndexSet, withAnimation animationOptions: AnimationOptions = []) {}
  open func removeRows(at indexes: IndexSet, withAnimation animationOptions: AnimationOptions = []) {}
  open func moveRow(at oldIndex: Int, to newIndex: Int) {}
}

@MainActor open class NSCollectionView: NSView {
  open var numberOfSections: Int { 0 }
  open func numberOfItems(inSection section: Int) -> Int { 0 }
  open func reloadData() {}
  open func performBatchUpdates(_ updates: () -> Void, completionHandler: ((Bool) -> Void)? = nil) {}
  open func insertSections(_ sections: IndexSet) {}
  open func deleteSections(_ sections: IndexSet) {}
  open func moveSection(_ section: Int, toSection newSection: Int) {}
  open func reloadSections(_ sections: IndexSet) {}
  open func insertItems(at indexPaths: Set<IndexPath>) {}
  open func deleteItems(at indexPaths: Set<IndexPath>) {}
  open func reloadItems(at indexPaths: Set<IndexPath>) {}
  open func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {}
}

@available(macOS 10.15.1, *)
public struct NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
where SectionIdentifierType: Hashable, ItemIdentifierType: Hashable {
  public init() {}
  public mutating func appendSections(_ identifiers: [SectionIdentifierType]) {}
  public mutating func appendItems(_ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType? = nil) {}
  public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) {}
}
