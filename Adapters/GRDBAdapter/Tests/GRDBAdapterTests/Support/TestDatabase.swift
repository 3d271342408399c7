import ConformanceKit
import Foundation
import GRDB
@testable import GRDBAdapter
import StoreInterface
import Synchronization

@testable import GRDBAdapter

/// How a test opens its file.
enum DatabaseKind: String, CaseIterable {
  case queue, walQueue, pool

  func open(_ path: String, _ configuration: Configuration) throws -> any DatabaseWriter {
    var configuration = configuration
    switch self {
    case .queue: return try DatabaseQueue(path: path, configuration: configuration)
    case .walQueue:
      configuration.journalMode = .wal
      return try DatabaseQueue(path: path, configuration: configuration)
    case .pool: return try DatabasePool(path: path, configuration: configuration)
    }
  }
}

/// A file of its own with a table of notes, a store over it, and a connection that the store knows nothing of.
final class TestDatabase: Sendable {
  let folder: URL
  let path: String
  /// The store's connection, or connections.
  let writer: any DatabaseWriter
  let store: GRDBStore<Note>
  /// Another connection to the file, as another program has it.
  let other: DatabaseQueue
  /// What is in the way of the store.
  let obstacle = Obstacle()

  init(
    holding notes: [Note] = [], kind: DatabaseKind = .queue, readonly: Bool = false, isShared: Bool = true,
    clock: any Clock<Duration> = ImpatientClock()
  ) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "grdb-store-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appending(path: "notes.sqlite").path
    other = try DatabaseQueue(path: path, configuration: .patient { _ in isPatient() })
    if kind != .queue { try other.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = wal") } }
    try other.write { db in
      try db.create(table: "note") { table in
        table.primaryKey("id", .integer)
        table.column("folder", .text).notNull()
        table.column("title", .text).notNull()
      }
      for note in notes { try note.insert(db) }
    }
    var configuration = Configuration.patient { [obstacle] _ in obstacle.isPatient() }
    configuration.readonly = readonly
    writer = try kind.open(path, configuration)
    store = GRDBStore(writer, isShared: isShared, clock: clock)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Another store over the file, with a connection of its own, as another program has it.
  func anotherStore() throws -> GRDBStore<Note> {
    GRDBStore(try DatabaseQueue(path: path, configuration: .patient { _ in isPatient() }), clock: ImpatientClock())
  }

  /// Begins to observe.
  func observe(_ request: DatabaseRequest<Note> = .notes()) -> Recorder<StoreEvent<Note>> {
    Recorder(store.events(for: request))
  }

  /// Runs statements as another program does.
  func run(_ sql: String) async throws { try await other.write { try $0.execute(sql: sql) } }

  /// Has another connection hold a lock until the store has met it, which then gives up; the next time it is free.
  func blockOnce(_ begin: String = "BEGIN EXCLUSIVE") async throws {
    try await other.writeWithoutTransaction { try $0.execute(sql: begin) }
    setObstacle()
  }

  /// The same in the midst of what the store's connection does.
  func block(_ begin: String) throws {
    try other.unsafeReentrantWrite { try $0.execute(sql: begin) }
    setObstacle()
  }

  /// Has something happen once: when the store's connection begins a statement, or with `.profile` when it has ended it.
  func when(
    _ moment: Database.TracingOptions = .statement, of sql: String, _ body: @escaping @Sendable (TestDatabase) -> Void
  ) async throws {
    let once = Obstacle()
    once.set { [weak self] in if let self { body(self) } }
    try await writer.writeWithoutTransaction { db in
      db.trace(options: moment) { if "\($0)".contains(sql) { once.meet() } }
    }
  }

  private func setObstacle() {
    obstacle.set { [other] in
      // In the busy handler of the store's connection, which cannot wait otherwise.
      _ = try? other.unsafeReentrantWrite { try $0.execute(sql: "ROLLBACK") }
    }
  }
}

extension Configuration {
  /// For a connection that waits for locks as a closure says, and does not wait for the disk.
  fileprivate static func patient(_ isPatient: @escaping @Sendable (Int) -> Bool) -> Configuration {
    var configuration = Configuration()
    configuration.busyMode = .callback(isPatient)
    configuration.allowsUnsafeTransactions = true
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = off") }
    return configuration
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
    meet() ? false : GRDBAdapterTests.isPatient()
  }

  /// Clears it away; returns whether it was there.
  @discardableResult
  func meet() -> Bool {
    let clear = clear.withLock { $0.take() }
    clear?()
    return clear != nil
  }
}

/// A clock on which nobody waits.
struct ImpatientClock: Clock {
  var now: ManualClock.Instant { ManualClock.Instant() }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
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

/// How a commit failed; `nil` where it did not.
func commitFailure<Record>(
  of batch: StoreBatch<Record>, by store: GRDBStore<Record>
) async -> StoreError? where Record: MutablePersistableRecord, Record.ID: DatabaseValueConvertible {
  do throws(StoreError) {
    try await store.commit(batch)
    return nil
  } catch {
    return error
  }
}
