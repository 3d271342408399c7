import ConformanceKit
import LiveResults
import MemoryAdapter
import SectionDiff
import StoreBuilding
import StoreInterface
import StoreTestSupport
import Testing

/// A store as a plug-in point: a query is run, several at once, and stopped.
@Suite struct Parity17 {
  @Test func severalQueriesAreLiveAtOnceAndEachIsStoppedByItself() async throws {
    let store = MemoryStore.four
    func results(_ request: RecordRequest<Person>) async throws -> Heard<
      MemoryStore<Person>, Unsectioned, Person, NoHeader
    > {
      try await Heard(
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
@Suite struct Parity18 {
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
    let heard = try await Heard(
      ResultsController(
        store: Index(people: people), request: Search(text: "nn", limit: 2), arrangement: ResultsArrangement()))
    #expect(heard.rows == [[0, 1]])
    let more = try await heard.next { await heard.controller.setRequest(Search(text: "nn", limit: 9)) }
    #expect(more.changeset.counts == ChangeCounts(inserts: 1))
    let other = try await heard.next { await heard.controller.setRequest(Search(text: "o", limit: 9)) }
    #expect(other.changeset.counts == ChangeCounts(deletes: 2, inserts: 1))
    #expect(heard.rows == [[2, 3]])
    #expect(heard.violations == [])
  }

  @Test func theLimitOfAMemoryRequestIsRefilled() async throws {
    let store = MemoryStore.four
    let heard = try await Heard(
      ResultsController(
        store: store, request: RecordRequest(sortedBy: [RecordOrder(\.age)], limit: 2),
        arrangement: ResultsArrangement()))
    #expect(heard.rows == [[4, 2]])
    try await heard.next { store.edit { $0.remove(4) } }
    #expect(heard.rows == [[2, 1]])
    #expect(heard.violations == [])
  }
}

/// A store says inserts, updates and deletes; queries that run once, and queries that run on.
@Suite struct Parity19 {
  @Test func aLongRunningQueryHearsEveryKindOfChange() async throws {
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
    let heard = UpdateRecorder(controller.updates())
    try await heard.wait(forCount: 1)
    await controller.setFilter(in: "none") { _ in false }
    #expect(try await heard.wait(forCount: 2)[1].after.idRows == [[]])
    #expect(controller.state.isLoaded)
    #expect(await controller.matchCount == 0)
    #expect(await controller.record(1)?.name == "Ada")
    #expect(heard.violations == [])
  }
}

/// A query is rejected with an error, and may be answered later.
@Suite struct Parity20 {
  @Test func aRejectionIsAFailureAndTheObservationGoesOn() async throws {
    let store = ScriptedStore<Person, String>()
    let controller = ResultsController(store: store, request: "all", arrangement: ResultsArrangement())
    let recorder = UpdateRecorder(controller.updates())
    try await recorder.wait(forCount: 1)
    async let state = controller.load()
    await store.waitForRequests(1)
    let refusal = StoreError(.refused, "no such query", at: "all", advice: "ask for less")
    store.say(.failed(refusal))
    #expect(await state.error == refusal)
    #expect(controller.state.description == "failed: all: no such query; ask for less")
    #expect(recorder.updates.count == 1)
    store.say(.people(Person(1, "Ada")))
    try await recorder.wait(forCount: 2)
    #expect(controller.snapshot.idRows == [[1]])
    #expect(recorder.violations == [])
    await #expect(throws: refusal) {
      try await ResultsSource(store: StoreEvents<Person>(just: .failed(refusal))).fetch(())
    }
  }

  private struct ResultsSource: DataStore {
    typealias Item = Person
    let store: StoreEvents<Person>

    func events(for request: Void) -> StoreEvents<Person> { store }
  }
}

/// Changes are gathered: throttle, debounce with a maximum wait, at once, flush now.
@Suite struct Parity21 {
  private let clock = ManualClock()
  private let store = MemoryStore<Person>()

  private func heard(
    _ delivery: DeliveryPolicy
  ) async throws -> Heard<MemoryStore<Person>, Unsectioned, Person, NoHeader> {
    try await Heard(
      ResultsController(
        store: store, request: .all, arrangement: ResultsArrangement(), delivery: delivery, clock: clock))
  }

  private func add(_ id: Int) async throws {
    try store.edit { try $0.append(Person(id, "")) }
    await store.settled()
  }

  @Test func aThrottleAnnouncesWhatCameInTheIntervalAsOne() async throws {
    let heard = try await heard(.throttled(.milliseconds(300)))
    try await add(1)
    try await add(2)
    try await clock.waitForSleepers()
    clock.advance(by: .milliseconds(299))
    #expect(heard.rows == [[]])
    clock.advance(by: .milliseconds(1))
    let updates = try await heard.recorder.wait(forCount: 2)
    #expect(updates[1].changeset.counts == ChangeCounts(inserts: 2))
    #expect(updates[1].revision == updates[0].revision + 1)
    try await add(3)
    try await clock.waitForSleepers()
    clock.advance(by: .milliseconds(300))
    #expect(try await heard.recorder.wait(forCount: 3)[2].after.idRows == [[1, 2, 3]])
    #expect(heard.violations == [])
  }

  @Test func aDebounceWaitsForQuietButNotLongerThanTheMaximum() async throws {
    let heard = try await heard(.debounced(.milliseconds(300), maximumWait: .milliseconds(500)))
    try await add(1)
    try await clock.waitForSleepers()
    clock.advance(by: .milliseconds(200))
    try await add(2)
    try await clock.waitForSleepers()
    #expect(clock.nextDeadline?.offset == .milliseconds(500))
    clock.advance(by: .milliseconds(200))
    try await add(3)
    #expect(heard.rows == [[]])
    try await clock.waitForSleepers()
    clock.advance(by: .milliseconds(100))
    #expect(try await heard.recorder.wait(forCount: 2)[1].after.idRows == [[1, 2, 3]])
    try await add(4)
    try await clock.waitForSleepers()
    #expect(clock.nextDeadline?.offset == .milliseconds(800))
    clock.advance(by: .milliseconds(300))
    #expect(try await heard.recorder.wait(forCount: 3)[2].after.idRows == [[1, 2, 3, 4]])
    #expect(heard.violations == [])
  }

  @Test func atOnceAndFlushNow() async throws {
    let immediate = try await heard(.immediate)
    let patient = try await heard(.throttled(.seconds(60)))
    try await add(1)
    try await immediate.recorder.wait(forCount: 2)
    #expect(patient.rows == [[]])
    let flushed = try await patient.next { await patient.controller.flush() }
    #expect(flushed.after.idRows == [[1]])
    let revision = patient.controller.revision
    await patient.controller.flush()
    #expect(patient.controller.revision == revision)
    try await add(2)
    try await immediate.recorder.wait(forCount: 3)
    try await patient.next { await patient.controller.setDelivery(.immediate) }
    try await patient.next { try await add(3) }
    #expect(patient.rows == [[1, 2, 3]])
    #expect(immediate.rows == [[1, 2, 3]])
    #expect(patient.violations + immediate.violations == [])
  }

  @Test func changesThatUndoEachOtherInTheIntervalAreSilent() async throws {
    let heard = try await heard(.throttled(.milliseconds(300)))
    try await add(1)
    store.edit { $0.remove(1) }
    await store.settled()
    await heard.controller.flush()
    #expect(heard.controller.revision == 0)
    #expect(heard.violations == [])
  }
}

/// A batch is folded to what it comes to, and its order is kept.
@Suite struct Parity22 {
  private struct Folding: Sendable {
    let batch: Batch<Person>
    let rows: [Int]
    let counts: ChangeCounts
  }

  private static let foldings = [
    Folding(batch: [.insert(Person(9, "a")), .delete(9)], rows: [1, 2], counts: ChangeCounts()),
    Folding(
      batch: [.insert(Person(9, "a")), .update(Person(9, "b"))], rows: [1, 2, 9], counts: ChangeCounts(inserts: 1)),
    Folding(batch: [.update(Person(9, "b"))], rows: [1, 2, 9], counts: ChangeCounts(inserts: 1)),
    Folding(batch: [.delete(9)], rows: [1, 2], counts: ChangeCounts()),
    Folding(batch: [.insert(Person(1, "new"))], rows: [1, 2], counts: ChangeCounts(updates: 1)),
    Folding(batch: [.delete(1), .insert(Person(1, "new"))], rows: [1, 2], counts: ChangeCounts(updates: 1)),
    Folding(batch: [.update(Person(1, "new")), .delete(1)], rows: [2], counts: ChangeCounts(deletes: 1)),
    Folding(batch: [.update(Person(1, "new")), .update(Person(1, "Ada"))], rows: [1, 2], counts: ChangeCounts()),
    Folding(
      batch: [.insert(Person(7, "")), .insert(Person(5, "")), .delete(1), .insert(Person(6, ""))], rows: [2, 7, 5, 6],
      counts: ChangeCounts(deletes: 1, inserts: 3)),
  ]

  @Test(arguments: 0..<9) func theBatchIsFolded(_ number: Int) async throws {
    let folding = Self.foldings[number]
    // By the store, and by the results themselves.
    let store = MemoryStore([Person(1, "Ada"), Person(2, "Bob")])
    let heard = try await Heard(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement()))
    try await store.commit(folding.batch)
    await store.settled()
    #expect(heard.rows == [folding.rows])
    let revision = heard.controller.revision
    #expect(revision == (folding.counts.total == 0 ? 1 : 2))
    if folding.counts.total > 0 {
      #expect(try await heard.recorder.wait(forCount: 2)[1].changeset.counts == folding.counts)
    }
    #expect(heard.violations == [])

    var engine = ResultsEngine(arrangement: ResultsArrangement<Person, Unsectioned, Person, NoHeader>())
    _ = try engine.replace(with: .items([Person(1, "Ada"), Person(2, "Bob")]))
    let step = try engine.apply(folding.batch)
    #expect(engine.snapshot.idRows == [folding.rows])
    #expect(step?.changeset.counts ?? ChangeCounts() == folding.counts)
  }

  @Test func aStrictBatchIsRefusedAsAWhole() async throws {
    let store = MemoryStore([Person(1, "Ada")])
    let batch = Batch<Person>([.insert(Person(2, "Bob")), .update(Person(9, "?"))], isStrict: true)
    await #expect { try await store.commit(batch) } throws: { ($0 as? StoreError)?.kind == .invalidBatch }
    #expect(store.contents.items.map(\.id) == [1])
    let outcome = try await store.commit([.delete(9), .delete(1)])
    #expect(outcome.unknown == [9])
    #expect(outcome.deleted == [Person(1, "Ada")])
  }
}

/// Create, update, delete on the store.
@Suite struct Parity23 {
  private func write(_ batch: Batch<Person>, to store: some WritableDataStore<Person, RecordRequest<Person>>)
    async throws
  {
    try await store.commit(batch)
  }

