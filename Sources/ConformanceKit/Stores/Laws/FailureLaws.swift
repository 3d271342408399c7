import StoreInterface

/// What goes wrong is a value among others.
@available(LiveSystems, *)
extension StoreTrial {
  func tryFailureFirst() async throws {
    let store = try await makeStore(holding: records(0..<4))
    note("make the next answer fail")
    try await step("failNextAnswer(of:)") { [harness] in try await harness.failNextAnswer(of: store) }
    let observer = observe(store)
    let state = try await step("\(observer.name) waits for the failure") {
      try await observer.wait { !$0.events.isEmpty }
    }
    try expect(
      state.events.first?.isFailure ?? false,
      "\(observer.name), event 1: it is not the failure, but \(state.events.first?.summary ?? "the end")")
    guard can(.inserts) else {
      let second = try await observeAnswer(of: store)
      try expectRecords(.items(second.value.replica.items), are: records(0..<4).byID, "the answer after the failure")
      return
    }
    try await settle(store, [observer])
    let events = observer.value.events
    guard let first = events.first(where: { !$0.isFailure }) else { throw fail("no answer follows the failure") }
    if case .changes = first { throw fail("changes come before the first answer") }
    try await expectAgreement([observer], with: store, inOrder: hasOrder)
  }

  func tryFailureIsValue() async throws {
    let store = try await makeStore(holding: records(0..<4))
    let observers = [try await observeAnswer(of: store), try await observeAnswer(of: store)]
    for round in 0..<3 {
      let before = observers.map { ($0.value.replica.contents, $0.value.replica.failures.count) }
      note("make the observations fail")
      try await step("failObservations(of:)") { [harness] in try await harness.failObservations(of: store) }
      for (observer, (contents, failures)) in zip(observers, before) {
        let state = try await wait(for: observer, "\(observer.name) waits for the failure") {
          $0.replica.failures.count > failures
        }
        guard let failure = state.events.lastIndex(where: \.isFailure) else { continue }
        // What the observer held when it received the failure, whatever came after it.
        var replica = StoreReplica<Item>()
        for event in state.events[...failure] { replica.apply(event) }
        guard let contents, let now = replica.contents else { throw fail("\(observer.name) holds nothing") }
        try expect(
          now.isEqual(to: contents, inOrder: hasOrder), "\(observer.name) lost what was there because of a failure")
      }
      try await change(.insert(record(20 + round)), in: store)
      try await settle(store, observers)
      try await expectAgreement(observers, with: store, inOrder: hasOrder)
    }
  }

  func tryFetchThrows() async throws {
    let store = try await makeStore(holding: records(0..<4))
    note("make the next answer fail")
    try await step("failNextAnswer(of:)") { [harness] in try await harness.failNextAnswer(of: store) }
    let failure: StoreError? = try await step("a fetch that must fail") { [harness] () -> StoreError? in
      do throws(StoreError) {
        _ = try await store.fetch(harness.everything)
        return nil
      } catch {
        return error
      }
    }
    try expect(
      failure != nil, "a fetch that was made to fail gives an answer, in a store of \(records(0..<4).count) records")
    try expect(failure?.message.isEmpty == false, "the failure says nothing")
    try expectRecords(try await fetch(store), are: records(0..<4).byID, "the fetch after the failure")
  }
}
