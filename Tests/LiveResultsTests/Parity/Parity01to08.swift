import ConformanceKit
import LiveResults
import MemoryAdapter
import SectionDiff
import StoreBuilding
import StoreInterface
import StoreTestSupport
import Testing

/// A controller generic over result and request, over any store.
@Suite struct Parity01 {
  /// A store of its own, with a request of its own.
  private struct Roster: DataStore {
    typealias Item = Person
    let people: [Person]

    func events(for ages: ClosedRange<Int>) -> StoreEvents<Person> {
      StoreEvents(just: .replace(.items(people.filter { ages.contains($0.age) })))
    }
  }

  private struct Multiples: DataStore {
    typealias Item = Keyed<Int, Int>

    func events(for factor: Int) -> StoreEvents<Keyed<Int, Int>> {
      StoreEvents(just: .replace(.items((1...3).map { Keyed($0 * factor) })))
    }
  }

  private func names<Store: DataStore<Person, Request>, Request>(_ store: Store, _ request: Request) async -> [String] {
    let controller = ResultsController(
      store: store, request: request, arrangement: ResultsArrangement(sort: [.ascending(\.name)]))
    await controller.load()
    return controller.snapshot.sections.flatMap { $0.items.map(\.name) }
  }

  @Test func everyStoreAndRequestServes() async {
    let memory = MemoryStore<Person>.four
    #expect(await names(memory, .all) == ["Ada", "Bea", "Kim", "Max"])
    #expect(await names(memory, RecordRequest(where: { $0.age > 25 })) == ["Ada", "Max"])
    #expect(await names(Roster(people: memory.contents.items), 15...35) == ["Bea", "Max"])
    #expect(await names(AnyDataStore(memory), .all) == ["Ada", "Bea", "Kim", "Max"])
    #expect(await names(DraftStore(memory), .all) == ["Ada", "Bea", "Kim", "Max"])
  }

  @Test func everyItemServes() async {
    let controller = ResultsController(
      store: Multiples(), request: 7, arrangement: ResultsArrangement(sort: [.descending(\.value)]))
    #expect(await controller.load().isLoaded)
    #expect(controller.snapshot.idRows == [[21, 14, 7]])
  }
}

/// A fetch is async; a newer one stops the older.
@Suite struct Parity02 {
  private let store = ScriptedStore<Person, String>()
  private var controller: ResultsController<ScriptedStore<Person, String>, Unsectioned, Person, NoHeader> {
    ResultsController(store: store, request: "first", arrangement: ResultsArrangement())
  }

  @Test func aNewerFetchStopsTheOlderAndDropsItsLateAnswer() async throws {
    let controller = self.controller
    let recorder = UpdateRecorder(controller.updates())
    try await recorder.wait(forCount: 1)
    async let first = controller.load()
    await store.waitForRequests(1)
    async let second = controller.setRequest("second")
    await store.waitForRequests(2)
    #expect(await first.isLoading)
    store.say(.people(Person(9, "Late")), to: 0)
    store.say(.people(Person(1, "Ada")), to: 1)
    #expect(await second.isLoaded)
    await store.waitForTerminations(1)
    try await recorder.wait(forCount: 2)
    #expect(controller.snapshot.idRows == [[1]])
    #expect(store.requests == ["first", "second"])
    #expect(await controller.request == "second")
    #expect(recorder.violations == [])
  }

  @Test func whoWaitsForAFetchCanBeCancelledAndTheFetchGoesOn() async throws {
    let controller = self.controller
    let recorder = UpdateRecorder(controller.updates())
    try await recorder.wait(forCount: 1)
    let fetch = Task { await controller.load() }
    await store.waitForRequests(1)
    fetch.cancel()
    #expect(await fetch.value.isLoading)
    store.say(.people(Person(1, "Ada")))
    try await recorder.wait(forCount: 2)
    #expect(controller.state.isLoaded)
    #expect(recorder.violations == [])
  }

