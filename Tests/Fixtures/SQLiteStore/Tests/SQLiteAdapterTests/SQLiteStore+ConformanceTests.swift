import ConformanceKit
import StoreBuilding
import StoreInterface
import Synchronization
import Testing

@testable import SQLiteAdapter

// sample: sqlite-harness
/// What the suite must know about the store: its capabilities, and how to break it.
final class SQLiteHarness: StoreHarness {
  let capabilities: Set<StoreCapability> = [
    .inserts, .updates, .deletes, .refills, .transactions, .order, .requests, .writes, .drafts, .observationCount,
    .failingAnswers, .failingObservations, .failingCommits,
  ]
  let everything = NoteRequest(isByTitle: true)
  fileprivate let databases = Mutex<[String: TestDatabase]>([:])

  func makeStore(holding notes: [Note]) async throws -> SQLiteStore {
    let database = try TestDatabase(holding: notes)
    databases.withLock { $0[database.path] = database }
    return database.store
  }

  func record(_ number: Int, version: Int) -> Note {
    // The order of titles is another than that of keys, and an update moves a note, some into another folder.
    Note(
      id: -number, folder: "folder \((number + version / 2) % 3)",
      title: "\((number + version) % 7), version \(version), note \(number)")
  }

  func request(_ number: Int) -> NoteRequest {
    NoteRequest(
      folder: number % 4 == 3 ? nil : "folder \(number % 4)", isByTitle: number % 2 == 0,
      limit: number % 5 == 0 ? nil : number % 5)
  }

  /// Half of the changes come from another connection.
  func change(_ change: StoreChange<Note>, in store: SQLiteStore) async throws {
    let isOwn = (change.key ?? 0).isMultiple(of: 2)
    try await (isOwn ? store : database(of: store).anotherStore()).commit([change])
  }
}
// end sample

extension SQLiteHarness {
  func transact(_ batch: StoreBatch<Note>, in store: SQLiteStore) async throws {
    try await database(of: store).anotherStore().commit(batch)
  }

  func failNextAnswer(of store: SQLiteStore) async throws { try database(of: store).blockOnce() }

  func failObservations(of store: SQLiteStore) async throws {
    let database = try database(of: store)
    try database.blockOnce()
    store.look()
    while database.obstacle.isThere { await Task.yield() }
  }

  func failNextCommit(to store: SQLiteStore) async throws { try database(of: store).blockOnce("BEGIN IMMEDIATE") }

  func observationCount(of store: SQLiteStore) async throws -> Int { store.observerCount }

  func close(_ store: SQLiteStore) async { databases.withLock { $0[store.database.path] = nil } }

  private func database(of store: SQLiteStore) throws -> TestDatabase {
    try #require(databases.withLock { $0[store.database.path] })
  }
}

@Suite("A store over SQLite keeps the laws")
struct SQLiteStoreConformanceTests {
  @Test func keepsTheLaws() async {
    // sample: sqlite-check
    let report = await StoreConformance.check { SQLiteHarness() }
    if !report.isConforming { Issue.record("\(report)") }
    // end sample
    print(report)
    #expect(report.kept.count == 38)
  }
}
