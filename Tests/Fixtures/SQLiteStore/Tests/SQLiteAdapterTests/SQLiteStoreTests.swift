import ConformanceKit
import StoreBuilding
import StoreInterface
import Testing

@testable import SQLiteAdapter

@Suite("A store over SQLite shows what other connections commit")
struct SQLiteStoreTests {
  private func notes(_ ids: some Sequence<Int>, folder: String = "a", title: String = "0") -> [Note] {
    ids.map { Note(id: $0, folder: folder, title: title) }
  }

  @Test(.timeLimit(.minutes(10)), arguments: ["delete", "truncate", "persist", "wal"])
  func plainStatementsAreSeen(journal: String) async throws {
    let database = try TestDatabase(holding: notes([10, 20]), journal: journal, clock: clock(for: journal))
    let recorder = database.observe()
    try await recorder.wait(toHold: notes([10, 20]))
    try database.plain.insert(notes([15, 30]))
    try await recorder.wait(toHold: notes([10, 15, 20, 30]))
    try database.plain.run("UPDATE notes SET title = '1'")
    try await recorder.wait(toHold: notes([10, 15, 20, 30], title: "1"))
    try database.plain.run("UPDATE notes SET id = 5 WHERE id = 20")
    try await recorder.wait(toHold: notes([5, 10, 15, 30], title: "1"))
    try database.plain.run("DELETE FROM notes")
    try await recorder.wait(toHold: [])
    #expect(recorder.elements.allSatisfy { $0.failure == nil })
  }

