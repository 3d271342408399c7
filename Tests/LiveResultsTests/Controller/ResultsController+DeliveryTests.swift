import ConformanceKit
import LiveResults
import MemoryAdapter
import SectionDiff
import StoreInterface
import StoreTestSupport
import Testing

/// When changes are announced, where timers, suspensions, failures and new requests cross.
struct ResultsControllerDeliveryTests {
  private typealias Results = ResultsController<ScriptedStore<Person, String>, Unsectioned, Person, NoHeader>

  private let clock = ManualClock()
  private let store = ScriptedStore<Person, String>()

  private func controller(_ delivery: DeliveryPolicy = .immediate) -> Results {
    ResultsController(
      store: store, request: "all", arrangement: ResultsArrangement(sort: [.ascending(\.id)]), delivery: delivery,
      clock: clock)
  }

  /// Loads with Ada alone, and listens.
  private func loaded(
    _ controller: Results, revisions: UpdateChecker<Unsectioned, Person, NoHeader>.Revisions = .byOne
  ) async throws -> UpdateRecorder<Unsectioned, Person, NoHeader> {
    async let state = controller.load()
    await store.waitForRequests(1)
    store.say(.people(Person(1, "Ada")))
    #expect(await state.isLoaded)
    let recorder = UpdateRecorder(controller.updates(), checker: UpdateChecker(revisions: revisions))
    try await recorder.wait(forCount: 1)
    return recorder
  }

  /// Says something to the results, and returns when it has got there: the store is observed in order, and a failure at its
  /// end is a state.
  private func say(_ change: StoreChange<Person>, to controller: Results) async throws {
    let states = Recorder(controller.states())
    try await states.wait(forCount: 1)
    let mark = StoreError(.other, "mark \(change)")
    store.say(.changes([change]))
    store.say(.failed(mark))
    try await states.wait { $0.last?.error == mark }
  }

  @Test func aSuspensionOutlastsTheTimerAndResumingAnnouncesOnce() async throws {
    let controller = controller(.debounced(.seconds(1), maximumWait: .seconds(5)))
    let recorder = try await loaded(controller)
    try await say(.insert(Person(2, "Bob")), to: controller)
    try await clock.waitForSleepers()
    let suspension = await controller.suspendUpdates()
    clock.advance(by: .seconds(60))
    try await say(.insert(Person(3, "Cy")), to: controller)
    #expect(controller.revision == 1)
    #expect(clock.sleeperCount == 0)
    await controller.resumeUpdates(suspension)
    #expect(controller.revision == 2)
    #expect(try await recorder.wait(forCount: 2)[1].changeset.counts == ChangeCounts(inserts: 2))
    // The schedule is at its beginning again.
    try await say(.insert(Person(4, "Dee")), to: controller)
    try await clock.waitForSleepers()
    #expect(clock.nextDeadline?.offset == .seconds(61))
    clock.advance(by: .seconds(1))
    try await recorder.wait(forCount: 3)
    #expect(recorder.violations == [])
  }

  @Test func theTokenOfAnotherControllerEndsNoSuspension() async throws {
    let (one, other) = (controller(), controller())
    let mine = await one.suspendUpdates()
    let foreign = await other.suspendUpdates()
    #expect(mine != foreign)
    await one.resumeUpdates(foreign)
    #expect(await one.isSuspended)
    #expect(await other.isSuspended)
    await one.resumeUpdates(mine)
    #expect(await !one.isSuspended)
  }

  /// A controller may be made where one was that has gone, so its address would be no name.
  @Test func theTokenOfAControllerThatHasGoneEndsNoSuspension() async throws {
    var tokens: Set<UpdateSuspension> = []
    for _ in 0..<100 {
      let controller = controller()
      let token = await controller.suspendUpdates()
      for former in tokens { await controller.resumeUpdates(former) }
      #expect(await controller.isSuspended)
      await controller.resumeUpdates(token)
      #expect(await !controller.isSuspended)
      tokens.insert(token)
    }
    #expect(tokens.count == 100)
  }

