import ConformanceKit
import StoreInterface
import Testing

@testable import PostgresAdapter

@Suite("A store over PostgreSQL writes batches as a whole")
struct PostgresStoreCommitTests {
  private func note(_ id: Int, _ title: String) -> Note { Note(id: id, folder: "a", title: title) }

  /// Two programs insert the same note at once: one inserts it, and the other one knows that it updates it.
  @Test func outcomesAreRightWhereTwoWriteTheSame() async throws {
    let table = try await TestTable()
    let other = table.anotherStore()
    for round in 0..<100 {
      async let first = table.store.commit([.insert(note(round, "first"))])
      async let second = other.commit([.insert(note(round, "second"))])
      let (a, b) = try await (first, second)
      let (earlier, later) = a.inserted.isEmpty ? (b, a) : (a, b)
      #expect(earlier.inserted.count == 1 && earlier.updated.isEmpty)
      #expect(later.inserted.isEmpty && later.updated.map(\.from) == earlier.inserted)
      let last = try await table.store.fetch(NoteRequest()).items.last
      #expect(last == later.updated.first?.to)
    }
  }

  /// Batches that name the same notes in opposite orders do not stand in each other's way for good.
  @Test func batchesInOppositeOrdersAllSucceed() async throws {
    let table = try await TestTable(holding: (0..<10).map { note($0, "0") })
    let other = table.anotherStore()
    for round in 1...50 {
      let changes = (0..<10).map { StoreChange.update(note($0, "\(round)")) }
      async let first = table.store.commit(StoreBatch(changes))
      async let second = other.commit(StoreBatch(changes.reversed()))
      let updates = try await (first.updated.count, second.updated.count)
      #expect(updates == (10, 0) || updates == (0, 10))
    }
  }

  @Test func whatTheTableRefusesIsRefusedAsAWhole() async throws {
    let table = try await TestTable(holding: [note(1, "old")])
    try await table.run("ALTER TABLE $T ADD CHECK (title <> 'bad')")
    let refused: StoreBatch<Note> = [.delete(1), .insert(note(2, "good")), .insert(note(3, "bad"))]
    await #expect { try await table.store.commit(refused) } throws: { ($0 as? StoreError)?.kind == .refused }
    #expect(try await table.store.fetch(NoteRequest()).items == [note(1, "old")])
  }

  @Test func strictBatchesLookAtTheNeighboursOfPlacements() async throws {
    let table = try await TestTable(holding: [note(1, "old")])
    let beside = StoreBatch([.insert(note(2, "new"), at: .after(1)), .move(2, to: .before(1))], isStrict: true)
    #expect(try await table.store.commit(beside).moved == [])
    await #expect {
      try await table.store.commit(StoreBatch([.insert(note(3, "new"), at: .after(7))], isStrict: true))
    } throws: {
      ($0 as? StoreError)?.kind == .invalidBatch
    }
  }

  @Test func missingRightsAreSaid() async throws {
    let table = try await TestTable(options: "-c role=pg_monitor")
    await #expect { try await table.store.commit([.insert(note(1, "new"))]) } throws: {
      ($0 as? StoreError)?.kind == .notPermitted
    }
  }

  @Test func aCancelledTaskWritesNothing() async throws {
    let table = try await TestTable()
    let task = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      try await table.store.commit([.insert(note(1, "new"))])
    }
    await #expect { try await task.value } throws: { ($0 as? StoreError)?.kind == .cancelled }
    #expect(try await table.store.fetch(NoteRequest()).items == [])
  }

  /// The process dies in the COMMIT, before it is done.
  @Test func aCommitThatDiedIsNotTakenForDone() async throws {
    let table = try await TestTable()
    try await table.run(
      """
      CREATE OR REPLACE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER die AFTER INSERT ON $T DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION die()
      """)
    await #expect { try await table.store.commit([.insert(note(1, "new"))]) } throws: {
      ($0 as? StoreError)?.kind == .unavailable
    }
    #expect(try await table.store.fetch(NoteRequest()).items == [])
    // The connection was replaced.
    try await table.run("DROP TRIGGER die ON $T")
    #expect(try await table.store.commit([.insert(note(1, "new"))]).inserted == [note(1, "new")])
  }

  /// The process dies in the COMMIT, when the transaction is done and the answer not yet sent.
  @Test func aCommitWhoseAnswerIsLostIsTakenForDone() async throws {
    // It waits for a standby that there is not.
    let table = try await TestTable(options: "-c synchronous_commit=on")
    async let commit = table.store.commit([.insert(note(1, "new"))])
    while try await table.killConnections(that: "wait_event = 'SyncRep'") == 0 { await Task.yield() }
    #expect(try await commit.inserted == [note(1, "new")])
    #expect(try await table.store.fetch(NoteRequest()).items == [note(1, "new")])
  }
}