  @Test func stoppingEndsTheFetch() async {
    let controller = self.controller
    async let first = controller.load()
    await store.waitForRequests(1)
    await controller.stop()
    _ = await first
    await store.waitForTerminations(1)
    #expect(controller.state.description == "idle")
  }
}

/// Fetched objects, sections, and the count of each.
@Suite struct Parity03 {
  @Test func theSnapshotHoldsThemAll() async throws {
    let heard = try await Heard(
      ResultsController(
        store: MemoryStore.four, request: .all,
        arrangement: ResultsArrangement(sections: .by(\.city), sort: [.ascending(\.name)])))
    let results = heard.controller.snapshot
    #expect(results.itemCount == 4)
    #expect(results.sectionCount == 2)
    #expect(results.sections.map(\.key) == ["London", "Zurich"])
    #expect(results.sections.map(\.items.count) == [2, 2])
    #expect(results.itemCount(inSection: 1) == 2)
    #expect(results.sectionIndex(of: "Zurich") == 1)
    #expect(results.sections.flatMap { $0.items.map(\.name) } == ["Ada", "Max", "Bea", "Kim"])
    #expect(heard.recorder.latest == results)
    #expect(heard.violations == [])
  }
}

/// An object at a path, the path of an object and of a key.
@Suite struct Parity04 {
  @Test func byPathByItemAndByKeyThrowingAndOptional() async throws {
    let controller = ResultsController(
      store: MemoryStore.four, request: .all,
      arrangement: ResultsArrangement(sections: .by(\.city), sort: [.ascending(\.name)]))
    await controller.load()
    #expect(try await controller.object(at: ItemPath(1, 0)).name == "Bea")
    #expect(await controller.path(of: 1) == ItemPath(0, 1))
    #expect(await controller.path(of: Person(4, "other content")) == ItemPath(1, 1))
    #expect(await controller.path(of: 99) == nil)
    #expect(await controller.shownItem(3)?.name == "Ada")
    #expect(await controller.shownItem(99) == nil)
    #expect(controller.snapshot.item(at: ItemPath(0, 2)) == nil)
    for path in [ItemPath(0, 2), ItemPath(2, 0), ItemPath(-1, 0), ItemPath(0, -1)] {
      await #expect(throws: NoSuchItem(path: path, sizes: [2, 2])) { try await controller.object(at: path) }
    }
  }

  /// While changes wait, paths are those of the results that were announced.
  @Test func pathsGoWithTheResultsThatAreRead() async throws {
    let store = MemoryStore.four
    let controller = ResultsController(
      store: store, request: .all, arrangement: ResultsArrangement(sort: [.ascending(\.name)]),
      delivery: .throttled(.seconds(1)), clock: ManualClock())
    await controller.load()
    store.edit { $0.remove(3) }
    await store.settled()
    for (key, item) in [(3, 0), (2, 1), (4, 2), (1, 3)] {
      #expect(await controller.path(of: key) == ItemPath(0, item))
      #expect(try await controller.object(at: ItemPath(0, item)).id == key)
    }
    await controller.flush()
    #expect(await controller.path(of: 3) == nil)
    #expect(await controller.path(of: 2) == ItemPath(0, 0))
  }

  @Test func thePathOfAKeyIsFoundInLogarithmicTime() async throws {
    let comparisons = Locked(0)
    let count = 4096
    let byAge = SortRule<Person>(comparing: { a, b in
      comparisons.change { $0 += 1 }
      return a.age < b.age ? .ascending : b.age < a.age ? .descending : .same
    })
    let controller = ResultsController(
      store: MemoryStore((0..<count).map { Person($0, "", age: count - $0) }), request: .all,
      arrangement: ResultsArrangement(sort: [byAge]))
    await controller.load()
    for key in [0, 1, 2047, 4095] {
      comparisons.set(0)
      #expect(await controller.path(of: key) == ItemPath(0, count - 1 - key))
      #expect(comparisons.get() <= 64)
    }
  }
}