  @Test func everyWritableStoreTakesThem() async throws {
    let store = MemoryStore<Person>()
    let heard = try await Heard(
      ResultsController(store: store, request: .all, arrangement: ResultsArrangement(sort: [.ascending(\.name)])))
    for writable in [AnyWritableDataStore(store), AnyWritableDataStore(DraftStore(store))] {
      let create = try await heard.next {
        try await write([.insert(Person(1, "Max")), .insert(Person(2, "Ada"))], to: writable)
      }
      #expect(create.after.idRows == [[2, 1]])
      let update = try await heard.next { try await write([.update(Person(1, "Abe"))], to: writable) }
      #expect(update.after.idRows == [[1, 2]])
      let delete = try await heard.next { try await write([.delete(1), .delete(2)], to: writable) }
      #expect(delete.after.idRows == [[]])
    }
    #expect(heard.violations == [])
  }
}

/// Drafts: insert, update and delete as draft; commit, take back; commit those below, too.
@Suite struct Parity24 {
  @Test func draftsAreSeenAtOnceWrittenOnCommitAndTakenBackExactly() async throws {
    let store = MemoryStore.four
    let drafts = DraftStore(store)
    let heard = try await Heard(
      ResultsController(
        store: drafts, request: .all,
        arrangement: ResultsArrangement(sections: .by(\.city), sort: [.ascending(\.name)])))
    let loaded = heard.controller.snapshot
    try await heard.next { drafts.insert(Person(5, "Cy", "London")) }
    #expect(heard.rows == [[3, 5, 1], [2, 4]])
    try await heard.next { drafts.update(Person(3, "Zoe", "London")) }
    #expect(heard.rows == [[5, 1, 3], [2, 4]])
    try await heard.next { drafts.delete(4) }
    #expect(heard.rows == [[5, 1, 3], [2]])
    #expect(store.contents == MemoryStore<Person>.four.contents)
    try await heard.next { drafts.discard() }
    #expect(heard.controller.snapshot == loaded)
    #expect(!drafts.hasDrafts)

    try await heard.next { drafts.draft([.insert(Person(5, "Cy", "London")), .delete(4)]) }
    let revision = heard.controller.revision
    try await drafts.commit()
    #expect(!drafts.hasDrafts)
    #expect(store[5]?.name == "Cy" && store[4] == nil)
    try await heard.next { store.edit { $0.remove(1) } }
    #expect(heard.controller.revision == revision + 1)
    #expect(heard.rows == [[3, 5], [2]])
    #expect(heard.violations == [])
  }

