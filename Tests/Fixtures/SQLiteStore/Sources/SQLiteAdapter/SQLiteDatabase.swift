import StoreInterface

/// A database of SQLite: one connection, which is opened when it is needed, and again when the file was replaced. The
/// calls of SQLite block, so the actor has a thread of its own.
actor SQLiteDatabase {
  typealias Value = SQLiteConnection.Value

  nonisolated let path: String
  private let isPatient: SQLiteConnection.Patience?
  private let thread = SerialThread()
  private var connection: SQLiteConnection?

  /// Makes a database that is not open yet. Without `isPatient`, a lock is waited for during five seconds.
  init(_ path: String, isPatient: SQLiteConnection.Patience? = nil) {
    self.path = path
    self.isPatient = isPatient
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  /// Runs a statement once for each list of values, and returns all rows that it gives.
  @discardableResult
  func run(_ sql: String, with lists: [[Value]] = [[]]) throws(StoreError) -> [[Value]] {
    try open().run(sql, with: lists)
  }

  /// The connection; a new one where the file is no longer the same, but never within a transaction.
  private func open() throws(StoreError) -> SQLiteConnection {
    if let connection, connection.isInTransaction || !connection.hasMoved { return connection }
    versionRead = nil
    connection = nil
    let opened = try SQLiteConnection(path, isPatient: isPatient)
    connection = opened
    return opened
  }

  // sample: sqlite-version
  /// What `PRAGMA data_version` gave before the last `read`; when another connection has committed, it gives another
  /// number.
  private var versionRead: [[Value]]?

  /// Whether another connection has committed since the last `read`, or nothing was read yet.
  var hasNews: Bool {
    get throws(StoreError) { try run("PRAGMA data_version") != versionRead }
  }

  /// Returns the rows of a query. A commit of another connection while it begins counts as new afterwards.
  func read(_ sql: String) throws(StoreError) -> [[Value]] {
    let version = try run("PRAGMA data_version")
    let rows = try run(sql)
    versionRead = version
    return rows
  }

  /// Runs a statement that changes one row for each list of values. Where triggers have changed others, or kept it from
  /// changing one, everything is to be read again.
  func change(_ sql: String, with lists: [[Value]]) throws(StoreError) {
    let connection = try open()
    let count = connection.changeCount + lists.count
    try connection.run(sql, with: lists)
    if connection.changeCount != count { versionRead = nil }
  }

  /// Runs a transaction during which no other connection writes. Its body does not suspend, so that no other statements
  /// come in between.
  func transaction<Result>(
    _ body: (isolated SQLiteDatabase) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try run("BEGIN IMMEDIATE")
    do throws(StoreError) {
      let result = try body(self)
      try run("COMMIT")
      return result
    } catch {
      _ = try? run("ROLLBACK")
      throw error
    }
  }
  // end sample
}
