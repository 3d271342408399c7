public import SectionDiff
import StoreBuilding

/// Where an item is, and what is at a place. Paths are those of ``ResultsController/snapshot``, and of the full data
/// where the name says so.
@available(LiveSystems, *)
extension ResultsController {
  /// The item shown at a path.
  ///
  /// - Throws: ``NoSuchItem`` when there is none.
  public func object(at path: ItemPath) throws(NoSuchItem) -> Shown {
    let snapshot = snapshot
    guard let item = snapshot.item(at: path) else {
      throw NoSuchItem(path: path, sizes: snapshot.sections.map { $0.items.count })
    }
    return item
  }

  /// Where the item with a key is shown, or `nil`.
  ///
  /// - Complexity: O(log *n*), and O(*s*) where a window is set; while *k* changes wait to be announced, O(*s* + *k* log
  ///   *n*) more, to go back over them. *n* is the number of items and *s* that of sections. O(*n*) while results of former
  ///   times are shown.
  public func path(of key: Item.ID) -> ItemPath? {
    queue.formerPath(of: key, now: engine.path(of: key))
  }

  /// Where an item is shown, or `nil`.
  public func path(of item: Shown) -> ItemPath? { path(of: item.id) }

  /// The item shown with a key, or `nil`.
  public func shownItem(_ key: Item.ID) -> Shown? { path(of: key).flatMap { snapshot.item(at: $0) } }

  /// The record with a key in the full data, shown or not.
  public func record(_ key: Item.ID) -> Item? { engine.item(of: key) }

  /// Where the record with a key is in the full data: all records in their sections and order, whether they pass the
  /// filters or not, without the window.
  ///
  /// - Complexity: O(log *n*).
  public func fullPath(of key: Item.ID) -> ItemPath? { engine.fullPath(of: key) }

  /// The record at a path of the full data.
  ///
  /// - Throws: ``NoSuchItem`` when there is none.
  public func fullObject(at path: ItemPath) throws(NoSuchItem) -> Item {
    guard let item = engine.fullItem(at: path) else {
      throw NoSuchItem(path: path, sizes: engine.allRecords.slots.map { $0.count })
    }
    return item
  }

  /// The full data.
  ///
  /// - Complexity: O(*n*).
  public func fullSnapshot() -> Snapshot<Key, Item, Header> { engine.full() }
}

/// A path at which there is no item.
public struct NoSuchItem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path.
  public let path: ItemPath
  /// How many items each section has.
  public let sizes: [Int]

  /// Makes the error.
  public init(path: ItemPath, sizes: [Int]) {
    self.path = path
    self.sizes = sizes
  }

  /// The path and what there is.
  public var description: String {
    "there is no item at \(path); the sections have \(sizes.prefix(8).map(String.init).joined(separator: ", "))"
      + (sizes.count > 8 ? ", … items" : " items")
  }
}
