import ConformanceKit
import Foundation
import GRDB
import LiveResults
import SectionDiff
import StoreBuilding
import StoreInterface
import Testing

@testable import GRDBAdapter

@Suite("A store over GRDB shows what is committed, by whomever")
struct GRDBStoreTests {
  private func notes(_ ids: some Sequence<Int>, title: String = "0") -> [Note] {
    ids.map { Note(id: $0, title: title) }
  }

  @Test(arguments: DatabaseKind.allCases)
  func anotherConnectionIsSeen(kind: DatabaseKind) async throws {
    let database = try TestDatabase(holding: notes([10, 20]), kind: kind)
    let recorder = database.observe()
    try await recorder.wait(toHold: notes([10, 20]))
    try await database.run("INSERT INTO note VALUES (15, 'a', '0'), (30, 'a', '0')")
    try await recorder.wait(toHold: notes([10, 15, 20, 30]))
    try await database.run("UPDATE note SET title = '1'")
    try await recorder.wait(toHold: notes([10, 15, 20, 30], title: "1"))
    try await database.run("DELETE FROM note")
    try await recorder.wait(toHold: [])
    #expect(recorder.elements.allSatisfy { $0.failure == nil })
  }

  /// The shell of SQLite is another process.
  @Test(.serialized, arguments: DatabaseKind.allCases)
  func aSecondProcessIsSeen(kind: DatabaseKind) async throws {
    let database = try TestDatabase(holding: notes([10, 20]), kind: kind)
    let recorder = database.observe()
    try await recorder.wait(toHold: notes([10, 20]))
    let shell = Process()
    shell.executableURL = URL(filePath: "/usr/bin/env")
    shell.arguments = [
      "sqlite3", "-cmd", ".timeout 60000", database.path,
      "BEGIN; DELETE FROM note WHERE id = 10; INSERT INTO note VALUES (15, 'a', '0'); COMMIT;",
    ]
    shell.standardInput = FileHandle.nullDevice
    try shell.run()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0, "the program sqlite3 has failed, or is missing")
    try await recorder.wait(toHold: notes([15, 20]))
    let events = recorder.elements
    #expect(events.count == 2 && events[1].changes == [.delete(10), .insert(notes([15])[0], at: .start)], "\(events)")
  }

  /// A commit to a log changes the file a moment before others can see it. Nobody looks at the file here: the test says
  /// when it changes, and commits later.
  @Test(arguments: DatabaseKind.allCases)
  func aCommitThatIsSeenAfterTheFileHasChangedIsFound(kind: DatabaseKind) async throws {
    let clock = ManualClock()
    let database = try TestDatabase(kind: kind, isShared: false, clock: clock)
    let recorder = database.observe()
    try await recorder.wait(toHold: [])
    let (changes, file) = AsyncStream<Void>.makeStream()
    let looking = Task { await database.store.look(after: changes) }
    file.yield()
    var pauses: [Duration] = []
    for number in 1...6 {
      try await clock.waitForSleepers()
      pauses.append(clock.now.duration(to: try #require(clock.nextDeadline)))
      try await database.run("INSERT INTO note VALUES (\(number), 'a', '0')")
      clock.advanceToNextDeadline()
      try await recorder.wait(toHold: notes(1...number))
    }
    #expect(pauses == [30, 60, 120, 240, 480, 960].map { .milliseconds($0) })
    // A change in the midst of the pauses is looked at before they are over, and they begin anew.
    file.yield()
    try await clock.waitForSleepers()
    clock.advanceToNextDeadline()
    try await clock.waitForSleepers()
    #expect(clock.nextDeadline == clock.now.advanced(by: .milliseconds(60)))
    try await database.run("DELETE FROM note WHERE id > 1")
    file.yield()
    try await recorder.wait(toHold: notes([1]))
    try await clock.waitForSleepers()
    #expect(clock.nextDeadline == clock.now.advanced(by: .milliseconds(30)))
    looking.cancel()
    await looking.value
    #expect(clock.sleeperCount == 0)
    #expect(recorder.elements.allSatisfy { $0.failure == nil })
  }

  @Test(arguments: DatabaseKind.allCases)
  func aTransactionOfTheAppIsOneEventWithTheFewestChanges(kind: DatabaseKind) async throws {
    let database = try TestDatabase(holding: notes([10, 20, 30]), kind: kind)
    let recorder = database.observe()
    try await recorder.wait(forCount: 1)
    try await database.writer.write { db in
      try Note(id: 30, title: "1").update(db)
      _ = try Note.deleteOne(db, id: 10)
      try Note(id: 25).insert(db)
    }
    let events = try await recorder.wait(forCount: 2)
    let expected: [StoreChange<Note>] = [
      .delete(10), .update(Note(id: 30, title: "1")), .insert(Note(id: 25), at: .after(20)),
    ]
    #expect(events[1].changes == expected)
  }

  private struct Refusal: Error {}

  @Test(arguments: DatabaseKind.allCases)
  func aRollbackAnnouncesNothing(kind: DatabaseKind) async throws {
    let database = try TestDatabase(holding: notes([10]), kind: kind)
    let recorder = database.observe()
    try await recorder.wait(forCount: 1)
    await #expect(throws: Refusal.self) {
      try await database.writer.write { db in
        try Note(id: 20).insert(db)
        throw Refusal()
      }
    }
    try await database.other.writeWithoutTransaction { db in
      try db.execute(sql: "BEGIN IMMEDIATE; DELETE FROM note; ROLLBACK")
    }
    // A batch that refreshes and is refused when it is committed.
    try await database.run("CREATE TABLE owner (note INTEGER REFERENCES note DEFERRABLE INITIALLY DEFERRED)")
    try await database.run("INSERT INTO owner VALUES (10)")
    try await recorder.wait { $0.count >= 1 }
    let refused = await commitFailure(of: [.refresh(10), .delete(10)], by: database.store)
    #expect(refused?.kind == .refused, "\(String(describing: refused))")
    try await database.store.commit([.insert(Note(id: 30))])
    let events = try await recorder.wait { StoreReplica(after: $0).items.map(\.id) == [10, 30] }
    #expect(events.compactMap(\.changes) == [[.insert(Note(id: 30))]], "\(events)")
  }

  @Test func requestsFilterSortAndLimit() async throws {
    let database = try TestDatabase(holding: [
      Note(id: 1, title: "z"), Note(id: 2, title: "y"), Note(id: 3, folder: "b", title: "x"),
    ])
    let recorder = database.observe(.notes(in: "a", byTitle: true, limit: 2))
    try await recorder.wait { StoreReplica(after: $0).items.map(\.id) == [2, 1] }
    try await database.run("UPDATE note SET folder = 'a' WHERE id = 3")
    try await recorder.wait { StoreReplica(after: $0).items.map(\.id) == [3, 2] }
    #expect(try await database.store.fetch(.notes(in: "a", limit: 1)).items.map(\.id) == [1])
    #expect(try await database.store.fetch(.notes(limit: -1)).items.isEmpty)
    #expect(
      try await database.store.fetch(DatabaseRequest(Note.order(\.id).limit(1, offset: 1))).items.map(\.id) == [2])
    var sql = DatabaseRequest(SQLRequest<Note>("SELECT * FROM note WHERE title < 'z' ORDER BY title"))
    #expect(try await database.store.fetch(sql).items.map(\.id) == [3, 2])
    sql.limit = 1
    #expect(try await database.store.fetch(sql).items.map(\.id) == [3])
  }

  /// Records of no table: what a query counts.
  @Test func recordsOfSeveralRowsAreFollowed() async throws {
    struct Folder: Decodable, Identifiable, Equatable, FetchableRecord {
      var id: String
      var count: Int
    }
    let database = try TestDatabase(holding: notes(1...3))
    let folders = SQLRequest<Folder>("SELECT folder AS id, COUNT(*) AS count FROM note GROUP BY folder ORDER BY folder")
    let recorder = Recorder(GRDBStore<Folder>(database.writer).events(for: DatabaseRequest(folders)))
    try await recorder.wait(toHold: [Folder(id: "a", count: 3)])
    try await database.store.commit([.update(Note(id: 2, folder: "b"))])
    try await recorder.wait(toHold: [Folder(id: "a", count: 2), Folder(id: "b", count: 1)])
  }

  /// A request of other columns is not read again.
  @Test func whatConcernsOtherColumnsIsSilent() async throws {
    let database = try TestDatabase(holding: notes(1...3))
    let request = ObservedRequest(.notes(in: "a"), of: database.store)
    let other = ObservedRequest(
      DatabaseRequest(SQLRequest<Note>("SELECT id, folder, '' AS title FROM note ORDER BY id")), of: database.store)
    try await request.update()
    try await other.update()
    try await database.writer.write { try $0.execute(sql: "UPDATE note SET title = '1' WHERE id = 2") }
    #expect(request.isOutdated && !other.isOutdated)
    try await database.writer.write { try $0.execute(sql: "UPDATE note SET folder = 'b' WHERE id = 2") }
    #expect(other.isOutdated)
  }

  @Test func sectionsAreThoseOfAColumn() async throws {
    let database = try TestDatabase(holding: [
      Note(id: 1, folder: "b", title: "y"), Note(id: 2, folder: "a", title: "x"), Note(id: 3, folder: "b", title: "w"),
    ])
    let controller = ResultsController(
      store: database.store, request: .notes(byTitle: true), arrangement: ResultsArrangement(sections: .by(\.folder)))
    await controller.load()
    var updates = controller.updates().makeAsyncIterator()
    let first = try #require(await updates.next())
    #expect(first.after.sections.map(\.key) == ["a", "b"])
    #expect(first.after.sections.map { $0.items.map(\.id) } == [[2], [3, 1]])
    // Another connection moves a note to another section, and another within its own.
    try await database.run("UPDATE note SET folder = 'a', title = 'a' WHERE id = 1")
    let second = try #require(await updates.next())
    #expect(second.after.sections.map { $0.items.map(\.id) } == [[1, 2], [3]])
    #expect(second.changeset.counts.moves == 1 && second.changeset.counts.updates == 1)
    try await database.store.commit([.delete(3)])
    let third = try #require(await updates.next())
    #expect(third.after.sections.map(\.key) == ["a"])
  }

  @Test func draftsFollowOtherConnections() async throws {
    let database = try TestDatabase(holding: notes([1, 2, 3]))
    let drafts = DraftStore(database.store)
    let recorder = Recorder(drafts.events(for: .notes(in: "a", limit: 2)))
    try await recorder.wait { StoreReplica(after: $0).items.map(\.id) == [1, 2] }
    drafts.delete(1)
    try await recorder.wait { StoreReplica(after: $0).items.map(\.id) == [2, 3] }
    drafts.insert(Note(id: 0))
    try await recorder.wait { StoreReplica(after: $0).items.map(\.id) == [0, 2] }
    try await database.run("UPDATE note SET folder = 'b' WHERE id = 2")
    try await recorder.wait { StoreReplica(after: $0).items.map(\.id) == [0, 3] }
    try await drafts.commit()
    let held = try await database.other.read { try Note.order(\.id).fetchAll($0).map(\.id) }
    #expect(held == [0, 2, 3])
  }

  /// Two stores count up the same note, each on what it has read: none may overwrite what it did not know.
  @Test(arguments: DatabaseKind.allCases)
  func outcomesAreRightWhereTwoWriteTheSame(kind: DatabaseKind) async throws {
    let database = try TestDatabase(holding: notes([1]), kind: kind)
    let other = try database.anotherStore()
    for round in 1...20 {
      async let first = database.store.commit([.insert(Note(id: round + 1, title: "first"))])
      async let second = other.commit([.insert(Note(id: round + 1, title: "second"))])
      let (a, b) = try await (first, second)
      let (earlier, later) = a.inserted.isEmpty ? (b, a) : (a, b)
      #expect(earlier.inserted.count == 1 && earlier.updated.isEmpty)
      #expect(later.inserted.isEmpty && later.updated.map(\.from) == earlier.inserted)
      #expect(try await database.store.fetch(.notes()).items.last == later.updated.first?.to)
    }
  }

  @Test func strictBatchesAreJudgedByTheDatabase() async throws {
    let database = try TestDatabase(holding: notes([1]))
    let update = StoreBatch([.update(Note(id: 2, title: "new"))], isStrict: true)
    #expect(await commitFailure(of: update, by: database.store)?.kind == .invalidBatch)
    try await database.run("INSERT INTO note VALUES (2, 'a', '0')")
    #expect(try await database.store.commit(update).updated.map(\.from) == notes([2]))
  }

  @Test func aBatchOfManyKeysIsWritten() async throws {
    let database = try TestDatabase()
    let outcome = try await database.store.commit(StoreBatch(notes(1...2_000).map { .insert($0) }))
    #expect(outcome.inserted.count == 2_000)
    #expect(try await database.store.commit(StoreBatch((1...2_000).map { .delete($0) })).deleted.count == 2_000)
  }

  @Test func aRefreshIsOneEventWithTheRest() async throws {
    let database = try TestDatabase(holding: notes([1, 2]))
    let recorder = database.observe()
    try await recorder.wait(forCount: 1)
    let outcome = try await database.store.commit([.refresh(1), .insert(Note(id: 3))])
    #expect(outcome.refreshed == [1])
    let events = try await recorder.wait { StoreReplica(after: $0).items.count == 3 }
    #expect(events.count == 2)
    #expect(events[1].changes?.contains(.refresh(1)) == true, "\(events)")
  }

  @Test func whatTriggersWriteIsInTheSameEvent() async throws {
    let database = try TestDatabase(holding: notes([1, 2]))
    try await database.run(
      "CREATE TRIGGER capitals AFTER INSERT ON note BEGIN UPDATE note SET title = 'A' WHERE id = new.id; END")
    let recorder = database.observe()
    try await recorder.wait(toHold: notes([1, 2]))
    try await database.store.commit([.insert(Note(id: 3, title: "a"))])
    let events = try await recorder.wait(forCount: 2)
    #expect(events[1].changes == [.insert(Note(id: 3, title: "A"))])
  }

  /// SQLite reports no changes of such tables, so GRDB sees none; the store says of its own commits what they change.
  @Test func commitsToTablesWithoutRowIDsAreSeen() async throws {
    let database = try TestDatabase()
    try await database.writer.write { db in
      try db.execute(sql: "DROP TABLE note")
      try db.execute(sql: "CREATE TABLE note (id INTEGER PRIMARY KEY, folder TEXT, title TEXT) WITHOUT ROWID")
    }
    let recorder = database.observe()
    try await recorder.wait(toHold: [])
    try await database.store.commit([.insert(Note(id: 1))])
    try await recorder.wait(toHold: notes([1]))
    try await database.store.commit([.update(Note(id: 1, title: "1"))])
    try await recorder.wait(toHold: notes([1], title: "1"))
    try await database.run("UPDATE note SET title = '2'")
    try await recorder.wait(toHold: notes([1], title: "2"))
  }

  @Test func keysMayBeOfOtherTypes() async throws {
    struct Card: Codable, Identifiable, Equatable, FetchableRecord, PersistableRecord {
      static func databaseUUIDEncodingStrategy(for column: String) -> DatabaseUUIDEncodingStrategy { .lowercaseString }
      var id: UUID
      var text: String
    }
    let database = try TestDatabase()
    try await database.writer.write { try $0.execute(sql: "CREATE TABLE card (id TEXT PRIMARY KEY, text TEXT)") }
    let store = GRDBStore<Card>(database.writer)
    let card = Card(id: UUID(), text: "old")
    #expect(try await store.commit([.insert(card)]).inserted == [card])
    #expect(try await store.commit([.update(Card(id: card.id, text: "new"))]).updated.map(\.from) == [card])
    #expect(try await store.commit([.delete(card.id)]).deleted.map(\.text) == ["new"])
    #expect(try await store.fetch(DatabaseRequest(Card.all())).items == [])
  }

  @Test func databasesInMemoryAreFollowed() async throws {
    let queue = try DatabaseQueue()
    try await queue.write { db in try db.execute(sql: "CREATE TABLE note (id INTEGER PRIMARY KEY, folder, title)") }
    let store = GRDBStore<Note>(queue)
    let recorder = Recorder(store.events(for: .notes()))
    try await recorder.wait(toHold: [])
    try await queue.write { try Note(id: 1).insert($0) }
    try await recorder.wait(toHold: notes([1]))
    try await store.commit([.insert(Note(id: 2))])
    try await recorder.wait(toHold: notes([1, 2]))
  }

  /// Nothing keeps a store but its observers, and they keep it whole.
  @Test func aStoreLivesAsLongAsItIsObserved() async throws {
    let database = try TestDatabase(holding: notes([1]))
    weak var weakStore: GRDBStore<Note>?
    var recorder: Recorder<StoreEvent<Note>>?
    do {
      let store = GRDBStore<Note>(database.writer)
      weakStore = store
      recorder = Recorder(store.events(for: .notes()))
    }
    try await recorder?.wait(toHold: notes([1]))
    try await database.run("DELETE FROM note")
    try await recorder?.wait(toHold: [])
    recorder = nil
    while weakStore != nil { await Task.yield() }
  }
}
