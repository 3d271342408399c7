import ConformanceKit
import Foundation
import GRDB
import StoreInterface
import Testing

@testable import GRDBAdapter

@Suite("A store over GRDB says what is wrong, and goes on")
struct GRDBStoreFailureTests {
  private func note(_ id: Int, _ title: String) -> Note { Note(id: id, title: title) }

  private func failure(of request: DatabaseRequest<Note>, in database: TestDatabase) async -> StoreError? {
    await failure { () async throws(StoreError) in _ = try await database.store.fetch(request) }
  }

  private func failure(of body: () async throws(StoreError) -> Void) async -> StoreError? {
    do throws(StoreError) {
      try await body()
      return nil
    } catch {
      return error
    }
  }

  /// Waits for a failure that is the last thing that was received.
  private func nextFailure(of recorder: Recorder<StoreEvent<Note>>) async throws -> StoreError {
    try #require(try await recorder.wait { $0.last?.failure != nil }.last?.failure)
  }

  @Test func aLockedDatabaseIsAFailureAndThenTheAnswer() async throws {
    let clock = ManualClock()
    let database = try TestDatabase(holding: [note(1, "old")], isShared: false, clock: clock)
    try await database.blockOnce()
    let recorder = database.observe()
    let failure = try #require(try await recorder.wait(forCount: 1).first?.failure)
    #expect(failure.kind == .unavailable && failure.message.hasPrefix("database is locked"))
    #expect(failure.location == database.path && failure.advice?.contains("busyMode") == true)
    try await clock.waitForSleepers()
    clock.advanceToNextDeadline()
    try await recorder.wait(toHold: [note(1, "old")])
  }

  @Test func aBusyDatabaseRefusesABatchAsAWhole() async throws {
    let database = try TestDatabase(holding: [note(1, "old")])
    try await database.blockOnce("BEGIN IMMEDIATE")
    #expect(await commitFailure(of: [.delete(1), .insert(note(2, "new"))], by: database.store)?.kind == .unavailable)
    #expect(try await database.store.fetch(.notes()).items == [note(1, "old")])
    #expect(await commitFailure(of: [.delete(1), .insert(note(2, "new"))], by: database.store) == nil)
    #expect(try await database.anotherStore().fetch(.notes()).items == [note(2, "new")])
  }

  @Test(arguments: DatabaseKind.allCases)
  func aTableThatIsMissingIsAFailureUntilItIsThere(kind: DatabaseKind) async throws {
    let database = try TestDatabase(kind: kind)
    try await database.run("ALTER TABLE note RENAME TO later")
    let recorder = database.observe()
    let first = try await nextFailure(of: recorder)
    #expect(first.kind == .malformed && first.message.hasPrefix("no such table: note"), "\(first)")
    try await database.run("ALTER TABLE later RENAME TO note")
    try await recorder.wait(toHold: [])
    try await database.run("INSERT INTO note VALUES (1, 'a', 'new')")
    try await recorder.wait(toHold: [note(1, "new")])
    // The same by the own connection, which sees its transactions, but not what becomes of tables.
    try await database.writer.write { try $0.execute(sql: "DROP TABLE note") }
    _ = try? await database.store.look()
    let second = try await nextFailure(of: recorder)
    #expect(second.message.hasPrefix("no such table: note"))
    #expect(StoreReplica(after: recorder.elements).items == [note(1, "new")])
    try await database.writer.write { db in
      try db.execute(sql: "CREATE TABLE note (id INTEGER PRIMARY KEY, folder TEXT, title TEXT, color TEXT)")
      try note(2, "newer").insert(db)
    }
    try await recorder.wait(toHold: [note(2, "newer")])
    try await database.writer.write { try note(3, "newest").insert($0) }
    try await recorder.wait(toHold: [note(2, "newer"), note(3, "newest")])
  }

