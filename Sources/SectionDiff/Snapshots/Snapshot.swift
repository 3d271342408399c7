/// All sections at one moment: a value that is O(1) to copy.
///
/// A snapshot says nothing about how it is stored; do not rely on items being contiguous.
///
/// For example:
///
///     let board = Snapshot(sections: [
///       SnapshotSection("To do", items: [wash, cook]),
///       SnapshotSection("Done", items: [shop]),
///     ])
///     board.itemCount                               // 3
///     board[ItemPath(section: 0, item: 1)]          // cook
///     board.path(of: shop.id)                       // [1, 0]
public struct Snapshot<Key: Hashable, Item, Header: Equatable> {
  /// All items, section after section.
  @usableFromInline var items: SnapshotItems<Item>
  /// Where the sections begin.
  @usableFromInline package internal(set) var offsets: SectionOffsets
  @usableFromInline package internal(set) var keys: [Key]
  @usableFromInline package internal(set) var headers: [Header]
  /// What a check for duplicates found out about this very content.
  @usableFromInline var uniqueness: Uniqueness
  /// The first two sections with one key, found when the snapshot is made; a diff refuses such a snapshot.
  @usableFromInline var sectionClash: SectionClash?

  @inlinable
  init(items: [Item], offsets: SectionOffsets, keys: [Key], headers: [Header]) {
    self.items = .flat(items)
    self.offsets = offsets
    self.keys = keys
    self.headers = headers
    self.uniqueness = .unknown
    self.sectionClash = keys.count > 1 ? SectionClash(in: keys) : nil
  }

  /// Makes a snapshot of the given sections, in order.
  ///
  /// Two sections with equal keys are reported when the snapshot is diffed, as an error that names both.
  ///
  /// - Complexity: O(*s* + *n*), where *s* is the number of sections and *n* the number of items.
  @inlinable
  public init(sections: some Sequence<SnapshotSection<Key, Item, Header>>) {
    let array = Array(sections)
    self = unsafe array.withUnsafeBufferPointer { unsafe Self(copying: $0) }
  }

  /// Copies sections: counts first, so that arrays are made in their size, and retains no section on the way.
  @inlinable
  init(copying sections: UnsafeBufferPointer<SnapshotSection<Key, Item, Header>>) {
    let span = unsafe sections.span
    var starts: [Int] = []
    var keys: [Key] = []
    var headers: [Header] = []
    starts.reserveCapacity(span.count + 1)
    keys.reserveCapacity(span.count)
    headers.reserveCapacity(span.count)
    var count = 0
    starts.append(0)
    for section in span.indices {
      count += span[section].items.count
      starts.append(count)
      keys.append(span[section].key)
      headers.append(span[section].header)
    }
    var items: [Item] = []
    items.reserveCapacity(count)
    for section in span.indices { items.append(contentsOf: span[section].items) }
    self.init(items: items, offsets: SectionOffsets(starts), keys: keys, headers: headers)
  }

  /// Makes a snapshot without any section.
  @inlinable
  public init() {
    self.init(items: [], offsets: .none, keys: [], headers: [])
  }
}

extension Snapshot where Key == Unsectioned, Header == NoHeader {
  /// Makes a snapshot of a plain list: one section, even when the list is empty.
  ///
  /// - Complexity: O(1) for an array.
  @inlinable
  public init(_ items: some Sequence<Item>) {
    let items = Array(items)
    self.init(
      items: items, offsets: SectionOffsets(oneSectionOf: items.count), keys: [Unsectioned()], headers: [NoHeader()])
  }
}

extension Snapshot where Header == NoHeader {
  /// Makes a snapshot of items grouped by a key; sections are in the order in which their keys first appear,
  /// items in each in the order given.
  ///
  /// For example, `Snapshot(grouping: contacts, by: \.initial)`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of items.
  @inlinable
  public init(grouping items: some Sequence<Item>, by key: (Item) throws -> Key) rethrows {
    var offsets: [Key: Int] = [:]
    var sections: [SnapshotSection<Key, Item, Header>] = []
    for item in items {
      let key = try key(item)
      if let offset = offsets[key] {
        sections[offset].items.append(item)
      } else {
        offsets[key] = sections.count
        sections.append(SnapshotSection(key, items: [item]))
      }
    }
    self.init(sections: sections)
  }
}

