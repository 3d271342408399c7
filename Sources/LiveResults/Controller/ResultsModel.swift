public import Observation
public import SectionDiff
public import StoreBuilding
public import StoreInterface

/// The results of a controller on the main actor, for views to observe: what they are, what they are at, and the last
/// update.
///
///     @State private var contacts = ResultsModel(controller)
///
///     List(contacts.snapshot.sections, id: \.key) { section in … }
///       .task { await contacts.run() }
///
/// The results and their state are of one moment: where the state is ``ResultsState/loaded``, the answer is in
/// ``snapshot``.
///
/// Filters, sort rules, sections and window are changed here, too:
///
///     .searchable(text: $text)
///     .task(id: text) {
///       await contacts.setFilter(in: "search") { [text] in text.isEmpty || $0.name.contains(text) }
///     }
@available(LiveSystems, *)
@MainActor
@Observable
public final class ResultsModel<
  Item: Identifiable & Sendable, Key: Hashable & Sendable, Shown: Identifiable & Sendable, Header: Equatable & Sendable
> where Item.ID: Sendable, Item.ID == Shown.ID {
  /// An update of the results.
  public typealias Update = ResultsUpdate<Key, Shown, Header>

  /// The results now.
  public private(set) var snapshot: Snapshot<Key, Shown, Header>
  /// The state of the results.
  public private(set) var state: ResultsState<Key, Shown, Header>
  /// The last update; `nil` before the first.
  public private(set) var lastUpdate: Update?

  @ObservationIgnored private let feed: ResultsFeed<Key, Shown, Header>
  @ObservationIgnored private let load: @Sendable () async -> Void
  @ObservationIgnored private let arrange: @Sendable (Rearrangement) async -> Void
  @ObservationIgnored private var cursor: FeedCursor<Key, Shown, Header>
  @ObservationIgnored private var seenState: Int
  /// Whether a run loads; others do not.
  @ObservationIgnored private var isLoading = false
  /// What is called for each update, by the run that it belongs to.
  @ObservationIgnored private var listeners: [Int: (Update) -> Void] = [:]
  @ObservationIgnored private var lastListener = 0
  /// How many runs follow the results.
  @ObservationIgnored private var runs = 0
  /// Whether the controller is making a change of the arrangement.
  @ObservationIgnored private var isArranging = false
  /// Changes that wait for it, in the order in which they were called for.
  @ObservationIgnored private var waiting: [CheckedContinuation<Void, Never>] = []

  /// A change of what is shown, and how.
  private enum Rearrangement: Sendable {
    case filter(ResultsFilter<Item>?, FilterSlot)
    case filters(FilterSet<Item>)
    case sort([SortRule<Item>])
    case sections(Sectioning<Item, Key, Header>)
    case window(ResultsWindow)
  }

  /// Makes a model of what a controller shows.
  public init<Store: DataStore>(_ controller: ResultsController<Store, Key, Shown, Header>) where Store.Item == Item {
    feed = controller.feed
    load = { _ = await controller.load() }
    arrange = { change in
      switch change {
      case .filter(let filter, let slot): await controller.setFilter(filter, in: slot)
      case .filters(let filters): await controller.setFilters(filters)
      case .sort(let sort): await controller.setSort(sort)
      case .sections(let sections): await controller.setSections(sections)
      case .window(let window): await controller.setWindow(window)
      }
    }
    let state = feed.state
    let now = feed.now
    self.state = state.state
    seenState = state.number
    snapshot = now.update.after
    cursor = FeedCursor(seen: now)
  }

  /// Loads the results where that has not been done, and follows them until the task is cancelled. May be run again: it
  /// continues from the results shown.
  ///
  /// Several runs at once, as of two views, follow the same results: the first one loads, the others join it, and each
  /// receives every update. The results are still observed when the run that loaded them is over.
  ///
  /// - Parameter onUpdate: Called on the main actor for each update, before ``snapshot`` is set to it: the moment to tell
  ///   a list view. Each begins with the results that are shown.
  public func run(onUpdate: ((Update) -> Void)? = nil) async {
    lastListener += 1
    let number = lastListener
    listeners[number] = onUpdate
    defer { listeners[number] = nil }
    await withTaskGroup(of: Void.self) { group in
      if case .idle = feed.state.state, !isLoading {
        // The state is idle until the task has begun.
        isLoading = true
        group.addTask { await self.loadForAll() }
      }
      let wakes = feed.wakes()
      runs += 1
      defer { runs -= 1 }
      follow()
      for await _ in wakes { follow() }
      if !Task.isCancelled { follow() }
      group.cancelAll()
    }
  }

  private func loadForAll() async {
    await load()
    isLoading = false
  }

  /// Takes what there is.
  private func follow() {
    // The state first, so that the results are never older than it.
    let state = feed.state
    if let update = cursor.next(from: feed) {
      for (_, listener) in listeners.sorted(by: { $0.key < $1.key }) { listener(update) }
      snapshot = update.after
      lastUpdate = update
    }
    if state.number != seenState {
      seenState = state.number
      self.state = state.state
    }
  }
}

// MARK: - Changing what is shown

/// Each change is made in the order in which these are called, also by several tasks. When one returns, the controller has
/// announced it, unless updates are suspended or delayed; while the model runs, ``snapshot`` shows it.
@available(LiveSystems, *)
extension ResultsModel {
  /// Puts a filter into a slot, in the place of the one that was there; `nil` empties the slot. The filters of all slots
  /// must hold.
  public func setFilter(_ filter: ResultsFilter<Item>?, in slot: FilterSlot) async {
    await make(.filter(filter, slot))
  }

  /// Puts a filter into a slot, in the place of the one that was there.
  public func setFilter(in slot: FilterSlot, title: String = "", passes: @escaping @Sendable (Item) -> Bool) async {
    await make(.filter(ResultsFilter(title, passes: passes), slot))
  }

  /// Sets all filters at once; an empty set shows all items.
  public func setFilters(_ filters: FilterSet<Item>) async { await make(.filters(filters)) }

  /// Shows the records in another order.
  public func setSort(_ sort: [SortRule<Item>]) async { await make(.sort(sort)) }

  /// Shows the records in other sections, of the same type of key. Those that the store keeps by hand are shown once it
  /// has answered again.
  public func setSections(_ sections: Sectioning<Item, Key, Header>) async { await make(.sections(sections)) }

  /// Shows another part of the sorted, filtered items.
  public func setWindow(_ window: ResultsWindow) async { await make(.window(window)) }

  private func make(_ change: Rearrangement) async {
    if isArranging { await withCheckedContinuation { waiting.append($0) } }
    isArranging = true
    await arrange(change)
    if runs > 0 { follow() }
    if waiting.isEmpty { isArranging = false } else { waiting.removeFirst().resume() }
  }
}

/// A model of results that are shown as they are stored, in sections that have a key and no header.
@available(LiveSystems, *)
public typealias SectionedResultsModel<Item: Identifiable & Sendable, Key: Hashable & Sendable> =
  ResultsModel<Item, Key, Item, NoHeader>
where Item.ID: Sendable
