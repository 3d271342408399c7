import StoreInterface

/// What goes wrong is a value among others.
@available(LiveSystems, *)
extension StoreTrial {
  func tryFailureFirst() async throws {
    let store = try await makeStore(holding: records(0..<4))
    note("make the next answer fail")
    try await step("failNextAnswer(of:)") { [harness] in try await harness.failNextAnswer(of: store) }
    let observer = observe(store)
    let state = try await waitForEnd(of: observer, "the failure") { !$0.events.isEmpty }
    try expect(
      state.events.first?.isFailure ?? false,
      "\(observer.name) does not receive the failure, but \(state.events.isEmpty ? "the end" : state.name(of: 0, names))"
    )
    guard can(.inserts) else {
      let second = try await observeAnswer(of: store)
      return try await expectRecords(
        .items(second.value.replica.items), are: records(0..<4).byID,
        "the answer that \(second.name) gets after the failure", observer: second)
    }
    try await settle(store, [observer])
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
        let state = try await wait(for: observer, "the failure") {
          $0.replica.failures.count > failures
        }
        guard let failure = state.events.lastIndex(where: \.isFailure) else { continue }
        // What the observer held when it received the failure, whatever came after it.
        var replica = StoreReplica<Item>()
        for event in state.events[...failure] { replica.apply(event) }
        guard let contents, let now = replica.contents else { throw fail("\(observer.name) holds nothing") }
        try await expectEqual(
          now, contents, inOrder: hasOrder, "with the failure, event \(failure + 1), \(observer.name) holds",
          "it held before", observer: observer)
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
    let outcome = try await step("a fetch that must fail") { [harness] () -> Result<StoreContents<Item>, StoreError> in
      do throws(StoreError) {
        return .success(try await store.fetch(harness.everything))
      } catch {
        return .failure(error)
      }
    }
    switch outcome {
    case .success(let contents):
      note("the fetch gives \(contents.summary)")
      let naming = names.naming
      throw fail(
        "a fetch that was made to fail gives \(contents.summary(by: naming)) of a store that holds "
          + StoreContents.items(records(0..<4)).summary(by: naming))
    case .failure(let error): try expect(!error.message.isEmpty, "the failure says nothing: \(error)")
    }
    try await expectRecords(
      try await fetch(store), are: records(0..<4).byID, "the fetch after the failure", observer: nil)
  }
}