// MARK: - Reading

extension Snapshot {
  /// The number of items in all sections.
  @inlinable public var itemCount: Int { items.count }

  /// The number of sections.
  @inlinable public var sectionCount: Int { keys.count }

  /// Whether there is no item and no section.
  @inlinable public var isEmpty: Bool { items.isEmpty && keys.isEmpty }

  /// The number of items in the section at offset `section`.
  @inlinable
  public func itemCount(inSection section: Int) -> Int {
    offsets.size(of: section)
  }

  /// The item at `path`, which must exist.
  ///
  /// - Complexity: O(1) to read where the snapshot was made of arrays, else O(log *n*), where *n* is the number of items; to
  ///   replace, that of ``insert(_:at:)``.
  @inlinable
  public subscript(path: ItemPath) -> Item {
    get { items[checked(path)] }
    set {
      let position = checked(path)
      editItems { $0.replaceSubrange(position..<position + 1, with: [newValue]) }
      uniqueness = .unknown
    }
  }

  /// The position of the item at `path`, which must exist.
  @inlinable
  func checked(_ path: ItemPath) -> Int {
    precondition(
      contains(path), "path \(path) is not in a snapshot with section sizes \(offsets.sizesForMessages)")
    return offsets.start(of: path.section) + path.item
  }

  /// Whether `path` is the address of an item here.
  @inlinable
  public func contains(_ path: ItemPath) -> Bool {
    path.section >= 0 && path.section < keys.count
      && path.item >= 0 && path.item < itemCount(inSection: path.section)
  }

  /// The item at `path`, or `nil` where there is none.
  @inlinable
  public func item(at path: ItemPath) -> Item? {
    contains(path) ? items[offsets.start(of: path.section) + path.item] : nil
  }

  /// The sections, in order, each a view that copies nothing.
  @inlinable public var sections: Sections { Sections(snapshot: self) }

  /// The offset of the section with this key, or `nil`.
  ///
  /// - Complexity: O(*s*), where *s* is the number of sections.
  @inlinable
  public func sectionIndex(of key: Key) -> Int? { keys.firstIndex(of: key) }

  /// The path of the first item that satisfies the predicate, or `nil`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of items.
  @inlinable
  public func firstPath(where predicate: (Item) throws -> Bool) rethrows -> ItemPath? {
    guard let position = try items.firstPosition(where: predicate) else { return nil }
    return path(ofPosition: position)
  }

  /// Returns the same sections with every item replaced by what `transform` makes of it.
  @inlinable
  public func map<Mapped>(_ transform: (Item) throws -> Mapped) rethrows -> Snapshot<Key, Mapped, Header> {
    Snapshot<Key, Mapped, Header>(
      items: try items.map(transform), offsets: offsets, keys: keys, headers: headers)
  }

  /// Whether both have the same items and sections in the same memory, so that no item need be compared.
  ///
  /// - Complexity: O(1).
  @inlinable
  func isSameMemory(as other: Snapshot) -> Bool {
    items.isIdentical(to: other.items) && offsets.isSameMemory(as: other.offsets)
      && keys.isSameMemory(as: other.keys) && headers.isSameMemory(as: other.headers)
  }

  /// The address of the item at a position of the concatenation of all sections.
  @inlinable
  func path(ofPosition position: Int) -> ItemPath {
    offsets.path(ofPosition: position)
  }
}

extension Snapshot where Item: Identifiable {
  /// The path of the first item with this identity, or `nil`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of items.
  @inlinable
  public func path(of id: Item.ID) -> ItemPath? {
    firstPath { $0.id == id }
  }

