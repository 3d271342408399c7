public import RecordFormats
// Requests and rules of an order are written with this module alone.
@_exported public import StoreBuilding
public import StoreInterface

/// A store over one file of records, in JSON, NDJSON, CSV or TSV, or over a folder of files with one record each; read,
/// written and watched.
///
///     let store = FileStore<Note>(path: "notes.json", format: .json)
///     for await event in store.events(for: .all) { … }         // continues when anybody changes the file
///     try await store.commit([.update(note)])                  // on disk when this returns
///
/// The files are watched as long as somebody observes the store. A file that cannot be understood leaves the results as
/// they are, and observers receive the error and its position; see ``health`` for how changes are reported.
///
/// A folder and those below it are the sections, by ``FolderSection``, in the order of their names; the records are in the
/// order of their files' names:
///
///     let store = FileStore<Note>(folder: "notes")
///     try await store.commit([.insert(note, at: .end(of: FolderSection("office")))])      // notes/office/ID.json
///
/// A new record goes to the section of its placement, or else to the folder itself; where in the section is given by its
/// name. A file that cannot be understood leaves its record as it was, and the others go on. Hidden files are not looked
/// at. Sections come and go with their folders; they keep the order of their names, and so cannot be moved.
///
/// A batch that changes several files is written under temporary names, then to a journal, and done from there. A store
/// that finds the journal of a crashed program finishes the work before it reads, unless the store is read-only. So a
/// batch is applied as a whole or not at all.
@available(LiveSystems, *)
public final class FileStore<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// The path of the file or folder, as it was given.
  public let path: String
  /// The format of the file; `nil` for a folder, whose files are read by a ``FolderCoding``.
  public let format: RecordFormat?
  private let worker: FileWorker<Item>

  /// Makes a store over one file; nothing is read yet.
  ///
  /// - Parameters:
  ///   - path: The file. A symbolic link is followed, and stays one when the file is written.
  ///   - format: JSON, NDJSON, CSV, TSV, or lines, each of which is its own identity in a store of ``FileRecord``s; by
  ///     the name's ending, if it is not given. Sections are refused when the file is read.
  ///   - coding: How records become values.
  ///   - options: How the store behaves.
  ///   - clock: The clock that it waits by.
  ///   - haveEqualContent: Whether two versions of one record are the same to the users of the store.
  public init(
    path: String, format: RecordFormat? = nil, coding: RecordCoding<Item>, options: FileOptions = FileOptions(),
    clock: any Clock<Duration> = ContinuousClock(), haveEqualContent: @escaping @Sendable (Item, Item) -> Bool
  ) {
    let format = format ?? RecordFormat(fileName: path)
    self.path = path
    self.format = format
    var options = options
    // Without key fields an edit is a removal and an addition.
    if coding.distinguished != nil { options.removalGuard?.countsReplaced = false }
    let backing = FileBacking(
      path: path, format: format, coding: coding, absence: options.absence, files: options.files,
      haveEqualContent: haveEqualContent)
    worker = FileWorker(backing, options: options, clock: clock)
  }

  /// Makes a store over a folder of files, one record each; nothing is read yet.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - coding: How files become values.
  ///   - options: How the store behaves.
  ///   - clock: The clock that it waits by.
  ///   - haveEqualContent: Whether two versions of one record are the same to the users of the store.
  public init(
    folder: String, coding: FolderCoding<Item>, options: FileOptions = FileOptions(),
    clock: any Clock<Duration> = ContinuousClock(), haveEqualContent: @escaping @Sendable (Item, Item) -> Bool
  ) {
    path = folder
    format = nil
    let backing = FolderBacking(
      path: folder, coding: coding, absence: options.absence, files: options.files, haveEqualContent: haveEqualContent)
    worker = FileWorker(backing, options: options, clock: clock)
  }
}

