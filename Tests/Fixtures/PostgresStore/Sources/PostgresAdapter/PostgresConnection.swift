import Foundation
import StoreInterface

/// One connection to PostgreSQL. The calls of libpq block, so the actor has a thread of its own.
actor PostgresConnection {
  /// Says where to connect, and by which password: "host=… dbname=… password=…". It is asked for each connection anew.
  typealias Address = @Sendable () throws(StoreError) -> String

  private let address: Address
  private let wake: (@Sendable () -> Void)?
  private let thread = SerialThread()
  private var link: PostgresLink?

  /// Makes a connection that is not open yet. `wake` is called when the open one has something to tell.
  init(to address: @escaping Address, wake: (@Sendable () -> Void)? = nil) {
    self.address = address
    self.wake = wake
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  /// Connects, where the server is not there or is there no more.
  func open() throws(StoreError) {
    if let link, link.isAlive { return }
    link = nil
    link = try PostgresLink(try address(), queue: thread.queue, wake: wake)
  }

  /// The number of the process that serves the connection.
  var process: Int { get throws(StoreError) { try openLink.process } }

  /// Runs statements without parameters, and forgets what they give.
  func run(_ statements: String) throws(StoreError) { try openLink.run(statements) }

  /// Runs a statement, and returns the first column of its first row.
  @discardableResult
  func value(_ statement: String, _ parameters: [String?] = []) throws(StoreError) -> String? {
    try openLink.value(statement, parameters)
  }

  /// Runs a statement that gives notes.
  func notes(_ statement: String, _ parameters: [String?]) throws(StoreError) -> [Note] {
    let json = try value(statement, parameters) ?? "[]"
    do {
      return try JSONDecoder().decode([Note].self, from: Data(json.utf8))
    } catch {
      throw StoreError(.malformed, "the table does not hold notes: \(error)", advice: "compare its columns")
    }
  }

  /// What has come since the last time; throws when the connection is lost.
  func notifications() throws(StoreError) -> [PostgresLink.Notification] { try openLink.notifications() }

  private var openLink: PostgresLink {
    get throws(StoreError) {
      guard let link else { throw StoreError(.unavailable, "the connection to PostgreSQL is not open") }
      return link
    }
  }
}

// sample: postgres-transaction
extension PostgresConnection {
  /// Runs a transaction. Its body does not suspend, so that nobody's statements come in between.
  func transaction<Result: Sendable>(
    _ body: @Sendable (isolated PostgresConnection) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try open()
    try value("BEGIN")
    let result: Result
    let number: String?
    do throws(StoreError) {
      result = try body(self)
      number = try value("SELECT pg_current_xact_id()")
    } catch {
      _ = try? value("ROLLBACK")
      throw error
    }
    do throws(StoreError) {
      try value("COMMIT")
    } catch {
      // Where the connection was lost, the answer is; the transaction may have come through.
      guard link?.isAlive == false, try isCommitted(number) else { throw error }
    }
    return result
  }

  /// What became of a transaction whose connection was lost.
  private func isCommitted(_ number: String?) throws(StoreError) -> Bool {
    do throws(StoreError) {
      try open()
      // Its process may not have noticed yet.
      try value(
        "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE backend_xid = $1::xid8::xid", [number])
      switch try value("SELECT pg_xact_status($1::xid8)", [number]) {
      case "committed": return true
      case "aborted": return false
      default: throw StoreError(.unavailable, "the transaction has not ended")
      }
    } catch {
      var unclear = StoreError(error.kind, error.message, advice: "fetch, and compare")
      unclear.effect = .unclear(["transaction \(number ?? "")"])
      throw unclear
    }
  }
}
// end sample

extension [Note] {
  /// As PostgreSQL reads them.
  var json: String {
    get throws(StoreError) {
      do {
        return String(decoding: try JSONEncoder().encode(self), as: UTF8.self)
      } catch {
        throw StoreError(.refused, "the notes cannot be written as JSON: \(error)")
      }
    }
  }
}

extension Sequence<Int> {
  /// As PostgreSQL reads them.
  var arrayLiteral: String { "{" + map(String.init).joined(separator: ",") + "}" }
}
