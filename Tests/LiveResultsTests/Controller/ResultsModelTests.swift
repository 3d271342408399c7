import ConformanceKit
import LiveResults
import MemoryAdapter
import Observation
import SectionDiff
import StoreInterface
import StoreTestSupport
import Testing

/// Results on the main actor.
@MainActor
struct ResultsModelTests {
  private typealias Controller = ResultsController<MemoryStore<Person>, Unsectioned, Person, NoHeader>
  private typealias Model = ResultsModel<Person, Unsectioned, Person, NoHeader>

  private let store = MemoryStore.four
  private func controller() -> Controller {
    ResultsController(store: store, request: .all, arrangement: ResultsArrangement(sort: [.ascending(\.id)]))
  }

  /// Runs a model until its updates meet a condition.
  private func run(_ model: Model, until isMet: @escaping (ResultsUpdate<Unsectioned, Person, NoHeader>) -> Bool) async
    -> [ResultsUpdate<Unsectioned, Person, NoHeader>]
  {
    var received: [ResultsUpdate<Unsectioned, Person, NoHeader>] = []
    let (over, end) = AsyncStream<Void>.makeStream()
    let running = Task {
      await model.run { update in
        // A list view receives the step from what it shows.
        #expect(update.before == model.snapshot)
        #expect(update.kind == .change)
        received.append(update)
        if isMet(update) { end.finish() }
      }
    }
    for await _ in over {}
    running.cancel()
    await running.value
    return received
  }

  @Test func eachUpdateBeginsWithWhatIsShownAlsoWhenRunAgain() async throws {
    let controller = controller()
    await controller.load()
    let model = ResultsModel(controller)
    #expect(model.snapshot.idRows == [[1, 2, 3, 4]])
    store.edit { $0.remove(1) }
    await store.settled()
    let first = await run(model) { $0.after.itemCount == 3 }
    #expect(first.map(\.changeset.counts) == [ChangeCounts(deletes: 1)])
    // While nobody runs it, it stands still.
    store.edit { $0.remove(2) }
    store.edit { $0.remove(3) }
    await store.settled()
    #expect(model.snapshot.idRows == [[2, 3, 4]])
    let second = await run(model) { $0.after.itemCount == 1 }
    #expect(second.map(\.changeset.counts) == [ChangeCounts(deletes: 2)])
    #expect(model.snapshot.idRows == [[4]])
    #expect(model.lastUpdate?.revision == controller.revision)
  }

  @Test func twoRunsAtOnceBothHearEverything() async throws {
    let controller = controller()
    await controller.load()
    let model = ResultsModel(controller)
    async let one = run(model) { $0.after.itemCount == 2 }
    async let other = run(model) { $0.after.itemCount == 2 }
    #expect(await eventually { controller.subscriptionCount == 2 })
    store.edit { $0.remove(1) }
    await store.settled()
    store.edit { $0.remove(2) }
    let revisions = await (one.map(\.revision), other.map(\.revision))
    #expect(revisions.0 == revisions.1)
    #expect(revisions.0.last == 3)
  }

