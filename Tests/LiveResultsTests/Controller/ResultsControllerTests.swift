import ConformanceKit
import LiveResults
import SectionDiff
import StoreInterface
import StoreTestSupport
import Testing

/// Loading, observing, failing and letting go.
struct ResultsControllerTests {
  let store = ScriptedStore<Person, String>()

  private func controller(
    delivery: DeliveryPolicy = .immediate, clock: ManualClock = ManualClock()
  ) -> PersonResults<String> {
    ResultsController(
      store: store, request: "all",
      arrangement: ResultsArrangement(sections: .by(\.city), sort: [.ascending(\.name)]), delivery: delivery,
      clock: clock)
  }

  @Test func nothingIsAskedBeforeLoading() async {
    let controller = controller()
    #expect(controller.state.description == "idle")
    #expect(store.requests.isEmpty)
    #expect(controller.snapshot.isEmpty)
  }

  @Test func anAnswerIsShownInItsSectionsAndOrder() async throws {
    let controller = controller()
    let recorder = UpdateRecorder(controller.updates())
    async let state = controller.load()
    try await recorder.wait(forCount: 1)
    store.say(
      .people(
        Person(id: 1, name: "Zoe", city: "Rome"), Person(id: 2, name: "Ann", city: "Rome"),
        Person(id: 3, name: "Bob", city: "Bern")))
    #expect(await state.isLoaded)
    let updates = try await recorder.wait(forCount: 2)
    #expect(updates[1].after.sections.map(\.key) == ["Bern", "Rome"])
    #expect(updates[1].after.idRows == [[3], [2, 1]])
    #expect(updates[1].revision == 1)
    #expect(recorder.violations == [])
    #expect(store.requests == ["all"])
  }

  @Test func eachChangeIsAnnouncedAndChangesThatHideAreSilent() async throws {
    let controller = controller()
    let recorder = UpdateRecorder(controller.updates())
    async let state = controller.load()
    try await recorder.wait(forCount: 1)
    store.say(.people(Person(id: 1, name: "Ann", city: "Rome")))
    _ = await state
    // A recorder that is slow would receive this and the insertion as one update.
    try await recorder.wait(forCount: 2)
    store.say(.changes([.update(Person(id: 1, name: "Ann", city: "Rome"))]))
    store.say(.changes([.delete(9)]))
    store.say(.changes([.insert(Person(id: 2, name: "Ada", city: "Rome"))]))
    let updates = try await recorder.wait(forCount: 3)
    #expect(updates[2].revision == 2)
    #expect(updates[2].changeset.identity.inserts.map { $0 } == [ItemPath(section: 0, item: 0)])
    #expect(recorder.violations == [])
  }

  @Test func aFailureKeepsTheResultsAndTheObservation() async throws {
    let controller = controller()
    let recorder = UpdateRecorder(controller.updates())
    async let first = controller.load()
    try await recorder.wait(forCount: 1)
    store.say(.failed(StoreError(.unavailable, "the server is down")))
    let failed = await first
    #expect(failed.error?.kind == .unavailable)
    store.say(.people(Person(id: 1, name: "Ann", city: "Rome")))
    try await recorder.wait(forCount: 2)
    #expect(controller.state.isLoaded)
    store.say(.failed(StoreError(.malformed, "half a file")))
    store.say(.changes([.insert(Person(id: 2, name: "Bob", city: "Rome"))]))
    try await recorder.wait(forCount: 3)
    #expect(controller.snapshot.idRows == [[1, 2]])
    #expect(controller.state.isLoaded)
    #expect(recorder.violations == [])
  }

  @Test func changesBeforeTheFirstAnswerAreRefused() async throws {
    let controller = controller()
    let recorder = UpdateRecorder(controller.updates())
    async let first = controller.load()
    try await recorder.wait(forCount: 1)
    store.say(.changes([.insert(Person(id: 9, name: "Early", city: "Rome"))]))
    #expect(await first.error?.kind == .malformed)
    store.say(.people(Person(id: 1, name: "Ann", city: "Rome")))
    try await recorder.wait(forCount: 2)
    #expect(controller.snapshot.idRows == [[1]])
    // So they are when it is asked anew: what is there belongs to the former answer.
    async let second = controller.load()
    await store.waitForRequests(2)
    store.say(.changes([.delete(1)]))
    #expect(await second.error?.kind == .malformed)
    #expect(controller.snapshot.idRows == [[1]])
    #expect(recorder.violations == [])
  }

  @Test func aNewRequestStopsTheOlderAndItsLateAnswersAreDropped() async throws {
    let controller = controller()
    let recorder = UpdateRecorder(controller.updates())
    async let first = controller.load()
    try await recorder.wait(forCount: 1)
    store.say(.people(Person(id: 1, name: "Ann", city: "Rome")))
    _ = await first
    try await recorder.wait(forCount: 2)
    async let second = controller.setRequest("others")
    await store.waitForRequests(2)
    store.say(.people(Person(id: 7, name: "Late", city: "Oslo")), to: 0)
    store.say(.people(Person(id: 2, name: "Bob", city: "Rome")), to: 1)
    #expect(await second.isLoaded)
    try await recorder.wait(forCount: 3)
    #expect(controller.snapshot.idRows == [[2]])
    await store.waitForTerminations(1)
    #expect(store.terminations == 1)
    #expect(recorder.violations == [])
  }

  @Test func whatIsLetGoIsReleased() async throws {
    weak var released: PersonResults<String>?
    do {
      let controller = controller()
      released = controller
      let recorder = UpdateRecorder(controller.updates())
      async let state = controller.load()
      try await recorder.wait(forCount: 1)
      store.say(.people(Person(id: 1, name: "Ann", city: "Rome")))
      _ = await state
      recorder.cancel()
      try await recorder.waitForEnd()
    }
    #expect(await eventually { released == nil })
    // A late answer finds nobody, and harms nobody.
    store.say(.changes([.delete(1)]))
    await store.waitForTerminations(1)
    #expect(store.terminations == 1)
  }
}