  @Test(arguments: DatabaseKind.allCases)
  func anotherProgramMayChangeTheColumns(kind: DatabaseKind) async throws {
    let database = try TestDatabase(holding: [note(1, "old")], kind: kind)
    let store = GRDBStore<Colored>(database.writer, clock: ImpatientClock())
    let recorder = Recorder(store.events(for: DatabaseRequest(Colored.all())))
    try await recorder.wait(toHold: [Colored(id: 1)])
    try await database.run("ALTER TABLE note ADD COLUMN color TEXT")
    try await database.run("UPDATE note SET color = 'red'")
    try await recorder.wait(toHold: [Colored(id: 1, color: "red")])
    // The new column is observed, too.
    try await database.writer.write { try $0.execute(sql: "UPDATE note SET color = 'blue'") }
    try await recorder.wait(toHold: [Colored(id: 1, color: "blue")])
    try await database.run("ALTER TABLE note DROP COLUMN title")
    let outcome = try await store.commit([.update(Colored(id: 1, color: "green"))])
    #expect(outcome.updated.first?.from == Colored(id: 1, color: "blue"))
    try await recorder.wait(toHold: [Colored(id: 1, color: "green")])
  }

  /// Nobody looks what other programs do.
  @Test(arguments: DatabaseKind.allCases, [false, true])
  func aBatchIsJudgedByTheColumnsThatThereAre(kind: DatabaseKind, isObserved: Bool) async throws {
    let database = try TestDatabase(holding: [note(1, "old")], kind: kind)
    try await database.run("ALTER TABLE note ADD COLUMN color TEXT")
    let store = GRDBStore<Colored>(database.writer, isShared: false)
    let recorder = isObserved ? Recorder(store.events(for: DatabaseRequest(Colored.all()))) : nil
    try await recorder?.wait(toHold: [Colored(id: 1)])
    let first = try await store.commit([.update(Colored(id: 1, color: "red"))])
    #expect(first.updated.first?.from == Colored(id: 1))
    try await database.run("ALTER TABLE note DROP COLUMN title")
    let second = try await store.commit([.update(Colored(id: 1, color: "green"))])
    #expect(second.updated.first?.from == Colored(id: 1, color: "red"))
    try await recorder?.wait(toHold: [Colored(id: 1, color: "green")])
  }

  @Test(arguments: DatabaseKind.allCases)
  func whoBeginsToObserveObservesTheColumnsThatThereAre(kind: DatabaseKind) async throws {
    let database = try TestDatabase(holding: [note(1, "old")], kind: kind)
    // The connection knows the columns of now.
    try await database.store.commit([.update(note(1, "new"))])
    try await database.run("ALTER TABLE note ADD COLUMN color TEXT")
    let store = GRDBStore<Colored>(database.writer, isShared: false)
    let recorder = Recorder(store.events(for: DatabaseRequest(Colored.all())))
    try await recorder.wait(toHold: [Colored(id: 1)])
    try await database.writer.write { try $0.execute(sql: "UPDATE note SET color = 'blue'") }
    try await recorder.wait(toHold: [Colored(id: 1, color: "blue")])
  }

  /// A look that has failed halfway has found nothing: the next one does.
  @Test func aLockDuringALookLosesNoNews() async throws {
    let database = try TestDatabase(holding: [note(1, "old")])
    let store = GRDBStore<Colored>(database.writer, isShared: false, clock: ManualClock())
    let recorder = Recorder(store.events(for: DatabaseRequest(Colored.all())))
    try await recorder.wait(toHold: [Colored(id: 1)])
    try await database.run("ALTER TABLE note ADD COLUMN color TEXT")
    try await database.when(of: "SELECT 1 FROM sqlite_master") { try? $0.block("BEGIN EXCLUSIVE") }
    #expect(await failure { () async throws(StoreError) in try await store.look() }?.kind == .unavailable)
    #expect(!database.obstacle.isThere)
    try await recorder.wait { $0.contains { $0.failure != nil } && $0.last?.failure == nil }
    try await store.look()
    // The new column is observed.
    try await database.writer.write { try $0.execute(sql: "UPDATE note SET color = 'blue'") }
    try await recorder.wait(toHold: [Colored(id: 1, color: "blue")])
  }

