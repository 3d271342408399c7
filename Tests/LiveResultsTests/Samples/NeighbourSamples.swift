import LiveResults
import MemoryAdapter
import SampleSupport
import SectionDiff
import Testing

private struct Player: Identifiable, Equatable, Sendable {
  let id: Int
  var name: String
  var team: String
  var score: Int
}

/// The samples of "Comparison with …": what a reader writes after a migration.
@Suite struct NeighbourSamples {
  @Test func fetchedResultsController() async throws {
    let print = Transcript()
    // sample: from-frc
    struct Event: Identifiable, Equatable, Sendable {
      let id: Int
      var day: String
      var title: String
    }

    let store = MemoryStore([
      Event(id: 1, day: "Monday", title: "Swimming"), Event(id: 2, day: "Monday", title: "Chess"),
      Event(id: 3, day: "Friday", title: "Swimming lesson"),
    ])
    let events = ResultsController(
      store: store, request: .all,
      arrangement: ResultsArrangement(
        sections: .by(\.day, order: .arrival), sort: [.ascending(\.title)]))
    await events.setFilter(in: "search") { $0.title.contains("Swim") }
    await events.load()

    var updates = events.updates().makeAsyncIterator()
    if let first = await updates.next() { print(first.after.ids) }
    await events.setFilter(nil, in: "search")
    if let update = await updates.next() {
      for change in update.changeset.identity.changes { print(change) }
    }
    // end sample
    try expect(print, shows: "from-frc")
  }

  @Test func observation() async throws {
    let print = Transcript()
    let (observedPlayers, rows) = AsyncThrowingStream<[Player], any Error>.makeStream()
    rows.yield([
      Player(id: 1, name: "Ada", team: "Red", score: 10), Player(id: 2, name: "Max", team: "Blue", score: 7),
    ])
    rows.yield([
      Player(id: 1, name: "Ada", team: "Red", score: 10), Player(id: 3, name: "Kim", team: "Red", score: 12),
    ])
    rows.finish()
    // sample: from-grdb
    let store = MemoryStore<Player>()
    let players = ResultsController(
      store: store, request: .all,
      arrangement: ResultsArrangement(sections: .by(\.team), sort: [.descending(\.score)]))
    await players.load()

    for try await rows in observedPlayers {
      try store.edit { edits in try edits.replaceAll(with: rows) }
    }
    // end sample
    await store.settled()
    for section in players.snapshot.sections { print(section.key, section.items.map(\.name)) }
    #expect(print.text == "Red [\"Kim\", \"Ada\"]\n")
  }
}
