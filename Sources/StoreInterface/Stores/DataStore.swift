/// A source of records: it answers a request with its records, and then sends every change.
///
/// The answer is an async sequence that never throws. It begins with any number of ``StoreEvent/failed(_:)`` events, then
/// brings one ``StoreEvent/replace(_:)`` (the whole answer, in order), then ``StoreEvent/changes(_:)``, further
/// replacements or failures, in any order. When it ends, the answer is complete: nothing will change any more.
/// To stop early, cancel the task that iterates; the store then stops its work for that request.
///
/// For example, a store whose answer is there at once and never changes:
///
///     struct Constants: DataStore {
///       typealias Item = Record
///       let records: [Record]
///
///       func events(for request: Prefix) -> StoreEvents<Record> {
///         StoreEvents(just: .replace(.items(records.filter { $0.name.hasPrefix(request.text) })))
///       }
///     }
public protocol DataStore<Item, Request>: Sendable {
  /// The type of the store's items. Its `id` is its identity; equal items have equal identities.
  associatedtype Item: Identifiable & Sendable where Item.ID: Sendable
  /// What can be requested.
  associatedtype Request: Sendable
  /// The answer to a request; ``StoreEvents`` serves most stores.
  ///
  /// Failures are events. Should the sequence throw all the same, it has ended, with that error as its last failure. (That
  /// it does not throw cannot be required: `Failure` is only there from macOS 15 and iOS 18 on.)
  associatedtype Events: AsyncSequence & Sendable where Events.Element == StoreEvent<Item>

  /// Observes a request: its answer first, then every change.
  ///
  /// Each call is an observation of its own; several of one request or of different ones may be iterated at once. No
  /// work need be done before the sequence is iterated. A change that the store makes after this call is not missed.
  func events(for request: Request) -> Events

  /// Returns the current answer to a request, without observing it.
  ///
  /// Stores that can answer more cheaply than by beginning an observation have their own; others need not write any.
  ///
  /// - Throws: The failure that came first, where one came before the answer; ``StoreError/Kind/cancelled`` when the task
  ///   was cancelled; ``StoreError/Kind/unavailable`` when the sequence ended without an answer.
  func fetch(_ request: Request) async throws(StoreError) -> StoreContents<Item>
}

extension DataStore {
  /// Iterates a new observation up to its first answer or failure.
  public func fetch(_ request: Request) async throws(StoreError) -> StoreContents<Item> {
    for await event in AnyStoreEvents(events(for: request)) {
      switch event {
      case .replace(let contents): return contents
      case .failed(let error): throw error
      case .changes: throw .changesBeforeAnswer
      }
    }
    if Task.isCancelled { throw StoreError(.cancelled, "the fetch was cancelled") }
    throw StoreError(.unavailable, "the store ended its answer before it gave one")
  }
}

/// A store that can be written to.
public protocol WritableDataStore<Item, Request>: DataStore {
  /// Applies a batch as a whole or not at all, and says what it came to.
  ///
  /// When this returns, every observation that the batch concerns has its event in progress: a write announces itself,
  /// as one event. When it throws, nothing of the batch was applied, unless ``StoreError/effect`` says otherwise.
  ///
  /// - Throws: ``StoreError``; in particular ``StoreError/Kind/conflict`` where the store holds something newer than what
  ///   the batch was based on, and ``StoreError/Kind/refused`` where it does not accept the batch.
  @discardableResult
  func commit(_ batch: StoreBatch<Item>) async throws(StoreError) -> BatchOutcome<Item>
}
