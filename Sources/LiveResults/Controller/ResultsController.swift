public import SectionDiff
public import StoreInterface

/// The results of a request to a store: sections that stay up to date while the store changes, and the exact changes.
///
///     let contacts = ResultsController(
///       store: store, request: .all,
///       arrangement: ResultsArrangement(sections: .by(\.city), sort: [.ascending(\.name)]))
///     await contacts.load()
///     for await update in contacts.updates() {
///       print(update.changeset.counts)
///     }
///
/// The store is observed from ``load()`` on, until ``stop()`` or until no one holds the controller any more. What can
/// be changed while it runs: filters, sort, sections, window and request; each change is announced like those of the
/// store.
///
/// Everything is announced by ``updates()``; ``snapshot`` is what was announced last.
@available(LiveSystems, *)
public actor ResultsController<
  Store: DataStore, Key: Hashable & Sendable, Shown: Identifiable & Sendable, Header: Equatable & Sendable
> where Shown.ID == Store.Item.ID {
  /// The type of the store's items.
  public typealias Item = Store.Item
  /// The type of requests.
  public typealias Request = Store.Request
  /// What is shown.
  public typealias Results = Snapshot<Key, Shown, Header>
  /// How the records are shown.
  public typealias Arrangement = ResultsArrangement<Item, Key, Shown, Header>
  /// The state of the results.
  public typealias State = ResultsState<Key, Shown, Header>
  typealias Engine = ResultsEngine<Item, Key, Shown, Header>

  let store: Store
  /// What is requested.
  public private(set) var request: Request
  let clock: any Clock<Duration>
  nonisolated let feed: ResultsFeed<Key, Shown, Header>

  var engine: Engine

  // Observation.

  private var observation: Task<Void, Never>?
  /// The number of the observation that counts; events of former ones are dropped.
  private var generation = 0
  /// Whether that observation has brought an answer.
  private var isAnswered = false
  /// Those who wait for the first answer.
  private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  private var lastWaiting = 0

  // Delivery.

  /// Steps of the engine that have not been announced.
  var queue = ChangesetQueue<Key, Shown, Header>()
  var suspensions: Set<UpdateSuspension> = []
  var schedule: DeliverySchedule
  var timer: Task<Void, Never>?
  let now: @Sendable () -> Duration

  /// Creates a controller. It does not query the store before ``load()``.
  ///
  /// - Parameters:
  ///   - store: Where the records come from.
  ///   - request: What is requested.
  ///   - arrangement: How the answer is shown.
  ///   - first: Results of former times, shown until the store answers; its answer is then diffed against them.
  ///   - delivery: When changes are announced.
  ///   - historyLimit: How many revisions a late or slow subscriber may be behind at most and still get its changes
  ///     composed; further behind it gets the difference of the snapshots, or a reset. After large changes it is less: see
  ///     ``updates(since:)``.
  ///   - clock: What the delivery is timed by.
  public init<C: Clock<Duration>>(
    store: Store, request: Request, arrangement: Arrangement, first: Results? = nil,
    delivery: DeliveryPolicy = .immediate, historyLimit: Int = 64, clock: C = ContinuousClock()
  ) {
    self.store = store
    self.request = request
    self.clock = clock
    let start = clock.now
    now = { start.duration(to: clock.now) }
    let engine = Engine(arrangement: arrangement, first: first)
    self.engine = engine
    schedule = DeliverySchedule(policy: delivery)
    feed = ResultsFeed(snapshot: engine.snapshot, historyLimit: historyLimit, comparison: engine.comparison)
  }

  deinit {
    observation?.cancel()
    timer?.cancel()
    feed.end()
  }
}

// MARK: - What was announced

@available(LiveSystems, *)
extension ResultsController {
  /// The results as they were announced last.
  public nonisolated var snapshot: Results { feed.current.snapshot }

  /// The number of the results as they were announced last; rises by one with each announcement.
  public nonisolated var revision: Int { feed.current.revision }

  /// The state of the results.
  public nonisolated var state: State { feed.state.state }

  /// A subscription of its own: the present results first, then every change.
  public nonisolated func updates() -> ResultsUpdates<Key, Shown, Header> {
    ResultsUpdates(feed: feed, owner: self, since: nil)
  }

  /// A subscription that continues from a revision of this controller: all that has changed since as one update, then
  /// every change. Where the history does not reach back so far, and for a revision that is not there yet, the first
  /// update is a ``ResultsUpdate/Kind/reset``.
  ///
  /// The history is bounded by the changes in it, too: once it names more than 1,024 of them and more than a quarter of the
  /// items, its oldest steps are let go, all but the last. So after a large change even the revision just before the last
  /// one or two may be answered by a reset, whatever the limit is.
  public nonisolated func updates(since revision: Int) -> ResultsUpdates<Key, Shown, Header> {
    ResultsUpdates(feed: feed, owner: self, since: revision)
  }

