import ConformanceKit
import LiveResults
import MemoryAdapter
import SectionDiff
import StoreInterface
import StoreTestSupport
import Testing

/// A fetch is async; a newer one stops the older.
@Suite struct FetchingTests {
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

/// The state: initial, loading, loaded, failed; the results stay.
@Suite struct LoadingStatesTests {
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
    let received = try await states.wait { $0.last?.error != nil && $0.count == 5 }
    guard case .failed(let error, let previous) = try #require(received.last) else {
      Issue.record("the state is \(received.last?.description ?? "none")")
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

/// A query is rejected with an error, and may be answered later.
@Suite struct RejectedQueriesTests {
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

/// A request with a predicate and sort descriptors, run without a controller.
@Suite struct FetchWithoutControllerTests {
  @Test func aStoreIsAskedDirectly() async throws {
    let store = MemoryStore.four
    let request = RecordRequest<Person>(
      where: { $0.age >= 20 }, sortedBy: [.descending(\.city), .ascending(\.name)], limit: 2)
    #expect(try await store.fetch(request).items.map(\.id) == [2, 3])
    #expect(store.contents(for: request).items.map(\.id) == [2, 3])
    #expect(try await AnyDataStore(store).fetch(.all).items.map(\.id) == [1, 2, 3, 4])
    let drafts = DraftStore(store)
    drafts.delete(2)
    #expect(try await drafts.fetch(RecordRequest(where: { $0.age >= 20 })).items.map(\.id) == [1, 3])
    #expect(store.observationCount == 0)
  }
}
