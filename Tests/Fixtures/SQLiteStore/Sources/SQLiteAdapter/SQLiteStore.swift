import FileAdapter
import StoreBuilding
import StoreInterface
import Synchronization

// sample: sqlite-store
/// The notes of a database of SQLite, to which other connections and other programs write, too.
final class SQLiteStore: WritableDataStore {
  typealias Item = Note

  let database: SQLiteDatabase
  private let notes = ObservedRecords<Note>()
  private let isWatching: Bool
  private let clock: any Clock<Duration>
  private let waker = Mutex<AsyncStream<Void>.Continuation?>(nil)

  /// Makes a store, which shows what others commit at once, or, without watching the file, within a second.
  init(_ database: SQLiteDatabase, isWatching: Bool = true, clock: any Clock<Duration> = ContinuousClock()) {
    self.database = database
    self.isWatching = isWatching
    self.clock = clock
    notes.whileObserved(self) { store in await store.follow() }
  }

  func events(for request: NoteRequest) -> StoreEvents<Note> { notes.events(for: request) }

  func fetch(_ request: NoteRequest) async throws(StoreError) -> StoreContents<Note> {
    try await update()
    return notes.contents(for: request)
  }

  @discardableResult
  func commit(_ batch: StoreBatch<Note>) async throws(StoreError) -> BatchOutcome<Note> {
    try await update()
    var outcome = BatchOutcome<Note>()
    // A strict batch is judged by what the file holds, when no one else can write.
    try await notes.commit(StoreBatch(batch.changes)) { _ in outcome = try await database.write(batch, onto: notes) }
    outcome.moved = []  // The request decides where a note is.
    return outcome
  }
  // end sample

  // sample: sqlite-follow
  /// Reads what others have committed, if they have.
  private func update() async throws(StoreError) {
    do throws(StoreError) {
      if try await database.hasNews {
        try await notes.reload { .items(try await database.notes()) }
      } else {
        notes.recover()
      }
    } catch {
      if error.kind == .cancelled { throw error }
      notes.fail(error)
      look()
      throw error
    }
  }

  /// Has observers notified soon of what others have committed.
  func look() { waker.withLock { _ = $0?.yield() } }

  /// A commit writes the file, or the log beside it.
  private func watch() async {
    if !isWatching { return }
    for await _ in FileChanges(of: [database.path, database.path + "-wal"], watching: .withoutOpening) { look() }
  }

  /// How long it takes at most until the next look.
  static let lookInterval = Duration.seconds(1)

  /// What is in the log others can see a moment after the file has changed, and no system reports that. So the look after
  /// the change may be too early, and the next one follows in any case.
  private func lookEverySecond() async {
    while (try? await clock.sleep(for: Self.lookInterval)) != nil { look() }
  }

  /// Looks whenever there is a reason, while anyone observes; after a failure again, with longer and longer pauses.
  private func follow() async {
    let (looks, waker) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    self.waker.withLock { $0 = waker }
    async let _ = watch()
    async let _ = lookEverySecond()
    var iterator = looks.makeAsyncIterator()
    var pause = Duration.milliseconds(100)
    while !Task.isCancelled {
      do throws(StoreError) {
        try await update()
        pause = .milliseconds(100)
        await iterator.next()
      } catch {
        try? await clock.sleep(for: pause)
        pause = min(pause * 2, .seconds(30))
      }
    }
  }

  // end sample
  /// How many observe.
  var observerCount: Int { notes.observerCount }
}

// sample: sqlite-table
extension SQLiteDatabase {
  fileprivate func notes() throws(StoreError) -> [Note] {
    try read("SELECT id, folder, title FROM notes ORDER BY id").map { (row) throws(StoreError) in
      guard row.count == 3, case (.integer(let id), .text(let folder), .text(let title)) = (row[0], row[1], row[2])
      else {
        throw StoreError(.malformed, "the table does not hold notes: \(row)", at: path, advice: "compare its columns")
      }
      return Note(id: id, folder: folder, title: title)
    }
  }

  /// Writes a batch onto what the table holds, which the records are made to hold first.
  fileprivate func write(
    _ batch: StoreBatch<Note>, onto notes: ObservedRecords<Note>
  ) throws(StoreError) -> BatchOutcome<Note> {
    try transaction { (database) throws(StoreError) in
      if try database.hasNews { notes.replace(with: try database.notes()) }
      let outcome = try batch.folded { notes[$0] }
      try database.change("DELETE FROM notes WHERE id = ?", with: outcome.deleted.map { [.integer($0.id)] })
      try database.change("UPDATE notes SET folder = ?2, title = ?3 WHERE id = ?1", with: outcome.updated.map(\.to.row))
      try database.change("INSERT INTO notes (id, folder, title) VALUES (?, ?, ?)", with: outcome.inserted.map(\.row))
      return outcome
    }
  }
}

extension Note {
  fileprivate var row: [SQLiteConnection.Value] { [.integer(id), .text(folder), .text(title)] }
}
// end sample