  /// The states, the present one first.
  public nonisolated func states() -> ResultsStates<Key, Shown, Header> { ResultsStates(feed: feed, owner: self) }
}

// MARK: - For tests, and for those who serve many readers

@available(LiveSystems, *)
extension ResultsController {
  /// A subscriber that never waits.
  package nonisolated func reader(since revision: Int? = nil) -> ResultsReader<Key, Shown, Header> {
    ResultsReader(feed: feed, since: revision)
  }

  /// Yields after every announcement, also where nothing has changed for a slow subscriber: for those
  /// who wake readers.
  package nonisolated func wakes() -> AsyncStream<Void> { feed.wakes() }

  /// What the results are at, a number that rises with each change of that, and the revision at the same moment: for those
  /// who put states and updates in one order.
  package nonisolated var status: (number: Int, state: State, revision: Int) { feed.status }

  /// How many steps are kept for subscribers that are late or slow.
  package nonisolated var retainedSteps: Int { feed.historyCount }

  /// How many subscriptions there are, of updates and of states.
  package nonisolated var subscriptionCount: Int { feed.subscriptionCount }
}

// MARK: - Observing the store

@available(LiveSystems, *)
extension ResultsController {
  /// Asks the store, and continues observing it; returns when the first answer or failure has come, or when the task is
  /// cancelled or another request has taken the place of this one.
  ///
  /// Asking again asks again: what was observed before is stopped, its late events are dropped, and the results stay
  /// until the new answer comes. After ``finish()`` nothing is asked any more.
  @discardableResult
  public func load() async -> State {
    if feed.hasEnded { return feed.state.state }
    observe()
    lastWaiting += 1
    let number = lastWaiting
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if feed.state.state.isLoading, !Task.isCancelled {
          waiting[number] = continuation
        } else {
          continuation.resume()
        }
      }
    } onCancel: {
      Task { await self.stopWaiting(number) }
    }
    return feed.state.state
  }

  /// Sets another request. The results stay until its answer arrives; the difference is announced as an update.
  @discardableResult
  public func setRequest(_ request: Request) async -> State {
    self.request = request
    return await load()
  }

  /// Stops observing. The results stay.
  public func stop() {
    observation?.cancel()
    observation = nil
    generation += 1
    if feed.state.state.isLoading { feed.setState(.idle) }
    stopWaiting()
  }

  /// Ends permanently: stops observing the store, announces waiting changes, and ends every subscription after its last
  /// update. The results can still be read.
  public func finish() {
    stop()
    suspensions = []
    flush()
    feed.end()
  }

  private func observe() {
    observation?.cancel()
    generation += 1
    isAnswered = false
    stopWaiting()
    let generation = generation
    feed.setState(.loading(previous: feed.current.snapshot))
    let events = AnyStoreEvents(store.events(for: request))
    observation = Task { [weak self] in
      for await event in events {
        guard !Task.isCancelled, let self else { return }
        await self.receive(event, generation: generation)
      }
      await self?.complete(generation: generation)
    }
  }

  private func stopWaiting() {
    let all = waiting
    waiting = [:]
    for continuation in all.values { continuation.resume() }
  }

  private func stopWaiting(_ number: Int) { waiting.removeValue(forKey: number)?.resume() }

  private func receive(_ event: StoreEvent<Item>, generation: Int) {
    guard generation == self.generation else { return }
    do throws(StoreError) {
      switch event {
      case .replace(let contents):
        take(try engine.replace(with: contents), isAnswer: true)
        isAnswered = true
        // A caller of `load()` is to see the answer.
        if !feed.state.state.isLoaded { deliver(isAnswer: true) }
        feed.setLoaded()
      case .changes(let batch):
        guard isAnswered else {
          throw StoreError(
            .malformed, "the store sent changes before its first answer",
            advice: "a store sends `.replace` first; see \"Implementing a store\"")
        }
        take(try engine.apply(batch), refreshed: batch.refreshedKeys, isAnswer: true)
        feed.setLoaded()
      case .failed(let error): throw error
      }
    } catch {
      feed.setState(.failed(error, previous: feed.current.snapshot))
    }
    stopWaiting()
  }

  /// The store has said that the answer is complete.
  private func complete(generation: Int) {
    guard generation == self.generation else { return }
    if feed.state.state.isLoading {
      let error = StoreError(.unavailable, "the store ended its answer before it gave one")
      feed.setState(.failed(error, previous: feed.current.snapshot))
    }
    stopWaiting()
  }
}

extension StoreBatch {
  /// The records that are to be looked at again.
  fileprivate var refreshedKeys: [Item.ID] {
    var keys: [Item.ID] = []
    for offset in 0..<changes.count { if case .refresh(let key) = changes[offset] { keys.append(key) } }
    return keys
  }
}

/// A controller of results that are shown as they are stored, in sections that have a key and no header.
@available(LiveSystems, *)
public typealias SectionedResultsController<Store: DataStore, Key: Hashable & Sendable> =
  ResultsController<Store, Key, Store.Item, NoHeader>
