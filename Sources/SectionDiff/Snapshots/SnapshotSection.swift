/// A key, an optional header and the items under it, in order: one section of a snapshot.
///
/// For example:
///
///     let fruit = SnapshotSection("Fruit", items: [apple, pear])
///     let titled = SnapshotSection(7, header: "Week 7", items: meals)
public struct SnapshotSection<Key: Hashable, Item, Header: Equatable> {
  /// The key of the section: two sections with equal keys are the same section.
  public var key: Key
  /// The header above the items. A kept section with another header is reported as updated.
  public var header: Header
  /// The items, in order.
  public var items: [Item]

  /// Makes a section with a header.
  public init(_ key: Key, header: Header, items: [Item]) {
    self.key = key
    self.header = header
    self.items = items
  }
}

extension SnapshotSection where Header == NoHeader {
  /// Makes a section that has a key and no header.
  public init(_ key: Key, items: [Item]) {
    self.init(key, header: NoHeader(), items: items)
  }
}

extension SnapshotSection: Equatable where Item: Equatable {}
extension SnapshotSection: Sendable where Key: Sendable, Item: Sendable, Header: Sendable {}

/// The header of sections that have none: every value is equal to every other.
public struct NoHeader: Hashable, Sendable, Codable {
  /// Makes the only value there is.
  public init() {}

  /// Reads nothing: the value represents itself.
  public init(from decoder: any Decoder) throws {}

  /// Writes an empty object.
  public func encode(to encoder: any Encoder) throws {
    _ = encoder.container(keyedBy: NoKeys.self)
  }

  private enum NoKeys: CodingKey {}
}

/// The section key of a flat list: it has exactly one section, even when that is empty.
public struct Unsectioned: Hashable, Sendable, Codable, CustomStringConvertible {
  /// Makes the only value there is.
  public init() {}

  /// Reads nothing: the value represents itself.
  public init(from decoder: any Decoder) throws {}

  /// Writes an empty object.
  public func encode(to encoder: any Encoder) throws {
    _ = encoder.container(keyedBy: NoKeys.self)
  }

  /// The text `items`.
  public var description: String { "items" }

  private enum NoKeys: CodingKey {}
}

/// A snapshot of a plain list: one section without key or header.
public typealias FlatSnapshot<Item> = Snapshot<Unsectioned, Item, NoHeader>

/// A snapshot whose sections have a key and items, and nothing else.
public typealias SectionedSnapshot<Key: Hashable, Item> = Snapshot<Key, Item, NoHeader>
