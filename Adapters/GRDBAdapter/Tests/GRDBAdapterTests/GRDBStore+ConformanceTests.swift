import ConformanceKit
import GRDB
import StoreInterface
import Synchronization
import Testing

@testable import GRDBAdapter

/// What the suite must know about the store: its capabilities, and how to break it.
final class GRDBHarness: StoreHarness {
  let kind: DatabaseKind
  let everything = DatabaseRequest.notes(byTitle: true)
  private let databases = Mutex<[ObjectIdentifier: TestDatabase]>([:])

  init(_ kind: DatabaseKind) { self.kind = kind }

  var capabilities: Set<StoreCapability> {
    let all: Set<StoreCapability> = [
      .inserts, .updates, .deletes, .refills, .transactions, .order, .requests, .writes, .drafts, .observationCount,
      .failingAnswers, .failingObservations, .failingCommits,
    ]
    // No lock keeps others from reading a log.
    return kind == .queue ? all : all.subtracting([.failingAnswers, .failingObservations])
  }

  func makeStore(holding notes: [Note]) async throws -> GRDBStore<Note> {
    let database = try TestDatabase(holding: notes, kind: kind)
    databases.withLock { $0[ObjectIdentifier(database.store)] = database }
    return database.store
  }

  func record(_ number: Int, version: Int) -> Note {
    // The order of titles is another than that of keys, and an update moves a note, some into another folder.
    Note(
      id: -number, folder: "folder \((number + version / 2) % 3)",
      title: "\((number + version) % 7), version \(version), note \(number)")
  }

  func request(_ number: Int) -> DatabaseRequest<Note> {
    .notes(
      in: number % 4 == 3 ? nil : "folder \(number % 4)", byTitle: number % 2 == 0,
      limit: number % 5 == 0 ? nil : number % 5)
  }

  /// A third of the changes come from another connection, a third from code that shares the store's connection.
  func change(_ change: StoreChange<Note>, in store: GRDBStore<Note>) async throws {
    let database = try database(of: store)
    switch ((change.key ?? 0) % 3, change) {
    case (0, _): try await store.commit([change])
    case (-1, .insert(let note, _)), (-1, .update(let note)): try await database.writer.write { try note.save($0) }
    case (-1, .delete(let key)): _ = try await database.writer.write { try Note.deleteOne($0, id: key) }
    default: try await database.anotherStore().commit([change])
    }
  }

  func transact(_ batch: StoreBatch<Note>, in store: GRDBStore<Note>) async throws {
    try await database(of: store).anotherStore().commit(batch)
  }

  func failNextAnswer(of store: GRDBStore<Note>) async throws { try await database(of: store).blockOnce() }

  func failObservations(of store: GRDBStore<Note>) async throws {
    let database = try database(of: store)
    while true {
      // A reading of one observer may have met it: then the others have not.
      if !database.obstacle.isThere { try await database.blockOnce() }
      do { try await store.look() } catch { return }
    }
  }

  func failNextCommit(to store: GRDBStore<Note>) async throws {
    try await database(of: store).blockOnce("BEGIN IMMEDIATE")
  }

  func observationCount(of store: GRDBStore<Note>) async throws -> Int { store.observerCount }

  func close(_ store: GRDBStore<Note>) async { databases.withLock { $0[ObjectIdentifier(store)] = nil } }

  private func database(of store: GRDBStore<Note>) throws -> TestDatabase {
    try #require(databases.withLock { $0[ObjectIdentifier(store)] })
  }
}

@Suite("A store over GRDB keeps the laws")
struct GRDBStoreConformanceTests {
  /// Three laws do not apply: the store has neither placements nor sections of its own, and its answers never end. A log
  /// cannot be locked against readers, so three more are tried with a file that has none.
  @Test(arguments: [(DatabaseKind.queue, 38), (.walQueue, 35), (.pool, 35)])
  func keepsTheLaws(kind: DatabaseKind, count: Int) async {
    let report = await StoreConformance.check { GRDBHarness(kind) }
    #expect(report.isConforming, "\(report)")
    Swift.print(report)
    #expect(report.kept.count == count)
  }
}
