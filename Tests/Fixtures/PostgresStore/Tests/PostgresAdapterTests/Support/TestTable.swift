import ConformanceKit
import Foundation
import StoreInterface
import Synchronization

@testable import PostgresAdapter

/// A table of its own on the server of the tests, a store over it, and a session that speaks plain SQL.
struct TestTable: Sendable {
  let name: String
  let gate: Gate
  let store: PostgresStore
  /// Nobody's store: what a program that knows nothing of stores does.
  let session = PostgresConnection(to: Gate(application: "plain").address)

  private static let count = Mutex(0)

  init(holding notes: [Note] = [], options: String = "", clock: any Clock<Duration> = ImpatientClock()) async throws {
    let number = Self.count.withLock { count in
      count += 1
      return count
    }
    name = "Notes \"\(ProcessInfo.processInfo.processIdentifier)\" \(number)"
    gate = Gate(application: "store \(name)", options: options)
    store = PostgresStore(table: name, clock: clock, address: gate.address)
    try await anotherStore().create()
    try await session.open()
    try await session.value(store.table.insertion, [try notes.json])
  }

  /// The name as SQL writes it.
  var quoted: String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }

  /// Another store over the table, with connections of its own, as another program has it.
  func anotherStore() -> PostgresStore {
    PostgresStore(table: name, clock: ImpatientClock(), address: Gate(application: "other").address)
  }

  /// Runs plain SQL, in which `$T` is the table, as one transaction.
  func run(_ sql: String) async throws { try await session.run(sql.replacing("$T", with: quoted)) }

  /// How many connections the store has.
  func connectionCount() async throws -> Int {
    let count = try await session.value(
      "SELECT count(*) FROM pg_stat_activity WHERE application_name = left($1, 63)", [gate.application])
    return count.flatMap { Int($0) } ?? -1
  }

  /// Kills the processes that serve the store, and returns when they have gone.
  func killConnections(that condition: String = "true") async throws -> Int {
    let count = try await session.value(
      """
      SELECT count(pg_terminate_backend(pid, 60000)) FROM pg_stat_activity
        WHERE application_name = left($1, 63) AND \(condition)
      """, [gate.application])
    return count.flatMap { Int($0) } ?? -1
  }

  /// Begins to observe.
  func observe(_ request: NoteRequest = NoteRequest()) -> Recorder<StoreEvent<Note>> {
    Recorder(store.events(for: request))
  }
}

/// Says where the server is, or refuses to.
final class Gate: Sendable {
  let application: String
  private let options: String
  private let refusals = Mutex((left: 0, asked: 0))

  init(application: String, options: String = "") {
    self.application = application
    self.options = options
  }

  /// How often anyone wanted to connect.
  var askedCount: Int { refusals.withLock { $0.asked } }

  /// Has the next attempts to connect fail.
  func refuse(_ count: Int) { refusals.withLock { $0.left = count } }

  func address() throws(StoreError) -> String {
    let isRefused = refusals.withLock { refusals in
      refusals.asked += 1
      refusals.left -= 1
      return refusals.left >= 0
    }
    if isRefused { throw StoreError(.unavailable, "the gate is shut") }
    guard let server = ProcessInfo.processInfo.environment["POSTGRES_STORE_TEST"] else {
      throw StoreError(.unavailable, "there is no server for the tests", advice: "run scripts/postgres-store")
    }
    return "\(server) application_name='\(application.prefix(63))' options='\(options)'"
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
