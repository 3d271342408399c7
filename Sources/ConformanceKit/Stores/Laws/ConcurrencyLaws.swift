import StoreInterface

/// Who writes, how much, and who observes it.
struct ConcurrencyScenario: Sendable {
  var writers: Int
  /// Changes that each writer makes, or records that it changes.
  var rounds: Int
  /// Observers from the start.
  var observers: Int
  /// Observers that begin while the others write.
  var lateObservers = 0
  /// Whether records are updated and deleted, too, where the law does not need it.
  var updates = false
  var deletes = false

  /// Smaller scenarios, in the order in which they are tried.
  var smaller: [ConcurrencyScenario] {
    var all: [ConcurrencyScenario] = []
    func fewer(_ count: WritableKeyPath<ConcurrencyScenario, Int>, than least: Int) {
      for smaller in [self[keyPath: count] / 2, self[keyPath: count] - 1]
      where smaller >= least && smaller < self[keyPath: count] {
        var scenario = self
        scenario[keyPath: count] = smaller
        all.append(scenario)
      }
    }
    func without(_ kind: WritableKeyPath<ConcurrencyScenario, Bool>) {
      guard self[keyPath: kind] else { return }
      var scenario = self
      scenario[keyPath: kind] = false
      all.append(scenario)
    }
    fewer(\.rounds, than: 1)
    fewer(\.writers, than: 1)
    fewer(\.lateObservers, than: 0)
    fewer(\.observers, than: 1)
    without(\.deletes)
    without(\.updates)
    return all
  }
}

/// Many write and many observe, at once.
@available(LiveSystems, *)
extension StoreTrial {
  /// How often a smaller scenario is tried: what goes wrong when many do something at once need not do so each time.
  private static var tries: Int { 3 }

  private func tryScenario(
    _ scenario: ConcurrencyScenario, _ body: (StoreTrial, ConcurrencyScenario) async throws -> Void
  ) async throws {
    try await tryScenarios([scenario], smaller: \.smaller, tries: Self.tries, body)
  }

  /// Lets all writers work at once; each has numbers of its own, from `1000 · writer`.
  private func write(
    to store: Store, writers: Int, before observers: [Observer],
    _ work:
      @escaping @Sendable (
        _ writer: Int, _ change: @Sendable (StoreChange<Item>) async throws -> Void
      ) async throws -> Void
  ) async throws(TrialStop) {
    let name = writers == 1 ? "a writer" : "\(writers) writers"
    note("\(name) at work")
    let current = Locked<[Int: StoreChange<Item>]>([:])
    do throws(TrialStop) {
      try await step("\(name) at work") { [harness] in
        try await withThrowingTaskGroup { group in
          for writer in 1...writers {
            group.addTask {
              try await work(writer) { change in
                current.withLock { $0[writer] = change }
                try await harness.change(change, in: store)
              }
              current.withLock { $0[writer] = nil }
            }
          }
          try await group.waitForAll()
        }
      }
    } catch {
      guard case .hung(let step) = error else { throw error }
      let places = current.withLock { $0 }.sorted { $0.key < $1.key }.map {
        "writer \($0.key) is at “\($0.value.summary(by: names.naming))”"
      }
      let received = observers.map { "\($0.name): \($0.lastReceived)" }
      throw .hung(step: ([step] + received.prefix(2) + places.prefix(3)).joined(separator: "; "))
    }
    note("all writers are done")
  }

  func tryConvergence() async throws {
    let scenario = ConcurrencyScenario(
      writers: effort.writers, rounds: effort.changesPerWriter, observers: effort.observers,
      lateObservers: effort.observers, updates: can(.updates), deletes: can(.deletes))
    try await tryScenario(scenario) { trial, scenario in try await trial.converge(scenario) }
  }

