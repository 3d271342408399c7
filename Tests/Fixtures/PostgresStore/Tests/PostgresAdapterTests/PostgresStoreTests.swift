import ConformanceKit
import StoreInterface
import Testing

@testable import PostgresAdapter

@Suite("A store over PostgreSQL notices what others do")
struct PostgresStoreTests {
  private func notes(_ ids: some Sequence<Int>, folder: String = "a", title: String = "0") -> [Note] {
    ids.map { Note(id: $0, folder: folder, title: title) }
  }

  @Test func plainStatementsAreReceived() async throws {
    let table = try await TestTable(holding: notes([10, 20]))
    let recorder = table.observe()
    try await recorder.wait(toHold: notes([10, 20]))
    try await table.run("INSERT INTO $T VALUES (15, 'a', '0'), (30, 'a', '0')")
    try await recorder.wait(toHold: notes([10, 15, 20, 30]))
    try await table.run("UPDATE $T SET title = '1'")
    try await recorder.wait(toHold: notes([10, 15, 20, 30], title: "1"))
    try await table.run("UPDATE $T SET id = 5 WHERE id = 20; DELETE FROM $T WHERE id = 15")
    try await recorder.wait(toHold: notes([5, 10, 30], title: "1"))
    try await table.run("TRUNCATE $T; INSERT INTO $T VALUES (1, 'a', '0')")
    try await recorder.wait(toHold: notes([1]))
    #expect(recorder.elements.allSatisfy { $0.failure == nil })
  }

  @Test func eachStatementIsOneEventWithTheFewestChanges() async throws {
    let table = try await TestTable(holding: notes([10, 20, 30]))
    let recorder = table.observe()
    try await recorder.wait(forCount: 1)
    try await table.run(
      """
      BEGIN; UPDATE $T SET title = '0'; UPDATE $T SET title = '1' WHERE id = 30; DELETE FROM $T WHERE id = 10;
      INSERT INTO $T VALUES (25, 'a', '0'), (24, 'a', '0'), (1, 'a', '0'); COMMIT
      """)
    let events = try await recorder.wait(forCount: 2)
    let expected: [StoreChange<Note>] = [
      .delete(10), .insert(Note(id: 1, folder: "a", title: "0"), at: .start),
      .insert(Note(id: 24, folder: "a", title: "0"), at: .after(20)),
      .insert(Note(id: 25, folder: "a", title: "0"), at: .after(24)),
      .update(Note(id: 30, folder: "a", title: "1")),
    ]
    #expect(events[1].changes == expected)
  }

  @Test func whatIsRolledBackIsNotReceived() async throws {
    let table = try await TestTable(holding: notes([1]))
    let recorder = table.observe()
    try await recorder.wait(forCount: 1)
    try await table.run("BEGIN; DELETE FROM $T; ROLLBACK")
    try await table.run("INSERT INTO $T VALUES (2, 'a', '0')")
    let events = try await recorder.wait(forCount: 2)
    #expect(events[1].changes == [.insert(Note(id: 2, folder: "a", title: "0"), at: .end)])
  }

  @Test func aFolderIsFollowedThroughComingAndGoing() async throws {
    let table = try await TestTable(holding: notes([1, 3], folder: "a") + notes([2], folder: "b"))
    let (a, b) = (table.observe(NoteRequest(folder: "a")), table.observe(NoteRequest(folder: "b")))
    try await a.wait(toHold: notes([1, 3], folder: "a"))
    try await b.wait(toHold: notes([2], folder: "b"))
    try await table.run("UPDATE $T SET folder = 'a' WHERE id = 2")
    try await a.wait(toHold: notes([1, 2, 3], folder: "a"))
    try await b.wait(toHold: [])
    #expect(try await table.store.fetch(NoteRequest(folder: "a")).items == notes([1, 2, 3], folder: "a"))
  }

  /// Two programs, thousands of transactions, each of which moves something from one note to another: nobody may ever see
  /// a sum that is not the same. What is read after a notification holds more than was notified, so this needs care.
  @Test func nobodySeesHalfOfATransaction() async throws {
    let table = try await TestTable(holding: notes(0..<40, title: "1000"))
    let recorder = table.observe()
    try await recorder.wait(forCount: 1)
    try await withThrowingTaskGroup { group in
      for program in 0..<2 {
        let session = PostgresConnection(to: Gate(application: "plain").address)
        group.addTask {
          try await session.open()
          try await session.value(
            """
            DO $$ BEGIN
              FOR turn IN 1..3000 LOOP
                UPDATE \(table.quoted) SET title = (title::int - turn)::text
                  WHERE id = \(20 * program) + turn * 7 % 20;
                UPDATE \(table.quoted) SET title = (title::int + turn)::text
                  WHERE id = \(20 * program) + (turn * 7 + turn % 5 + 1) % 20;
                COMMIT;
              END LOOP;
            END $$
            """)
        }
      }
      try await group.waitForAll()
    }
    let final = try await table.store.fetch(NoteRequest()).items
    let events = try await recorder.wait(toHold: final)
    var replica = StoreReplica<Note>()
    for event in events {
      replica.apply(event)
      #expect(replica.items.compactMap { Int($0.title) }.reduce(0, +) == 40_000)
    }
    print("\(events.count) events for 6,000 transactions, \(events.count { $0.changes == nil }) of them whole answers")
    #expect(events.allSatisfy { $0.failure == nil })
  }

  @Test func aLargeTransactionIsOneEvent() async throws {
    let table = try await TestTable(holding: notes([20_000]))
    let recorder = table.observe()
    try await recorder.wait(forCount: 1)
    try await table.run("INSERT INTO $T SELECT id, 'a', '0' FROM generate_series(1, 2000) id")
    try await recorder.wait(toHold: notes(1...2_000) + notes([20_000]))
    #expect(recorder.elements.count == 2)
  }

  @Test func textOfAnyKindComesBackAsItIs() async throws {
    let table = try await TestTable()
    let texts = ["", "'\"\\{}$1;--", "é\u{301} 🇨🇭\u{202E}", "a\u{1}\n\t\r\n", String(repeating: "x", count: 100_000)]
    let notes = texts.enumerated().map { Note(id: $0.offset, folder: $0.element, title: $0.element) }
    let recorder = table.observe()
    try await table.store.commit(StoreBatch(notes.map { .insert($0) }))
    try await recorder.wait(toHold: notes)
    for note in notes { #expect(try await table.store.fetch(NoteRequest(folder: note.folder)).items == [note]) }
    await #expect { try await table.store.commit([.insert(Note(id: 9, folder: "", title: "\0"))]) } throws: {
      ($0 as? StoreError)?.kind == .refused
    }
    await #expect { try await table.store.fetch(NoteRequest(folder: "\0")) } throws: {
      ($0 as? StoreError)?.kind == .refused
    }
  }

  @Test func observersShareOneConnectionAndLeaveNone() async throws {
    let table = try await TestTable(holding: notes([1]))
    #expect(try await table.connectionCount() == 0)
    let recorders = (0..<5).map { _ in table.observe() }
    for recorder in recorders { try await recorder.wait(toHold: notes([1])) }
    #expect(try await table.connectionCount() == 1)
    #expect(table.gate.askedCount == 1)
    for recorder in recorders { recorder.cancel() }
    for recorder in recorders { try await recorder.waitForEnd() }
    // The server tells nobody that a process has gone.
    while try await table.connectionCount() > 0 { await Task.yield() }
    // Who comes again finds another connection.
    let late = table.observe()
    try await late.wait(toHold: notes([1]))
    #expect(table.gate.askedCount == 2)
  }
}
