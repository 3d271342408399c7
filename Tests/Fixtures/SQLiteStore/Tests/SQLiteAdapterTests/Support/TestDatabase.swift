import ConformanceKit
import Foundation
import StoreInterface
import Synchronization

@testable import SQLiteAdapter

/// A file of its own with a table of notes, a store over it, and a connection of another program.
final class TestDatabase: Sendable {
  let folder: URL
  let path: String
  let store: SQLiteStore
  /// What a program does that knows nothing of stores.
  let plain: PlainConnection
  /// What is in the way of the store.
  let obstacle = Obstacle()

  init(
    holding notes: [Note] = [], journal: String = "delete", isWatching: Bool = true,
    clock: any Clock<Duration> = ImpatientClock()
  ) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "sqlite-store-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appending(path: "notes.sqlite").path
    plain = try PlainConnection(path)
    try plain.run("PRAGMA journal_mode = \(journal)")
    try plain.run("PRAGMA synchronous = off")
    try plain.run("CREATE TABLE notes (id INTEGER PRIMARY KEY, folder TEXT NOT NULL, title TEXT NOT NULL) STRICT")
    try plain.insert(notes)
    store = SQLiteStore(
      SQLiteDatabase(path) { [obstacle] _ in obstacle.isPatient() }, isWatching: isWatching, clock: clock)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Another store over the file, with a connection of its own, as another program has it.
  func anotherStore() -> SQLiteStore { SQLiteStore(SQLiteDatabase(path) { _ in isPatient() }, clock: ImpatientClock()) }

  /// Begins to observe.
  func observe(_ request: NoteRequest = NoteRequest()) -> Recorder<StoreEvent<Note>> {
    Recorder(store.events(for: request))
  }

  /// Has another connection hold a lock until the store has met it, which then gives up; the next time it is free.
  func blockOnce(_ begin: String = "BEGIN EXCLUSIVE") throws {
    try plain.run(begin)
    obstacle.set { [plain] in _ = try? plain.run("ROLLBACK") }
  }
}

/// Lets others go on, and waits.
private func isPatient() -> Bool {
  sched_yield()
  return true
}

/// A lock that goes away as soon as the store has met it.
final class Obstacle: Sendable {
  private let clear = Mutex<(@Sendable () -> Void)?>(nil)

  func set(_ clear: @escaping @Sendable () -> Void) { self.clear.withLock { $0 = clear } }

  /// Whether the store has not met it yet.
  var isThere: Bool { clear.withLock { $0 != nil } }

  /// Whether the store waits on for a lock: not for this one.
  func isPatient() -> Bool {
    let clear = clear.withLock { clear in
      defer { clear = nil }
      return clear
    }
    guard let clear else { return SQLiteAdapterTests.isPatient() }
    clear()
    return false
  }
}

/// A connection that speaks plain SQL.
final class PlainConnection: Sendable {
  private let connection: Mutex<SQLiteConnection>

  init(_ path: String) throws(StoreError) {
    connection = Mutex(try SQLiteConnection(path, isCreating: true) { _ in SQLiteAdapterTests.isPatient() })
  }

  @discardableResult
  func run(_ sql: String, with lists: [[SQLiteConnection.Value]] = [[]]) throws -> [[SQLiteConnection.Value]] {
    try connection.withLock { try $0.run(sql, with: lists) }
  }

  func insert(_ notes: [Note]) throws {
    try run(
      "INSERT INTO notes (id, folder, title) VALUES (?, ?, ?)",
      with: notes.map { [.integer($0.id), .text($0.folder), .text($0.title)] })
  }
}

/// A clock on which nobody waits after a failure. The look of each second never comes, so that tests show what is watched.
struct ImpatientClock: Clock {
  var now: ManualClock.Instant { ManualClock.Instant() }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    // Nobody moves this one.
    if deadline.offset == SQLiteStore.lookInterval { try await ManualClock().sleep(until: deadline) }
    try Task.checkCancellation()
    await Task.yield()
  }
}

extension StoreEvent {
  /// The failure, if it is one.
  var failure: StoreError? { if case .failed(let error) = self { error } else { nil } }
  /// The changes, if it is some.
  var changes: [StoreChange<Item>]? { if case .changes(let batch) = self { batch.changes } else { nil } }
}
