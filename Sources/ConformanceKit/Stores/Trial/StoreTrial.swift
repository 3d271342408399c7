import StoreInterface

/// One law being tried on stores of one harness.
///
/// Laws do things to a store, wait for what must follow, and compare; everything that is done and received goes into the
/// trace.
@available(LiveSystems, *)
final class StoreTrial<Harness: StoreHarness>: Sendable {
  typealias Store = Harness.Store
  typealias Item = Store.Item
  typealias Observer = StoreObserver<Item>

  private struct Findings {
    var trace: [String] = []
    var violations: [StoreViolation] = []
    /// The kind of the first violation.
    var kind: ViolationKind?
    var checks = 0
    var observers: [Observer] = []
    var stores: [Store] = []
    var nextSentinel = 90_000
    var hasHung = false
    var reasonUntried: String?
    var leftOut: String?
  }

  let harness: Harness
  let law: StoreLaw
  let effort: StoreTrialEffort
  let seed: UInt64
  /// What records are called in messages.
  let names: RecordNumbers<Item>
  private let watchdog: Watchdog
  private let findings: Locked<Findings>

  init(of harness: Harness, law: StoreLaw, watchdog: Watchdog, effort: StoreTrialEffort, seed: UInt64) {
    self.harness = harness
    self.law = law
    self.watchdog = watchdog
    self.effort = effort.raised
    self.seed = seed
    names = RecordNumbers { harness.record($0, version: $1) }
    findings = Locked(Findings())
  }

  var checks: Int { findings.withLock { $0.checks } }
  var violations: [StoreViolation] { findings.withLock { $0.violations } }
  /// Whether a step did not end.
  var hasHung: Bool { findings.withLock { $0.hasHung } }
  /// What the first violation is about.
  private var kind: ViolationKind? { findings.withLock { $0.kind } }
  /// Why the law could not be tried.
  var reasonUntried: String? { findings.withLock { $0.reasonUntried } }

  /// What of the law was not tried, and why.
  var leftOut: String? { findings.withLock { $0.leftOut } }

  func can(_ capability: StoreCapability) -> Bool { harness.capabilities.contains(capability) }

  /// Whether answers show an order that means something.
  var hasOrder: Bool { can(.order) }

  /// Tries the law, and closes what it opened.
  func run() async { await run { try await $0.tryLaw() } }

  private func run(_ body: (StoreTrial) async throws -> Void) async {
    do {
      try await body(self)
    } catch {
      report(error)
    }
    let (observers, stores) = findings.withLock { ($0.observers, $0.stores) }
    for observer in observers { observer.cancel() }
    for store in stores {
      do {
        try await watchdog.run("closing the store") { [harness] in await harness.close(store) }
      } catch {
        report(error)
      }
    }
  }

  /// Runs scenarios until one breaks the law; of that, the smallest one that breaks it in the same way is reported.
  ///
  /// Only where none is smaller and breaks it in the same way, one that breaks it in another way is. The message of the
  /// scenario that was found goes with it.
  ///
  /// - Parameters:
  ///   - smaller: Smaller scenarios than one, in the order in which they are tried.
  ///   - tries: How often a smaller one is tried before it counts as one that keeps the law.
  ///   - body: Runs a scenario on stores of its own.
  func tryScenarios<Scenario>(
    _ scenarios: [Scenario], smaller: (Scenario) -> [Scenario], tries: Int = 1,
    _ body: (StoreTrial, Scenario) async throws -> Void
  ) async throws {
    // A smaller scenario that hangs only ends the search, so it is given up sooner.
    let impatient = Watchdog(patience: watchdog.patience / 20, clock: watchdog.clock)
    func attempt(_ scenario: Scenario, under watchdog: Watchdog) async -> StoreTrial {
      let trial = StoreTrial(of: harness, law: law, watchdog: watchdog, effort: effort, seed: seed)
      await trial.run { try await body($0, scenario) }
      return trial
    }
    for scenario in scenarios {
      let found = await attempt(scenario, under: watchdog)
      findings.withLock { $0.checks += found.checks }
      guard !found.violations.isEmpty else { continue }
      // A smaller scenario that hangs would take as long as this one.
      var attempts = found.hasHung ? Self.shrinkingAttempts : 0
      // What a smaller scenario must show; any comparison, where there is none.
      var wanted = found.kind
      func shrink() async -> (case: Scenario, problem: StoreTrial) {
        await CaseShrinker.smallest(
          scenario, showing: found, steps: smaller,
          problem: { scenario -> StoreTrial? in
            for _ in 0..<tries where attempts < Self.shrinkingAttempts {
              attempts += 1
              let trial = await attempt(scenario, under: impatient)
              if trial.hasHung { attempts = Self.shrinkingAttempts }
              // A smaller scenario that fails may be one that makes no sense; the comparison says more.
              guard let kind = trial.kind, !trial.hasHung, kind == wanted || wanted == nil && kind.isComparison else {
                continue
              }
              wanted = kind
              return trial
            }
            return nil
          })
      }
      var smallest = await shrink().problem
      if smallest === found {
        wanted = nil
        smallest = await shrink().problem
      }
      var violations = smallest.violations
      if let message = found.violations.first?.message, violations.first?.message != message {
        violations[0].foundMessage = message
      }
      findings.withLock { findings in
        findings.kind = smallest.kind
        findings.violations += violations
        findings.hasHung = smallest.hasHung
      }
      throw TrialStop.reported
    }
  }

