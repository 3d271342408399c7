import ConformanceKit
import LiveResults
import MemoryAdapter
import SectionDiff
import StoreBuilding
import StoreInterface
import StoreTestSupport
import Testing

/// The limit forgot what it had trimmed, so that a later delete did not refill.
@Suite struct Fault07 {
  @Test func everyDeleteRefillsUntilNothingIsLeft() async throws {
    let store = MemoryStore((0..<9).map { Person($0, "", age: $0) })
    let heard = try await Heard(
      ResultsController(
        store: store, request: .all,
        arrangement: ResultsArrangement(sort: [.ascending(\.age)], window: ResultsWindow(limit: 3))))
    // First pushed out, then pulled in again.
    try await heard.next { try store.edit { try $0.append(Person(100, "", age: -1)) } }
    #expect(heard.rows == [[100, 0, 1]])
    try await heard.next { store.edit { $0.remove(100) } }
    for gone in 0..<9 {
      let update = try await heard.next { store.edit { $0.remove(gone) } }
      #expect(update.after.idRows == [Array((gone + 1)..<min(gone + 4, 9))])
      #expect(update.changeset.counts == ChangeCounts(deletes: 1, inserts: gone + 4 <= 9 ? 1 : 0))
    }
    #expect(heard.violations == [])
  }

  @Test func whatFiltersLetThroughLaterRefillsToo() async throws {
    let heard = try await Heard(
      ResultsController(
        store: MemoryStore((0..<9).map { Person($0, "", age: $0) }), request: .all,
        arrangement: ResultsArrangement(sort: [.ascending(\.age)], window: ResultsWindow(limit: 3))))
    try await heard.next { await heard.controller.setFilter(in: "even") { $0.id % 2 == 0 } }
    #expect(heard.rows == [[0, 2, 4]])
    try await heard.next { await heard.controller.removeAllFilters() }
    #expect(heard.rows == [[0, 1, 2]])
    #expect(heard.violations == [])
  }
}

/// Section names that tie under the section order were interleaved.
@Suite struct Fault08 {
  @Test func sectionsThatTieStayApartAndStandByArrival() async throws {
    let store = MemoryStore([
      Person(1, "m", "a"), Person(2, "b", "A"), Person(3, "a", "a"), Person(4, "z", "A"), Person(5, "x", "b"),
    ])
    let byLetter = SortRule<String>(by: { $0.lowercased() < $1.lowercased() })
    let heard = try await Heard(
      ResultsController(
        store: store, request: .all,
        arrangement: ResultsArrangement(sections: .by(\.city, order: .by(byLetter)), sort: [.ascending(\.name)])))
    func keys() -> [String] { heard.controller.snapshot.sections.map(\.key) }
    #expect(keys() == ["a", "A", "b"])
    #expect(heard.rows == [[3, 1], [2, 4], [5]])
    for id in 10..<30 {
      let update = try await heard.next {
        try store.edit { try $0.append(Person(id, "\(id)", id % 2 == 0 ? "A" : "a")) }
      }
      #expect(update.changeset.counts == ChangeCounts(inserts: 1))
    }
    #expect(keys() == ["a", "A", "b"])
    // The earliest of the first section goes, and the next one arrived before the other section's.
    let gone = try await heard.next { store.edit { $0.remove(1) } }
    #expect(keys() == ["A", "a", "b"])
    #expect(gone.changeset.counts == ChangeCounts(sectionMoves: 1, deletes: 1))
    #expect(heard.violations == [])
  }
}

/// Errors were swallowed, the state was stuck in loading, did-change did not come.
@Suite struct Fault09 {
  @Test(arguments: StoreError.Kind.allCases) func aFailureIsToldAndIsNotTheEnd(_ kind: StoreError.Kind) async throws {
    let store = ScriptedStore<Person, String>()
    let controller = ResultsController(store: store, request: "all", arrangement: ResultsArrangement())
    let recorder = UpdateRecorder(controller.updates())
    try await recorder.wait(forCount: 1)
    async let state = controller.load()
    await store.waitForRequests(1)
    let error = StoreError(kind, "it went wrong")
    store.say(.failed(error))
    #expect(await state.error == error)
    store.say(.people(Person(1, "Ada")))
    try await recorder.wait(forCount: 2)
    var log = CallbackLog<Unsectioned, Person, NoHeader>()
    for update in recorder.updates { update.tell(&log) }
    var checker = CallbackChecker<Unsectioned, Person, NoHeader>()
    for callback in log.received { checker.check(callback) }
    checker.finish()
    #expect(checker.violations == [])
    #expect(checker.rounds == recorder.updates.count { !$0.changeset.isEmpty })
    #expect(recorder.violations == [])
  }

