public import StoreBuilding
public import StoreInterface

/// A store over a folder of files, one record each: the folder and those below it are the sections, by
/// ``FolderSection``, in the order of their names; the records are in the order of their files' names.
///
///     let store = FolderStore<Note>(path: "notes")
///     try await store.commit([.insert(note, at: .end(of: FolderSection("office")))])      // notes/office/ID.json
///
/// A new record goes to the section of its placement, or else to the folder itself; where in the section is given by its
/// name. A file that cannot be understood leaves its record as it was, and observers receive the error; the others go
/// on. Hidden files are not looked at.
///
/// A batch that changes several files is written under temporary names, then to a journal, and done from there. A store
/// that finds the journal of a crashed program finishes the work before it reads, unless the store is read-only. So a
/// batch is applied as a whole or not at all.
@available(LiveSystems, *)
public final class FolderStore<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// The path, as it was given.
  public let path: String
  private let worker: FileWorker<FolderBacking<Item>>

  /// Makes a store; nothing is read yet.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - coding: How files become values.
  ///   - options: How the store behaves.
  ///   - clock: The clock that it waits by.
  ///   - haveEqualContent: Whether two versions of one record are the same to the users of the store.
  public convenience init(
    path: String, coding: FolderCoding<Item>, options: FileOptions = FileOptions(),
    clock: any Clock<Duration> = ContinuousClock(), haveEqualContent: @escaping @Sendable (Item, Item) -> Bool
  ) {
    self.init(
      path: path, coding: coding, options: options, clock: clock, files: SystemFiles(), watcher: options.watcher,
      haveEqualContent: haveEqualContent)
  }

  /// Makes a store on other system calls.
  package init(
    path: String, coding: FolderCoding<Item>, options: FileOptions = FileOptions(),
    clock: any Clock<Duration> = ContinuousClock(), files: any FileSystem, watcher: any FileWatcher,
    haveEqualContent: @escaping @Sendable (Item, Item) -> Bool
  ) {
    self.path = path
    let backing = FolderBacking(
      path: path, coding: coding, absence: options.absence, files: files, haveEqualContent: haveEqualContent)
    worker = FileWorker(backing, options: options, watcher: watcher, clock: clock)
  }
}

@available(LiveSystems, *)
extension FolderStore where Item: Codable & Equatable {
  /// Makes a store of values by their own coding.
  public convenience init(
    path: String, options: FileOptions = FileOptions(), clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(path: path, coding: .json(), options: options, clock: clock) { $0 == $1 }
  }
}

@available(LiveSystems, *)
extension FolderStore where Item == FolderFile {
  /// Makes a store of files as they are.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - ending: What the names of the files end in; all files, if nothing is given.
  ///   - options: How the store behaves.
  ///   - clock: The clock that it waits by.
  public convenience init(
    path: String, endingIn ending: String, options: FileOptions = FileOptions(),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(path: path, coding: .files(endingIn: ending), options: options, clock: clock) { $0 == $1 }
  }
}

@available(LiveSystems, *)
extension FolderStore: WritableDataStore {
  /// Observes a request: its answer first, then every change. The sequence does not end by itself; it keeps the store.
  public func events(for request: FileRequest<Item>) -> StoreEvents<Item> { worker.events(for: request) }

  /// The current answer to a request. While removals are withheld, it has the records that observers hold.
  public func fetch(_ request: FileRequest<Item>) async throws(StoreError) -> StoreContents<Item> {
    try await worker.fetch(request)
  }

  /// Writes a batch to the files, as a whole or not at all. Sections come and go with their folders; they keep the order
  /// of their names, and so cannot be moved.
  ///
  /// - Throws: What ``FileStore/commit(_:)`` throws.
  @discardableResult
  public func commit(_ batch: Batch<Item>) async throws(StoreError) -> BatchOutcome<Item> {
    try await worker.commit(batch, basedOn: nil)
  }

  /// Writes a batch that was made by someone who saw these records, perhaps long ago.
  ///
  /// - Throws: What ``FileStore/commit(_:)`` throws.
  @discardableResult
  public func commit(
    _ batch: Batch<Item>, basedOn seen: StoreContents<Item>
  ) async throws(StoreError) -> BatchOutcome<Item> {
    try await worker.commit(batch, basedOn: seen)
  }
}

@available(LiveSystems, *)
extension FolderStore {
  /// Returns when observers have been sent all changes that were written to the files before this call. If a file cannot
  /// be parsed, they have been sent the failure instead.
  public func sync() async { await worker.look(for: .asking) }

  /// What is wrong with the folder, or with a part of it, as it was read last; `nil` where nothing is. Observers were
  /// notified.
  public var trouble: StoreError? { worker.trouble.current }

  /// The removals that are withheld until the folder or a file in it is written again, ``approveRemovals()`` is called, or
  /// the records come back; `nil` where none are. See ``FileOptions/removalGuard``.
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
