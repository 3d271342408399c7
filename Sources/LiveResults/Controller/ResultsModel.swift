public import Observation
public import SectionDiff
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
@available(LiveSystems, *)
@MainActor
@Observable
public final class ResultsModel<
  Key: Hashable & Sendable, Item: Identifiable & Sendable, Header: Equatable & Sendable
> where Item.ID: Sendable {
  /// An update of the results.
  public typealias Update = ResultsUpdate<Key, Item, Header>

  /// The results now.
  public private(set) var snapshot: Snapshot<Key, Item, Header>
  /// The state of the results.
  public private(set) var state: ResultsState<Key, Item, Header>
  /// The last update; `nil` before the first.
  public private(set) var lastUpdate: Update?

  @ObservationIgnored private let feed: ResultsFeed<Key, Item, Header>
  @ObservationIgnored private let load: @Sendable () async -> Void
  @ObservationIgnored private var cursor: FeedCursor<Key, Item, Header>
  @ObservationIgnored private var seenState: Int
  /// Whether a run loads; others do not.
  @ObservationIgnored private var isLoading = false
  /// What is called for each update, by the run that it belongs to.
  @ObservationIgnored private var listeners: [Int: (Update) -> Void] = [:]
  @ObservationIgnored private var lastListener = 0

  /// Makes a model of what a controller shows.
  public init<Store: DataStore>(_ controller: ResultsController<Store, Key, Item, Header>)
  where Store.Item.ID == Item.ID {
    feed = controller.feed
    load = { _ = await controller.load() }
    let state = feed.state
    let current = feed.current
    self.state = state.state
    seenState = state.number
    snapshot = current.snapshot
    cursor = FeedCursor(seen: current.revision, current.snapshot)
  }

  /// Loads the results where that has not been done, and follows them until the task is cancelled. May be run again: it
  /// continues from the results shown.
  ///
  /// Several runs at once, as of two views, follow the same results: the first one loads, the others join it, and each
  /// receives every update. The results are still observed when the run that loaded them is over.
  ///
  /// - Parameter onUpdate: Called on the main actor for each update, before ``snapshot`` is set to it: the moment to tell
  ///   a list view. Each begins with the results that are shown.
  public func run(onUpdate: ((ResultsUpdate<Key, Item, Header>) -> Void)? = nil) async {
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
