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
///
///     let notes = isOnline ? AnyWritableDataStore(rest) : AnyWritableDataStore(file)
///     let drafts = DraftStore(notes)
public struct AnyWritableDataStore<Item: Identifiable & Sendable, Request: Sendable>: WritableDataStore
where Item.ID: Sendable {
  private let store: AnyDataStore<Item, Request>
  private let write: @Sendable (StoreBatch<Item>) async throws(StoreError) -> BatchOutcome<Item>

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
  public func commit(_ batch: StoreBatch<Item>) async throws(StoreError) -> BatchOutcome<Item> {
    try await write(batch)
  }
}

/// Any sequence of store events. It never throws: an error of the wrapped sequence becomes its last event, a failure.
public struct AnyStoreEvents<Item: Identifiable & Sendable>: AsyncSequence, Sendable where Item.ID: Sendable {
  /// An event that a store sends to an observer.
  public typealias Element = StoreEvent<Item>
  /// Failures are events, never thrown.
  public typealias Failure = Never

  private let begin: @Sendable () -> any StoreEventSource<Item>

  /// Wraps a sequence.
  public init<Events: AsyncSequence & Sendable>(_ base: Events) where Events.Element == StoreEvent<Item> {
    begin = { IteratedEvents(base.makeAsyncIterator()) }
  }

  /// Begins to iterate the wrapped sequence.
  public func makeAsyncIterator() -> Iterator { Iterator(source: begin()) }

  /// The events of the wrapped sequence, one after another.
  public struct Iterator: AsyncIteratorProtocol {
    private let source: any StoreEventSource<Item>

    fileprivate init(source: any StoreEventSource<Item>) { self.source = source }

    /// The next event, or `nil` after the last.
    public mutating func next() async -> StoreEvent<Item>? { await next(isolation: #isolation) }

    /// The next event, or `nil` after the last.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> StoreEvent<Item>? {
      await source.next(isolation: actor)
    }
  }
}

/// An iterator of unknown type.
private protocol StoreEventSource<Item>: AnyObject {
  associatedtype Item: Identifiable & Sendable where Item.ID: Sendable

  func next(isolation actor: isolated (any Actor)?) async -> StoreEvent<Item>?
}

private final class IteratedEvents<Base: AsyncIteratorProtocol, Item: Identifiable & Sendable>: StoreEventSource
where Base.Element == StoreEvent<Item>, Item.ID: Sendable {
  private var base: Base
  private var isOver = false

  init(_ base: Base) { self.base = base }

  func next(isolation actor: isolated (any Actor)?) async -> StoreEvent<Item>? {
    if isOver { return nil }
    do {
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
        return try await base.next(isolation: actor)
      }
      // Unsafe, unchecked: older systems know only the call that leaves the actor. An iterator has one user, who waits
      // here until it returns, so it is never in two places at once.
      nonisolated(unsafe) var iterator = base
      defer { unsafe base = iterator }
      return try await unsafe iterator.next()
    } catch {
      isOver = true
      if Task.isCancelled { return nil }
      return .failed(error as? StoreError ?? StoreError(.unavailable, "the store's sequence threw \(error)"))
    }
  }
}
