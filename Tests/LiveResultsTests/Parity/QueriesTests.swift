import ConformanceKit
import LiveResults
import MemoryAdapter
import SectionDiff
import StoreInterface
import StoreTestSupport
import Testing

/// A store as a plug-in point: a query is run, several at once, and stopped.
@Suite struct SeveralQueriesTests {
  @Test func severalQueriesAreLiveAtOnceAndEachIsStoppedByItself() async throws {
    let store = MemoryStore.four
    func results(_ request: RecordRequest<Person>) async throws -> RecordedResults<
      MemoryStore<Person>, Unsectioned, Person, NoHeader
    > {
      try await RecordedResults(
        ResultsController(store: store, request: request, arrangement: ResultsArrangement(sort: [.ascending(\.id)])))
    }
    let london = try await results(RecordRequest { $0.city == "London" })
    let zurich = try await results(RecordRequest { $0.city == "Zurich" })
    let all = try await results(.all)
    #expect([london.rows, zurich.rows, all.rows] == [[[1, 3]], [[2, 4]], [[1, 2, 3, 4]]])
    #expect(store.observationCount == 3)
    let moved = Person(1, "Max", "Zurich", age: 30)
    let update = try await london.next { try store.edit { try $0.update(moved) } }
    #expect(update.changeset.counts == ChangeCounts(deletes: 1))
    try await zurich.recorder.wait(forCount: 2)
    try await all.recorder.wait(forCount: 2)
    #expect(zurich.rows == [[1, 2, 4]])
    await london.controller.stop()
    #expect(await eventually { store.observationCount == 2 })
    try await zurich.next { store.edit { $0.remove(2) } }
    try await all.recorder.wait(forCount: 3)
    #expect([london.rows, zurich.rows, all.rows] == [[[3]], [[1, 4]], [[1, 3, 4]]])
    #expect(london.violations + zurich.violations + all.violations == [])
  }
}

/// A request is of any type, with a limit if it likes.
@Suite struct RequestTypesTests {
  private struct Search: Sendable {
    var text: String
    var limit: Int
  }

  private struct Index: DataStore {
    typealias Item = Person
    let people: [Person]

    func events(for search: Search) -> StoreEvents<Person> {
      StoreEvents(just: .replace(.items(Array(people.filter { $0.name.contains(search.text) }.prefix(search.limit)))))
    }
  }

  @Test func aRequestOfItsOwnIsChangedLive() async throws {
    let people = ["Anna", "Hannah", "Joanna", "Bob"].enumerated().map { Person($0.offset, $0.element) }
    let recorded = try await RecordedResults(
      ResultsController(
        store: Index(people: people), request: Search(text: "nn", limit: 2), arrangement: ResultsArrangement()))
    #expect(recorded.rows == [[0, 1]])
    let more = try await recorded.next { await recorded.controller.setRequest(Search(text: "nn", limit: 9)) }
    #expect(more.changeset.counts == ChangeCounts(inserts: 1))
    let other = try await recorded.next { await recorded.controller.setRequest(Search(text: "o", limit: 9)) }
    #expect(other.changeset.counts == ChangeCounts(deletes: 2, inserts: 1))
    #expect(recorded.rows == [[2, 3]])
    #expect(recorded.violations == [])
  }

  @Test func theLimitOfAMemoryRequestIsRefilled() async throws {
    let store = MemoryStore.four
    let recorded = try await RecordedResults(
      ResultsController(
        store: store, request: RecordRequest(sortedBy: [.ascending(\.age)], limit: 2),
        arrangement: ResultsArrangement()))
    #expect(recorded.rows == [[4, 2]])
    try await recorded.next { store.edit { $0.remove(4) } }
    #expect(recorded.rows == [[2, 1]])
    #expect(recorded.violations == [])
  }
}

/// A store says inserts, updates and deletes; queries that run once, and queries that run on.
@Suite struct OngoingQueriesTests {
  @Test func aLongRunningQueryReceivesEveryKindOfChange() async throws {
    let store = ScriptedStore<Person, String>()
    let controller = ResultsController(store: store, request: "all", arrangement: ResultsArrangement())
    let recorder = UpdateRecorder(controller.updates())
    try await recorder.wait(forCount: 1)
    async let state = controller.load()
    await store.waitForRequests(1)
    store.say(.people(Person(1, "Ada"), Person(2, "Bob")))
    _ = await state
    try await recorder.wait(forCount: 2)
    let steps: [(StoreChange<Person>, [Int], ChangeCounts)] = [
      (.insert(Person(3, "Cy")), [1, 2, 3], ChangeCounts(inserts: 1)),
      (.insert(Person(4, "Dee"), at: .before(1)), [4, 1, 2, 3], ChangeCounts(inserts: 1)),
      (.update(Person(1, "Ann")), [4, 1, 2, 3], ChangeCounts(updates: 1)),
      (.move(4, to: .end), [1, 2, 3, 4], ChangeCounts(moves: 1)),
      (.delete(2), [1, 3, 4], ChangeCounts(deletes: 1)),
    ]
    for (number, step) in steps.enumerated() {
      store.say(.changes([step.0]))
      let update = try await recorder.wait(forCount: number + 3)[number + 2]
      #expect(update.after.idRows == [step.1])
      #expect(update.changeset.counts == step.2)
    }
    #expect(recorder.violations == [])
  }

  @Test func aQueryThatRunsOnceKeepsItsResultsAndStaysLoaded() async throws {
    let store = ScriptedStore<Person, String>()
    let controller = ResultsController(store: store, request: "all", arrangement: ResultsArrangement())
    async let state = controller.load()
    await store.waitForRequests(1)
    store.say(.people(Person(1, "Ada")))
    store.finish()
    #expect(await state.isLoaded)
    await store.waitForTerminations(1)
    let recorded = UpdateRecorder(controller.updates())
    try await recorded.wait(forCount: 1)
    await controller.setFilter(in: "none") { _ in false }
    #expect(try await recorded.wait(forCount: 2)[1].after.idRows == [[]])
    #expect(controller.state.isLoaded)
    #expect(await controller.matchCount == 0)
    #expect(await controller.record(1)?.name == "Ada")
    #expect(recorded.violations == [])
  }
}
