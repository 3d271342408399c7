import Foundation
import GRDB
import GRDBAdapter
import StoreBuilding
import StoreInterface
import Testing

/// That the page shows these samples is tested with all other pages, by `SampleBookTests` of the main package.
@Suite("Samples of the page With GRDB")
struct GRDBSampleTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "grdb-samples-\(UUID())")

  /// The players of a file of its own, while the closure runs.
  private func withPlayers(_ body: (DatabasePool) async throws -> Void) async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let dbPool = try DatabasePool(path: folder.appending(path: "players.sqlite").path)
    try await dbPool.write { db in
      try db.create(table: "player") { table in
        table.primaryKey("id", .integer)
        table.column("team", .text).notNull()
        table.column("name", .text).notNull()
        table.column("score", .integer).notNull()
      }
      try Player(id: 1, team: "Red", name: "Ada", score: 8).insert(db)
      try Player(id: 2, team: "Red", name: "Bob", score: 9).insert(db)
      try Player(id: 3, team: "Blue", name: "Kim", score: 5).insert(db)
    }
    try await body(dbPool)
  }

  private func expect(_ transcript: Transcript, shows name: String) throws {
    let (text, shown) = (transcript.text, try Transcript.shown(name))
    #expect(text == shown)
  }

  @Test func sectionsOfTeams() async throws {
    let transcript = Transcript()
    try await withPlayers { dbPool in
      try await Transcript.$current.withValue(transcript) { try await showTeams(in: dbPool) }
    }
    try expect(transcript, shows: "grdb-sections")
  }

  @Test func writing() async throws {
    try await withPlayers { dbPool in
      let store = GRDBStore<Player>(dbPool)
      let written = try await writeDrafts(to: store)
      #expect(written == ["Ada", "Kim"])
      let team = try await dbPool.read { db in try Player.fetchOne(db, id: 1)?.team }
      #expect(team == "Blue")
    }
  }
}
