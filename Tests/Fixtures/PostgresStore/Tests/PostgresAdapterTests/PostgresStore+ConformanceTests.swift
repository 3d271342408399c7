import ConformanceKit
import StoreBuilding
import StoreInterface
import Synchronization
import Testing

@testable import PostgresAdapter

// sample: postgres-harness
/// What the suite must know about the store: its capabilities, and how to break it.
final class PostgresHarness: StoreHarness {
  let capabilities: Set<StoreCapability> = [
    .inserts, .updates, .deletes, .refills, .transactions, .order, .requests, .writes, .drafts, .observationCount,
    .failingAnswers, .failingObservations, .failingCommits,
  ]
  let everything = NoteRequest()
  fileprivate let tables = Mutex<[String: TestTable]>([:])

  func makeStore(holding notes: [Note]) async throws -> PostgresStore {
    let table = try await TestTable(holding: notes)
    tables.withLock { $0[table.name] = table }
    return table.store
  }

  func record(_ number: Int, version: Int) -> Note {
    // Backwards, so that notes come in between others.
    Note(id: -number, folder: "folder \((number + version / 2) % 3)", title: "note \(number), version \(version)")
  }

  func request(_ number: Int) -> NoteRequest {
    NoteRequest(folder: number % 4 == 3 ? nil : "folder \(number % 4)")
  }

  /// Half of the changes come from another program.
  func change(_ change: StoreChange<Note>, in store: PostgresStore) async throws {
    let isOwn = (change.key ?? 0).isMultiple(of: 2)
    try await (isOwn ? store : table(of: store).anotherStore()).commit([change])
  }
}
// end sample

extension PostgresHarness {
  func transact(_ batch: StoreBatch<Note>, in store: PostgresStore) async throws {
    try await table(of: store).anotherStore().commit(batch)
  }

  func failNextAnswer(of store: PostgresStore) async throws { try table(of: store).gate.refuse(1) }

  func failObservations(of store: PostgresStore) async throws { _ = try await table(of: store).killConnections() }

  /// Has the server refuse the last of the batch's statements, once.
  func failNextCommit(to store: PostgresStore) async throws {
    try await table(of: store).run(
      """
      CREATE SEQUENCE IF NOT EXISTS calm MINVALUE 0 START 1;
      SELECT setval('calm', 0, false);
      CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF nextval('calm') = 0 THEN RAISE 'not today'; END IF;
        RETURN NULL;
      END $$;
      CREATE OR REPLACE TRIGGER refuse AFTER INSERT ON $T FOR EACH STATEMENT EXECUTE FUNCTION refuse();
      """)
  }

  func observationCount(of store: PostgresStore) async throws -> Int { store.observerCount }

  func close(_ store: PostgresStore) async {
    let table = tables.withLock { $0.removeValue(forKey: store.table.name) }
    try? await table?.run("DROP TABLE $T")
  }

  private func table(of store: PostgresStore) throws -> TestTable {
    try #require(tables.withLock { $0[store.table.name] })
  }
}

@Suite("A store over PostgreSQL keeps the laws")
struct PostgresStoreConformanceTests {
  @Test func keepsTheLaws() async {
    // sample: postgres-check
    let report = await StoreConformance.check { PostgresHarness() }
    if !report.isConforming { Issue.record("\(report)") }
    // end sample
    print(report)
    #expect(report.kept.count == 37)
  }
}
