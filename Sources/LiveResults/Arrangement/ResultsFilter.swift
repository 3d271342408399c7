/// A condition that items must meet to be shown, with a title for a list of the applied filters.
public struct ResultsFilter<Item>: Sendable {
  /// What the filter is called, where it is listed.
  public var title: String
  /// Whether an item passes.
  public var passes: @Sendable (Item) -> Bool

  /// Makes a filter.
  public init(_ title: String = "", passes: @escaping @Sendable (Item) -> Bool) {
    self.title = title
    self.passes = passes
  }
}

/// The name of a place for one filter. Filters in different slots must all hold; a new filter in a slot takes the place
/// of the old one.
public struct FilterSlot: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name.
  public let name: String

  /// Makes a slot.
  public init(_ name: String) { self.name = name }

  /// Makes a slot of a literal.
  public init(stringLiteral name: String) { self.init(name) }

  /// The name.
  public var description: String { name }
}

/// Filters in their slots, in the order in which the slots were first filled.
public struct FilterSet<Item>: Sendable {
  /// The filters applied, each with its slot.
  public private(set) var applied: [(slot: FilterSlot, filter: ResultsFilter<Item>)] = []

  /// Makes an empty set: everything passes.
  public init() {}

  /// The filter in a slot. Setting `nil` empties the slot.
  public subscript(slot: FilterSlot) -> ResultsFilter<Item>? {
    get { applied.first { $0.slot == slot }?.filter }
    set {
      switch (applied.firstIndex { $0.slot == slot }, newValue) {
      case (let index?, let filter?): applied[index].filter = filter
      case (let index?, nil): applied.remove(at: index)
      case (nil, let filter?): applied.append((slot, filter))
      case (nil, nil): break
      }
    }
  }

  /// Empties all slots.
  public mutating func removeAll() { applied.removeAll() }

  /// Whether there is no filter.
  @inlinable public var isEmpty: Bool { applied.isEmpty }

  /// Whether an item passes all filters.
  @inlinable
  public func passes(_ item: Item) -> Bool {
    // By index: an element would be copied with its name and title.
    applied.indices.allSatisfy { applied[$0].filter.passes(item) }
  }
}
