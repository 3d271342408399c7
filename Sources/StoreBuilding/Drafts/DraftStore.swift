public import StoreInterface

/// A layer over a store: records are inserted, updated and deleted as drafts, which every observer of the layer sees at once
/// and no one else does, until ``DraftingStore/commit()`` writes them or ``DraftingStore/discard()`` takes them back.
///
///     let drafts = DraftStore(notes)
///     drafts.update(Note(id: 1, text: "oat milk"))       // on show
///     try await drafts.commit()                          // written as one batch
///
/// - Drafts belong to the layer, not to a query: a new query shows them too and takes none away.
/// - When the base answers again or changes, the drafts stay on top. Where it deletes a record that has a drafted
///   update, the draft wins: the record stays on show, and is inserted again on commit.
/// - Where requests say what they ask for, by `MatchingRequest`, the drafts are in order and within the limit: one that
///   takes a record away lets the next one in, one that brings a record pushes the last one out. A drafted move of a record
///   that lies beyond the limit shows only once it is written. Where an answer is full and the base does not give
///   what comes next at once, the first draft, and each that needs more again, shows when the base has given it, or has
///   failed to.
/// - An inserted draft is placed by order alone, not in the section in which a request would show it. If a request
///   divides its answer into sections, draft over the undivided request.
/// - A failed commit throws and keeps the drafts.
/// - Where the base gives records keys of its own, drafts of a new record that come while it is written name a key that
///   nobody has: they are drafts of another new record.
/// - The layer is a store itself, so layers nest; one over another joins it as its child. Writing to the layer with
///   ``commit(_:)`` goes to the base, and shows at once, until the base refuses it.
///
/// A layer over a store whose sequences end continues after that end, for drafts may still come.
///
/// What was written leaves the layer when the base has accepted it. Where the base's sequences are `StoreEvents`, its
/// announcement is received first, and observers see nothing of the change. A sequence of another type may bring it a
/// moment later, and observers may see the state before in between.
public final class DraftStore<Base: WritableDataStore>: Sendable {
  /// The type of the base's items.
  public typealias Item = Base.Item
  /// What can be requested from the base.
  public typealias Request = Base.Request

  /// A batch that is being written.
  struct Flight: Sendable {
    let number: Int
    let batch: StoreBatch<Item>
    /// Whether its changes were drafts.
    let isOfDrafts: Bool
    /// Whether the drafts were discarded meanwhile.
    var isDiscarded = false
  }

  struct State: Sendable {
    var observations: [Int: DraftObservation<Item>] = [:]
    /// What is being written, in the order in which that began. It lies under the drafts.
    var flights: [Flight] = []
    var drafts = DraftList<Item>()
    /// So many batches were written.
    var landed = 0
    var lastNumber = 0

    var layers: [StoreBatch<Item>] { flights.map(\.batch) + [drafts.batch] }

    mutating func nextNumber() -> Int {
      lastNumber += 1
      return lastNumber
    }
  }

  /// The store below.
  public let base: Base
  /// Where the layer is among others.
  public let branch: StoreBranch
  let requests: DraftRequests<Item, Request>
  let state = Locked(State())
  /// Held by one commit of drafts at a time.
  let mutex = AsyncMutex()

  /// Makes a layer without drafts, over a store whose requests do not say what they ask for. Such a layer cannot apply a
  /// request's order or limit to drafts: a drafted record stays where the base has it, or goes where the draft places it,
  /// and is shown even beyond the limit.
  ///
  /// - Parameters:
  ///   - base: The store below.
  ///   - name: What errors call the layer.
  ///   - matches: Whether the answer to a request is to show a record, whatever the request's limit. Where there is none, an
  ///     answer shows every record that is drafted as new, and updates of those that it has.
  ///   - haveEqualContent: Whether two versions of one record are the same to the users of the store.
  public convenience init(
    _ base: Base, name: String = "of \(Item.self)", matches: (@Sendable (Item, Request) -> Bool)?,
    haveEqualContent: @escaping @Sendable (Item, Item) -> Bool
  ) {
    self.init(base, name: name, requests: DraftRequests(matches: matches, haveEqualContent: haveEqualContent))
  }

