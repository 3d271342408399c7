import LiveResults
import MemoryAdapter
import SectionDiff
import Testing

/// What an app does whose declarations belong to the main actor by default, as those of this module do.
struct MainActorTests {
  @Test func aScreenShowsAddsAndSearches() async throws {
    let screen = NotesScreen(MemoryStore([Note(id: 1, text: "milk", folder: "Home")]))
    let running = Task { await screen.run() }
    try await shows(screen, [[1]])
    try screen.add(Note(id: 2, text: "bread", folder: "Home"))
    try await shows(screen, [[2, 1]])
    await screen.search("milk")
    try await shows(screen, [[1]])
    running.cancel()
    await running.value
  }

  /// A record whose conformances hold on the main actor only.
  struct Isolated: Identifiable, Equatable {
    let id: Int
    var text: String
  }

  @Test func recordsOfTheMainActorCanBeCompared() throws {
    let old = [Isolated(id: 1, text: "a"), Isolated(id: 2, text: "b")]
    let new = [Isolated(id: 2, text: "c"), Isolated(id: 1, text: "a")]
    let changes = try Differ().changeset(from: old, to: new)
    #expect(changes.counts == ChangeCounts(moves: 1, updates: 1))
    #expect(try Snapshot(old).applying(changes) == Snapshot(new))
  }

  private func shows(_ screen: NotesScreen, _ rows: [[Int]]) async throws {
    for _ in 0..<1_000_000 {
      if screen.notes.snapshot.sections.map({ $0.items.map(\.id) }) == rows { return }
      await Task.yield()
    }
    Issue.record("the screen shows \(screen.notes.snapshot), not \(rows)")
  }
}
