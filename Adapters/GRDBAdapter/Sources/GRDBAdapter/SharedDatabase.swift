internal import GRDB
internal import StoreInterface
internal import Synchronization

/// A database to which others write, too.
final class SharedDatabase: Sendable {
  /// What others have done.
  enum News {
    /// Another connection has committed.
    case data
    /// Any connection has changed the tables.
    case schema
  }

  private struct Versions {
    /// What `PRAGMA data_version` gives: another number when another connection has committed, in this process or in
    /// another. It is the same after commits of the own connection.
    let data: Int
    /// What `PRAGMA schema_version` gives: another number when any connection has changed the tables.
    let schema: Int
  }

  private let writer: any DatabaseWriter
  private let noted = Mutex<Versions?>(nil)

  init(_ writer: any DatabaseWriter) { self.writer = writer }

  /// Whether reading does not wait for a write that is under way.
  var readsBesideWrites: Bool { writer is DatabasePool }

  /// Reads, apart from writes.
  func read<Result: Sendable>(_ body: @Sendable (Database) throws -> Result) async throws(StoreError) -> Result {
    try await mappingErrors {
      try await writer.read { db in
        try Self.loadSchema(of: db)
        return try body(db)
      }
    }
  }

  /// Writes in one transaction.
  func write<Result: Sendable>(_ body: @Sendable (Database) throws -> Result) async throws(StoreError) -> Result {
    try await mappingErrors {
      try await writer.write { db in
        try Self.loadSchema(of: db)
        return try body(db)
      }
    }
  }

  /// Says whether others have done something since this was asked last; `nil` if not.
  func news() async throws(StoreError) -> News? {
    try await mappingErrors { try await writer.writeWithoutTransaction { [self] in try note($0) } }
  }

  /// Has `onChange` called after each transaction of the own writer that changes a region, until what is returned is
  /// released. Commits of others are news from here on.
  func observe(
    _ region: @escaping @Sendable (Database) throws -> DatabaseRegion, onChange: @escaping @Sendable () -> Void
  ) async throws(StoreError) -> AnyDatabaseCancellable {
    try await mappingErrors {
      try await writer.writeWithoutTransaction { [self] db in
        if noted.withLock({ $0 == nil }) { _ = try note(db) }
        let failure = Mutex<(any Error)?>(nil)
        // What was compiled before this may be for the columns of former times.
        try Self.loadSchema(of: db)
        db.clearSchemaCache()
        let region = try region(db)
        // In here it begins at once, and waits for nothing.
        let observation = DatabaseRegionObservation(tracking: region)
          .start(in: writer) { error in
            failure.withLock { $0 = error }
          } onChange: { _ in
            onChange()
          }
        if let error = failure.withLock({ $0 }) { throw error }
        return observation
      }
    }
  }

  /// The files that a commit of another connection changes; none where the database is in memory.
  func paths() async throws(StoreError) -> [String] {
    let path = try await read { db in
      try String.fetchOne(db, sql: "SELECT file FROM pragma_database_list WHERE name = 'main'")
    }
    guard let path, !path.isEmpty else { return [] }
    return [path, path + "-wal"]
  }

  /// Compares the versions with those of before. In the writer's queue, so that one look is over before the next.
  private func note(_ db: Database) throws -> News? {
    let now = Versions(
      data: try Int.fetchOne(db, sql: "PRAGMA data_version") ?? 0,
      schema: try Int.fetchOne(db, sql: "PRAGMA schema_version") ?? 0)
    guard let before = noted.withLock({ $0 }) else {
      noted.withLock { $0 = now }
      return .data
    }
    if before.schema != now.schema {
      // GRDB keeps what it knows of tables, and statements with the columns that there were.
      try Self.loadSchema(of: db)
      db.clearSchemaCache()
      noted.withLock { $0 = now }
      return .schema
    }
    noted.withLock { $0 = now }
    return before.data == now.data ? nil : .data
  }

  /// Has a connection load the tables again, if another one has changed them. SQLite notices it only when a statement is
  /// run, not when it is compiled, and GRDB asks a statement for its columns before it runs it.
  private static func loadSchema(of db: Database) throws {
    _ = try Int.fetchOne(db, sql: "SELECT 1 FROM sqlite_master LIMIT 1")
  }

  private func mappingErrors<Result>(_ body: () async throws -> Result) async throws(StoreError) -> Result {
    do {
      return try await body()
    } catch {
      throw StoreError(error, of: writer.path)
    }
  }
}
