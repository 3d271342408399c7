import CSQLite
import StoreInterface

/// A connection to a database of SQLite. All that is unsafe is in here; its owner makes one call at a time.
@safe final class SQLiteConnection {
  /// A value in a row.
  enum Value: Equatable, Sendable {
    case null
    case integer(Int)
    case text(String)
  }

  /// Whether to wait on for a lock that another connection has; called with how often it was asked so far.
  typealias Patience = @Sendable (Int) -> Bool

  // Opened in `init` and closed in `deinit`; every call is in between.
  private let handle: OpaquePointer
  private let path: String
  private let patience: PatienceBox

  private final class PatienceBox {
    let isPatient: Patience
    init(_ isPatient: @escaping Patience) { self.isPatient = isPatient }
  }

  /// Opens the file. Without `isPatient`, a lock is waited for during five seconds.
  init(_ path: String, isCreating: Bool = false, isPatient: Patience? = nil) throws(StoreError) {
    var handle: OpaquePointer?
    let code = unsafe sqlite3_open_v2(
      path, &handle, SQLITE_OPEN_READWRITE | (isCreating ? SQLITE_OPEN_CREATE : 0), nil)
    guard code == SQLITE_OK, let opened = unsafe handle else {
      unsafe sqlite3_close_v2(handle)
      throw StoreError(sqlite: code, unsafe String(cString: sqlite3_errstr(code)), at: path)
    }
    unsafe self.handle = opened
    self.path = path
    patience = PatienceBox(isPatient ?? { _ in false })
    if isPatient == nil {
      unsafe sqlite3_busy_timeout(opened, 5_000)
    } else {
      // The box lives as long as the connection, which alone calls the handler.
      unsafe sqlite3_busy_handler(
        opened,
        { box, count in
          guard let box = unsafe box else { return 0 }
          return unsafe Unmanaged<PatienceBox>.fromOpaque(box).takeUnretainedValue().isPatient(Int(count)) ? 1 : 0
        }, Unmanaged.passUnretained(patience).toOpaque())
    }
  }

  deinit { unsafe sqlite3_close_v2(handle) }

  /// Whether the file is no longer at its path: deleted, renamed, or replaced by another.
  var hasMoved: Bool {
    var hasMoved: Int32 = 0
    return unsafe sqlite3_file_control(handle, nil, SQLITE_FCNTL_HAS_MOVED, &hasMoved) == SQLITE_OK && hasMoved != 0
  }

  /// How many rows the connection has changed, by triggers too.
  var changeCount: Int { Int(unsafe sqlite3_total_changes(handle)) }

  /// Whether a transaction has begun and not ended.
  var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

  /// Runs a statement once for each list of values, and returns all rows that it gives.
  @discardableResult
  func run(_ sql: String, with lists: [[Value]] = [[]]) throws(StoreError) -> [[Value]] {
    var statement: OpaquePointer?
    try check(unsafe sqlite3_prepare_v2(handle, sql, -1, &statement, nil))
    defer { unsafe sqlite3_finalize(statement) }
    var rows: [[Value]] = []
    for values in lists {
      for (number, value) in zip(Int32(1)..., values) { try check(unsafe bind(value, to: number, of: statement)) }
      while true {
        let code = unsafe sqlite3_step(statement)
        if code == SQLITE_DONE { break }
        if code != SQLITE_ROW { try check(code) }
        rows.append((0..<(unsafe sqlite3_column_count(statement))).map { unsafe value($0, of: statement) })
      }
      try check(unsafe sqlite3_reset(statement))
    }
    return rows
  }

  private func bind(_ value: Value, to number: Int32, of statement: OpaquePointer?) -> Int32 {
    switch value {
    case .null: return unsafe sqlite3_bind_null(statement, number)
    case .integer(let integer): return unsafe sqlite3_bind_int64(statement, number, Int64(integer))
    case .text(let text):
      // -1 has SQLite copy the text.
      let copying = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
      return unsafe sqlite3_bind_text64(
        statement, number, text, UInt64(text.utf8.count), copying, UInt8(SQLITE_UTF8))
    }
  }

  private func value(_ column: Int32, of statement: OpaquePointer?) -> Value {
    switch unsafe sqlite3_column_type(statement, column) {
    case SQLITE_NULL: return .null
    case SQLITE_INTEGER: return .integer(Int(unsafe sqlite3_column_int64(statement, column)))
    default:
      guard let text = unsafe sqlite3_column_text(statement, column) else { return .null }
      let count = Int(unsafe sqlite3_column_bytes(statement, column))
      return .text(unsafe String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self))
    }
  }

  private func check(_ code: Int32) throws(StoreError) {
    if code == SQLITE_OK { return }
    throw StoreError(sqlite: code, unsafe String(cString: sqlite3_errmsg(handle)), at: path)
  }
}

extension StoreError {
  /// The failure behind a result code of SQLite.
  init(sqlite code: Int32, _ message: String, at path: String) {
    let (kind, advice): (Kind, String?) =
      switch code & 0xff {
      case SQLITE_BUSY, SQLITE_LOCKED: (.unavailable, "try again when the other connection has ended its transaction")
      case SQLITE_CANTOPEN: (.unavailable, "see whether the file is there")
      case SQLITE_IOERR: (.unavailable, "see whether the disk works")
      case SQLITE_FULL: (.limitExceeded, "make room on the disk")
      case SQLITE_CORRUPT, SQLITE_NOTADB: (.malformed, "put back a copy of the file")
      case SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_TOOBIG: (.refused, "change the record")
      case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: (.notPermitted, "make the file and its folder writable")
      default: (.other, nil)
      }
    self.init(kind, message, at: path, advice: advice)
  }
}
