// Requests and rules of an order are written with this module alone.
@_exported public import StoreBuilding
public import StoreInterface

/// A store in memory: records by key, in the order in which they arrived or were placed, in one list or in sections kept by
/// hand; read, changed and observed from any task or thread.
///
///     let store = MemoryStore([Note(id: 1, text: "milk")])
///     try store.edit { edits in
///       try edits.append(Note(id: 2, text: "bread"))
///       edits.remove(1)
///     }
///
/// A change, by key or by offset, costs O(log *n*) for each observation that is in progress.
public final class MemoryStore<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  @usableFromInline let records: ObservedRecords<Item>

  /// Makes a store of records.
  ///
  /// - Parameters:
  ///   - contents: The records, in order: one list, or sections. What the store is at first it stays: a list, or sections.
  ///     A record or section that comes a second time is where it came first.
  ///   - dependencies: What a record depends on besides itself, by its content alone: what ``refresh(dependingOn:)`` is
  ///     called with. Called while the store is busy; it must not use it.
  ///   - haveEqualContent: Whether two versions of one record are the same to the users of the store.
  @inlinable
  public init(
    _ contents: StoreContents<Item>, dependencies: (@Sendable (Item) -> [DependencyKey])? = nil,
    haveEqualContent: @escaping @Sendable (Item, Item) -> Bool
  ) {
    records = ObservedRecords(contents, dependencies: dependencies, haveEqualContent: haveEqualContent)
  }

  /// Whether records are in manually ordered sections, which is so for good.
  public var keepsSections: Bool { records.keepsSections }

  /// The number of records.
  public var count: Int { records.count }

  /// All current records, as a value.
  public var contents: StoreContents<Item> { records.contents }

  /// The record with a key, or `nil`.
  public subscript(key: Item.ID) -> Item? { records[key] }

  /// The current answer to a request, as a value.
  public func contents(for request: RecordRequest<Item>) -> StoreContents<Item> {
    records.contents(for: request)
  }

  /// The number of active observations.
  public var observationCount: Int { records.observerCount }

  /// How many records were looked at so far, for whatever reason: judged, compared, walked over.
  package var visits: Int { records.visits }
}

extension MemoryStore where Item: Equatable {
  /// Makes a store of records in one list.
  @inlinable
  public convenience init(_ items: [Item] = [], dependencies: (@Sendable (Item) -> [DependencyKey])? = nil) {
    self.init(.items(items), dependencies: dependencies) { $0 == $1 }
  }

  /// Makes a store that has manually ordered sections.
  @inlinable
  public convenience init(
    sections: [StoreSection<Item>], dependencies: (@Sendable (Item) -> [DependencyKey])? = nil
  ) {
    self.init(.sections(sections), dependencies: dependencies) { $0 == $1 }
  }
}

// MARK: - Observing

extension MemoryStore: DataStore {
  /// Observes a request: its answer first, then every change.
  ///
  /// Each edit that the answer shows is one event. An observer that falls far behind gets the whole answer instead of what
  /// it missed, so it never costs more memory than that answer. The sequence does not end by itself; it keeps the store.
  public func events(for request: RecordRequest<Item>) -> StoreEvents<Item> {
    records.events(for: request)
  }

  /// The current answer to a request.
  public func fetch(_ request: RecordRequest<Item>) async throws(StoreError) -> StoreContents<Item> {
    contents(for: request)
  }

  /// Returns when every observer that has begun has received all events, has dealt with it and waits for more: for
  /// tests that must know when to look. An observer that never requests more is waited for until it is cancelled.
  public func settled() async { await records.settled() }
}

// MARK: - Changing

extension MemoryStore {
  /// Makes edits as one: observers are notified of all of them in one event, or of none if they have no effect in
  /// total.
  ///
  /// When the closure throws, the store is as it was before, and nothing is sent. When this returns, the events
  /// are there for the observers to take.
  ///
  /// The closure runs while the store is busy. It must not use the store, only the edits that it is given.
  ///
  /// - Returns: What the closure returns.
  @discardableResult
  public func edit<Result: Sendable, Failure: Error>(
    _ body: (inout RecordEdits<Item>) throws(Failure) -> Result
  ) throws(Failure) -> Result { try records.edit(body) }

  /// Has records looked at again, and reported as updated although they are equal: something they depend on has changed.
  public func refresh(_ keys: some Sequence<Item.ID>) { records.refresh(keys) }

  /// Has the records looked at again that depend on things that have changed, for predicates, orders, sections and shown
  /// content that read them. The store must have been made with `dependencies`; without, nothing depends on anything.
  ///
  ///     let employees = MemoryStore(all, dependencies: { [DependencyKey($0.companyID)] })
  ///     employees.refresh(dependingOn: [DependencyKey(acme.id)])
  public func refresh(dependingOn changed: some Sequence<DependencyKey>) { records.refresh(dependingOn: changed) }
}

extension MemoryStore: WritableDataStore {
  /// Applies a batch as a whole or not at all, and says what it came to.
  ///
  /// - Throws: `StoreError.Kind.invalidBatch`, when the batch is strict and names a record or a section that does not
  ///   exist; `StoreError.Kind.refused`, when it puts a record where there is no section, or a section into a store that
  ///   keeps one list.
  @discardableResult
  public func commit(_ batch: StoreBatch<Item>) async throws(StoreError) -> BatchOutcome<Item> {
    try records.apply(batch)
  }

  /// The same at once, for callers that do not wait.
  @discardableResult
  public func write(_ batch: StoreBatch<Item>) throws(StoreError) -> BatchOutcome<Item> { try records.apply(batch) }
}
