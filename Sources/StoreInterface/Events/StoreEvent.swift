/// An event that a store sends to an observer.
public enum StoreEvent<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// The whole answer, in order. Takes the place of all that came before.
  case replace(StoreContents<Item>)
  /// What changed since the last event, to be applied as a whole.
  case changes(Batch<Item>)
  /// The store could not answer or could not continue. What was there stays; the sequence may continue.
  case failed(StoreError)
}

extension StoreEvent: Equatable where Item: Equatable {}

/// The whole answer to a request: a list, or sections that are kept by hand.
public enum StoreContents<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// Items in their order.
  case items([Item])
  /// Sections in their order, which the store keeps by hand, each with its items in order. Empty ones count.
  case sections([StoreSection<Item>])

  /// All items, in order.
  public var items: [Item] {
    switch self {
    case .items(let items): items
    case .sections(let sections): sections.flatMap(\.items)
    }
  }

  /// The sections, where the store keeps them by hand.
  public var sections: [StoreSection<Item>]? {
    if case .sections(let sections) = self { sections } else { nil }
  }
}

extension StoreContents: Equatable where Item: Equatable {}

/// A section that a store orders manually.
public struct StoreSection<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// What the section is.
  public var id: SectionID
  /// What it shows above its items.
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