/// The state: initial, loading, loaded, failed; the results stay.
@Suite struct Parity05 {
  @Test func theStatesComeInTurnAndKeepTheResults() async throws {
    let store = ScriptedStore<Person, String>()
    let controller = ResultsController(store: store, request: "all", arrangement: ResultsArrangement())
    let states = Recorder(controller.states())
    let texts = { @Sendable (states: [ResultsState<Unsectioned, Person, NoHeader>]) in states.map(\.description) }
    try await states.wait { texts($0) == ["idle"] }
    async let first = controller.load()
    await store.waitForRequests(1)
    try await states.wait { texts($0) == ["idle", "loading"] }
    store.say(.failed(StoreError(.unavailable, "down")))
    #expect(await first.error == StoreError(.unavailable, "down"))
    try await states.wait { texts($0) == ["idle", "loading", "failed: down"] }
    store.say(.people(Person(1, "Ada")))
    try await states.wait { texts($0).last == "loaded" }
    store.say(.failed(StoreError(.malformed, "half a file")))
    let heard = try await states.wait { $0.last?.error != nil && $0.count == 5 }
    guard case .failed(let error, let previous) = try #require(heard.last) else {
      Issue.record("the state is \(heard.last?.description ?? "none")")
      return
    }
    #expect(error.kind == .malformed)
    #expect(previous.idRows == [[1]])
    #expect(controller.snapshot.idRows == [[1]])
    async let second = controller.load()
    await store.waitForRequests(2)
    guard case .loading(let kept) = controller.state else {
      Issue.record("the state is \(controller.state)")
      return
    }
    #expect(kept.idRows == [[1]])
    store.say(.people(Person(2, "Bea")))
    #expect(await second.isLoaded)
    #expect(controller.snapshot.idRows == [[2]])
  }
}

/// The section of an object by a closure, the order of sections by a comparator.
@Suite struct Parity06 {
  private enum Size: Hashable, Sendable { case small, large }

  @Test func keysAreTypedAndTheirOrderIsOfChoice() async throws {
    let heard = try await Heard(
      ResultsController(
        store: MemoryStore.four, request: .all,
        arrangement: ResultsArrangement(
          sections: .by(
            { $0.age < 25 ? Size.small : .large }, order: .by(SortRule(by: { $0 == .small && $1 == .large }))),
          sort: [.ascending(\.age)])))
    #expect(heard.controller.snapshot.sections.map(\.key) == [.small, .large])
    #expect(heard.rows == [[4, 2], [1, 3]])
    let update = try await heard.next {
      await heard.controller.setSections(
        .by({ $0.age < 25 ? Size.small : .large }, order: .by(SortRule(by: { $0 == .large && $1 == .small }))))
    }
    #expect(update.after.sections.map(\.key) == [.large, .small])
    #expect(update.changeset.counts == ChangeCounts(sectionMoves: 1))
    #expect(heard.violations == [])
  }

  @Test func optionalKeysStandFirstAndDeclaredSectionsStayWhenEmpty() async throws {
    let store = MemoryStore.four
    let sections = Sectioning<Person, String?, NoHeader>.by({ $0.age < 15 ? nil : $0.city }, declared: ["Oslo"])
    let heard = try await Heard(
      ResultsController(
        store: store, request: .all,
        arrangement: ResultsArrangement(sections: sections, sort: [.ascending(\.age)])))
    #expect(heard.controller.snapshot.sections.map(\.key) == [nil, "London", "Oslo", "Zurich"])
    #expect(heard.rows == [[4], [1, 3], [], [2]])
    let update = try await heard.next { store.edit { $0.remove(2) } }
    #expect(update.after.sections.map(\.key) == [nil, "London", "Oslo"])
    #expect(heard.violations == [])
  }

