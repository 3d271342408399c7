import StoreInterface

/// How an observation begins: with failures, if any, then with the whole answer.
@available(LiveSystems, *)
extension StoreTrial {
  private static var sizes: [Int] { [1, 0, 7] }

  /// The first answer of an observer, and what messages call it.
  private func answer(of observer: Observer) throws(TrialStop) -> (contents: StoreContents<Item>, name: String) {
    try expectSense(of: observer)
    let state = observer.value
    guard let contents = state.history.first, let event = state.historyEvents.first else {
      throw fail("\(observer.name) has no answer; \(observer.lastReceived)")
    }
    return (contents, "event \(event + 1) of \(observer.name), the first answer,")
  }

  func tryAnswerFirst() async throws {
    for size in Self.sizes {
      let given = records(0..<size)
      let answer = "the first answer, of a store of \(StoreContents.items(given).summary(by: names.naming))"
      let store = try await makeStore(holding: given)
      let observer = observe(store)
      let state = try await waitForEnd(of: observer, answer) { $0.events.contains { !$0.isFailure } }
      guard state.events.contains(where: { !$0.isFailure }) else {
        // A store whose answers end may give up instead; one that says nothing at all has not answered.
        try expect(
          !state.events.isEmpty && !can(.inserts),
          "\(observer.name) receives the end, not \(answer); \(observer.lastReceived)")
        continue
      }
      try expectSense(of: observer)
    }
  }

  func tryAnswerWhole() async throws {
    for size in Self.sizes {
      let given = records(0..<size)
      let store = try await makeStore(holding: given)
      let observer = try await observeAnswer(of: store)
      let answer = try answer(of: observer)
      try await expectRecords(answer.contents, are: given.byID, answer.name, observer: observer)
      if can(.placements) {
        try await expectEqual(
          .items(answer.contents.items), .items(given), inOrder: true, "\(answer.name) has", "the store was given",
          observer: observer)
      }
      if can(.sections) {
        try expect(answer.contents.sections != nil, "the store keeps sections, but \(answer.name) has none")
      }
    }
  }

  func tryFetchAgrees() async throws {
    for size in Self.sizes {
      let store = try await makeStore(holding: records(0..<size))
      let before = try await fetch(store)
      let observer = try await observeAnswer(of: store)
      let answer = try answer(of: observer)
      try await expectRecords(before, are: records(0..<size).byID, "a fetch", observer: observer)
      for fetched in [before, try await fetch(store)] {
        try await expectEqual(
          fetched, answer.contents, inOrder: hasOrder, "a fetch gives", "\(answer.name) has", observer: observer)
      }
    }
  }

  func tryNothingMissed() async throws {
    let store = try await makeStore(holding: records(0..<3))
    note("ask for events, and do not iterate yet")
    let events = store.events(for: harness.everything)
    try await change(.insert(record(10)), in: store)
    let observer = observe(AnyStoreEvents(events))
    try await wait(for: observer, "the first answer") { $0.replica.hasAnswer }
    try await settle(store, [observer])
    let key = record(10).id
    try expect(
      observer.value.replica[key] != nil,
      "\(observer.name) lacks \(names.name(of: key)), inserted before it was iterated; \(observer.lastEvent(naming: key))"
    )
    try await expectAgreement([observer], with: store, inOrder: hasOrder)
  }

  func tryAnswerCompletes() async throws {
    let given = records(0..<5)
    let store = try await makeStore(holding: given)
    for _ in 0..<2 {
      let observer = observe(store)
      let state = try await waitForEnd(of: observer, "the end of the answer")
      try expect(
        state.replica.hasAnswer,
        "\(observer.name) receives the end, not \(StoreContents.items(given).summary(by: names.naming)); "
          + observer.lastReceived)
      try await expectRecords(
        .items(state.replica.items), are: given.byID, "the answer that \(observer.name) holds at its end",
        observer: observer)
    }
  }
}

extension StoreEvent {
  /// Whether this is a failure.
  var isFailure: Bool {
    if case .failed = self { true } else { false }
  }
}
