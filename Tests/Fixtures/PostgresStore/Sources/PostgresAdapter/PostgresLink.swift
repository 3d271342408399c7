import CPostgres
import Dispatch
import Foundation
import StoreInterface

/// What libpq keeps of a connection. All that is unsafe is in here; the actor that owns a link makes one call at a time.
@safe final class PostgresLink {
  /// Word from a channel that was listened to.
  struct Notification: Sendable {
    let channel: String
    let payload: String
  }

  // Made in `init` and let go by `PQfinish` when nobody holds the link any more; every call is in between.
  private let connection: OpaquePointer
  private let source: (any DispatchSourceRead)?

  /// Connects. When there is something to read, `wake` is called on the queue, again and again until it was read.
  init(_ address: String, queue: DispatchQueue, wake: (@Sendable () -> Void)?) throws(StoreError) {
    guard let connection = unsafe PQconnectdb(address) else {
      throw StoreError(.limitExceeded, "there is no memory for a connection")
    }
    guard unsafe PQstatus(connection) == CONNECTION_OK else {
      defer { unsafe PQfinish(connection) }
      throw StoreError(unsafe PQerrorMessage(connection).map { unsafe String(cString: $0) }, state: nil)
    }
    // What the server remarks would go to standard error.
    unsafe PQsetNoticeProcessor(connection, { _, _ in }, nil)
    unsafe self.connection = connection
    guard let wake else {
      source = nil
      return
    }
    let source = DispatchSource.makeReadSource(fileDescriptor: unsafe PQsocket(connection), queue: queue)
    source.setEventHandler(handler: wake)
    // The descriptor may be closed only when nobody looks at it any more.
    source.setCancelHandler { unsafe PQfinish(connection) }
    source.activate()
    self.source = source
  }

  deinit {
    if let source { source.cancel() } else { unsafe PQfinish(connection) }
  }

  /// Whether the server is still there, as far as can be known without asking it.
  var isAlive: Bool {
    var socket = unsafe pollfd(fd: PQsocket(connection), events: Int16(POLLIN), revents: 0)
    // All there is to read: the end may come with the server's last words, and is not reported again.
    repeat {
      _ = unsafe PQconsumeInput(connection)
    } while unsafe PQstatus(connection) == CONNECTION_OK && poll(&socket, 1, 0) > 0
    return unsafe PQstatus(connection) == CONNECTION_OK
  }

  /// The number of the process that serves the connection.
  var process: Int { Int(unsafe PQbackendPID(connection)) }

  /// Runs statements without parameters, and forgets what they give.
  func run(_ statements: String) throws(StoreError) { _ = try unsafe value(of: PQexec(connection, statements)) }

  /// Runs a statement, and returns the first column of its first row.
  func value(_ statement: String, _ parameters: [String?]) throws(StoreError) -> String? {
    if parameters.contains(where: { $0?.contains("\0") ?? false }) {
      throw StoreError(.refused, "PostgreSQL takes no text with the character U+0000")
    }
    let texts = unsafe parameters.map { text in unsafe text.flatMap { unsafe strdup($0) } }
    defer { unsafe texts.forEach { unsafe free($0) } }
    let pointers = unsafe texts.map { unsafe UnsafePointer($0) }
    return try unsafe value(of: PQexecParams(connection, statement, Int32(texts.count), nil, pointers, nil, nil, 0))
  }

  private func value(of result: OpaquePointer?) throws(StoreError) -> String? {
    defer { unsafe PQclear(result) }
    switch unsafe PQresultStatus(result) {
    case PGRES_TUPLES_OK where unsafe PQntuples(result) > 0 && PQgetisnull(result, 0, 0) == 0:
      return unsafe String(cString: PQgetvalue(result, 0, 0))
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: return nil
    default:
      let state = unsafe PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { unsafe String(cString: $0) }
      let message = unsafe PQresultErrorField(result, Int32(UInt8(ascii: "M"))) ?? PQerrorMessage(connection)
      throw StoreError(unsafe message.map { unsafe String(cString: $0) }, state: state)
    }
  }

  /// What has come since the last time; throws when the connection is lost.
  func notifications() throws(StoreError) -> [Notification] {
    guard isAlive else {
      throw StoreError(unsafe PQerrorMessage(connection).map { unsafe String(cString: $0) }, state: nil)
    }
    var all: [Notification] = []
    while let next = unsafe PQnotifies(connection) {
      unsafe all.append(
        Notification(channel: String(cString: next.pointee.relname), payload: String(cString: next.pointee.extra)))
      unsafe PQfreemem(next)
    }
    return all
  }
}

extension StoreError {
  /// The failure that the server reported by five characters of SQLSTATE, or the connection by none.
  init(_ message: String?, state: String?) {
    let kind: Kind =
      switch (state ?? "", state?.prefix(2) ?? "") {
      case ("23505", _), (_, "40"): .conflict
      case ("42501", _), (_, "28"): .notPermitted
      case (_, "22"), (_, "23"), (_, "P0"): .refused
      case ("57014", _), (_, "54"): .limitExceeded
      case (_, ""), (_, "08"), (_, "53"), (_, "57"), (_, "58"): .unavailable
      default: .other
      }
    let line = message?.split(whereSeparator: \.isNewline).first.map(String.init)
    self.init(kind, line ?? "the connection to PostgreSQL is lost", at: state.map { "SQLSTATE \($0)" })
  }
}
