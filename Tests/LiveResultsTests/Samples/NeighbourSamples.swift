import LiveResults
import MemoryAdapter
import SampleSupport
import SectionDiff
import StoreBuilding
import StoreInterface
import Testing

private struct Player: Identifiable, Equatable, Sendable {
  let id: Int
  var name: String
  var team: String
  var score: Int
}

/// The samples of "Comparison with …" and "Migrating": what a reader writes after a migration.
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

  @Test func genericResultsController() async throws {
    let print = Transcript()
    // sample: from-generic
    struct Event: Identifiable, Equatable, Sendable {
      let id: Int
      var day: String
    }

    struct EventStore: DataStore {
      typealias Item = Event
      let records = ObservedRecords<Event>()
      func events(for request: RecordRequest<Event>) -> StoreEvents<Event> { records.events(for: request) }
    }

    let store = EventStore()
    let events = ResultsController(
      store: store, request: .all,
      arrangement: ResultsArrangement(sections: .by(\.day, order: .arrival)))
    store.records.replace(with: [Event(id: 1, day: "Monday")])
    await events.load()
    var updates = events.updates().makeAsyncIterator()
    if let first = await updates.next() { print(first.after.ids) }

    try store.records.apply([.insert(Event(id: 2, day: "Friday"))])
    if let update = await updates.next() {
      for change in update.changeset.identity.changes { print(change) }
    }
    // end sample
    try expect(print, shows: "from-generic")
  }

  @Test func filterableResultsController() async throws {
    let print = Transcript()
    // sample: from-filterable
    struct Instance: Identifiable, Equatable, Sendable {
      let id: String
      var size: String
    }

    let store = MemoryStore([Instance(id: "a", size: "micro"), Instance(id: "b", size: "large")])
    let instances = ResultsController(store: store, request: .all, arrangement: ResultsArrangement())
    await instances.setFilter(in: "size", title: "Micro") { $0.size == "micro" }
    await instances.load()
    var updates = instances.updates().makeAsyncIterator()
    if let first = await updates.next() { print(first.after.ids) }

    try store.edit { edits in
      try edits.merge([Instance(id: "b", size: "micro"), Instance(id: "c", size: "micro")])
    }
    if let update = await updates.next() {
      for change in update.changeset.identity.changes { print(change) }
    }
    // end sample
    try expect(print, shows: "from-filterable")
  }

  @Test func realmResultsController() async throws {
    let print = Transcript()
    // sample: from-realm
    struct TaskModel: Identifiable, Equatable, Sendable {
      let id: Int
      var project: String
      var name: String
    }
    struct TaskRow: Identifiable, Equatable, Sendable {
      let id: Int
      var title: String
    }

    let store = MemoryStore([TaskModel(id: 1, project: "Home", name: "Sweep")])
    let tasks = ResultsController(
      store: store, request: .all,
      arrangement: ResultsArrangement(
        sections: .by(\.project), sort: [.ascending(\.name)],
        show: { TaskRow(id: $0.id, title: $0.name.uppercased()) }))
    await tasks.setFilter(in: "real") { $0.id != 0 }
    await tasks.load()
    var updates = tasks.updates().makeAsyncIterator()
    if let first = await updates.next() { print(first.after.sections[0].items.map(\.title)) }

    try store.edit { edits in try edits.insert(TaskModel(id: 2, project: "Home", name: "Cook")) }
    if let update = await updates.next() { print(update.after.sections[0].items.map(\.title)) }
    // end sample
    try expect(print, shows: "from-realm")
  }
}