  @Test func anotherPolicyWhileSuspendedAnnouncesNothingUntilResumed() async throws {
    let controller = controller(.throttled(.seconds(60)))
    let recorder = try await loaded(controller)
    let suspension = await controller.suspendUpdates()
    try await say(.insert(Person(2, "Bob")), to: controller)
    await controller.setDelivery(.immediate)
    try await say(.insert(Person(3, "Cy")), to: controller)
    #expect(controller.revision == 1)
    await controller.resumeUpdates(suspension)
    #expect(try await recorder.wait(forCount: 2)[1].changeset.counts == ChangeCounts(inserts: 2))
    try await say(.insert(Person(4, "Dee")), to: controller)
    try await recorder.wait(forCount: 3)
    #expect(recorder.violations == [])
  }

  @Test func aSuspensionEndsAlsoWhereTheActionThrows() async throws {
    struct Stopped: Error {}
    let controller = controller()
    let recorder = try await loaded(controller)
    await #expect(throws: Stopped.self) {
      try await controller.withUpdatesSuspended {
        await controller.setFilter(in: "none") { _ in false }
        throw Stopped()
      }
    }
    #expect(await !controller.isSuspended)
    #expect(try await recorder.wait(forCount: 2)[1].changeset.counts == ChangeCounts(deletes: 1))
    #expect(recorder.violations == [])
  }

  @Test func whatWaitsIsAnnouncedAlthoughAFailureCameInBetween() async throws {
    let controller = controller(.throttled(.seconds(1)))
    let recorder = try await loaded(controller)
    try await say(.insert(Person(2, "Bob")), to: controller)
    guard case .failed(_, let previous) = controller.state else {
      Issue.record("the state is \(controller.state)")
      return
    }
    #expect(previous.idRows == [[1]])
    try await clock.waitForSleepers()
    clock.advance(by: .seconds(1))
    #expect(try await recorder.wait(forCount: 2)[1].after.idRows == [[1, 2]])
    #expect(recorder.violations == [])
  }

  @Test func everyArrangementChangesDuringASuspensionAndOneUpdateTellsOfAll() async throws {
    let store = MemoryStore((0..<20).map { Person($0, "\($0 % 3)", ["A", "B", "C", "D"][$0 % 4], age: ($0 * 7) % 20) })
    let recorded = try await RecordedResults(
      ResultsController(
        store: store, request: .all,
        arrangement: ResultsArrangement(
          sections: Sectioning<Person, String, NoHeader>.by(\.city), sort: [.ascending(\.age)]),
        delivery: .debounced(.seconds(1), maximumWait: .seconds(5)), clock: clock))
    let before = recorded.controller.snapshot
    let update = try await recorded.next {
      await recorded.controller.withUpdatesSuspended {
        await recorded.controller.setFilter(in: "age") { $0.age < 15 }
        await recorded.controller.setSort([.descending(\.age)])
        await recorded.controller.setSections(.by(\.name))
        await recorded.controller.setWindow(ResultsWindow(offset: 2, limit: 9))
        await recorded.controller.setSort([.ascending(\.id)])
      }
    }
    #expect(update.before == before)
    #expect(update.after.itemCount == 9)
    let diff = try Differ(algorithm: LISDiff()).changeset(from: before, to: update.after)
    #expect(update.changeset.counts == diff.counts)
    #expect(recorded.controller.revision == 2)
    #expect(recorded.violations == [])
  }

  @Test func anAnswerThatComesDuringASuspensionEndsTheWaitForItAndIsShownAfterwards() async throws {
    let controller = controller()
    let recorder = try await loaded(controller)
    let suspension = await controller.suspendUpdates()
    async let state = controller.setRequest("others")
    await store.waitForRequests(2)
    store.say(.people(Person(99, "of the former request")), to: 0)
    store.say(.people(Person(2, "Bob")), to: 1)
    #expect(await state.isLoaded)
    #expect(controller.snapshot.idRows == [[1]])
    await controller.resumeUpdates(suspension)
    let update = try await recorder.wait(forCount: 2)[1]
    #expect(update.changeset.counts == ChangeCounts(deletes: 1, inserts: 1))
    #expect(update.after.idRows == [[2]])
    #expect(recorder.violations == [])
  }

  /// What waits of the former request goes out with the answer of the new one, once.
  @Test func changesOfTheFormerRequestThatWaitDoNotOutliveItsAnswer() async throws {
    let controller = controller(.throttled(.seconds(60)))
    let recorder = try await loaded(controller)
    try await say(.insert(Person(5, "waits")), to: controller)
    async let state = controller.setRequest("others")
    await store.waitForRequests(2)
    store.say(.changes([.insert(Person(6, "late"))]), to: 0)
    #expect(controller.snapshot.idRows == [[1]])
    store.say(.people(Person(1, "Ada"), Person(2, "Bob")), to: 1)
    #expect(await state.isLoaded)
    let update = try await recorder.wait(forCount: 2)[1]
    #expect(update.changeset.counts == ChangeCounts(inserts: 1))
    #expect(update.after.idRows == [[1, 2]])
    clock.advance(by: .seconds(120))
    await controller.flush()
    #expect(controller.revision == 2)
    #expect(recorder.violations == [])
  }

  /// An event of the former observation that is under way while the request changes is not taken for the new answer.
  @Test func whatIsUnderWayWhenTheRequestChangesIsNoAnswer() async throws {
    let controller = controller()
    let recorder = try await loaded(controller, revisions: .rising)
    for round in 0..<500 {
      let isAnswered = Locked(false)
      async let wasAnswered: Bool = {
        let state = await controller.setRequest("\(round)")
        return state.isLoaded && isAnswered.get()
      }()
      store.say(.changes([.insert(Person(1000 + round, "under way"))]), to: round)
      await store.waitForRequests(round + 2)
      isAnswered.set(true)
      store.say(.people(Person(round, "new")), to: round + 1)
      #expect(await wasAnswered)
      #expect(controller.snapshot.idRows == [[round]])
    }
    // What was under way may have been shown before the answer took its place, or not at all.
    let last = controller.revision
    try await recorder.wait { $0.last?.revision == last }
    #expect(recorder.latest?.idRows == [[499]])
    #expect(recorder.violations == [])
  }

  @Test func manyWhoLoadAtOnceAllReturnAndOneObservationIsLeft() async throws {
    let controller = controller()
    let loads = (0..<40).map { number in
      Task { number % 4 == 0 ? await controller.setRequest("\(number)") : await controller.load() }
    }
    for number in stride(from: 1, to: 40, by: 3) { loads[number].cancel() }
    await store.waitForRequests(40)
    store.say(.people(Person(1, "Ada")))
    for load in loads { _ = await load.value }
    #expect(await controller.load(answeredBy: store).isLoaded)
    await store.waitForTerminations(40)
    #expect(store.requests.count == 41)
    #expect(controller.snapshot.idRows == [[2]])
  }

  @Test func aTaskThatWasCancelledBeforeWaitsForNothing() async throws {
    let controller = controller()
    let state = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await controller.load()
    }.value
    #expect(state.isLoading)
    #expect(store.requests == ["all"])
    await controller.stop()
    #expect(controller.state.description == "idle")
  }

  @Test func finishingAnnouncesWhatWaitsAndEndsEverySubscription() async throws {
    let controller = controller(.throttled(.seconds(60)))
    let recorder = try await loaded(controller)
    let states = Recorder(controller.states())
    let item = Recorder(controller.updates(ofItem: 2))
    try await states.wait(forCount: 1)
    try await item.wait(forCount: 1)
    try await say(.insert(Person(2, "Bob")), to: controller)
    _ = await controller.suspendUpdates()
    await controller.finish()
    #expect(try await recorder.waitForEnd().map(\.revision) == [1, 2])
    #expect(try await item.waitForEnd().map(\.kind) == [.initial, .inserted])
    try await states.waitForEnd()
    await store.waitForTerminations(1)
    #expect(controller.subscriptionCount == 0)
    #expect(clock.sleeperCount == 0)
    // For good: nothing is asked any more, what there is can be read, and late subscribers receive it and no more.
    await controller.load()
    await controller.setRequest("others")
    #expect(store.requests == ["all"])
    let late = UpdateRecorder(controller.updates())
    #expect(try await late.waitForEnd().map(\.after.idRows) == [[[1, 2]]])
    await controller.finish()
    #expect(recorder.violations + late.violations == [])
  }

  @Test func whoWaitsForAnAnswerIsLetGoByFinishing() async throws {
    let controller = controller()
    async let state = controller.load()
    await store.waitForRequests(1)
    await controller.finish()
    #expect(await state.description == "idle")
    await store.waitForTerminations(1)
  }
}

extension ResultsController where Store == ScriptedStore<Person, String> {
  /// Loads, and has the store answer with Bea.
  fileprivate func load(answeredBy store: ScriptedStore<Person, String>) async -> State {
    let count = store.requests.count
    async let state = load()
    await store.waitForRequests(count + 1)
    store.say(.people(Person(2, "Bea")))
    return await state
  }
}
