import StoreInterface

/// Many write and many observe, at once.
@available(LiveSystems, *)
extension StoreTrial {
  /// Lets all writers work at once; each has numbers of its own, from `1000 · writer`.
  private func write(
    to store: Store,
    _ work:
      @escaping @Sendable (
        _ writer: Int, _ change: @Sendable (StoreChange<Item>) async throws -> Void
      ) async throws -> Void
  ) async throws(TrialStop) {
    note("\(effort.writers) writers begin")
    try await step("\(effort.writers) writers at work") { [harness, effort] in
      try await withThrowingTaskGroup { group in
        for writer in 1...effort.writers {
          group.addTask { try await work(writer) { try await harness.change($0, in: store) } }
        }
        try await group.waitForAll()
      }
    }
    note("all writers are done")
  }

  func tryConvergence() async throws {
    let store = try await makeStore(holding: records(0..<4))
    var observers: [Observer] = []
    for _ in 0..<effort.observers { observers.append(try await observeAnswer(of: store)) }
    // Some begin while the others write.
    for _ in 0..<effort.observers { observers.append(observe(store)) }
    let (canUpdate, canDelete, rounds) = (can(.updates), can(.deletes), effort.changesPerWriter)
    try await write(to: store) { [harness] writer, change in
      for round in 0..<rounds {
        let number = 1_000 * writer + round
        try await change(.insert(harness.record(number, version: 0)))
        if canUpdate { try await change(.update(harness.record(number, version: 1))) }
        if canDelete, round % 3 == 1 { try await change(.delete(harness.record(number, version: 0).id)) }
      }
    }
    var expected = records(0..<4).byID
    for writer in 1...effort.writers {
      for round in 0..<rounds where !(canDelete && round % 3 == 1) {
        let item = record(1_000 * writer + round, canUpdate ? 1 : 0)
        expected[item.id] = item
      }
    }
    let sentinel = try await settle(store, observers)
    expected[sentinel.id] = sentinel
    let fetched = try await expectAgreement(observers, with: store, inOrder: hasOrder)
    try expectRecords(fetched, are: expected, "a fetch after all writers")
  }

  func tryNoLostChange() async throws {
    let writers = effort.writers
    let rounds = effort.changesPerWriter
    let store = try await makeStore(holding: records(1...writers))
    var observers: [Observer] = []
    for _ in 0..<effort.observers { observers.append(try await observeAnswer(of: store)) }
    try await write(to: store) { [harness] writer, change in
      for round in 1...rounds { try await change(.update(harness.record(writer, version: round))) }
    }
    try await settle(store, observers)
    try await expectAgreement(observers, with: store, inOrder: hasOrder)
    for observer in observers {
      let history = observer.value.history
      for writer in 1...writers {
        var newest = 0
        for contents in history {
          guard let item = contents.items.first(where: { $0.id == record(writer).id }) else {
            throw fail("\(observer.name) loses \(names.name(of: record(writer).id)) in \(contents.summary)")
          }
          if item == record(writer, newest) { continue }
          guard let version = (newest...rounds).first(where: { item == record(writer, $0) }) else {
            throw fail(
              "\(observer.name) sees \(names.name(of: item)), after \(names.versionName(of: record(writer, newest))): it goes back"
            )
          }
          newest = version
        }
        try expect(
          newest == rounds, "\(observer.name) ends with \(record(writer, newest)), not \(record(writer, rounds))")
      }
    }
  }

  func tryStalledObserver() async throws {
    let store = try await makeStore(holding: records(0...effort.writers))
    let stalled = try await observeAnswer(of: store, pausingAfterAnswer: true)
    let awake = try await observeAnswer(of: store)
    let received = stalled.value.events.count
    let rounds = effort.changesPerWriter
    try await write(to: store) { [harness] writer, change in
      for round in 1...rounds { try await change(.update(harness.record(writer, version: round))) }
      try await change(.insert(harness.record(1_000 * writer, version: 0)))
    }
    let sentinel = try await settle(store, [awake])
    try await expectAgreement([awake], with: store, inOrder: hasOrder)
    try expect(stalled.value.events.count == received, "\(stalled.name) receives something although it does not listen")
    note("\(stalled.name) goes on")
    stalled.resume()
    try await wait(for: stalled, hearing: sentinel)
    try await settle(store, [stalled, awake])
    try await expectAgreement([stalled, awake], with: store, inOrder: hasOrder)
  }
}
