import Foundation
import StoreBuilding
import StoreInterface
import Testing

// sample: grdb-sections
import GRDB
import GRDBAdapter
import LiveResults
import SectionDiff

struct Player: Codable, Identifiable, Equatable, FetchableRecord, PersistableRecord {
  var id: Int
  var team: String
  var name: String
  var score: Int

  enum Columns {
    static let id = Column(CodingKeys.id)
    static let team = Column(CodingKeys.team)
    static let score = Column(CodingKeys.score)
  }
}

func showTeams(in dbPool: DatabasePool) async throws {
  let store = GRDBStore<Player>(dbPool)
  let players = ResultsController(
    store: store, request: DatabaseRequest(Player.order { [$0.score.desc, $0.id] }),
    arrangement: ResultsArrangement(sections: .by(\.team)))
  await players.load()
  var updates = players.updates().makeAsyncIterator()
  if let update = await updates.next() {
    for section in update.after.sections { print(section.key, section.items.map(\.name)) }
  }
  try await dbPool.write { db in  // as any code of the app does
    try Player(id: 4, team: "Green", name: "Eve", score: 3).insert(db)
    _ = try Player.filter { $0.id == 1 }.updateAll(db) { $0.team.set(to: "Blue") }
  }
  if let update = await updates.next() {
    for change in update.changeset.identity.changes { print(change) }
  }
}
// end sample

func writeDrafts(to store: GRDBStore<Player>) async throws -> [String] {
  // sample: grdb-write
  let request = DatabaseRequest(
    Player.filter { $0.team == "Blue" }.order { [$0.score.desc, $0.id] },
    where: { $0.team == "Blue" }, sortedBy: [.descending(\.score), .ascending(\.id)], limit: 10)
  let drafts = DraftStore(store)
  drafts.update(Player(id: 1, team: "Blue", name: "Ada", score: 12))  // on show in `drafts`, and not yet written
  let shown = try await drafts.fetch(request).items.map(\.name)
  try await drafts.commit()  // one transaction, one event
  // end sample
  return shown
}

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
