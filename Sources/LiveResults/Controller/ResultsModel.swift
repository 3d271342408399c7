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
@MainActor
@Observable
public final class ResultsModel<
  Key: Hashable & Sendable, Item: Identifiable & Sendable, Header: Equatable & Sendable
> {
  /// The results now.
  public private(set) var snapshot: Snapshot<Key, Item, Header>
  /// What the results are at.
  public private(set) var state: ResultsState<Key, Item, Header>
  /// The last update; `nil` before the first.
  public private(set) var lastUpdate: ResultsUpdate<Key, Item, Header>?

  @ObservationIgnored private let updates: ResultsUpdates<Key, Item, Header>
  @ObservationIgnored private let states: ResultsStates<Key, Item, Header>
  @ObservationIgnored private let load: @Sendable () async -> Void

  /// Makes a model of what a controller shows.
  public init<Store: DataStore>(_ controller: ResultsController<Store, Key, Item, Header>)
  where Store.Item.ID == Item.ID {
    snapshot = controller.snapshot
    state = controller.state
    updates = controller.updates()
    states = controller.states()
    load = { _ = await controller.load() }
  }

  /// Loads the results where that has not been done, and follows them until the task is cancelled.
  ///
  /// - Parameter onUpdate: Called on the main actor for each update, before ``snapshot`` is set to it: the moment to tell
  ///   a list view.
  public func run(onUpdate: ((ResultsUpdate<Key, Item, Header>) -> Void)? = nil) async {
    await withTaskGroup(of: Void.self) { group in
      if case .idle = state {
        let load = load
        group.addTask { await load() }
      }
      group.addTask { await self.followStates() }
      for await update in updates {
        onUpdate?(update)
        snapshot = update.after
        lastUpdate = update
      }
      group.cancelAll()
    }
  }

  private func followStates() async {
    for await state in states { self.state = state }
  }
}