  @Test func anAnswerThatNeverComesIsAFailure() async {
    let store = ScriptedStore<Person, String>()
    let controller = ResultsController(store: store, request: "all", arrangement: ResultsArrangement())
    async let state = controller.load()
    await store.waitForRequests(1)
    store.finish()
    #expect(await state.error?.kind == .unavailable)
    #expect(!controller.state.isLoading)
  }

  @Test func whatCannotBeShownIsAFailureAndTheRestStays() async throws {
    let store = ScriptedStore<Person, String>()
    let controller = ResultsController(
      store: store, request: "all", arrangement: ResultsArrangement(sections: .byStore(String.self)))
    let states = Recorder(controller.states())
    async let state = controller.load()
    await store.waitForRequests(1)
    store.say(.replace(.sections([StoreSection("a", items: [Person(1, "Ada")])])))
    #expect(await state.isLoaded)
    store.say(.changes([.insertSection(SectionID(7)), .insert(Person(2, "Bob"))]))
    try await states.wait { $0.last?.error?.kind == .unexpectedSection }
    #expect(controller.snapshot.idRows == [[1]])
    store.say(.changes([.insert(Person(2, "Bob"))]))
    try await states.wait { $0.last?.isLoaded == true && $0.contains { $0.error != nil } }
    #expect(controller.snapshot.idRows == [[1, 2]])
  }
}

/// A late answer after the controller was gone trapped.
@Suite struct Fault10 {
  @Test func aLateAnswerFindsNobodyAndHarmsNobody() async throws {
    let store = ScriptedStore<Person, String>()
    weak var gone: ResultsController<ScriptedStore<Person, String>, Unsectioned, Person, NoHeader>?
    let clock = ManualClock()
    do {
      let controller = ResultsController(
        store: store, request: "all", arrangement: ResultsArrangement(), delivery: .throttled(.seconds(1)), clock: clock
      )
      gone = controller
      async let state = controller.load()
      await store.waitForRequests(1)
      store.say(.people(Person(1, "Ada")))
      #expect(await state.isLoaded)
      // Something waits to be announced when the controller goes.
      store.say(.changes([.delete(1)]))
      try await clock.waitForSleepers()
      withExtendedLifetime(controller) {}
    }
    #expect(await eventually { gone == nil })
    await store.waitForTerminations(1)
    store.say(.people(Person(2, "Late")))
    store.say(.failed(StoreError(.unavailable, "late")))
    store.finish()
    clock.advance(by: .seconds(2))
    #expect(clock.sleeperCount == 0)
    #expect(store.terminations == 1)
  }

  @Test func subscribersKeepWhatTheyListenTo() async throws {
    let store = ScriptedStore<Person, String>()
    var updates: ResultsUpdates<Unsectioned, Person, NoHeader>?
    do {
      let controller = ResultsController(store: store, request: "all", arrangement: ResultsArrangement())
      async let state = controller.load()
      await store.waitForRequests(1)
      store.say(.people(Person(1, "Ada")))
      _ = await state
      updates = controller.updates()
    }
    let recorder = UpdateRecorder(try #require(updates))
    updates = nil
    try await recorder.wait(forCount: 1)
    store.say(.changes([.insert(Person(2, "Bob"))]))
    #expect(try await recorder.wait(forCount: 2)[1].after.idRows == [[1, 2]])
    #expect(recorder.violations == [])
    recorder.cancel()
    try await recorder.waitForEnd()
  }
}

/// A debounce without a maximum starved; one throttle was shared by all; batches were changed on one thread and flushed on
/// another.
@Suite struct Fault11 {
  private let clock = ManualClock()

  @Test func aSteadyStreamIsAnnouncedAtTheMaximumWait() async throws {
    let store = MemoryStore<Person>()
    let heard = try await Heard(
      ResultsController(
        store: store, request: .all, arrangement: ResultsArrangement(),
        delivery: .debounced(.milliseconds(300), maximumWait: .seconds(1)), clock: clock))
    // A change each 100 ms: never 300 ms of quiet.
    for id in 0..<30 {
      try store.edit { try $0.append(Person(id, "")) }
      await store.settled()
      try await clock.waitForSleepers()
      let isDue = clock.nextDeadline.map { $0 <= clock.now.advanced(by: .milliseconds(100)) } ?? false
      let count = heard.recorder.updates.count
      clock.advance(by: .milliseconds(100))
      if isDue { try await heard.recorder.wait(forCount: count + 1) }
    }
    #expect(heard.recorder.updates.dropFirst().map(\.after.itemCount) == [10, 20, 30])
    #expect(heard.violations == [])
  }