  @Test(arguments: DatabaseKind.allCases)
  func aLookThatIsCancelledLosesNoNews(kind: DatabaseKind) async throws {
    let database = try TestDatabase(holding: [note(1, "old")], kind: kind, isShared: false)
    let recorder = database.observe()
    try await recorder.wait(toHold: [note(1, "old")])
    try await database.run("ALTER TABLE note ADD COLUMN color TEXT; UPDATE note SET title = 'new'")
    // Once it knows that the tables have changed. GRDB begins no other statement then.
    try await database.when(.profile, of: "PRAGMA schema_version") { _ in cancelTask() }
    let cancelled = await Task {
      await failure { () async throws(StoreError) in
        // A fetch looks where it would wait for writes anyway.
        if kind == .pool { try await database.store.look() } else { _ = try await database.store.fetch(.notes()) }
      }
    }.value
    #expect(cancelled?.kind == .cancelled, "\(cancelled as Any)")
    try await database.store.look()
    try await recorder.wait(toHold: [note(1, "new")])
  }

  /// Before the pause is over after which the store would read again: its clock stands still.
  @Test(arguments: DatabaseKind.allCases)
  func whatTheAppMendsIsReadAtOnce(kind: DatabaseKind) async throws {
    let database = try TestDatabase(holding: [note(1, "old")], kind: kind, isShared: false, clock: ManualClock())
    try await database.run(
      "DROP TABLE note; CREATE TABLE note (id INTEGER PRIMARY KEY, folder TEXT, title TEXT); "
        + "INSERT INTO note VALUES (1, 'a', NULL)")
    let recorder = database.observe()
    let failure = try await nextFailure(of: recorder)
    #expect(failure.kind == .malformed)
    try await database.writer.write { try $0.execute(sql: "UPDATE note SET title = 'new'") }
    try await recorder.wait(toHold: [note(1, "new")])
  }

  @Test(arguments: DatabaseKind.allCases)
  func rowsWithTheSameIDAreAFailureUntilTheyAreDistinct(kind: DatabaseKind) async throws {
    let database = try TestDatabase(holding: [note(1, "one"), note(2, "two")], kind: kind)
    try await database.run("CREATE TABLE tag (note INTEGER, text TEXT); INSERT INTO tag VALUES (1, 'a'), (2, 'a')")
    let join = "note.* FROM note JOIN tag ON tag.note = note.id"
    let joined = DatabaseRequest(SQLRequest<Note>(sql: "SELECT \(join) ORDER BY note.id"))
    let recorder = database.observe(joined)
    try await recorder.wait(toHold: [note(1, "one"), note(2, "two")])
    try await database.writer.write { try $0.execute(sql: "INSERT INTO tag VALUES (2, 'b')") }
    for failure in [try await nextFailure(of: recorder), await failure(of: joined, in: database)] {
      #expect(failure?.kind == .malformed && failure?.location == database.path)
      #expect(failure?.message.contains("several rows with the id 2") == true, "\(failure as Any)")
      #expect(failure?.advice?.contains("distinct") == true)
    }
    #expect(StoreReplica(after: recorder.elements).items == [note(1, "one"), note(2, "two")])
    let others = ["SELECT DISTINCT \(join) ORDER BY note.id", "SELECT \(join) GROUP BY note.id ORDER BY note.id"]
    for sql in others {
      let request = DatabaseRequest(SQLRequest<Note>(sql: sql))
      #expect(try await database.store.fetch(request).items == [note(1, "one"), note(2, "two")])
    }
    try await database.writer.write { try $0.execute(sql: "DELETE FROM tag WHERE note = 1 OR text = 'b'") }
    try await recorder.wait(toHold: [note(2, "two")])
  }

