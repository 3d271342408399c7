internal import FileAdapter
public import GRDB
internal import StoreBuilding
public import StoreInterface
internal import Synchronization

/// The records of a database of SQLite, read by GRDB: each answer is that of a request to the database, and stays up to
/// date, whichever connection writes.
///
///     let store = GRDBStore<Player>(dbPool)
///     let players = ResultsController(
///       store: store, request: DatabaseRequest(Player.order { [$0.score.desc, $0.id] }),
///       arrangement: ResultsArrangement(sections: .by(\.team)))
///     await players.load()
///
/// Observers receive the commits
///
/// - of the store itself, by ``commit(_:)``,
/// - of any other code with the same `DatabaseQueue` or `DatabasePool`, and
/// - of other connections to the file, in this process or another.
///
/// A transaction is one event, with the fewest changes, or none where it does not change the answer. Transactions that
/// follow each other before the store has read may be one event. A transaction that is rolled back is none.
///
/// A record needs an `id` that no other record of the answer has, and records that are equal must have equal content. To
/// write by the store, the `id` must be the primary key of the table, and be set before the record is inserted.
public final class GRDBStore<Record>: DataStore
where Record: FetchableRecord & Identifiable & Equatable & Sendable, Record.ID: Sendable {
  /// The type of the store's records.
  public typealias Item = Record
  /// A request of GRDB.
  public typealias Request = DatabaseRequest<Record>

  private struct Observed {
    var requests: [Int: Weak] = [:]
    var lastNumber = 0
  }

  private struct Weak {
    weak var request: ObservedRequest<Record>?
  }

  let database: SharedDatabase
  let clock: any Clock<Duration>
  private let observed = Mutex(Observed())
  /// Has the file watched while it is observed itself: each observed request does.
  private let presence = ObservedRecords<KeyedValue<Int, Int>>(.items([]))

  /// Makes a store. It does not use the database before it is observed, fetched from or written to.
  ///
  /// - Parameters:
  ///   - database: A `DatabaseQueue` or a `DatabasePool`.
  ///   - isShared: Whether other connections may write to the database. If not, the file is not watched.
  ///   - clock: What the pauses are timed by after which a database that failed is read again, and a file that has
  ///     changed is looked at again.
  public init(
    _ database: any DatabaseWriter, isShared: Bool = true, clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.database = SharedDatabase(database)
    self.clock = clock
    if isShared { presence.whileObserved(self) { store in await store.watch() } }
  }

  /// Observes a request: its answer first, then every change.
  ///
  /// The records of the answer are kept in memory while it is observed. When something that the request reads has
  /// changed, the request is read again.
  public func events(for request: DatabaseRequest<Record>) -> StoreEvents<Record> {
    let request = ObservedRequest(request, of: self)
    observed.withLock { observed in
      observed.lastNumber += 1
      observed.requests = observed.requests.filter { $0.value.request != nil }
      observed.requests[observed.lastNumber] = Weak(request: request)
    }
    return request.events()
  }

  /// Reads the current answer.
  public func fetch(_ request: DatabaseRequest<Record>) async throws(StoreError) -> StoreContents<Record> {
    // A reading that waits for writes anyway has observers notified of what others have committed, too.
    if !database.readsBesideWrites { try await look() }
    return .items(try await database.read { try request.records(in: $0) })
  }

  // MARK: - Observed requests

  /// The requests that are observed.
  var requests: [ObservedRequest<Record>] {
    observed.withLock { $0.requests.sorted { $0.key < $1.key }.compactMap(\.value.request) }
  }

  /// How many observe.
  var observerCount: Int { requests.reduce(0) { $0 + $1.observerCount } }

  /// What has the file watched while it is kept.
  func beginPresence() -> StoreEvents<KeyedValue<Int, Int>> { presence.events() }

  // MARK: - Other connections

  /// Has observed requests read again what others have committed, if they have.
  func look() async throws(StoreError) {
    do throws(StoreError) {
      guard let news = try await database.news() else { return }
      for request in requests { request.noteChange(ofSchema: news == .schema) }
    } catch {
      // Perhaps what they show is old. Reading shows whether it is, and whether the failure is over.
      if error.kind != .cancelled { for request in requests { request.fail(error) } }
      throw error
    }
  }

  /// Looks whenever the file has changed; after a failure again, with longer and longer pauses.
  private func watch() async {
    let paths = await retrying { () async throws(StoreError) in try await database.paths() }
    guard let paths, !paths.isEmpty else { return }
    await look(after: FileChanges(of: paths, watching: .withoutOpening))
  }

  private enum Wake {
    case change, pauseOver
  }

  /// A little less than two seconds together.
  private static var pausesAfterChange: [Duration] { [30, 60, 120, 240, 480, 960].map { .milliseconds($0) } }

  /// Looks after each change of the file, and then a few times more, until the task is cancelled.
  ///
  /// A commit to a write-ahead log changes the file first. Others can see it a moment later, by an index in shared
  /// memory, and no system reports that. So the first look may be too early, whether it found another commit or none.
  func look<Changes: AsyncSequence & Sendable>(after changes: Changes) async where Changes.Failure == Never {
    // Of a change and the end of a pause at the same moment one is enough: both have it look.
    let (wakes, waker) = AsyncStream<Wake>.makeStream(bufferingPolicy: .bufferingNewest(1))
    async let _ = yieldChanges(changes, to: waker)
    var iterator = wakes.makeAsyncIterator()
    var pauses: ArraySlice<Duration> = []
    while !Task.isCancelled {
      let pause = pauses.popFirst()
      do {
        async let _ = yieldEnd(of: pause, to: waker)
        if await iterator.next() == .change { pauses = Self.pausesAfterChange[...] }
      }
      await retrying { () async throws(StoreError) in try await look() }
    }
  }

  private func yieldChanges<Changes: AsyncSequence>(
    _ changes: Changes, to waker: AsyncStream<Wake>.Continuation
  ) async where Changes.Failure == Never {
    for await _ in changes { waker.yield(.change) }
  }

  private func yieldEnd(of pause: Duration?, to waker: AsyncStream<Wake>.Continuation) async {
    guard let pause else { return }
    // One that was cancelled is not over: it would end the next one.
    do { try await clock.sleep(for: pause) } catch { return }
    waker.yield(.pauseOver)
  }

  /// Tries until it succeeds; returns `nil` when the task is cancelled.
  @discardableResult
  private func retrying<Result>(_ body: () async throws(StoreError) -> Result) async -> Result? {
    var pause = RetryPause()
    while !Task.isCancelled {
      do throws(StoreError) {
        return try await body()
      } catch {
        try? await clock.sleep(for: pause.next())
      }
    }
    return nil
  }
}

/// How long to wait before a database that failed is read again.
struct RetryPause {
  // Short at first, since most locks are; a file on a disk that is gone is looked for twice a minute.
  private var pause = Duration.milliseconds(100)

  mutating func next() -> Duration {
    defer { pause = min(pause * 2, .seconds(30)) }
    return pause
  }
}