  /// So many smaller scenarios are tried at most: enough for one of ten steps, and soon over for a store on a disk.
  private static var shrinkingAttempts: Int { 300 }

  private func tryLaw() async throws {
    switch law {
    case .answerFirst: try await tryAnswerFirst()
    case .answerWhole: try await tryAnswerWhole()
    case .fetchAgrees: try await tryFetchAgrees()
    case .nothingMissed: try await tryNothingMissed()
    case .answerCompletes: try await tryAnswerCompletes()
    case .changesFold: try await tryChangesFold(inOrder: false)
    case .orderFolds: try await tryChangesFold(inOrder: true)
    case .placements: try await tryPlacements()
    case .sections: try await trySections()
    case .refill: try await tryRefill()
    case .oneEvent: try await tryOneEvent()
    case .atomicity: try await tryAtomicity()
    case .foldTable: try await tryFoldTable()
    case .strictBatch: try await tryStrictBatch()
    case .determinism: try await tryDeterminism()
    case .requestBelongs, .requestEnters, .requestOrder, .requestLimit, .requestsApart, .requestChanged, .requestFetch,
      .requestDrafts:
      try await tryRequests()
    case .cancellationEnds: try await tryCancellationEnds()
    case .lateEvents: try await tryLateEvents()
    case .othersGoOn: try await tryOthersGoOn()
    case .release: try await tryRelease()
    case .failureFirst: try await tryFailureFirst()
    case .failureIsValue: try await tryFailureIsValue()
    case .fetchThrows: try await tryFetchThrows()
    case .convergence: try await tryConvergence()
    case .noLostChange: try await tryNoLostChange()
    case .stalledObserver: try await tryStalledObserver()
    case .draftSeen: try await tryDraftSeen()
    case .draftCommit: try await tryDraftCommit()
    case .draftDiscard: try await tryDraftDiscard()
    case .draftRebase: try await tryDraftRebase()
    case .draftKept: try await tryDraftKept()
    case .commitVisible: try await tryCommitVisible()
    case .commitAnnounced: try await tryCommitAnnounced()
    case .commitRefused: try await tryCommitRefused()
    }
  }
}

// MARK: - Reporting

@available(LiveSystems, *)
extension StoreTrial {
  /// Notes in the trace what is done or received.
  func note(_ line: String) { findings.withLock { $0.trace.append(line) } }

  /// Notes what of the law is not tried, and why.
  func leaveOut(_ reason: String) { findings.withLock { $0.leftOut = reason } }

  /// Reports what ended the trial.
  private func report(_ error: any Error) {
    switch error {
    case TrialStop.reported: return  // The violation says it all.
    case TrialStop.untried(let reason): findings.withLock { $0.reasonUntried = reason }
    case TrialStop.hung:
      findings.withLock { $0.hasHung = true }
      report("\(error)", .hung)
    case TrialStop.ended: report("\(error)", .ended)
    case TrialStop.threw(_, let cause): report("\(error)", .threw("\(cause)".withoutNumbers))
    default: report("\(error)", .threw("\(error)".withoutNumbers))
    }
  }

  /// Reports a violation of the law on trial.
  private func report(_ message: String, _ kind: ViolationKind, cause: StoreLaw? = nil) {
    findings.withLock { findings in
      findings.kind = findings.kind ?? kind
      findings.violations.append(StoreViolation(law: law, message: message, trace: findings.trace, cause: cause))
    }
  }