@available(LiveSystems, *)
extension FileStore where Item: Codable & Equatable {
  /// Makes a store over one file of values by their own coding.
  public convenience init(
    path: String, format: RecordFormat? = nil, options: FileOptions = FileOptions(),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(path: path, format: format, coding: .codable(), options: options, clock: clock) { $0 == $1 }
  }

  /// Makes a store over a folder of values by their own coding, one in each file.
  public convenience init(
    folder: String, options: FileOptions = FileOptions(), clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(folder: folder, coding: .json(), options: options, clock: clock) { $0 == $1 }
  }
}

@available(LiveSystems, *)
extension FileStore where Item == FolderFile {
  /// Makes a store over a folder of files as they are.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - ending: What the names of the files end in; all files, if nothing is given.
  ///   - options: How the store behaves.
  ///   - clock: The clock that it waits by.
  public convenience init(
    folder: String, endingIn ending: String, options: FileOptions = FileOptions(),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(folder: folder, coding: .files(endingIn: ending), options: options, clock: clock) { $0 == $1 }
  }
}

@available(LiveSystems, *)
extension FileStore where Item == FileRecord {
  /// Makes a store over one file of records as the file holds them.
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
  public func events(for request: RecordRequest<Item>) -> StoreEvents<Item> {
    worker.records.events(for: request)
  }

  /// The current answer to a request. While removals are withheld, it has the records that observers hold.
  public func fetch(_ request: RecordRequest<Item>) async throws(StoreError) -> StoreContents<Item> {
    try await worker.fetch(request)
  }

  /// Writes a batch to the files, as a whole or not at all. What this store has read last counts as what the writer saw:
  /// see ``FileOptions/onStale``.
  ///
  /// - Throws: `StoreError.Kind.conflict`, when others have changed what the batch changes, or while removals are
  ///   withheld; `.unavailable`, when the file
  ///   cannot be read, is being written or is locked; `.malformed`, when it cannot be understood; `.notPermitted`;
  ///   `.limitExceeded`, when the disk is full; `.refused`, when the format cannot hold the records; `.invalidBatch`. Its
  ///   `effect` says what is there all the same: see <doc:OperatingNotes>.
  @discardableResult
  public func commit(_ batch: StoreBatch<Item>) async throws(StoreError) -> BatchOutcome<Item> {
    try await worker.commit(batch, basedOn: nil)
  }

  /// Writes a batch that was made by someone who saw these records, perhaps long ago.
  ///
  /// - Throws: What ``commit(_:)`` throws.
  @discardableResult
  public func commit(
    _ batch: StoreBatch<Item>, basedOn seen: StoreContents<Item>
  ) async throws(StoreError) -> BatchOutcome<Item> {
    try await worker.commit(batch, basedOn: seen)
  }
}

@available(LiveSystems, *)
extension FileStore {
  /// Returns when observers have been sent all changes that were written to the files before this call. If a file cannot
  /// be parsed, they have been sent the failure instead. A truncated line of NDJSON is not waited for; the lines before
  /// it are read.
  public func sync() async { await worker.sync() }

  /// What is wrong with the file or folder, or with a part of it, as it was read last; `nil` where nothing is. Observers
  /// were notified.
  public var lastError: StoreError? { worker.trouble.current }

  /// The removals that are withheld until the file, or the folder or a file in it, is written again,
  /// ``approveRemovals()`` is called, or the records come back; `nil` where none are. See ``FileOptions/removalGuard``.
  public var heldRemovals: HeldRemovals? { worker.held.current }

  /// The removals that are withheld now, and whenever that changes.
  public func heldRemovalsUpdates() -> AsyncStream<HeldRemovals?> { worker.held.updates() }

  /// Makes the removals that are withheld. Does nothing where none are.
  public func approveRemovals() async { await worker.approveRemovals() }

  /// How the store is notified of changes at the moment.
  public var health: FileHealth { worker.health.current }

  /// The health now, and whenever it changes.
  public func healthUpdates() -> AsyncStream<FileHealth> { worker.health.updates() }

  /// The number of active observations.
  public var observationCount: Int { worker.records.observerCount }
}