  @Test func eachControllerHasItsOwnSchedule() async throws {
    let store = MemoryStore<Person>()
    func results(_ delivery: DeliveryPolicy) async throws -> Heard<MemoryStore<Person>, Unsectioned, Person, NoHeader> {
      try await Heard(
        ResultsController(
          store: store, request: .all, arrangement: ResultsArrangement(), delivery: delivery, clock: clock))
    }
    let quick = try await results(.throttled(.milliseconds(100)))
    let slow = try await results(.throttled(.milliseconds(500)))
    try store.edit { try $0.append(Person(1, "")) }
    await store.settled()
    try await clock.waitForSleepers(2)
    try await quick.next { await quick.controller.flush() }
    #expect(slow.rows == [[]])
    clock.advance(by: .milliseconds(500))
    #expect(try await slow.recorder.wait(forCount: 2)[1].after.idRows == [[1]])
    #expect(quick.controller.revision == 1)
    #expect(quick.violations + slow.violations == [])
  }

  @Test func changesAndFlushesOnManyTasksLoseNothing() async throws {
    let store = MemoryStore<Person>()
    let heard = try await Heard(
      ResultsController(
        store: store, request: .all, arrangement: ResultsArrangement(sort: [.ascending(\.id)]),
        delivery: .throttled(.seconds(60)), clock: clock), revisions: .rising)
    let controller = heard.controller
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          for number in 0..<100 {
            store.edit { edits in _ = try? edits.append(Person(writer * 100 + number, "")) }
            if number % 10 == 0 { await controller.flush() }
          }
        }
      }
    }
    await store.settled()
    await controller.flush()
    try await heard.recorder.wait { $0.last?.after.itemCount == 400 }
    #expect(heard.rows == [Array(0..<400)])
    #expect(heard.violations == [])
  }
}

/// Adding a child removed the wrong store; a new query wiped another's drafts; taking back left drafts on show.
@Suite struct Fault12 {
  @Test func addingAChildRemovesNobodyElse() throws {
    let store = MemoryStore<Person>()
    let (parent, other) = (DraftStore(store, name: "parent"), DraftStore(store, name: "other"))
    let children = (0..<4).map { DraftStore(store, name: "child \($0)") }
    for child in children { try parent.addChild(child) }
    try other.addChild(children[2])
    #expect(parent.children.map(\.branch.name) == ["child 0", "child 1", "child 3"])
    #expect(other.children.map(\.branch.name) == ["child 2"])
    try parent.addChild(children[1])
    #expect(parent.children.map(\.branch.name) == ["child 0", "child 1", "child 3"])
  }

  @Test func aNewQueryShowsTheDraftsAndTakesNoneAway() async throws {
    let store = MemoryStore.four
    let drafts = DraftStore(store)
    let first = try await Heard(
      ResultsController(store: drafts, request: .all, arrangement: ResultsArrangement()))
    try await first.next { drafts.insert(Person(5, "Cy", "London")) }
    let second = try await Heard(
      ResultsController(
        store: drafts, request: RecordRequest { $0.city == "London" },
        arrangement: ResultsArrangement(sort: [.ascending(\.id)])))
    #expect(first.rows == [[1, 2, 3, 4, 5]])
    #expect(second.rows == [[1, 3, 5]])
    // A refetch keeps the layer on top, too.
    await first.controller.setRequest(RecordRequest { $0.age < 35 })
    #expect(first.controller.snapshot.idRows == [[1, 2, 4, 5]])
    #expect(drafts.hasDrafts)
    #expect(first.violations + second.violations == [])
  }

  @Test func takingBackLeavesNothingOnShow() async throws {
    let store = MemoryStore.four
    let drafts = DraftStore(store)
    let heard = try await Heard(
      ResultsController(store: drafts, request: .all, arrangement: ResultsArrangement(sections: .by(\.city))))
    let before = heard.controller.snapshot
    try await heard.next {
      drafts.draft([
        .insert(Person(5, "Cy", "Oslo")), .update(Person(1, "Moritz", "Oslo")), .delete(2), .move(4, to: .start),
      ])
    }
    #expect(heard.controller.snapshot.sections.map(\.key) == ["London", "Oslo", "Zurich"])
    // The base changes meanwhile; that stays.
    try await heard.next { try store.edit { try $0.append(Person(6, "Lea", "Rome")) } }
    try await heard.next { drafts.discard() }
    #expect(heard.rows == [[1, 3], [6], [2, 4]])
    try await heard.next { store.edit { $0.remove(6) } }
    #expect(heard.controller.snapshot == before)
    #expect(heard.violations == [])
  }
}