  @Test func withoutAKeyThereIsOneSection() async throws {
    let heard = try await Heard(
      ResultsController(store: MemoryStore<Person>(), request: .all, arrangement: ResultsArrangement()))
    #expect(heard.controller.snapshot.sections.map(\.key) == [Unsectioned()])
    #expect(heard.rows == [[]])
    #expect(heard.violations == [])
  }
}

/// Any section key goes with any sort; a store that sorts by itself can be held to it.
@Suite struct Parity07 {
  private func controller(
    _ people: [Person], isSorted: Bool, sections: Sectioning<Person, String, NoHeader> = .by(\.city)
  ) -> ResultsController<MemoryStore<Person>, String, Person, NoHeader> {
    var arrangement = ResultsArrangement(sections: sections, sort: [.ascending(\.name)])
    arrangement.expectsSortedStore = isSorted
    return ResultsController(store: MemoryStore(people), request: .all, arrangement: arrangement)
  }

  @Test func noRuleIsNeeded() async throws {
    let heard = try await Heard(controller(MemoryStore.four.contents.items, isSorted: false))
    #expect(heard.controller.state.isLoaded)
    #expect(heard.rows == [[3, 1], [2, 4]])
    #expect(heard.violations == [])
  }

  @Test func anAnswerInOrderPasses() async throws {
    let people = [
      Person(1, "Ada", "Bern"), Person(2, "Ada", "Bern"), Person(3, "Max", "Bern"), Person(4, "Ada", "Rome"),
    ]
    let heard = try await Heard(controller(people, isSorted: true))
    #expect(heard.controller.state.isLoaded)
    #expect(heard.rows == [[1, 2, 3], [4]])
    #expect(heard.violations == [])
  }

  @Test func anAnswerOutOfOrderFailsAndNamesTheFirstRecordOutOfOrder() async {
    for (people, key, part) in [
      ([Person(1, "Max", "Bern"), Person(2, "Ada", "Bern"), Person(3, "Aby", "Bern")], 2, "the sort"),
      ([Person(1, "Ada", "Rome"), Person(2, "Bob", "Bern")], 2, "the section Bern comes before Rome"),
      ([Person(1, "Ada", "Bern"), Person(2, "Bob", "Rome"), Person(3, "Cy", "Bern")], 3, "exists already"),
    ] {
      let controller = self.controller(people, isSorted: true)
      let error = await controller.load().error
      #expect(error?.kind == .malformed)
      #expect(error?.location == "key \(key)")
      #expect(error?.message.contains(part) == true)
      #expect(controller.snapshot.itemCount == 0)
    }
  }

  @Test func sectionsInTheOrderOfArrivalNeedOnlyStandTogether() async {
    let people = [Person(1, "Ada", "Rome"), Person(2, "Bob", "Bern")]
    let controller = self.controller(people, isSorted: true, sections: .by(\.city, order: .arrival))
    #expect(await controller.load().isLoaded)
    #expect(controller.snapshot.idRows == [[1], [2]])
  }
}

/// A filter closure, replaced live.
@Suite struct Parity08 {
  @Test func theChangeIsEmitted() async throws {
    let heard = try await Heard(
      ResultsController(
        store: MemoryStore.four, request: .all, arrangement: ResultsArrangement(sort: [.ascending(\.name)])))
    let young = try await heard.next { await heard.controller.setFilter(in: "age") { $0.age <= 20 } }
    #expect(young.changeset.counts == ChangeCounts(deletes: 2))
    #expect(young.after.idRows == [[2, 4]])
    let notYoung = try await heard.next { await heard.controller.setFilter(in: "age") { $0.age >= 20 } }
    #expect(notYoung.changeset.counts == ChangeCounts(deletes: 1, inserts: 2))
    #expect(notYoung.after.idRows == [[3, 2, 1]])
    let all = try await heard.next { await heard.controller.setFilter(nil, in: "age") }
    #expect(all.changeset.counts == ChangeCounts(inserts: 1))
    #expect(heard.rows == [[3, 2, 4, 1]])
    #expect(heard.violations == [])
  }
}
