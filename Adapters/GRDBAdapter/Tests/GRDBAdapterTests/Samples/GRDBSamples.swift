import StoreBuilding
import StoreInterface

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
