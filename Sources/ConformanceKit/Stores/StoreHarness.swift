public import StoreBuilding
public import StoreInterface

/// What the suite must know of a store to try it: how to make one, how to make records, and how to change the store from
/// outside.
///
/// Four members have to be written; which others, the declared capabilities say. For a store that can be written to, only
/// the four: changes from outside are then commits. For example:
///
///     struct NoteStoreHarness: StoreHarness {
///       let capabilities: Set<StoreCapability> = [.inserts, .updates, .deletes, .refills, .writes]
///       let everything = NoteRequest.all
///
///       func makeStore(holding records: [Note]) async throws -> NoteStore { NoteStore(records) }
///
///       func record(_ number: Int, version: Int) -> Note {
///         Note(id: number, text: "note \(number), version \(version)")
///       }
///     }
///
/// Each law gets a harness of its own, makes its stores with it, and closes them.
public protocol StoreHarness<Store>: Sendable {
  /// The store on trial.
  associatedtype Store: DataStore where Store.Item: Equatable

  /// What the store and this harness can do. What is not declared is skipped and reported as such.
  var capabilities: Set<StoreCapability> { get }

  /// A request that every record meets.
  var everything: Store.Request { get }

  /// Makes a fresh store that holds these records, in this order where the order is kept by hand. Where sections are, the
  /// records are to be in one section, that with the key `sectionID(0)`.
  func makeStore(holding records: [Store.Item]) async throws -> Store

  /// A record: the same identity for the same number, the same content for the same number and version, another content
  /// for another version. Numbers are below 100,000, versions below 1,000; with the standard effort no store
  /// has to hold more than 200 records.
  func record(_ number: Int, version: Int) -> Store.Item

  /// A request of the store: ``StoreCapability/requests``. The same for the same number; others for other numbers, as many
  /// as there are, which may then repeat. Numbers are below 1,000.
  ///
  /// Some should ask for records by what differs between their versions, some have an order, some a limit. For a store
  /// whose requests are `RecordRequest`s all of them are made by the kit. Another one writes, for example:
  ///
  ///     func request(_ number: Int) -> NoteRequest {
  ///       NoteRequest(folder: number % 3 == 0 ? nil : "folder \(number % 3)", limit: number % 2 == 0 ? nil : 3)
  ///     }
  func request(_ number: Int) -> Store.Request

  /// Which records a request asks for, in which order, and how many: ``StoreCapability/requests``. Without an
  /// implementation, what a `MatchingRequest` says itself.
  func meaning(of request: Store.Request) -> RecordRequest<Store.Item>?

  /// The section in which the answer to a request shows a record, where that follows from the record and the request:
  /// ``StoreCapability/requests``. Not for sections kept by hand. Without an implementation `nil`: nothing is expected
  /// of the sections of records.
  func section(of record: Store.Item, in request: Store.Request) -> SectionID?

  /// Makes a change from outside; when it returns, a fetch shows it, and observers are notified of it sooner or later.
  ///
  /// Only changes of the declared kinds are requested: see ``StoreCapability/inserts``, ``StoreCapability/updates``,
  /// ``StoreCapability/deletes``, ``StoreCapability/placements`` and ``StoreCapability/sections``. Without an
  /// implementation, a writable store is sent a batch of one.
  func change(_ change: StoreChange<Store.Item>, in store: Store) async throws

  /// Exchanges all records for these: ``StoreCapability/refills``. Without an implementation, a writable store is sent one
  /// batch that deletes and inserts.
  func refill(_ store: Store, with records: [Store.Item]) async throws

  /// Makes several changes from outside as one: ``StoreCapability/transactions``. Without an implementation, a writable
  /// store is sent the batch.
  func transact(_ batch: StoreBatch<Store.Item>, in store: Store) async throws

  /// Makes the next answer fail once, be it of a new observation or of a fetch: ``StoreCapability/failingAnswers``.
  func failNextAnswer(of store: Store) async throws

  /// Makes every active observation receive a failure: ``StoreCapability/failingObservations``.
  func failObservations(of store: Store) async throws

  /// Makes the next commit fail: ``StoreCapability/failingCommits``.
  func failNextCommit(to store: Store) async throws

  /// How many observations the store serves at the moment: ``StoreCapability/observationCount``.
  func observationCount(of store: Store) async throws -> Int

  /// The store, where it can be written to: ``StoreCapability/writes``. Known by itself.
  func writer(of store: Store) -> (any WritableDataStore<Store.Item, Store.Request>)?

  /// A layer of drafts over the store: ``StoreCapability/drafts``. Without an implementation, a writable store gets a
  /// `DraftStore`.
  func makeDraft(over store: Store) async throws -> any StoreDraft<Store.Item, Store.Request>

  /// The key of a section kept by hand; another for another number. Without an implementation, a string.
  func sectionID(_ number: Int) -> SectionID

  /// The header of a section kept by hand, or `nil` where sections have none. Without an implementation, a string.
  func sectionHeader(_ number: Int) -> SectionHeader?

  /// Called with each store when its trial is over. Without an implementation, does nothing.
  func close(_ store: Store) async
}

extension StoreHarness {
  /// The request for everything: the harness does not implement it.
  public func request(_ number: Int) -> Store.Request { everything }

  /// Nothing: the harness does not implement it.
  public func meaning(of request: Store.Request) -> RecordRequest<Store.Item>? { nil }

