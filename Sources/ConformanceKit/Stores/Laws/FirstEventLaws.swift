import StoreInterface

/// How an observation begins: with failures, if any, then with the whole answer.
@available(LiveSystems, *)
extension StoreTrial {
  private static var sizes: [Int] { [0, 1, 7] }

  func tryAnswerFirst() async throws {
    for size in Self.sizes {
      let store = try await makeStore(holding: records(0..<size))
      let observer = observe(store)
      let state = try await step("\(observer.name) waits for the first answer") {
        try await observer.wait { $0.events.contains { !$0.isFailure } }
      }
      guard let first = state.events.first(where: { !$0.isFailure }) else {
        // A store whose answers end may give up instead; one that says nothing at all has not answered.
        try expect(
          !state.events.isEmpty && !can(.inserts), "\(observer.name) receives the end without an answer")
        continue
      }
      if case .changes = first { throw fail("\(observer.name): changes come before the first answer") }
      try expect(state.problems.isEmpty, state.problems.joined(separator: "; "))
    }
  }

  func tryAnswerWhole() async throws {
    for size in Self.sizes {
      let given = records(0..<size)
      let store = try await makeStore(holding: given)
      let observer = try await observeAnswer(of: store)
      guard let answer = observer.value.history.first else { throw fail("there is no answer") }
      try expect(observer.value.problems.isEmpty, observer.value.problems.joined(separator: "; "))
      try expectRecords(answer, are: given.byID, "the first answer")
      if can(.placements) { try expect(answer.items == given, "the first answer is not in the order given") }
      if can(.sections) { try expect(answer.sections != nil, "the store keeps sections, but its answer has none") }
    }
  }

  func tryFetchAgrees() async throws {
    for size in Self.sizes {
      let store = try await makeStore(holding: records(0..<size))
      let before = try await fetch(store)
      try expectRecords(before, are: records(0..<size).byID, "a fetch")
      let observer = try await observeAnswer(of: store)
      guard let answer = observer.value.history.first else { throw fail("there is no answer") }
      try expectEqual(before, answer, inOrder: hasOrder, "a fetch gives", "the observation begins with")
      try expectEqual(
        try await fetch(store), answer, inOrder: hasOrder, "a fetch gives", "the observation began with")
    }
  }

  func tryNothingMissed() async throws {
    let store = try await makeStore(holding: records(0..<3))
    note("ask for events, and do not iterate yet")
    let events = store.events(for: harness.everything)
    try await change(.insert(record(10)), in: store)
    let observer = observe(AnyStoreEvents(events))
    try await wait(for: observer, "\(observer.name) waits for the first answer") { $0.replica.hasAnswer }
    try await settle(store, [observer])
    let held = observer.value.replica[record(10).id]
    try expect(held != nil, "\(observer.name) lacks \(names.name(of: record(10).id)), inserted before it was iterated")
    try await expectAgreement([observer], with: store, inOrder: hasOrder)
  }

  func tryAnswerCompletes() async throws {
    let given = records(0..<5)
    let store = try await makeStore(holding: given)
    for _ in 0..<2 {
      let observer = observe(store)
      let state = try await step("\(observer.name) waits for the end of the answer") {
        try await observer.wait { _ in false }
      }
      try expect(state.replica.hasAnswer, "\(observer.name) receives the end without an answer")
      try expectRecords(.items(state.replica.items), are: given.byID, "the answer at its end")
    }
  }
}

extension StoreEvent {
  /// Whether this is a failure.
  var isFailure: Bool {
    if case .failed = self { true } else { false }
  }
}