  @Test(.timeLimit(.minutes(10)), arguments: ["delete", "wal"])
  func anotherProcessIsSeen(journal: String) async throws {
    let database = try TestDatabase(holding: notes([10]), journal: journal, clock: clock(for: journal))
    let recorder = database.observe()
    try await recorder.wait(toHold: notes([10]))
    for id in [20, 30] {
      await #expect(processExitsWith: .success) { [path = database.path as String, id = id as Int] in
        try PlainConnection(path).run("INSERT INTO notes VALUES (\(id), 'a', '0')")
      }
      try await recorder.wait(toHold: notes(stride(from: 10, through: id, by: 10)))
    }
  }

  /// What is in the log others can see a moment after the file has changed, so that the look after the change may be too
  /// early. Here there is none.
  @Test(.timeLimit(.minutes(10)), arguments: ["delete", "wal"])
  func whatNoChangeOfTheFileShowsIsSeenWithinASecond(journal: String) async throws {
    let clock = ManualClock()
    let database = try TestDatabase(holding: notes([10]), journal: journal, isWatching: false, clock: clock)
    let recorder = database.observe()
    try await recorder.wait(toHold: notes([10]))
    for id in [20, 30] {
      try await clock.waitForSleepers()
      try database.plain.insert(notes([id]))
      #expect(clock.nextDeadline == clock.now.advanced(by: SQLiteStore.lookInterval))
      clock.advanceToNextDeadline()
      try await recorder.wait(toHold: notes(stride(from: 10, through: id, by: 10)))
    }
  }

  @Test(.timeLimit(.minutes(10))) func nobodyLooksAfterTheLastObserver() async throws {
    let clock = ManualClock()
    let database = try TestDatabase(holding: notes([10]), clock: clock)
    do {
      let recorder = database.observe()
      try await recorder.wait(toHold: notes([10]))
      try await clock.waitForSleepers()
    }
    while clock.sleeperCount > 0 {
      try Task.checkCancellation()
      await Task.yield()
    }
  }

  @Test func aTransactionIsOneEventWithTheFewestChanges() async throws {
    let database = try TestDatabase(holding: notes([10, 20, 30]))
    let recorder = database.observe()
    try await recorder.wait(forCount: 1)
    try database.plain.run("BEGIN IMMEDIATE")
    try database.plain.run("UPDATE notes SET title = '1' WHERE id = 30")
    try database.plain.run("DELETE FROM notes WHERE id = 10")
    try database.plain.insert(notes([25]))
    #expect(recorder.elements.count == 1)
    try database.plain.run("COMMIT")
    let events = try await recorder.wait(forCount: 2)
    let expected: [StoreChange<Note>] = [
      .delete(10), .insert(Note(id: 25, folder: "a", title: "0"), at: .after(20)),
      .update(Note(id: 30, folder: "a", title: "1")),
    ]
    #expect(events[1].changes == expected)
  }

  @Test func requestsFilterSortAndLimit() async throws {
    let database = try TestDatabase(holding: [
      Note(id: 1, folder: "a", title: "z"), Note(id: 2, folder: "a", title: "y"), Note(id: 3, folder: "b", title: "x"),
    ])
    let recorder = database.observe(NoteRequest(folder: "a", isByTitle: true, limit: 2))
    try await recorder.wait { StoreReplica(after: $0).items.map(\.id) == [2, 1] }
    try database.plain.run("UPDATE notes SET folder = 'a' WHERE id = 3")
    try await recorder.wait { StoreReplica(after: $0).items.map(\.id) == [3, 2] }
    let fetched = try await database.store.fetch(NoteRequest(folder: "a", limit: 1)).items
    #expect(fetched.map(\.id) == [1])
  }

  /// Two stores count up the same note, each on what it has read: none may overwrite what it did not know.
  @Test func outcomesAreRightWhereTwoWriteTheSame() async throws {
    let database = try TestDatabase(holding: notes([1]))
    let other = database.anotherStore()
    for round in 1...50 {
      async let first = database.store.commit([.insert(Note(id: round + 1, folder: "a", title: "first"))])
      async let second = other.commit([.insert(Note(id: round + 1, folder: "a", title: "second"))])
      let (a, b) = try await (first, second)
      let (earlier, later) = a.inserted.isEmpty ? (b, a) : (a, b)
      #expect(earlier.inserted.count == 1 && earlier.updated.isEmpty)
      #expect(later.inserted.isEmpty && later.updated.map(\.from) == earlier.inserted)
      #expect(try await database.store.fetch(NoteRequest()).items.last == later.updated.first?.to)
    }
  }

  @Test func strictBatchesAreJudgedByTheFile() async throws {
    let database = try TestDatabase(holding: notes([1]))
    _ = try await database.store.fetch(NoteRequest())
    let update = StoreBatch([.update(Note(id: 2, folder: "a", title: "new"))], isStrict: true)
    try database.plain.insert(notes([2]))
    #expect(try await database.store.commit(update).updated.map(\.from) == notes([2]))
    try database.plain.run("DELETE FROM notes")
    await #expect { try await database.store.commit(update) } throws: { ($0 as? StoreError)?.kind == .invalidBatch }
    #expect(try await database.store.fetch(NoteRequest()).items == [])
  }

  /// What a trigger writes, or keeps from being written, belongs to the store's own commit, which is not news otherwise.
  @Test func whatTriggersWriteIsSeen() async throws {
    let database = try TestDatabase(holding: notes([1, 2]))
    try database.plain.run(
      "CREATE TRIGGER capitals AFTER INSERT ON notes BEGIN UPDATE notes SET title = 'A' WHERE id = new.id; END")
    try database.plain.run(
      """
      CREATE TRIGGER last AFTER DELETE ON notes BEGIN
        UPDATE notes SET title = 'without ' || old.id;
      END
      """)
    try database.plain.run(
      "CREATE TRIGGER none BEFORE INSERT ON notes WHEN new.title = 'no' BEGIN SELECT RAISE(IGNORE); END")
    let recorder = database.observe()
    try await recorder.wait(toHold: notes([1, 2]))
    let outcome = try await database.store.commit([.insert(Note(id: 3, folder: "a", title: "a"))])
    #expect(outcome.inserted.map(\.title) == ["a"])
    #expect(try await database.store.fetch(NoteRequest()).items.map(\.title) == ["0", "0", "A"])
    try await recorder.wait { StoreReplica(after: $0).items.map(\.title) == ["0", "0", "A"] }
    try await database.store.commit([.delete(2)])
    try await recorder.wait { StoreReplica(after: $0).items.map(\.title) == ["without 2", "without 2"] }
    try await database.store.commit([.insert(Note(id: 4, folder: "a", title: "no"))])
    #expect(try await database.store.fetch(NoteRequest()).items.map(\.id) == [1, 3])
  }

  @Test func textOfAnyKindComesBackAsItIs() async throws {
    let database = try TestDatabase()
    let texts = ["", "'\"\\{}?1;--", "e\u{301} 🇨🇭\u{202E}", "a\u{0}b", String(repeating: "x", count: 100_000)]
    let notes = texts.enumerated().map { Note(id: $0.offset, folder: $0.element, title: $0.element) }
    try await database.store.commit(StoreBatch(notes.map { .insert($0) }))
    let read = try await database.anotherStore().fetch(NoteRequest()).items
    #expect(read.map { Array($0.title.utf8) } == texts.map { Array($0.utf8) })
  }

  @Test func draftsFollowOtherConnections() async throws {
    let database = try TestDatabase(holding: notes([1, 2]))
    let drafts = DraftStore(database.store)
    drafts.update(Note(id: 1, folder: "a", title: "draft"))
    let recorder = Recorder(drafts.events(for: NoteRequest()))
    try await recorder.wait { recordsAfter($0).map(\.title) == ["draft", "0"] }
    try database.plain.run("UPDATE notes SET title = 'other'")
    try await recorder.wait { recordsAfter($0).map(\.title) == ["draft", "other"] }
    try await drafts.commit()
    #expect(try database.plain.run("SELECT title FROM notes ORDER BY id") == [[.text("draft")], [.text("other")]])
  }

  /// What is in a log others may see only at the look of a second; so these tests do not show that the log is watched.
  private func clock(for journal: String) -> any Clock<Duration> {
    journal == "wal" ? ContinuousClock() : ImpatientClock()
  }

  private func recordsAfter(_ events: [StoreEvent<Note>]) -> [Note] {
    StoreReplica(after: events).items
  }
}
