public import RecordFormats
public import StoreBuilding
public import StoreInterface

/// A store over one file of records: JSON, NDJSON, CSV or TSV; read, written and watched.
///
///     let store = FileStore<Note>(path: "notes.json", format: .json)
///     for await event in store.events(for: .all) { … }         // continues when anybody changes the file
///     try await store.commit([.update(note)])                  // on disk when this returns
///
/// The file is watched as long as somebody observes the store. A file that cannot be understood leaves the results as
/// they are, and observers receive the error and its position; see ``health`` for how changes are reported.
@available(LiveSystems, *)
public final class FileStore<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// The path, as it was given.
  public let path: String
  /// The format of the file.
  public let format: RecordFormat
  let engine: FileEngine<FileBacking<Item>>

  /// Makes a store; nothing is read yet.
  ///
  /// - Parameters:
  ///   - path: The file. A symbolic link is followed, and stays one when the file is written.
  ///   - format: JSON, NDJSON, CSV, TSV, or lines, each of which is its own identity in a store of ``FileRecord``s; by
  ///     the name's ending, if it is not given. Sections are refused when the file is read.
  ///   - coding: How records become values.
  ///   - options: How the store behaves.
  ///   - clock: The clock that it waits by.
  ///   - haveEqualContent: Whether two versions of one record are the same to the users of the store.
  public convenience init(
    path: String, format: RecordFormat? = nil, coding: RecordCoding<Item>, options: FileOptions = FileOptions(),
    clock: any Clock<Duration> = ContinuousClock(), haveEqualContent: @escaping @Sendable (Item, Item) -> Bool
  ) {
    self.init(
      path: path, format: format, coding: coding, options: options, clock: clock, files: SystemFiles(),
      watcher: options.watcher, haveEqualContent: haveEqualContent)
  }

  /// Makes a store on other system calls.
  package init(
    path: String, format: RecordFormat? = nil, coding: RecordCoding<Item>, options: FileOptions = FileOptions(),
    clock: any Clock<Duration> = ContinuousClock(), files: any FileSystem, watcher: any FileWatcher,
    haveEqualContent: @escaping @Sendable (Item, Item) -> Bool
  ) {
    self.path = path
    self.format = format ?? RecordFormat(fileName: path)
    var options = options
    // Without key fields an edit is a removal and an addition.
    if coding.distinguished != nil { options.removalGuard?.countsReplaced = false }
    let backing = FileBacking(
      path: path, format: self.format, coding: coding, absence: options.absence, files: files,
      haveEqualContent: haveEqualContent)
    engine = FileEngine(backing, options: options, watcher: watcher, clock: clock)
  }
}

@available(LiveSystems, *)
extension FileStore where Item: Codable & Equatable {
  /// Makes a store of values by their own coding.
  public convenience init(
    path: String, format: RecordFormat? = nil, options: FileOptions = FileOptions(),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(path: path, format: format, coding: .codable(), options: options, clock: clock) { $0 == $1 }
  }
}

@available(LiveSystems, *)
extension FileStore where Item == FileRecord {
  /// Makes a store of records as the file holds them.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - id: The fields that are the key, as columns or dotted paths; without any, the whole record is.
  ///   - format: The format; by the name's ending, if it is not given.
  ///   - options: How the store behaves.
  ///   - clock: The clock that it waits by.
  public convenience init(
    path: String, id: [String], format: RecordFormat? = nil, options: FileOptions = FileOptions(),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(path: path, format: format, coding: .raw(id: id), options: options, clock: clock) { $0 == $1 }
  }
}

@available(LiveSystems, *)
extension FileStore: WritableDataStore {
  /// Observes a request: its answer first, then every change. The sequence does not end by itself; it keeps the store.
  public func events(for request: FileRequest<Item>) -> StoreEvents<Item> { engine.events(for: request.rule) }

  /// The current answer to a request. While removals are withheld, it has the records that observers hold.
  public func fetch(_ request: FileRequest<Item>) async throws(StoreError) -> StoreContents<Item> {
    try await engine.worker.fetch(request.rule)
  }

  /// Writes a batch to the file, as a whole or not at all. What this store has read last counts as what the writer saw:
  /// see ``FileOptions/onStale``.
  ///
  /// - Throws: `StoreError.Kind.conflict`, when others have changed what the batch changes, or while removals are
  ///   withheld; `.unavailable`, when the file
  ///   cannot be read, is being written or is locked; `.malformed`, when it cannot be understood; `.notPermitted`;
  ///   `.limitExceeded`, when the disk is full; `.refused`, when the format cannot hold the records; `.invalidBatch`. In
  ///   one case alone the batch was written all the same: when the folder could not be synchronised afterwards, which the
  ///   message says.
  @discardableResult
  public func commit(_ batch: Batch<Item>) async throws(StoreError) -> BatchOutcome<Item> {
    try await engine.commit(batch, basedOn: nil)
  }

  /// Writes a batch that was made by someone who saw these records, perhaps long ago.
  ///
  /// - Throws: What ``commit(_:)`` throws.
  @discardableResult
  public func commit(
    _ batch: Batch<Item>, basedOn seen: StoreContents<Item>
  ) async throws(StoreError) -> BatchOutcome<Item> {
    try await engine.commit(batch, basedOn: seen)
  }
}

@available(LiveSystems, *)
extension FileStore {
  /// Returns when observers have been sent all changes that were written to the file before this call. If a file cannot
  /// be parsed, they have been sent the failure instead. A truncated line of NDJSON is not waited for; the lines before
  /// it are read.
  public func sync() async { await engine.worker.look(for: .asking) }

  /// What is wrong with the file, or with a part of it, as it was read last; `nil` where nothing is. Observers were
  /// notified.
  public var trouble: StoreError? { engine.worker.answers.withLock { $0.trouble } }

  /// The removals that are withheld until the file is written again, ``approveRemovals()`` is called, or the records come
  /// back; `nil` where none are. See ``FileOptions/removalGuard``.
  public var heldRemovals: HeldRemovals? { engine.worker.held.current }

  /// The removals that are withheld now, and whenever that changes.
  public func heldRemovalsUpdates() -> AsyncStream<HeldRemovals?> { engine.worker.held.updates() }

  /// Makes the removals that are withheld. Does nothing where none are.
  public func approveRemovals() async { await engine.worker.approveRemovals() }

  /// How the store is notified of changes at the moment.
  public var health: FileHealth { engine.worker.health.current }

  /// The health now, and whenever it changes.
  public func healthUpdates() -> AsyncStream<FileHealth> { engine.worker.health.updates() }

  /// The number of active observations.
  public var observationCount: Int { engine.observationCount }
}