  @Test func aRowThatCannotBeDecodedIsAFailureUntilItIsMended() async throws {
    let database = try TestDatabase(holding: [note(1, "old")])
    let recorder = database.observe()
    try await recorder.wait(toHold: [note(1, "old")])
    try await database.run(
      """
      DROP TABLE note;
      CREATE TABLE note (id INTEGER PRIMARY KEY, folder TEXT, title TEXT);
      INSERT INTO note VALUES (1, 'a', NULL)
      """)
    let failure = try await nextFailure(of: recorder)
    #expect(failure.kind == .malformed && failure.location == database.path)
    #expect(
      failure.message.contains("title") && failure.advice == "compare the record type with the table", "\(failure)")
    #expect(StoreReplica(after: recorder.elements).items == [note(1, "old")])
    #expect(await commitFailure(of: [.update(note(1, "new"))], by: database.store)?.kind == .malformed)
    try await database.writer.write { try $0.execute(sql: "UPDATE note SET title = 'new'") }
    try await recorder.wait(toHold: [note(1, "new")])
  }

  @Test func aRequestThatIsNoSQLIsAFailure() async throws {
    let database = try TestDatabase()
    let failure = await failure(of: DatabaseRequest(SQLRequest<Note>("SELECT nothing FROM note")), in: database)
    #expect(failure?.kind == .malformed && failure?.message.contains("nothing") == true, "\(failure as Any)")
  }

  @Test func aFullDatabaseRefusesABatchAsAWhole() async throws {
    let database = try TestDatabase(holding: [note(1, "old")])
    try await database.writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA max_page_count = 3") }
    let failure = await commitFailure(
      of: [.delete(1), .insert(note(2, String(repeating: "x", count: 100_000)))], by: database.store)
    #expect(failure?.kind == .limitExceeded && failure?.advice == "make room on the disk")
    #expect(try await database.store.fetch(.notes()).items == [note(1, "old")])
  }

  @Test func whatTheTableRefusesIsRefusedAsAWhole() async throws {
    let database = try TestDatabase(holding: [note(1, "old")])
    try await database.run("CREATE UNIQUE INDEX titles ON note (title)")
    let refused: StoreBatch<Note> = [.delete(1), .insert(note(2, "same")), .insert(note(3, "same"))]
    let failure = await commitFailure(of: refused, by: database.store)
    #expect(failure?.kind == .refused && failure?.message.hasPrefix("UNIQUE constraint failed: note.title") == true)
    #expect(try await database.store.fetch(.notes()).items == [note(1, "old")])
  }

  @Test func aDatabaseThatIsOnlyReadIsShownAndNotWritten() async throws {
    let database = try TestDatabase(holding: [note(1, "old")], readonly: true)
    let recorder = database.observe()
    try await recorder.wait(toHold: [note(1, "old")])
    try await database.run("UPDATE note SET title = 'new'")
    try await recorder.wait(toHold: [note(1, "new")])
    #expect(await commitFailure(of: [.delete(1)], by: database.store)?.kind == .notPermitted)
  }

  @Test func aClosedDatabaseIsAFailure() async throws {
    let database = try TestDatabase(holding: [note(1, "old")])
    try database.writer.close()
    let failure = await failure(of: .notes(), in: database)
    #expect(
      failure?.kind == .unavailable && failure?.advice == "see whether the database was closed", "\(failure as Any)")
  }

  @Test func aKeyThatTheTableMakesIsRefused() async throws {
    struct Numbered: Codable, Identifiable, Equatable, FetchableRecord, MutablePersistableRecord {
      static let databaseTableName = "note"
      var id: Int?
      var folder = "a"
      var title = "0"
      mutating func didInsert(_ inserted: InsertionSuccess) { id = Int(inserted.rowID) }
    }
    let database = try TestDatabase()
    let store = GRDBStore<Numbered>(database.writer)
    let failure = await commitFailure(of: [.insert(Numbered())], by: store)
    #expect(
      failure?.kind == .refused && failure?.advice?.contains("set it before the insert") == true, "\(failure as Any)")
    #expect(try await store.fetch(DatabaseRequest(Numbered.all())).items == [])
    #expect(try await store.commit([.insert(Numbered(id: 7))]).inserted.map(\.id) == [7])
    // Such records are written by GRDB, and shown.
    let recorder = Recorder(store.events(for: DatabaseRequest(Numbered.all())))
    try await recorder.wait(toHold: [Numbered(id: 7)])
    try await database.writer.write { db in
      var new = Numbered()
      try new.insert(db)
    }
    try await recorder.wait(toHold: [Numbered(id: 7), Numbered(id: 8)])
  }

  @Test func anIdThatIsNotThePrimaryKeyIsRefused() async throws {
    struct Tagged: Codable, Identifiable, Equatable, FetchableRecord, PersistableRecord {
      static let databaseTableName = "tagged"
      var id: String
    }
    struct Pair: Codable, Identifiable, Equatable, FetchableRecord, PersistableRecord {
      static let databaseTableName = "pair"
      var a: Int
      var b: Int
      var id: Int { a * 10 + b }
      enum CodingKeys: CodingKey { case a, b }
    }
    let database = try TestDatabase()
    try await database.writer.write { db in
      try db.execute(sql: "CREATE TABLE tagged (number INTEGER PRIMARY KEY, id TEXT)")
      try db.execute(sql: "CREATE TABLE pair (a INTEGER, b INTEGER, PRIMARY KEY (a, b))")
    }
    let tagged = await commitFailure(of: [.insert(Tagged(id: "x"))], by: GRDBStore<Tagged>(database.writer))
    #expect(tagged?.kind == .refused && tagged?.location == "tagged, key x", "\(tagged as Any)")
    let pairs = GRDBStore<Pair>(database.writer)
    let pair = await commitFailure(of: [.insert(Pair(a: 1, b: 2))], by: pairs)
    #expect(pair?.kind == .refused && pair?.message.contains("several columns") == true, "\(pair as Any)")
    try await database.writer.write { try Pair(a: 1, b: 2).insert($0) }
    #expect(try await pairs.fetch(DatabaseRequest(Pair.all())).items.map(\.id) == [12])
  }

  @Test func whatATriggerPreventsIsRefused() async throws {
    let database = try TestDatabase(holding: [note(1, "old")])
    try await database.run("CREATE TRIGGER no BEFORE INSERT ON note BEGIN SELECT RAISE(IGNORE); END")
    #expect(await commitFailure(of: [.insert(note(2, "new"))], by: database.store)?.kind == .refused)
    try await database.run("CREATE TRIGGER never BEFORE DELETE ON note BEGIN SELECT RAISE(IGNORE); END")
    #expect(await commitFailure(of: [.delete(1)], by: database.store)?.kind == .refused)
    #expect(try await database.store.fetch(.notes()).items == [note(1, "old")])
  }

  @Test func sectionsByHandAreRefused() async throws {
    let database = try TestDatabase()
    #expect(await commitFailure(of: [.insertSection(SectionID("s"))], by: database.store)?.kind == .refused)
  }

  /// Its task is cancelled when a part of it is written.
  @Test(arguments: DatabaseKind.allCases)
  func aCancelledCommitWritesNothing(kind: DatabaseKind) async throws {
    struct Cancelling: Codable, Identifiable, Equatable, FetchableRecord, PersistableRecord {
      static let databaseTableName = "note"
      var id: Int
      var folder = "a"
      var title = "0"
      func willInsert(_ db: Database) { cancelTask() }
    }
    let database = try TestDatabase(holding: [note(1, "old")], kind: kind)
    let recorder = database.observe()
    try await recorder.wait(forCount: 1)
    let store = GRDBStore<Cancelling>(database.writer)
    let during = await Task { await commitFailure(of: [.delete(1), .insert(Cancelling(id: 2))], by: store) }.value
    #expect(during?.kind == .cancelled, "\(during as Any)")
    let before = await Task {
      cancelTask()
      return await commitFailure(of: [.delete(1)], by: database.store)
    }.value
    #expect(before?.kind == .cancelled)
    let fetch = await Task {
      cancelTask()
      return await failure(of: .notes(), in: database)
    }.value
    #expect(fetch?.kind == .cancelled)
    try await database.store.commit([.insert(note(3, "new"))])
    let events = try await recorder.wait(forCount: 2)
    #expect(events[1].changes == [.insert(note(3, "new"))])
  }

  /// What observed the database for an observer is gone with it.
  @Test func aCancelledObserverLeavesNothing() async throws {
    let database = try TestDatabase(holding: [note(1, "old")])
    let recorder = database.observe()
    try await recorder.wait(toHold: [note(1, "old")])
    weak let request = database.store.requests.first
    #expect(database.store.observerCount == 1 && request != nil)
    recorder.cancel()
    while request != nil { await Task.yield() }
    #expect(database.store.observerCount == 0)
    try await database.writer.write { try note(2, "new").insert($0) }
    #expect(recorder.elements.count == 1)
  }
}

/// Cancels the task that calls it.
private func cancelTask() { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }

/// Notes by columns of which one comes later.
private struct Colored: Codable, Identifiable, Equatable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "note"
  var id: Int
  var color: String?
}