  /// Reports a violation, after which nothing else would mean anything.
  ///
  /// - Parameters:
  ///   - way: In which of several ways the comparison does not hold.
  ///   - cause: The law whose usual cause fits, where that may be another one.
  func fail(
    _ message: String, way: String = "", cause: StoreLaw? = nil, file: String = #fileID, line: UInt = #line
  ) -> TrialStop {
    report(message, .comparison(file: file, line: line, way: way), cause: cause)
    return .reported
  }

  /// Counts a comparison, and stops the trial where it does not hold.
  ///
  /// - Parameters:
  ///   - way: In which of several ways it does not hold.
  ///   - cause: The law whose usual cause fits, where that may be another one.
  func expect(
    _ holds: Bool, _ message: @autoclosure () -> String, way: @autoclosure () -> String = "", cause: StoreLaw? = nil,
    file: String = #fileID, line: UInt = #line
  ) throws(TrialStop) {
    findings.withLock { $0.checks += 1 }
    if !holds { throw fail(message(), way: way(), cause: cause, file: file, line: line) }
  }
}

// MARK: - Doing

@available(LiveSystems, *)
extension StoreTrial {
  /// Runs a step under the watchdog.
  func step<Value: Sendable>(
    _ name: String, _ work: @escaping @Sendable () async throws -> Value
  ) async throws(TrialStop) -> Value {
    try await watchdog.run(name, work)
  }

  /// Records with these numbers, in their first version.
  func records(_ numbers: some Sequence<Int>, version: Int = 0) -> [Item] {
    numbers.map { record($0, version) }
  }

  func record(_ number: Int, _ version: Int = 0) -> Item {
    names.add(number)
    return harness.record(number, version: version)
  }

  func makeStore(holding records: [Item]) async throws(TrialStop) -> Store {
    note("make a store of \(StoreContents.items(records).summary)")
    let store = try await step("makeStore(holding:)") { [harness] in try await harness.makeStore(holding: records) }
    findings.withLock { $0.stores.append(store) }
    return store
  }

  /// Begins an observation and returns at once.
  func observe(_ store: Store, pausingAfterAnswer: Bool = false) -> Observer {
    observe(AnyStoreEvents(store.events(for: harness.everything)), pausingAfterAnswer: pausingAfterAnswer)
  }

  /// Begins to iterate events.
  ///
  /// - Parameter kind: What messages call those who do, with a number.
  func observe(
    _ events: AnyStoreEvents<Item>, as kind: String = "observer", pausingAfterAnswer: Bool = false
  ) -> Observer {
    let number = findings.withLock { $0.observers.count + 1 }
    let observer = Observer(
      "\(kind) \(number)", of: events, pausingAfterAnswer: pausingAfterAnswer, names: names
    ) { [weak self] line in self?.note(line) }
    findings.withLock { $0.observers.append(observer) }
    return observer
  }

  /// Begins an observation and waits for its first answer.
  func observeAnswer(
    of store: Store, pausingAfterAnswer: Bool = false
  ) async throws(TrialStop) -> Observer {
    let observer = observe(store, pausingAfterAnswer: pausingAfterAnswer)
    try await wait(for: observer, "the first answer") { $0.replica.hasAnswer }
    return observer
  }

  /// Waits until what an observer received meets a condition; what it receives must make sense.
  ///
  /// - Parameter lack: What it lacks to that, for a message.
  @discardableResult
  func wait(
    for observer: Observer, _ what: String, until condition: @escaping @Sendable (Observer.State) -> Bool,
    lack: (Observer.State) -> String? = { _ in nil }
  ) async throws(TrialStop) -> Observer.State {
    let state = try await state(of: observer, what, lack) { !$0.problems.isEmpty || condition($0) }
    try expectSense(of: observer)
    guard condition(state) else { throw .ended(step: step(of: observer, what, lack)) }
    return state
  }

  /// Waits until a condition is met, or the observation has ended.
  func waitForEnd(
    of observer: Observer, _ what: String, or condition: @escaping @Sendable (Observer.State) -> Bool = { _ in false }
  ) async throws(TrialStop) -> Observer.State {
    try await state(of: observer, what, { _ in nil }, once: condition)
  }

  private func state(
    of observer: Observer, _ what: String, _ lack: (Observer.State) -> String?,
    once condition: @escaping @Sendable (Observer.State) -> Bool
  ) async throws(TrialStop) -> Observer.State {
    do throws(TrialStop) {
      return try await step("\(observer.name) waits for \(what)") { try await observer.wait(until: condition) }
    } catch {
      guard case .hung = error else { throw error }
      throw .hung(step: step(of: observer, what, lack))
    }
  }

