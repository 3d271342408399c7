import ConformanceKit
import Foundation
import StoreInterface
import Testing

@testable import SQLiteAdapter

@Suite("A store over SQLite says what is wrong, and goes on")
struct SQLiteStoreFailureTests {
  private func note(_ id: Int, _ title: String) -> Note { Note(id: id, folder: "a", title: title) }

  private func failure(of commit: StoreBatch<Note>, to database: TestDatabase) async -> StoreError? {
    do throws(StoreError) {
      try await database.store.commit(commit)
      return nil
    } catch {
      return error
    }
  }

  @Test(.timeLimit(.minutes(10))) func aLockedDatabaseIsAFailureAndThenTheAnswer() async throws {
    let clock = ManualClock()
    let database = try TestDatabase(holding: [note(1, "old")], clock: clock)
    try database.blockOnce()
    let recorder = database.observe()
    let failure = try #require(try await recorder.wait(forCount: 1).first?.failure)
    #expect(failure.kind == .unavailable && failure.message == "database is locked")
    #expect(failure.location == database.path && failure.advice?.isEmpty == false)
    // After the failure, and until the look of each second.
    try await clock.waitForSleepers(2)
    clock.advanceToNextDeadline()
    try await recorder.wait(toHold: [note(1, "old")])
  }

  @Test func aBusyDatabaseRefusesABatchAsAWhole() async throws {
    let database = try TestDatabase(holding: [note(1, "old")])
    _ = try await database.store.fetch(NoteRequest())
    try database.blockOnce("BEGIN IMMEDIATE")
    #expect(await failure(of: [.delete(1), .insert(note(2, "new"))], to: database)?.kind == .unavailable)
    #expect(try await database.store.fetch(NoteRequest()).items == [note(1, "old")])
    #expect(await failure(of: [.delete(1), .insert(note(2, "new"))], to: database) == nil)
    #expect(try await database.anotherStore().fetch(NoteRequest()).items == [note(2, "new")])
  }

  /// The file is deleted, and another comes in its place.
  @Test func aLostFileIsAFailureUntilAnotherIsThere() async throws {
    let database = try TestDatabase(holding: [note(1, "old")])
    let recorder = database.observe()
    try await recorder.wait(toHold: [note(1, "old")])
    try FileManager.default.removeItem(atPath: database.path)
    let failure = try #require(try await recorder.wait { $0.last?.failure != nil }.last?.failure)
    #expect(failure.kind == .unavailable && failure.advice == "see whether the file is there")
    #expect(await self.failure(of: [.insert(note(2, "lost"))], to: database)?.kind == .unavailable)
    let (aside, other) = (database.folder.appending(path: "other.sqlite"), try TestDatabase(holding: [note(3, "new")]))
    try FileManager.default.copyItem(atPath: other.path, toPath: aside.path)
    try FileManager.default.moveItem(atPath: aside.path, toPath: database.path)
    try await recorder.wait(toHold: [note(3, "new")])
    #expect(await self.failure(of: [.insert(note(4, "new"))], to: database) == nil)
    try await recorder.wait(toHold: [note(3, "new"), note(4, "new")])
  }

  @Test func aFileThatIsNoDatabaseIsMalformed() async throws {
    let database = try TestDatabase(holding: [note(1, "old")])
    let recorder = database.observe()
    try await recorder.wait(toHold: [note(1, "old")])
    try Data("this is a text and no database, whatever its name says".utf8).write(to: URL(filePath: database.path))
    let failure = try #require(try await recorder.wait { $0.last?.failure != nil }.last?.failure)
    #expect(failure.kind == .malformed && failure.advice == "put back a copy of the file")
    // What was there stays.
    #expect(StoreReplica(after: recorder.elements).items == [note(1, "old")])
  }

  @Test func aTableOfOtherThingsIsMalformed() async throws {
    let database = try TestDatabase()
    try database.plain.run("DROP TABLE notes")
    try database.plain.run("CREATE TABLE notes (id, folder, title)")
    try database.plain.run("INSERT INTO notes VALUES ('one', 2, NULL)")
    await #expect { try await database.store.fetch(NoteRequest()) } throws: {
      ($0 as? StoreError)?.kind == .malformed
    }
  }

  @Test func aFullDatabaseRefusesABatchAsAWhole() async throws {
    let database = try TestDatabase(holding: [note(1, "old")])
    try await database.store.database.run("PRAGMA max_page_count = 3")
    let failure = await failure(
      of: [.delete(1), .insert(note(2, String(repeating: "x", count: 100_000)))], to: database)
    #expect(failure?.kind == .limitExceeded && failure?.advice == "make room on the disk")
    #expect(try await database.store.fetch(NoteRequest()).items == [note(1, "old")])
  }

  @Test func whatTheTableRefusesIsRefusedAsAWhole() async throws {
    let database = try TestDatabase(holding: [note(1, "old")])
    try database.plain.run("CREATE UNIQUE INDEX titles ON notes (title)")
    let refused: StoreBatch<Note> = [.delete(1), .insert(note(2, "same")), .insert(note(3, "same"))]
    let failure = await failure(of: refused, to: database)
    #expect(failure?.kind == .refused && failure?.message == "UNIQUE constraint failed: notes.title")
    #expect(try await database.store.fetch(NoteRequest()).items == [note(1, "old")])
  }

  @Test func aDatabaseThatIsOnlyReadIsNotPermitted() async throws {
    let database = try TestDatabase(holding: [note(1, "old")])
    try await database.store.database.run("PRAGMA query_only = on")
    #expect(await failure(of: [.delete(1)], to: database)?.kind == .notPermitted)
  }
}