  private func converge(_ scenario: ConcurrencyScenario) async throws {
    let store = try await makeStore(holding: records(0..<4))
    var observers: [Observer] = []
    for _ in 0..<scenario.observers { observers.append(try await observeAnswer(of: store)) }
    // Some begin while the others write.
    for _ in 0..<scenario.lateObservers { observers.append(observe(store)) }
    try await write(to: store, writers: scenario.writers, before: observers) { [harness] writer, change in
      for round in 0..<scenario.rounds {
        let number = 1_000 * writer + round
        try await change(.insert(harness.record(number, version: 0)))
        if scenario.updates { try await change(.update(harness.record(number, version: 1))) }
        if scenario.deletes, round % 3 == 1 { try await change(.delete(harness.record(number, version: 0).id)) }
      }
    }
    var expected = records(0..<4).byID
    for writer in 1...scenario.writers {
      for round in 0..<scenario.rounds where !(scenario.deletes && round % 3 == 1) {
        let item = record(1_000 * writer + round, scenario.updates ? 1 : 0)
        expected[item.id] = item
      }
    }
    let sentinel = try await settle(store, observers)
    expected[sentinel.id] = sentinel
    let fetched = try await expectAgreement(observers, with: store, inOrder: hasOrder)
    try await expectRecords(fetched, are: expected, "a fetch after all writers", observer: observers.first)
  }

  func tryNoLostChange() async throws {
    let scenario = ConcurrencyScenario(
      writers: effort.writers, rounds: effort.changesPerWriter, observers: effort.observers)
    try await tryScenario(scenario) { trial, scenario in try await trial.loseNothing(scenario) }
  }

  private func loseNothing(_ scenario: ConcurrencyScenario) async throws {
    let store = try await makeStore(holding: records(1...scenario.writers))
    var observers: [Observer] = []
    for _ in 0..<scenario.observers { observers.append(try await observeAnswer(of: store)) }
    try await write(to: store, writers: scenario.writers, before: observers) { [harness] writer, change in
      for round in 1...scenario.rounds { try await change(.update(harness.record(writer, version: round))) }
    }
    try await settle(store, observers)
    try await expectAgreement(observers, with: store, inOrder: hasOrder)
    for observer in observers {
      for writer in 1...scenario.writers { try expectRising(writer, to: scenario.rounds, before: observer) }
    }
  }

  /// The versions of a record that an observer held rise, up to the last one.
  private func expectRising(_ number: Int, to last: Int, before observer: Observer) throws(TrialStop) {
    let state = observer.value
    let key = record(number).id
    var newest = 0
    for (place, contents) in state.history.enumerated() {
      let name = observer.name(afterHistory: place, in: state)
      guard let item = contents.items.first(where: { $0.id == key }) else {
        throw fail("\(name) does not hold \(names.name(of: key)) any more, which no one deletes")
      }
      if item == record(number, newest) { continue }
      guard let version = (newest...last).first(where: { item == record(number, $0) }) else {
        throw fail("\(name) holds \(names.name(of: item)), and held version \(newest) before: it goes back")
      }
      newest = version
    }
    try expect(
      newest == last,
      "\(observer.name) ends with \(names.name(of: record(number, newest))), not version \(last); "
        + observer.lastEvent(naming: key))
  }

  func tryStalledObserver() async throws {
    let scenario = ConcurrencyScenario(
      writers: effort.writers, rounds: effort.changesPerWriter, observers: 1, updates: true)
    try await tryScenario(scenario) { trial, scenario in try await trial.stall(scenario) }
  }

  private func stall(_ scenario: ConcurrencyScenario) async throws {
    let store = try await makeStore(holding: records(0...scenario.writers))
    let stalled = try await observeAnswer(of: store, pausingAfterAnswer: true)
    let awake = try await observeAnswer(of: store)
    let received = stalled.value.events.count
    try await write(to: store, writers: scenario.writers, before: [stalled]) { [harness] writer, change in
      if scenario.updates {
        for round in 1...scenario.rounds { try await change(.update(harness.record(writer, version: round))) }
      }
      try await change(.insert(harness.record(1_000 * writer, version: 0)))
    }
    let sentinel = try await settle(store, [awake])
    try await expectAgreement([awake], with: store, inOrder: hasOrder)
    try expect(
      stalled.value.events.count == received,
      "\(stalled.name) receives something although it does not listen; \(stalled.lastReceived)")
    note("\(stalled.name) goes on")
    stalled.resume()
    try await wait(for: stalled, toReceive: sentinel)
    try await settle(store, [stalled, awake])
    try await expectAgreement([stalled, awake], with: store, inOrder: hasOrder)
  }
}
