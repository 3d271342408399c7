/// Any store of the given items and requests, with its type erased.
///
///     let store: AnyDataStore<Note, NoteRequest> = isOnline ? AnyDataStore(rest) : AnyDataStore(file)
public struct AnyDataStore<Item: Identifiable & Sendable, Request: Sendable>: DataStore where Item.ID: Sendable {
  private let makeEvents: @Sendable (Request) -> AnyStoreEvents<Item>
  private let answer: @Sendable (Request) async throws(StoreError) -> StoreContents<Item>

  /// Wraps a store.
  public init<Store: DataStore>(_ store: Store) where Store.Item == Item, Store.Request == Request {
    makeEvents = { AnyStoreEvents(store.events(for: $0)) }
    answer = { (request) async throws(StoreError) in try await store.fetch(request) }
  }

  /// Observes a request of the wrapped store.
  public func events(for request: Request) -> AnyStoreEvents<Item> { makeEvents(request) }

  /// The current answer of the wrapped store.
  public func fetch(_ request: Request) async throws(StoreError) -> StoreContents<Item> { try await answer(request) }
}

/// Any store of the given items and requests that can be written to.
public struct AnyWritableDataStore<Item: Identifiable & Sendable, Request: Sendable>: WritableDataStore
where Item.ID: Sendable {
  private let store: AnyDataStore<Item, Request>
  private let write: @Sendable (Batch<Item>) async throws(StoreError) -> BatchOutcome<Item>

  /// Wraps a store.
  public init<Store: WritableDataStore>(_ store: Store) where Store.Item == Item, Store.Request == Request {
    self.store = AnyDataStore(store)
    write = { (batch) async throws(StoreError) in try await store.commit(batch) }
  }

  /// Observes a request of the wrapped store.
  public func events(for request: Request) -> AnyStoreEvents<Item> { store.events(for: request) }

  /// The current answer of the wrapped store.
  public func fetch(_ request: Request) async throws(StoreError) -> StoreContents<Item> {
    try await store.fetch(request)
  }

  /// Applies a batch to the wrapped store.
  @discardableResult
  public func commit(_ batch: Batch<Item>) async throws(StoreError) -> BatchOutcome<Item> { try await write(batch) }
}

/// Any sequence of store events.
public struct AnyStoreEvents<Item: Identifiable & Sendable>: AsyncSequence, Sendable where Item.ID: Sendable {
  /// An event that a store sends to an observer.
  public typealias Element = StoreEvent<Item>
  /// Failures are events, never thrown.
  public typealias Failure = Never

  private let base: any AsyncSequence<StoreEvent<Item>, Never> & Sendable

  /// Wraps a sequence.
  public init(_ base: some AsyncSequence<StoreEvent<Item>, Never> & Sendable) { self.base = base }

  /// Begins to iterate the wrapped sequence.
  public func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator()) }

  /// The events of the wrapped sequence, one after another.
  public struct Iterator: AsyncIteratorProtocol {
    private var base: any AsyncIteratorProtocol<StoreEvent<Item>, Never>

    init(base: any AsyncIteratorProtocol<StoreEvent<Item>, Never>) { self.base = base }

    /// The next event, or `nil` after the last.
    public mutating func next() async -> StoreEvent<Item>? { await next(isolation: #isolation) }

    /// The next event, or `nil` after the last.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> StoreEvent<Item>? {
      await base.next(isolation: actor)
    }
  }
}