  /// Nothing: the harness does not say.
  public func section(of record: Store.Item, in request: Store.Request) -> SectionID? { nil }

  /// Throws: the harness does not implement it.
  public func change(_ change: StoreChange<Store.Item>, in store: Store) async throws {
    throw MissingCapability(change.neededCapability)
  }

  /// Throws: the harness does not implement it.
  public func refill(_ store: Store, with records: [Store.Item]) async throws { throw MissingCapability(.refills) }

  /// Throws: the harness does not implement it.
  public func transact(_ batch: StoreBatch<Store.Item>, in store: Store) async throws {
    throw MissingCapability(.transactions)
  }

  /// Throws: the harness does not implement it.
  public func failNextAnswer(of store: Store) async throws { throw MissingCapability(.failingAnswers) }

  /// Throws: the harness does not implement it.
  public func failObservations(of store: Store) async throws { throw MissingCapability(.failingObservations) }

  /// Throws: the harness does not implement it.
  public func failNextCommit(to store: Store) async throws { throw MissingCapability(.failingCommits) }

  /// Throws: the harness does not implement it.
  public func observationCount(of store: Store) async throws -> Int { throw MissingCapability(.observationCount) }

  /// Nothing: the store cannot be written to.
  public func writer(of store: Store) -> (any WritableDataStore<Store.Item, Store.Request>)? { nil }

  /// Throws: the harness does not implement it.
  public func makeDraft(over store: Store) async throws -> any StoreDraft<Store.Item, Store.Request> {
    throw MissingCapability(.drafts)
  }

  /// A string with the number.
  public func sectionID(_ number: Int) -> SectionID { SectionID("section \(number)") }

  /// A string with the number.
  public func sectionHeader(_ number: Int) -> SectionHeader? { SectionHeader("header \(number)") }

  /// Nothing.
  public func close(_ store: Store) async {}
}

extension StoreHarness where Store.Request: MatchingRequest<Store.Item> {
  /// What the request says itself.
  public func meaning(of request: Store.Request) -> RecordRequest<Store.Item>? { RecordRequest(request) }
}

extension StoreHarness where Store.Request == RecordRequest<Store.Item> {
  /// One of the kit's, by numbers and versions of records.
  public func request(_ number: Int) -> RecordRequest<Store.Item> {
    let names = RecordNumbers<Store.Item>(0..<16) { record($0, version: $1) }
    return .generated(
      number, numberOf: { names.number(of: $0.id) ?? 0 }, versionOf: { names.version(of: $0) ?? 0 })
  }
}

extension StoreHarness where Store: WritableDataStore {
  /// Commits a batch of one.
  public func change(_ change: StoreChange<Store.Item>, in store: Store) async throws {
    try await store.commit(StoreBatch([change]))
  }

  /// Commits one batch that deletes what is not kept and inserts the rest.
  public func refill(_ store: Store, with records: [Store.Item]) async throws {
    var batch: StoreBatch<Store.Item> = []
    let kept = Set(records.map(\.id))
    for item in try await store.fetch(everything).items where !kept.contains(item.id) { batch.delete(item.id) }
    for record in records { batch.insert(record) }
    if capabilities.contains(.placements) { for record in records { batch.move(record.id, to: .end) } }
    try await store.commit(batch)
  }

  /// Commits the batch.
  public func transact(_ batch: StoreBatch<Store.Item>, in store: Store) async throws { try await store.commit(batch) }

  /// A `DraftStore` that has no rule for which records the answer to a request shows.
  public func makeDraft(over store: Store) async throws -> any StoreDraft<Store.Item, Store.Request> {
    DraftStore(store, matches: nil)
  }

  /// The store itself.
  public func writer(of store: Store) -> (any WritableDataStore<Store.Item, Store.Request>)? { store }
}

extension StoreHarness where Store: WritableDataStore, Store.Request: MatchingRequest<Store.Item> {
  /// A `DraftStore`.
  public func makeDraft(over store: Store) async throws -> any StoreDraft<Store.Item, Store.Request> {
    DraftStore(store)
  }
}

extension StoreChange {
  /// What a harness must be able to do to make this change.
  var neededCapability: StoreCapability {
    switch self {
    case .insert: .inserts
    case .update, .refresh: .updates
    case .delete: .deletes
    case .move: .placements
    case .insertSection, .updateSection, .moveSection, .deleteSection: .sections
    }
  }
}

/// A layer of unwritten changes over a store, as the suite drives it. What observers see is the store with the layer on
/// top. A `DraftStore` is one.
public protocol StoreDraft<Item, Request>: DataStore where Item: Equatable {
  /// Puts changes into the layer.
  func edit(_ batch: StoreBatch<Item>) async throws

  /// Writes the layer into the store below. When this throws, nothing was written and the layer is what it was.
  func commitEdits() async throws

  /// Takes the layer back.
  func discardEdits() async throws
}

extension DraftStore: StoreDraft where Base.Item: Equatable {
  /// Drafts the batch.
  public func edit(_ batch: StoreBatch<Item>) async throws { draft(batch) }

  /// Commits the drafts, and those of the stores below.
  public func commitEdits() async throws { try await commit() }

  /// Discards the drafts, and those of the stores below.
  public func discardEdits() async throws { discard() }
}