  @Test func aFailedCommitKeepsTheDraftsOnShow() async throws {
    let guarded = GuardedStore(MemoryStore.four)
    let drafts = DraftStore(guarded)
    let heard = try await Heard(
      ResultsController(store: drafts, request: .all, arrangement: ResultsArrangement()))
    try await heard.next { drafts.delete(1) }
    let refusal = StoreError(.refused, "not today")
    guarded.refuse(with: refusal)
    await #expect(throws: refusal) { try await drafts.commit() }
    #expect(drafts.hasDrafts)
    #expect(heard.rows == [[2, 3, 4]])
    guarded.refuse(with: nil)
    try await drafts.commit()
    #expect(guarded.base[1] == nil)
    #expect(heard.violations == [])
  }

  @Test func whatFailsBelowKeepsTheDraftsOfBoth() async throws {
    let store = MemoryStore<Person>()
    let attachments = GuardedStore(MemoryStore<Person>())
    let parent = DraftStore(store, name: "parent")
    let child = DraftStore(attachments, name: "child")
    try child.join(parent)
    parent.insert(Person(1, "letter"))
    child.insert(Person(2, "attachment"))
    let refusal = StoreError(.refused, "too large")
    attachments.refuse(with: refusal)
    await #expect(throws: refusal) { try await parent.commit() }
    // Children first: nothing of the parent was written.
    #expect(store.contents.items.isEmpty)
    #expect(parent.hasDrafts && child.hasDrafts)
    attachments.refuse(with: nil)
    try await parent.commit()
    #expect(store.contents.items.map(\.id) == [1])
    #expect(attachments.base.contents.items.map(\.id) == [2])
    #expect(!parent.hasDrafts && !child.hasDrafts)
  }

  @Test func aCommitGoesForTheStoresBelowFirst() async throws {
    let store = MemoryStore<Person>()
    let parent = DraftStore(store, name: "parent")
    let child = DraftStore(parent, name: "child")
    let heard = try await Heard(
      ResultsController(store: parent, request: .all, arrangement: ResultsArrangement()), revisions: .rising)
    let below = try await Heard(
      ResultsController(store: child, request: .all, arrangement: ResultsArrangement()), revisions: .rising)
    try await below.next { child.insert(Person(2, "Bob")) }
    #expect(heard.rows == [[]])
    try await heard.next { parent.insert(Person(1, "Ada")) }
    try await below.recorder.wait(forCount: 3)
    #expect(below.rows.flatMap(\.self).sorted() == [1, 2])
    try await parent.commit()
    #expect(store.contents.items.map(\.id).sorted() == [1, 2])
    #expect(!parent.hasDrafts && !child.hasDrafts)
    try await heard.recorder.wait { $0.last?.after.itemCount == 2 }
    #expect(heard.violations + below.violations == [])
  }
}
