import ConformanceKit
import StoreInterface
import Testing

@testable import PostgresAdapter

@Suite("A store over PostgreSQL outlives its connections")
struct PostgresStoreConnectionTests {
  private func note(_ id: Int, _ title: String) -> Note { Note(id: id, folder: "a", title: title) }

  /// The process that listens is killed, the table changes while nobody listens, and the results are right again.
  @Test func aKilledProcessIsAFailureAndThenTheWholeAnswer() async throws {
    let clock = ManualClock()
    let table = try await TestTable(holding: [note(1, "old"), note(2, "old")], clock: clock)
    let recorders = [table.observe(), table.observe()]
    for recorder in recorders { try await recorder.wait(toHold: [note(1, "old"), note(2, "old")]) }
    for round in 1...3 {
      #expect(try await table.killConnections() == 1)
      for recorder in recorders {
        let events = try await recorder.wait { $0.last?.failure != nil }
        #expect(events.last?.failure?.kind == .unavailable)
        // What was there stays.
        #expect(StoreReplica(after: events).items.count == 1 + round)
      }
      try await clock.waitForSleepers()
      try await table.run("INSERT INTO $T VALUES (\(2 + round), 'a', 'new')")
      try await table.run("UPDATE $T SET title = '\(round)' WHERE id = 1")
      clock.advanceToNextDeadline()
      let expected = [note(1, "\(round)"), note(2, "old")] + (1...round).map { note(2 + $0, "new") }
      for recorder in recorders { try await recorder.wait(toHold: expected) }
    }
    // What comes after that comes as changes again.
    try await table.run("DELETE FROM $T WHERE id > 1")
    for recorder in recorders {
      try await recorder.wait(toHold: [note(1, "3")])
      #expect(recorder.elements.last?.changes?.count == 4)
    }
  }

  @Test func pausesGrowAndAreBounded() async throws {
    let clock = ManualClock()
    let table = try await TestTable(holding: [note(1, "old")], clock: clock)
    table.gate.refuse(12)
    let recorder = table.observe()
    var bound = Duration.milliseconds(100)
    for _ in 0..<12 {
      try await clock.waitForSleepers()
      let pause = try #require(clock.nextDeadline).offset - clock.now.offset
      #expect(pause >= bound / 2 && pause <= bound)
      bound = min(bound * 2, .seconds(30))
      clock.advanceToNextDeadline()
    }
    try await recorder.wait(toHold: [note(1, "old")])
    // The same failure is one event.
    #expect(recorder.elements.count { $0.failure != nil } == 1)
    #expect(table.gate.askedCount == 13)
    // After an answer, pauses are short again.
    _ = try await table.killConnections()
    try await clock.waitForSleepers()
    #expect(try #require(clock.nextDeadline).offset - clock.now.offset <= .milliseconds(100))
  }

  @Test func whoComesWhileThereIsNoServerLearnsWhy() async throws {
    let clock = ManualClock()
    let table = try await TestTable(holding: [note(1, "old")], clock: clock)
    table.gate.refuse(1)
    let early = table.observe()
    try await clock.waitForSleepers()
    let late = table.observe()
    #expect(try await late.wait(forCount: 1).first?.failure?.message == "the gate is shut")
    // Writing is another connection's matter, and does not wait for the one that listens.
    try await table.store.commit([.insert(note(2, "new"))])
    clock.advanceToNextDeadline()
    for recorder in [early, late] { try await recorder.wait(toHold: [note(1, "old"), note(2, "new")]) }
  }

  /// An observer that stops while the store waits to connect again does not wait with it.
  @Test func stoppingEndsThePause() async throws {
    let clock = ManualClock()
    let table = try await TestTable(clock: clock)
    table.gate.refuse(1)
    let recorder = table.observe()
    try await clock.waitForSleepers()
    recorder.cancel()
    try await recorder.waitForEnd()
    while clock.sleeperCount > 0 { await Task.yield() }
    #expect(table.store.observerCount == 0)
  }

  @Test func aFetchReplacesAConnectionThatDied() async throws {
    let table = try await TestTable(holding: [note(1, "old")])
    for _ in 0..<5 {
      #expect(try await table.store.fetch(NoteRequest()).items == [note(1, "old")])
      #expect(try await table.killConnections() == 1)
    }
  }
}
