import ConformanceKit
import LiveResults
import SectionDiff
import StoreInterface
import Testing

@testable import PostgresAdapter

@Suite("Live results over PostgreSQL")
struct ResultsControllerTests {
  @Test func sectionsFollowTheTable() async throws {
    let table = try await TestTable()
    try await table.run("INSERT INTO $T VALUES (1, 'work', 'b'), (2, 'home', 'c'), (3, 'work', 'a')")
    // sample: postgres-controller
    let notes = ResultsController(
      store: table.store, request: NoteRequest(),
      arrangement: ResultsArrangement(sections: .by(\.folder), sort: [.ascending(\.title)]))
    await notes.load()
    // end sample
    let recorder = UpdateRecorder(notes.updates())
    func wait(for expected: [String]) async throws {
      try await recorder.wait { $0.last.map { Self.text(of: $0.after) } == expected }
    }
    try await wait(for: ["home: c", "work: a b"])
    try await table.run("INSERT INTO $T VALUES (0, 'garden', 'z'), (9, 'work', 'aa')")
    try await wait(for: ["garden: z", "home: c", "work: a aa b"])
    try await table.run("UPDATE $T SET folder = 'home' WHERE title = 'aa'")
    try await wait(for: ["garden: z", "home: aa c", "work: a b"])
    try await table.run("UPDATE $T SET title = 'x' WHERE id = 3")
    try await wait(for: ["garden: z", "home: aa c", "work: b x"])
    #expect(try await table.killConnections() == 1)
    try await table.run("DELETE FROM $T WHERE folder = 'home'")
    try await wait(for: ["garden: z", "work: b x"])
    #expect(recorder.violations.isEmpty)
    #expect(notes.state.isLoaded)
  }

  private static func text(of results: Snapshot<String, Note, NoHeader>) -> [String] {
    results.sections.map { section in "\(section.key): " + section.items.map(\.title).joined(separator: " ") }
  }
}
