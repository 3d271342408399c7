public import SectionDiff
// Requests and rules of an order are written with this module alone.
@_exported public import StoreBuilding

/// How the items of a store are shown: their sections, order, filters, window, and mapping.
///
///     ResultsArrangement(sections: .by(\Contact.city), sort: [.ascending(\.name)])
///     ResultsArrangement(sort: [.descending(\Message.date)], window: ResultsWindow(limit: 50))
public struct ResultsArrangement<
  Item: Identifiable & Sendable, Key: Hashable & Sendable, Shown: Identifiable & Sendable,
  Header: Equatable & Sendable
>: Sendable where Item.ID: Sendable, Shown.ID == Item.ID {
  @usableFromInline typealias Operation = EngineOperation<Item, Key, Shown, Header>

  /// Which section an item is in.
  public var sections: Sectioning<Item, Key, Header>
  /// The order within a section; ties go by arrival.
  public var sort: [SortRule<Item>]
  /// The filters.
  public var filters: FilterSet<Item>
  /// The window.
  public var window: ResultsWindow
  /// Whether the store is to answer in the order of the sections and of the sort: a whole answer that does not fails with
  /// `StoreError.Kind.malformed`, which names the first record out of order. For stores that sort themselves, where
  /// another order means that the request and the arrangement do not fit.
  public var expectsSortedStore = false
  /// What an item is shown as; has the item's identity.
  public let show: @Sendable (Item) -> Shown
  /// Whether two versions of one item look the same.
  public let haveEqualContent: @Sendable (Shown, Shown) -> Bool
  /// Whether what an item is shown as is kept, so that it is made once for each version of the item.
  @usableFromInline let keepsShown: Bool
  /// Runs an operation on live results, compiled for the types that the arrangement was made with.
  @usableFromInline let perform: Operation.Performer

  /// Makes an arrangement that shows items as something else.
  ///
  /// - Parameters:
  ///   - sections: Which section an item is in.
  ///   - sort: The order within a section.
  ///   - filters: Which items are shown.
  ///   - window: Which part of them.
  ///   - show: Made once for each version of an item; must keep its identity.
  ///   - haveEqualContent: Whether two versions look the same; a change that this does not see is silent.
  @inlinable
  public init(
    sections: Sectioning<Item, Key, Header>, sort: [SortRule<Item>] = [], filters: FilterSet<Item> = FilterSet(),
    window: ResultsWindow = .all, show: @escaping @Sendable (Item) -> Shown,
    haveEqualContent: @escaping @Sendable (Shown, Shown) -> Bool
  ) {
    self.init(
      sections: sections, sort: sort, filters: filters, window: window, show: show,
      haveEqualContent: haveEqualContent, keepsShown: true)
  }

  @inlinable
  init(
    sections: Sectioning<Item, Key, Header>, sort: [SortRule<Item>], filters: FilterSet<Item>,
    window: ResultsWindow, show: @escaping @Sendable (Item) -> Shown,
    haveEqualContent: @escaping @Sendable (Shown, Shown) -> Bool, keepsShown: Bool
  ) {
    self.sections = sections
    self.sort = sort
    self.filters = filters
    self.window = window
    self.show = show
    self.haveEqualContent = haveEqualContent
    self.keepsShown = keepsShown
    perform = Operation.performer
  }
}

extension ResultsArrangement where Shown: Equatable {
  /// Makes an arrangement that shows items as something else, which is compared by `==`.
  @inlinable
  public init(
    sections: Sectioning<Item, Key, Header>, sort: [SortRule<Item>] = [], filters: FilterSet<Item> = FilterSet(),
    window: ResultsWindow = .all, show: @escaping @Sendable (Item) -> Shown
  ) {
    self.init(
      sections: sections, sort: sort, filters: filters, window: window, show: show, haveEqualContent: { $0 == $1 })
  }
}

extension ResultsArrangement where Shown == Item {
  /// Makes an arrangement that shows items as they are, with a comparison of its own.
  @inlinable
  public init(
    sections: Sectioning<Item, Key, Header>, sort: [SortRule<Item>] = [], filters: FilterSet<Item> = FilterSet(),
    window: ResultsWindow = .all, haveEqualContent: @escaping @Sendable (Item, Item) -> Bool
  ) {
    self.init(
      sections: sections, sort: sort, filters: filters, window: window, show: { $0 },
      haveEqualContent: haveEqualContent, keepsShown: false)
  }
}

extension ResultsArrangement where Shown == Item, Item: Equatable {
  /// Makes an arrangement that shows items as they are, compared by `==`.
  @inlinable
  public init(
    sections: Sectioning<Item, Key, Header>, sort: [SortRule<Item>] = [], filters: FilterSet<Item> = FilterSet(),
    window: ResultsWindow = .all
  ) {
    self.init(
      sections: sections, sort: sort, filters: filters, window: window, haveEqualContent: { $0 == $1 })
  }
}

extension ResultsArrangement where Shown == Item, Item: Equatable, Key == Unsectioned, Header == NoHeader {
  /// Makes an arrangement as one list of items as they are, compared by `==`.
  @inlinable
  public init(
    sort: [SortRule<Item>] = [], filters: FilterSet<Item> = FilterSet(), window: ResultsWindow = .all
  ) {
    self.init(sections: .none, sort: sort, filters: filters, window: window)
  }
}
