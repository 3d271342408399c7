internal import StoreBuilding
internal import StoreInterface

/// A sequence that yields when files may have changed, by this program or others; for stores of your own over files.
///
///     for await _ in FileChanges(of: [path, path + "-wal"]) {
///       try? await songs.reload { try await table.all() }
///     }
///
/// The first element comes when listening has begun: what is read after it misses nothing that is written later. Changes
/// that come before an element was taken are joined to it. An element says that a file, or what a symbolic link on its way
/// leads to, has come, gone, been replaced, or been written a moment ago, and may be wrong: so read, and compare.
///
/// Each element is how changes are noticed at that moment: by the system, where it reports all of them, or by looking at
/// the files' times again and again, which shows every write but those through a memory map.
///
/// The sequence does not end by itself. It ends when the task that iterates is cancelled; then, and when the iterator is
/// released, the files are watched no more. Each iterator watches for itself.
@available(LiveSystems, *)
public struct FileChanges: AsyncSequence, Sendable {
  /// How changes are noticed.
  public typealias Element = FileHealth
  /// The sequence does not fail.
  public typealias Failure = Never

  let paths: [String]
  let timing: WatchTiming
  let clock: any Clock<Duration>
  /// What makes the system calls: the system, or a test.
  package var files: any FileSystem = SystemFiles()
  /// What is notified of changes: the system, or a test.
  package var watcher: any FileWatcher

  /// Makes a sequence; nothing is watched until it is iterated.
  ///
  /// - Parameters:
  ///   - paths: The files, which need not exist. Symbolic links are followed. Of a folder, only its coming and going is
  ///     noticed, not what is in it.
  ///   - watching: Whether the system is to be asked at all.
  ///   - timing: How long writers are waited for, and how often to look; `tornPatience`, `emptyPatience` and
  ///     `lockPatience` play no part.
  ///   - clock: The clock that it waits by.
  public init(
    of paths: [String], watching: FileOptions.Watching = .automatic, timing: WatchTiming = WatchTiming(),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.paths = paths
    self.timing = timing
    self.clock = clock
    watcher = watching.watcher
  }

  /// Begins to watch.
  public func makeAsyncIterator() -> Iterator {
    let (changes, continuation) = AsyncStream<FileHealth>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let worker = ChangeWorker(self) { continuation.yield($0) }
    let task = Task { await worker.watch() }
    continuation.onTermination = { _ in task.cancel() }
    return Iterator(changes: changes)
  }

  /// The changes, one after another.
  public struct Iterator: AsyncIteratorProtocol {
    let changes: AsyncStream<FileHealth>

    /// Waits for the next change; `nil` when the task was cancelled.
    public mutating func next() async -> FileHealth? { await next(isolation: #isolation) }

    /// Waits for the next change; `nil` when the task was cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> FileHealth? {
      await changes.next(isolation: actor)
    }
  }
}

/// Watches the files of one iterator.
@available(LiveSystems, *)
private actor ChangeWorker: WatchLoop {
  /// What a look found.
  private struct Sight: Equatable {
    /// By path; `nil` where there is no such file, or it cannot be looked at.
    let signatures: [FileSignature?]
    /// Whether equal signatures will mean that nothing was changed.
    let isConclusive: Bool
  }

  nonisolated let files: any FileSystem
  nonisolated let watcher: any FileWatcher
  nonisolated let timing: WatchTiming
  nonisolated let keeper: Timekeeper
  nonisolated let health = ObservedValue<FileHealth>(.idle)
  private let executor = QueueExecutor(label: "section-diff.changes")
  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

  private let paths: [String]
  private let send: @Sendable (FileHealth) -> Void
  /// What was found, and how changes were noticed, when an element was sent last.
  private var sent: (sight: Sight, health: FileHealth)?

  init(_ changes: FileChanges, sendingTo send: @escaping @Sendable (FileHealth) -> Void) {
    files = changes.files
    watcher = changes.watcher
    timing = changes.timing
    keeper = Timekeeper(changes.clock)
    paths = changes.paths
    self.send = send
  }

  func way(knowingFolders: Bool) throws(SystemError) -> ResolvedPath {
    // One way, which is compared with others, and never opened.
    var ways: [ResolvedPath] = []
    for path in paths { ways.append(try ResolvedPath(path, in: files)) }
    return ResolvedPath(
      path: ways.map(\.path).joined(separator: "\n"), steps: ways.flatMap(\.steps),
      isWhole: ways.allSatisfy(\.isWhole))
  }

  var lookCount: Int { paths.count }

  func looksChanged(_ look: QuickLook?) -> Bool { sent.map { hasChanged(sight(), since: $0.sight) } ?? true }

  func look() -> WatchPlan.Look {
    let (sight, health) = (sight(), health.current)
    if let sent, sent.health == health, !hasChanged(sight, since: sent.sight) { return .fresh }
    sent = (sight, health)
    send(health)
    return .fresh
  }

  func reportTorn() {}

  private func hasChanged(_ sight: Sight, since old: Sight) -> Bool {
    !old.isConclusive || sight.signatures != old.signatures
  }

  private func sight() -> Sight {
    let start = files.now
    let signatures = paths.map { try? files.status(of: $0, followingLinks: true).signature }
    return Sight(
      signatures: signatures, isConclusive: signatures.allSatisfy { $0?.isConclusive(at: start) ?? true })
  }
}