  /// Makes a layer without drafts, over a store whose requests say themselves what they ask for.
  ///
  /// - Parameters:
  ///   - base: The store below.
  ///   - name: What errors call the layer.
  ///   - haveEqualContent: Whether two versions of one record are the same to the users of the store.
  public convenience init(
    _ base: Base, name: String = "of \(Item.self)", haveEqualContent: @escaping @Sendable (Item, Item) -> Bool
  ) where Request: MatchingRequest, Request.Item == Item {
    self.init(base, name: name, requests: DraftRequests(haveEqualContent: haveEqualContent))
  }

  private init(_ base: Base, name: String, requests: DraftRequests<Item, Request>) {
    self.base = base
    self.requests = requests
    branch = StoreBranch(name: name)
    // A new store has none below it, so this cannot form a cycle.
    if let parent = base as? any DraftingStore { try? join(parent) }
  }
}

extension DraftStore where Item: Equatable {
  /// Makes a layer without drafts, over a store whose requests do not say what they ask for.
  public convenience init(
    _ base: Base, name: String = "of \(Item.self)", matches: (@Sendable (Item, Request) -> Bool)? = nil
  ) {
    self.init(base, name: name, matches: matches) { $0 == $1 }
  }

  /// Makes a layer without drafts, over a store whose requests say themselves what they ask for.
  public convenience init(
    _ base: Base, name: String = "of \(Item.self)"
  ) where Request: MatchingRequest, Request.Item == Item {
    self.init(base, name: name) { $0 == $1 }
  }
}

// MARK: - Drafts

extension DraftStore {
  /// The drafts, in order.
  public var drafts: StoreBatch<Item> { state.withLock { $0.drafts.batch } }

  /// Drafts an insert. If the key exists, this is an update.
  public func insert(_ item: Item, at placement: StorePlacement<Item.ID> = .end) {
    draft([.insert(item, at: placement)])
  }

  /// Drafts an update of a record.
  public func update(_ item: Item) { draft([.update(item)]) }

  /// Drafts a move of a record.
  public func move(_ key: Item.ID, to placement: StorePlacement<Item.ID>) { draft([.move(key, to: placement)]) }

  /// Drafts a delete of a record.
  public func delete(_ key: Item.ID) { draft([.delete(key)]) }

  /// Drafts changes as one: observers are notified of them in one event. That a batch is strict is not kept: all drafts
  /// are written as one batch that is not.
  public func draft(_ batch: StoreBatch<Item>) {
    let wakers = state.withLock { state in
      guard state.drafts.append(contentsOf: batch) else { return state.rebase() }
      let layers = state.layers
      return state.changeObservations { $0.layOnTop(batch, of: layers) }
    }
    for waker in wakers { waker.yield() }
  }

  /// Changes what lies over the base, and notifies the observers.
  func changeLayers(_ change: (inout State) -> Void) {
    let wakers = state.withLock { state in
      change(&state)
      return state.rebase()
    }
    for waker in wakers { waker.yield() }
  }
}

extension DraftStore.State {
  /// Lays the present layers over every observation, and returns whom to wake.
  mutating func rebase() -> [AsyncStream<Void>.Continuation] {
    let layers = layers
    return changeObservations { $0.rebase(on: layers) }
  }

  /// Changes what every observation shows, and returns whom to wake.
  mutating func changeObservations(
    _ change: (inout DraftObservation<Base.Item>) -> Void
  ) -> [AsyncStream<Void>.Continuation] {
    var wakers: [AsyncStream<Void>.Continuation] = []
    for number in Array(observations.keys) {
      // Taken out while it is changed, so that it is changed in place.
      guard var observation = observations.removeValue(forKey: number) else { continue }
      change(&observation)
      if !observation.observer.pending.isEmpty { wakers.append(observation.observer.waker) }
      observations[number] = observation
    }
    return wakers
  }
}
