import ConformanceKit
import LiveResults
import MemoryAdapter
import SectionDiff
import StoreInterface
import StoreTestSupport
import Testing

/// Errors were swallowed, the state was stuck in loading, did-change did not come.
@Suite struct ReportedFailuresTests {
  @Test(arguments: StoreError.Kind.allCases) func aFailureIsReportedAndIsNotTheEnd(_ kind: StoreError.Kind) async throws
  {
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
@Suite struct LateAnswerTests {
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