  private func step(
    of observer: Observer, _ what: String, _ lack: (Observer.State) -> String?
  ) -> String {
    (["\(observer.name) waits for \(what)", lack(observer.value)].compactMap { $0 } + [observer.lastReceived])
      .joined(separator: "; ")
  }

  /// Waits until an observer holds an answer.
  @discardableResult
  func wait(
    for observer: Observer, toHold contents: StoreContents<Item>, _ what: String
  ) async throws(TrialStop) -> Observer.State {
    let inOrder = hasOrder
    return try await wait(
      for: observer, what, until: { $0.replica.contents?.isEqual(to: contents, inOrder: inOrder) ?? false },
      lack: { [names] state in
        guard let held = state.replica.contents else { return nil }
        return ContentsDifference(
          of: (held, "it holds"), from: (contents, "there should be"), inOrder: inOrder, names: names,
          observer: observer
        ).description
      })
  }

  /// Gives an observer its turns, until it has received something, and no more comes: a message about what was done just
  /// now can say what it received of that.
  func giveTurns(to observer: Observer) async {
    var (received, idle) = (observer.value.events.count, 0)
    while idle < 60 {
      await Task.yield()
      idle += 1
      let now = observer.value.events.count
      if now > received { (received, idle) = (now, 30) }
    }
  }

  /// What an observer received must make sense.
  func expectSense(of observer: Observer) throws(TrialStop) {
    let state = observer.value
    try expect(
      state.problems.isEmpty, "\(observer.name): \(state.problems.shown(by: "; "))", way: state.firstProblem ?? "")
  }

  func fetch(_ store: some DataStore<Item, Store.Request>) async throws(TrialStop) -> StoreContents<Item> {
    let contents = try await step("fetch") { [harness] in try await store.fetch(harness.everything) }
    note("fetch gives \(contents.summary)")
    return contents
  }

  func change(_ change: StoreChange<Item>, in store: Store) async throws(TrialStop) {
    note("\(change.summary)")
    try await step(change.summary(by: names.naming)) { [harness] in try await harness.change(change, in: store) }
  }

  func transact(_ batch: StoreBatch<Item>, in store: Store) async throws(TrialStop) {
    note("as one: \(batch.summary())")
    try await step("a transaction of \(batch.summary(by: names.naming))") { [harness] in
      try await harness.transact(batch, in: store)
    }
  }

  func writer(of store: Store) throws(TrialStop) -> any WritableDataStore<Item, Store.Request> {
    guard let writer = harness.writer(of: store) else { throw fail("\(MissingCapability(.writes))") }
    return writer
  }

  @discardableResult
  func commit(_ batch: StoreBatch<Item>, to store: Store) async throws(TrialStop) -> BatchOutcome<Item> {
    let writer = try writer(of: store)
    note("commit \(batch.summary())")
    return try await step("a commit of \(batch.summary(by: names.naming))") { try await writer.commit(batch) }
  }

  /// Commits what must be refused, and returns the refusal.
  func refusal(of batch: StoreBatch<Item>, by store: Store) async throws(TrialStop) -> StoreError? {
    let writer = try writer(of: store)
    note("commit what must be refused: \(batch.summary())")
    return try await step("a commit that must be refused, of \(batch.summary(by: names.naming))") {
      () -> StoreError? in
      do throws(StoreError) {
        try await writer.commit(batch)
        return nil
      } catch {
        return error
      }
    }
  }
}

// MARK: - Settling

@available(LiveSystems, *)
extension StoreTrial {
  /// A record that no law uses otherwise.
  func nextSentinel() -> Item {
    let number = findings.withLock { findings in
      findings.nextSentinel += 1
      return findings.nextSentinel
    }
    return record(number)
  }

  /// Writes a record last of all, and waits until every observer has received it: so they have received all that went
  /// before.
  @discardableResult
  func settle(_ store: Store, _ observers: [Observer]) async throws(TrialStop) -> Item {
    let sentinel = nextSentinel()
    try await change(.insert(sentinel), in: store)
    for observer in observers { try await wait(for: observer, toReceive: sentinel) }
    return sentinel
  }

  func wait(for observer: Observer, toReceive sentinel: Item) async throws(TrialStop) {
    try await wait(for: observer, "the record written last, \(names.name(of: sentinel.id))") {
      $0.replica[sentinel.id] != nil
    }
  }
}
