public import StoreBuilding
import StoreInterface

/// Changing what is shown, and how. Each change is announced as what it changes.
@available(LiveSystems, *)
extension ResultsController {
  /// How the records are shown.
  public var arrangement: Arrangement { engine.catalog.arrangement }

  /// The filters applied, each with its slot, in the order in which the slots were first filled.
  public var filters: FilterSet<Item> { engine.catalog.arrangement.filters }

  /// Puts a filter into a slot, in the place of the one that was there; `nil` empties the slot. The filters of all slots
  /// must hold.
  ///
  /// An item that stops passing is deleted, one that starts passing is inserted.
  public func setFilter(_ filter: ResultsFilter<Item>?, in slot: FilterSlot) {
    var filters = filters
    filters[slot] = filter
    setFilters(filters)
  }

  /// Puts a filter into a slot, in the place of the one that was there.
  public func setFilter(
    in slot: FilterSlot, title: String = "", passes: @escaping @Sendable (Item) -> Bool
  ) {
    setFilter(ResultsFilter(title, passes: passes), in: slot)
  }

  /// Sets all filters at once.
  public func setFilters(_ filters: FilterSet<Item>) {
    attempt { engine throws(StoreError) in try engine.setFilters(filters) }
  }

  /// Shows all items again.
  public func removeAllFilters() { setFilters(FilterSet()) }

  /// Shows the records in another order.
  public func setSort(_ sort: [SortRule<Item>]) {
    attempt { engine throws(StoreError) in try engine.setSort(sort) }
  }

  /// Shows the records in other sections, of the same type of key. Those that the store keeps by hand are shown once it has
  /// answered again: ask for them by ``setRequest(_:)`` or ``load()``.
  public func setSections(_ sections: Sectioning<Item, Key, Header>) {
    attempt { engine throws(StoreError) in try engine.setSections(sections) }
  }

  /// Shows another part of the sorted, filtered items.
  public func setWindow(_ window: ResultsWindow) {
    attempt { engine throws(StoreError) in try engine.setWindow(window) }
  }

  /// Whether items follow after the last one that the window shows; by what the store has said so far, also where updates
  /// are held back.
  public var isMoreAvailable: Bool {
    let count = engine.visibleCount
    return engine.catalog.arrangement.window.range(in: count).upperBound < count
  }

  /// How many records pass the filters, whether the window shows them or not; by what the store has said so far, also where
  /// updates are held back.
  public var matchCount: Int { engine.visibleCount }

  /// Looks at records again: where they belong, whether they pass, what they are shown as; and reports those shown as
  /// updated, although the store holds what it held. For when something that they depend on has changed.
  public func refresh(_ keys: some Sequence<Item.ID>) {
    let keys = Array(keys)
    attempt(refreshing: keys) { engine throws(StoreError) in try engine.refresh(keys) }
  }

  /// Refreshes the records that a condition holds for.
  ///
  /// - Complexity: O(*n*).
  public func refresh(where isConcerned: (Item) -> Bool) {
    refresh(engine.catalog.records.table.values.compactMap { item in item.flatMap { isConcerned($0) ? $0.id : nil } })
  }

  private func attempt(
    refreshing keys: [Item.ID] = [], _ change: (inout Engine) throws(StoreError) -> Engine.Update?
  ) {
    do {
      take(try change(&engine), refreshed: keys)
    } catch {
      feed.setState(.failed(error, previous: feed.current.snapshot))
    }
  }
}