  /// The same sections holding identities alone, as diffable data sources want them.
  @inlinable
  public var ids: Snapshot<Key, Item.ID, Header> { map { $0.id } }
}

extension Snapshot where Item: Equatable {
  /// The path of the first item equal to `item`, or `nil`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of items.
  @inlinable
  public func firstPath(of item: Item) -> ItemPath? {
    firstPath { $0 == item }
  }
}

extension Snapshot: Equatable where Item: Equatable {
  /// Whether both have the same section keys and headers and equal items at the same paths.
  @inlinable
  public static func == (a: Snapshot, b: Snapshot) -> Bool {
    a.offsets == b.offsets && a.keys == b.keys && a.headers == b.headers && a.items == b.items
  }
}

extension Snapshot: Sendable where Key: Sendable, Item: Sendable, Header: Sendable {}

extension Snapshot: CustomStringConvertible {
  /// One line a section (`key: count`), with its items indented below.
  public var description: String {
    var text = ""
    for section in sections {
      text += "\(section.key): \(section.items.count)\n"
      for item in section.items { text += "  \(item)\n" }
    }
    return text
  }
}

extension Snapshot: Codable where Key: Codable, Item: Codable, Header: Codable {
  private enum CodingKeys: String, CodingKey {
    case sections
  }

  private struct CodedSection: Codable {
    private enum CodingKeys: CodingKey { case key, header, items }

    var key: Key
    /// `nil` where none is written; a header may itself be `nil`.
    var header: Header?
    var items: [Item]

    init(key: Key, header: Header?, items: [Item]) {
      self.key = key
      self.header = header
      self.items = items
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      key = try container.decode(Key.self, forKey: .key)
      if Header.self != NoHeader.self, container.contains(.header) {
        header = .some(try container.decode(Header.self, forKey: .header))
      } else if let optional = Header.self as? any ExpressibleByNilLiteral.Type {
        header = optional.init(nilLiteral: ()) as? Header
      }
      items = try container.decode([Item].self, forKey: .items)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(key, forKey: .key)
      if let header { try container.encode(header, forKey: .header) }
      try container.encode(items, forKey: .items)
    }
  }

  /// Writes the sections in order, each with its key, its header where there is one, and its items.
  ///
  /// - Throws: `EncodingError.invalidValue` of a header that is an optional of an optional: what is written of it does not
  ///   tell which of the two is `nil`.
  public func encode(to encoder: any Encoder) throws {
    try checkHeaderIsWritable(Header.self, by: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    let coded = sections.map { section in
      CodedSection(
        key: section.key,
        header: Header.self == NoHeader.self ? nil : section.header,
        items: Array(section.items))
    }
    try container.encode(coded, forKey: .sections)
  }

  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    var items: [Item] = []
    var offsets = SectionOffsets.none
    var keys: [Key] = []
    var headers: [Header] = []
    for section in try container.decode([CodedSection].self, forKey: .sections) {
      guard let header = section.header ?? (NoHeader() as? Header) else {
        throw DecodingError.dataCorruptedError(
          forKey: .sections, in: container,
          debugDescription: "section \(section.key) has no header; each section of this snapshot needs one")
      }
      items.append(contentsOf: section.items)
      offsets.appendSection(endingAt: items.count)
      keys.append(section.key)
      headers.append(header)
    }
    self.init(items: items, offsets: offsets, keys: keys, headers: headers)
  }
}

/// Refuses headers that cannot be read back.
func checkHeaderIsWritable<Header>(_ type: Header.Type, by encoder: any Encoder) throws {
  guard let header = type as? any OptionalHeader.Type, header.isNested else { return }
  throw EncodingError.invalidValue(
    type, .init(codingPath: encoder.codingPath, debugDescription: "a header must not be an optional of an optional"))
}

/// An optional, whatever it wraps.
private protocol OptionalHeader {
  /// Whether it wraps another optional.
  static var isNested: Bool { get }
}

extension Optional: OptionalHeader {
  fileprivate static var isNested: Bool { Wrapped.self is any OptionalHeader.Type }
}
