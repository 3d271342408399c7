internal import GRDB
internal import StoreInterface

extension StoreError {
  /// The failure behind any error that the use of a database can throw.
  init(_ error: any Error, of path: String) {
    switch error {
    case let error as StoreError:
      self = error
      location = error.location ?? path
    case is CancellationError: self.init(.cancelled, "the task was cancelled", at: path)
    case let error as DatabaseError:
      if error.resultCode == .SQLITE_INTERRUPT, Task.isCancelled {
        self.init(.cancelled, "the task was cancelled", at: path)
      } else {
        self.init(error, at: path)
      }
    case let error as RowDecodingError:
      self.init(.malformed, "\(error)", at: path, advice: "compare the record type with the table")
    case let error as DecodingError:
      self.init(.malformed, error.sentence, at: path, advice: "compare the record type with the table")
    case let error as RecordError: self.init(.refused, "\(error)", at: path)
    default: self.init(.other, "\(error)", at: path)
    }
  }

  private init(_ error: DatabaseError, at path: String) {
    let (kind, advice): (Kind, String?) =
      switch error.resultCode.primaryResultCode {
      case .SQLITE_BUSY, .SQLITE_LOCKED:
        (.unavailable, "try again when the other connection has ended its transaction; see `Configuration.busyMode`")
      case .SQLITE_ABORT, .SQLITE_INTERRUPT:
        (.unavailable, "try again; see `Configuration.observesSuspensionNotifications`")
      case .SQLITE_CANTOPEN: (.unavailable, "see whether the file is there")
      case .SQLITE_IOERR: (.unavailable, "see whether the disk works")
      case .SQLITE_MISUSE: (.unavailable, "see whether the database was closed")
      case .SQLITE_FULL: (.limitExceeded, "make room on the disk")
      case .SQLITE_CORRUPT, .SQLITE_NOTADB: (.malformed, "put back a copy of the file")
      case .SQLITE_ERROR, .SQLITE_SCHEMA: (.malformed, "compare the request with the tables of the database")
      case .SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_TOOBIG: (.refused, "change the record")
      case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: (.notPermitted, "make the file and its folder writable")
      default: (.other, nil)
      }
    self.init(
      kind, (error.message ?? "SQLite error \(error.resultCode.rawValue)") + (error.sql.map { ", in \($0)" } ?? ""),
      at: path, advice: advice)
  }
}

extension DecodingError {
  /// What does not fit, and where.
  fileprivate var sentence: String {
    let context: Context? =
      switch self {
      case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
        .dataCorrupted(let context):
        context
      @unknown default: nil
      }
    guard let context else { return "\(self)" }
    let place = context.codingPath.map(\.stringValue).joined(separator: ".")
    return context.debugDescription + (place.isEmpty ? "" : " at \(place)")
  }
}
