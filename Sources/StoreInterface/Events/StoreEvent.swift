/// An event that a store sends to an observer.
public enum StoreEvent<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// The whole answer, in order. Replaces all records before.
  case replace(StoreContents<Item>)
  /// The changes since the last event, to be applied as a whole.
  case changes(StoreBatch<Item>)
  /// The store could not answer or could not continue. The last records stay; the sequence may continue.
  case failed(StoreError)
}

extension StoreEvent: Equatable where Item: Equatable {}

/// The whole answer to a request: a list, or manually ordered sections.
public enum StoreContents<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// Items in their order.
  case items([Item])
  /// Manually ordered sections, each with its items in order, including empty sections.
  case sections([StoreSection<Item>])

  /// All items, in order.
  public var items: [Item] {
    switch self {
    case .items(let items): items
    case .sections(let sections): sections.flatMap(\.items)
    }
  }

  /// The sections, if they are manually ordered.
  public var sections: [StoreSection<Item>]? {
    if case .sections(let sections) = self { sections } else { nil }
  }
}

extension StoreContents: Equatable where Item: Equatable {}

/// A section that a store orders manually.
public struct StoreSection<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// The key of the section.
  public var id: SectionID
  /// The header above its items.
  public var header: SectionHeader?
  /// Its items, in order.
  public var items: [Item]

  /// Makes a section.
  public init(_ id: SectionID, header: SectionHeader? = nil, items: [Item] = []) {
    self.id = id
    self.header = header
    self.items = items
  }

  /// Makes a section with a key of any type.
  public init(_ key: some Hashable & Sendable, header: SectionHeader? = nil, items: [Item] = []) {
    self.init(SectionID(key), header: header, items: items)
  }
}

extension StoreSection: Equatable where Item: Equatable {}