  @Test(arguments: 0..<20) func whereTheStateIsLoadedTheAnswerIsShown(_ round: Int) async {
    let model = ResultsModel(controller())
    let running = Task { await model.run() }
    let (turns, turn) = AsyncStream<Void>.makeStream()
    while !model.state.isLoaded {
      withObservationTracking {
        _ = model.state
      } onChange: {
        turn.yield()
      }
      for await _ in turns { break }
      if model.state.isLoaded { #expect(model.snapshot.itemCount == 4) }
      await Task.yield()
    }
    #expect(model.snapshot.itemCount == 4)
    running.cancel()
    await running.value
  }

  @Test func whatSomebodyElseHasLoadedIsNotLoadedAgain() async throws {
    let store = ScriptedStore<Person, String>()
    let controller = ResultsController(store: store, request: "all", arrangement: ResultsArrangement())
    let model = ResultsModel(controller)
    async let state = controller.load()
    await store.waitForRequests(1)
    store.say(.people(Person(1, "Ada")))
    #expect(await state.isLoaded)
    let running = Task { await model.run() }
    #expect(await eventually { model.state.isLoaded })
    #expect(model.snapshot.itemCount == 1)
    running.cancel()
    await running.value
    #expect(store.requests == ["all"])
  }

  @Test(arguments: [false, true]) func runsThatBeginTogetherLoadOnce(_ cancelsTheFirst: Bool) async throws {
    let store = ScriptedStore<Person, String>()
    let controller = ResultsController(store: store, request: "all", arrangement: ResultsArrangement())
    let model = ResultsModel(controller)
    var received: [[[Int]]] = [[], []]
    let runs = (0..<2).map { number in
      Task { await model.run { received[number] += $0.after.idRows } }
    }
    #expect(await eventually { controller.subscriptionCount == 2 })
    await store.waitForRequests(1)
    if cancelsTheFirst {
      runs[0].cancel()
      await runs[0].value
    }
    store.say(.people(Person(1, "Ada")))
    #expect(await eventually { model.state.isLoaded })
    store.say(.changes([.insert(Person(2, "Bob"))]))
    #expect(await eventually { model.snapshot.itemCount == 2 })
    for run in runs { run.cancel() }
    for run in runs { await run.value }
    #expect(received == [cancelsTheFirst ? [] : [[1], [1, 2]], [[1], [1, 2]]])
    #expect(store.requests == ["all"])
    #expect(store.terminations == 0)
    // The next one finds the results loaded.
    let again = Task { await model.run() }
    #expect(await eventually { controller.subscriptionCount == 1 })
    again.cancel()
    await again.value
    #expect(store.requests == ["all"])
    await controller.stop()
    await store.waitForTerminations(1)
  }

  @Test func aModelThatIsDroppedIsReleasedAndItsControllerToo() async {
    weak var model: Model?
    weak var controller: Controller?
    do {
      let made = self.controller()
      let shown = ResultsModel(made)
      (model, controller) = (shown, made)
      let running = Task { await shown.run { _ in _ = shown.snapshot } }
      #expect(await eventually { shown.state.isLoaded })
      running.cancel()
      await running.value
      #expect(made.subscriptionCount == 0)
    }
    #expect(await eventually { model == nil && controller == nil })
    #expect(await eventually { store.observationCount == 0 })
  }

  @Test func aModelEndsWithItsController() async {
    let controller = controller()
    let model = ResultsModel(controller)
    let running = Task { await model.run() }
    #expect(await eventually { model.state.isLoaded })
    await controller.finish()
    await running.value
    #expect(model.snapshot.itemCount == 4)
  }

  // MARK: Changing what is shown

  @Test func aChangeOfTheArrangementIsShownWhenItReturns() async {
    let model = ResultsModel(controller())
    let running = Task { await model.run() }
    #expect(await eventually { model.state.isLoaded })
    await model.setFilter(in: "late") { $0.id > 1 }
    #expect(model.snapshot.idRows == [[2, 3, 4]])
    await model.setSort([.descending(\.id)])
    #expect(model.snapshot.idRows == [[4, 3, 2]])
    await model.setWindow(ResultsWindow(limit: 2))
    #expect(model.snapshot.idRows == [[4, 3]])
    await model.setFilter(nil, in: "late")
    await model.setWindow(.all)
    #expect(model.snapshot.idRows == [[4, 3, 2, 1]])
    var filters = FilterSet<Person>()
    filters["odd"] = ResultsFilter { $0.id % 2 == 1 }
    await model.setFilters(filters)
    #expect(model.snapshot.idRows == [[3, 1]])
    running.cancel()
    await running.value
    // Nobody runs it, so it stands still; the next run begins with the difference.
    await model.setFilters(FilterSet())
    #expect(model.snapshot.idRows == [[3, 1]])
    let updates = await run(model) { _ in true }
    #expect(updates.map(\.changeset.counts) == [ChangeCounts(inserts: 2)])
  }

  @Test func changesOfTheArrangementAreMadeInTheOrderOfTheCalls() async {
    let controller = controller()
    let model = ResultsModel(controller)
    await controller.load()
    var order: [Int] = []
    let calls = (0..<50).map { number in
      Task(priority: number.isMultiple(of: 2) ? .low : .high) { @MainActor in
        order.append(number)
        await model.setFilter(in: "search", title: "\(number)") { $0.id != number }
      }
    }
    for call in calls { await call.value }
    // In which order the tasks have begun is open; the last call counts.
    #expect(order.count == 50)
    #expect(await controller.filters["search"]?.title == order.last.map(String.init))
  }

  @Test func sectionsAreChangedByTheModel() async {
    let controller = ResultsController(
      store: store, request: .all, arrangement: ResultsArrangement(sections: .by({ $0.id % 2 }, order: .ascending)))
    let model = ResultsModel(controller)
    let running = Task { await model.run() }
    #expect(await eventually { model.state.isLoaded })
    #expect(model.snapshot.idRows == [[2, 4], [1, 3]])
    await model.setSections(.by({ $0.id / 3 }, order: .descending))
    #expect(model.snapshot.idRows == [[3, 4], [1, 2]])
    running.cancel()
    await running.value
  }
}
