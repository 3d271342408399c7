import LiveResults
import SectionDiff
import StoreBuilding
import StoreInterface

/// What a request shows: which records, in which order, and how many, whatever happens to them.
///
/// All laws of this family run scenarios in the same way, and differ in the requests and in what is done. At each moment an
/// observer must hold an answer to its request over what the store held at some time, never an older one than before; at
/// the end it holds what a fetch gives.
@available(LiveSystems, *)
extension StoreTrial {
  fileprivate typealias Scenario = RequestScenario
  fileprivate typealias Controller = ResultsController<Store, Unsectioned, Item, NoHeader>

  /// Requests are looked for among the first so many.
  private static var requestCount: Int { 70 }
  /// Records of the scenarios.
  private static var recordCount: Int { 8 }

  func tryRequests() async throws {
    let trait: RequestTrait =
      switch law {
      case .requestEnters: .varies
      case .requestOrder: .orders
      case .requestLimit: .limits
      default: .selects
      }
    let areApart = law == .requestsApart || law == .requestChanged
    var numbers = try areApart ? requestsApart() : requests(with: trait)
    if law == .requestDrafts { numbers = try await draftable(numbers) }
    var random = SplitMix64(seed: seed, case: law.ordinal)
    let count = max(3, effort.changes / 12)
    let scenarios = (0..<count).map { _ in scenario(of: numbers, &random) }
    try await tryScenarios(scenarios, smaller: \.smaller) { trial, scenario in try await trial.run(scenario) }
  }

  /// The numbers of the requests that have a trait.
  private func requests(with trait: RequestTrait) throws -> [Int] {
    let records = (0..<Self.recordCount).map { number in (0..<3).map { record(number, $0) } }
    let numbers = try (0..<Self.requestCount).filter { number in
      trait.holds(for: try meaning(of: number).meaning, on: records)
    }
    guard !numbers.isEmpty else {
      throw try lack(
        "none of the first \(Self.requestCount) requests of the harness \(trait.wish): see `request(_:)`")
    }
    return numbers
  }

  /// Those of some requests whose answers a layer can lay drafts over.
  private func draftable(_ numbers: [Int]) async throws -> [Int] {
    // No store is made for what the types say already.
    let isMatching = Store.Request.self is any MatchingRequest.Type
    let whole = try numbers.filter { try !isDivided($0) }
    if isMatching, whole.count == numbers.count { return numbers }
    let layer = try await makeDraft(over: try await makeStore(holding: []))
    guard layer is any LayerOfMatchingRequests else { return numbers }
    guard isMatching else {
      throw TrialStop.untried("a `DraftStore` knows only what `MatchingRequest`s ask for: see `makeDraft(over:)`")
    }
    let reason = "requests that divide their answers into sections; a `DraftStore` places drafts by order alone"
    guard !whole.isEmpty else { throw TrialStop.untried("the harness has only \(reason)") }
    leaveOut(reason)
    return whole
  }

  /// Whether the harness says in which section a request shows a record.
  private func isDivided(_ number: Int) throws -> Bool {
    let meaning = try meaning(of: number)
    return (0..<Self.recordCount).contains { number in
      (0..<3).contains { meaning.section(record(number, $0)) != nil }
    }
  }

  /// The numbers of requests that show something, each with other answers than the rest.
  private func requestsApart() throws -> [Int] {
    var known: Set<RequestAnswers> = []
    let numbers = try (0..<Self.requestCount).filter { number in
      let answers = try answers(to: harness.request(number))
      return answers.showSomething && known.insert(answers).inserted
    }
    guard numbers.count > 1 else {
      throw try lack(
        "no two of the first \(Self.requestCount) requests of the harness have different answers: see `request(_:)`")
    }
    return numbers
  }

  /// Why no request can be tried: those that are given do not fit, or none is given.
  private func lack(_ reason: String) throws -> any Error {
    let everything = try answers(to: harness.everything)
    let isGiven = try (0..<Self.requestCount).contains { try answers(to: harness.request($0)) != everything }
    return isGiven ? TrialStop.untried(reason) : MissingCapability(.requests)
  }

  private func answers(to request: Store.Request) throws -> RequestAnswers {
    let records = (0..<Self.recordCount).flatMap { number in (0..<3).map { record(number, $0) } }
    return RequestAnswers(to: try meaning(of: request).meaning, on: records, inOrder: hasOrder)
  }

  private func meaning(of number: Int) throws -> RequestMeaning<Item> { try meaning(of: harness.request(number)) }

  private func meaning(of request: Store.Request) throws -> RequestMeaning<Item> {
    guard let meaning = harness.meaning(of: request) else { throw MissingCapability(.requests) }
    return RequestMeaning(meaning: meaning, names: names, inOrder: hasOrder) { [harness] in
      harness.section(of: $0, in: request)
    }
  }

  /// Something that is done to a store, drawn at random.
  private func scenario(of numbers: [Int], _ random: inout SplitMix64) -> Scenario {
    func request(but known: Int? = nil) -> Int {
      let others = numbers.filter { $0 != known }
      return others[random.below(others.count)]
    }
    var requests = [request()]
    switch law {
    case .requestsApart: requests += [request(but: requests[0]), request(), requests[0]]
    case .requestChanged: requests.append(request(but: requests[0]))
    case .requestFetch: requests += [request(), request()]
    default: requests.append(request())
    }
    var start: [Int: Int] = [:]
    for number in 0..<Self.recordCount where random.below(3) > 0 { start[number] = random.below(3) }
    var version = 2
    func edit() -> Scenario.Edit {
      let number = random.below(Self.recordCount)
      if can(.deletes), random.oneIn(law == .requestEnters ? 12 : 4) { return .delete(number) }
      version += 1 + random.below(2)
      return .put(number, version: version)
    }
    func edits() -> [Scenario.Edit] {
      let count = can(.transactions) && random.oneIn(3) ? 2 + random.below(2) : 1
      return (0..<count).map { _ in edit() }
    }
    var current = requests
    let steps = (0..<10).map { _ -> Scenario.Step in
      switch law {
      case .requestChanged where random.oneIn(3):
        let observer = random.below(requests.count)
        current[observer] = request(but: current[observer])
        return .ask(observer: observer, request: current[observer])
      case .requestDrafts:
        switch random.below(8) {
        case 0: return .commitDrafts
        case 1: return .discardDrafts
        case 2, 3: return .change(edits())
        default: return .draft(edits())
        }
      default: return .change(edits())
      }
    }
    var observations = requests.map { Scenario.Observation(request: $0) }
    if law == .requestChanged { observations[1].isControlled = true }
    return Scenario(
      observations: observations, start: start, steps: steps, isDrafted: law == .requestDrafts,
      fetches: law == .requestFetch)
  }
}

// MARK: - Running

/// A scenario being run.
@available(LiveSystems, *)
private struct RequestRun<Harness: StoreHarness> {
  typealias Item = Harness.Store.Item

  let store: Harness.Store
  let layer: (any StoreDraft<Item, Harness.Store.Request>)?
  let ledger: RequestLedger<Item>
  var model: RequestModel
  /// A version that no record had yet.
  var freshVersion: Int
}

@available(LiveSystems, *)
extension StoreTrial {
  /// So often an observer gets its turn before the next step. The scenario repeats with its seed; how many of the states
  /// an observer sees depends on this.
  private static var turns: Int { 60 }

  /// Runs a scenario; where an observer is behind, once more until there.
  func run(_ scenario: RequestScenario) async throws {
    guard let step = try await run(scenario, isWaiting: false) else { return }
    // An observer was behind after this step, and caught up with a later change. Whether the store is slow, or has lost a
    // change that a later one made good, shows when nothing follows.
    var shorter = scenario
    shorter.steps = Array(scenario.steps.prefix(step + 1))
    note("once more until here, with nothing that follows")
    _ = try await run(shorter, isWaiting: true)
  }

  /// Runs a scenario.
  ///
  /// - Parameter isWaiting: Whether every observer must be up to date after the last step, before anything else is
  ///   changed.
  /// - Returns: The last step after which an observer that had its turns was behind.
  private func run(_ scenario: Scenario, isWaiting: Bool) async throws -> Int? {
    let store = try await makeStore(
      holding: scenario.start.sorted { $0.key < $1.key }.map { record($0.key, $0.value) })
    let model = RequestModel(stored: scenario.start)
    var run = RequestRun<Harness>(
      store: store, layer: scenario.isDrafted ? try await makeDraft(over: store) : nil,
      ledger: RequestLedger(records(of: model.stored)), model: model, freshVersion: 60)
    var watches: [RequestWatch<Item>] = []
    var controllers: [Int: Controller] = [:]
    for (place, observation) in scenario.observations.enumerated() {
      if observation.isControlled, try await isList(observation.request, in: store) {
        controllers[place] = Controller(
          store: store, request: harness.request(observation.request), arrangement: ResultsArrangement())
      }
      let watch = try await watch(observation.request, by: controllers[place], in: run)
      try await wait(for: watch, "its first answer") { $0.replica.hasAnswer }
      watches.append(watch)
    }
    var left: [RequestWatch<Item>] = []
    var lastBehind: Int?
    for (place, step) in scenario.steps.enumerated() {
      if case .ask(let observer, let request) = step {
        note("cancel \(watches[observer].name)")
        watches[observer].observer.cancel()
        left.append(watches[observer])
        if controllers[observer] != nil {
          // What a controller shows next is of another request, and not for those who were cancelled but have not ended.
          _ = try await waitForEnd(of: watches[observer].observer, "its end, since it was cancelled")
        }
        let controller = try await isList(request, in: store) ? controllers[observer] : nil
        watches[observer] = try await watch(request, by: controller, in: run)
        continue
      }
      try await make(step, &run)
      for watch in watches where law != .requestChanged { await giveTurns(to: watch) }
      for watch in watches + left { try expectNoProblem(of: watch) }
      if law != .requestChanged, !watches.allSatisfy({ $0.isUpToDate($0.observer.value) }) { lastBehind = place }
      if scenario.fetches { for watch in watches { try await expectFetch(of: watch, in: run) } }
    }
    for watch in watches {
      await giveTurns(to: watch)
      if isWaiting {
        try await wait(for: watch, "what was changed last") { watch.isUpToDate($0) }
      } else if !watch.isUpToDate(watch.observer.value) {
        lastBehind = scenario.steps.count - 1
      }
    }
    for watch in watches { try await settle(watch, &run) }
    for watch in watches + left { try expectNoProblem(of: watch) }
    return lastBehind
  }

  /// Whether the answer to a request has no sections: what a controller shows is a list here, so those with sections are
  /// left to observers.
  private func isList(_ number: Int, in store: Store) async throws(TrialStop) -> Bool {
    try await step("a fetch of request \(number)") { [harness] in
      try await store.fetch(harness.request(number)).sections == nil
    }
  }

  /// The records with these versions, by identity.
  private func records(of versions: [Int: Int]) -> [Item.ID: Item] {
    versions.map { record($0.key, $0.value) }.byID
  }

  /// The drafts of a model, by identity.
  private func drafts(of model: RequestModel) -> [Item.ID: Item?] {
    var drafts: [Item.ID: Item?] = [:]
    for (number, version) in model.drafted {
      drafts.updateValue(version.map { record(number, $0) }, forKey: record(number).id)
    }
    return drafts
  }

  /// Observes a request, or what a controller shows to whom it is given.
  private func watch(
    _ number: Int, by controller: Controller?, in run: RequestRun<Harness>
  ) async throws -> RequestWatch<Item> {
    let meaning = try meaning(of: number)
    let belonging = run.ledger.shown.values.filter { meaning.meaning.matches($0) }.map { names.name(of: $0) }.sorted()
    let request = harness.request(number)
    // The closures of a `RecordRequest` say nothing when they are printed.
    let words = meaning.meaning.rule ?? (request is RecordRequest<Item> ? nil : String(describing: request))
    note(
      "observe request \(number)\(words.map { " (\($0.shortened(to: 80)))" } ?? ""): "
        + "\(meaning.meaning.limit.map { "\($0) at most" } ?? "all") of [\(belonging.joined(separator: "; "))]")
    if let controller {
      try await step("a controller waits for the answer to request \(number)") {
        await controller.setRequest(request)
        // The results of the request before stay until then, through failures, too.
        for await state in controller.states() where state.isLoaded { return }
      }
      let shown = controller.updates().map { StoreEvent<Item>.replace(.items($0.after.sections.flatMap(\.items))) }
      return RequestWatch(
        observe(AnyStoreEvents(shown), as: "controller"), of: number, meaning: meaning, ledger: run.ledger)
    }
    let events =
      run.layer.map { AnyDataStore($0).events(for: request) } ?? AnyStoreEvents(run.store.events(for: request))
    // A store that others change may begin with what it knew before: the rest follows.
    return RequestWatch(observe(events), of: number, meaning: meaning, ledger: run.ledger)
  }

  private func giveTurns(to watch: RequestWatch<Item>) async {
    var received = 0
    for _ in 0..<Self.turns {
      let state = watch.observer.value
      // Nothing else has come, so it is where it was.
      if state.events.count > received {
        received = state.events.count
        if watch.problem(in: state) != nil || watch.isUpToDate(state) { return }
      }
      await Task.yield()
    }
  }

  private func expectNoProblem(of watch: RequestWatch<Item>) throws(TrialStop) {
    let problem = watch.problem(in: watch.observer.value)
    try expect(problem == nil, problem?.message ?? "", way: problem?.way ?? "", cause: problem?.cause)
  }

  /// Makes the changes of a step.
  private func make(_ step: Scenario.Step, _ run: inout RequestRun<Harness>) async throws(TrialStop) {
    switch step {
    case .ask: return
    case .change(let edits):
      let parts = can(.transactions) ? [edits] : edits.map { [$0] }
      for part in parts {
        var changes: [StoreChange<Item>] = []
        for edit in part {
          guard let change = change(for: edit, over: run.model.stored) else { continue }
          changes.append(change)
          run.model.change(edit)
        }
        run.ledger.store(records(of: run.model.stored))
        switch changes.count {
        case 0: break
        case 1: try await change(changes[0], in: run.store)
        default: try await transact(StoreBatch(changes), in: run.store)
        }
      }
    case .draft(let edits):
      guard let layer = run.layer else { return }
      var changes: [StoreChange<Item>] = []
      for edit in edits {
        // A draft that is taken back may mean that nothing is drafted, or that the record is to go.
        if case .delete(let number) = edit, run.model.stored[number] == nil { continue }
        guard let change = change(for: edit, over: run.model.shown) else { continue }
        changes.append(change)
        run.model.draft(edit)
      }
      run.ledger.draft(drafts(of: run.model))
      if !changes.isEmpty { try await self.edit(layer, StoreBatch(changes)) }
    case .commitDrafts:
      guard let layer = run.layer else { return }
      run.model.commit()
      run.ledger.commit(records(of: run.model.stored))
      note("commit the drafts")
      try await self.step("a commit of the layer") { try await layer.commitEdits() }
    case .discardDrafts:
      guard let layer = run.layer else { return }
      run.model.discard()
      run.ledger.draft([:])
      note("discard the drafts")
      try await self.step("a discard of the layer") { try await layer.discardEdits() }
    }
  }

  private func change(for edit: Scenario.Edit, over known: [Int: Int]) -> StoreChange<Item>? {
    switch edit {
    case .put(let number, let version):
      if known[number] == nil { return .insert(record(number, version)) }
      return can(.updates) ? .update(record(number, version)) : nil
    case .delete(let number): return known[number] == nil ? nil : .delete(record(number).id)
    }
  }

  private func fetch(
    _ watch: RequestWatch<Item>, in run: RequestRun<Harness>
  ) async throws(TrialStop) -> StoreContents<Item> {
    let request = harness.request(watch.number)
    let layer = run.layer.map { AnyDataStore($0) } ?? AnyDataStore(run.store)
    let contents = try await step("a fetch of request \(watch.number)") { try await layer.fetch(request) }
    note("a fetch of request \(watch.number) gives \(contents.summary)")
    return contents
  }

  @discardableResult
  private func expectFetch(
    of watch: RequestWatch<Item>, in run: RequestRun<Harness>
  ) async throws(TrialStop) -> StoreContents<Item> {
    let fetched = try await fetch(watch, in: run)
    let problem = watch.meaning.problem(of: fetched, over: run.ledger.shown)
    try expect(
      problem == nil,
      "a fetch of request \(watch.number) gives \(fetched.summary(by: names.naming)), which is no answer: "
        + "\(problem?.message ?? ""); \(watch.observer.name) observes it, and \(watch.observer.lastReceived)",
      way: problem?.way ?? "", cause: .requestFetch)
    return fetched
  }

  /// Makes changes that the observer must show, and waits for one of them: so it has received all that went before, and
  /// must hold the answer. That a fetch gives it, too, is a law of its own, but for layers of drafts.
  private func settle(_ watch: RequestWatch<Item>, _ run: inout RequestRun<Harness>) async throws(TrialStop) {
    var marks: [Item] = []
    var numbers: Set<Int> = []
    // Where the store loses such a change, the next one shows it, if that is of another kind: it came, but not the last.
    while marks.count < Self.markCount, let mark = mark(for: watch, but: numbers, in: run) {
      run.freshVersion = mark.version + 1
      numbers.insert(mark.number)
      marks.append(record(mark.number, mark.version))
      let edit = Scenario.Edit.put(mark.number, version: mark.version)
      try await make(run.layer == nil ? .change([edit]) : .draft([edit]), &run)
      await giveTurns(to: watch)
      if watch.isUpToDate(watch.observer.value) { break }
      try expectNoProblem(of: watch)
    }
    if marks.isEmpty {
      try await wait(for: watch, "the answer") { watch.isUpToDate($0) }
    } else {
      let wanted = marks
      try await wait(for: watch, wanted.map { names.name(of: $0) }.joined(separator: " or ")) { state in
        wanted.contains { state.replica[$0.id] == $0 } && watch.isUpToDate(state)
      }
    }
    let answer = law == .requestFetch || run.layer != nil ? try await expectFetch(of: watch, in: run) : nil
    // Where there are several answers to the request, a fetch may give another one.
    let decided = watch.meaning.isDecided(over: run.ledger.shown) ? answer : nil
    if run.layer != nil || marks.count != 1 || can(.optimisticWrites) {
      // What the store announces may come later than what was drafted after it, or shown before it was accepted, and the
      // last change later than the first. Without a mark nothing says what has come: an answer in sections may be one to
      // what the store held before, too.
      let (wanted, inOrder) = (decided.map { ", \($0.summary(by: names.naming))" } ?? "", hasOrder)
      try await wait(for: watch, "the answer\(wanted)") { state in
        guard let decided else { return watch.isUpToDate(state) }
        return state.replica.contents?.isEqual(to: decided, inOrder: inOrder) ?? false
      }
    }
    guard let held = watch.observer.value.replica.contents else { throw fail("\(watch.name) holds nothing") }
    if let decided {
      return try await expectEqual(
        held, decided, inOrder: hasOrder, "\(watch.name) holds", "a fetch gives", observer: watch.observer)
    }
    let problem = watch.meaning.problem(of: held, over: run.ledger.shown)
    try expect(
      problem == nil, "\(watch.name), at the end: \(problem?.message ?? ""); \(watch.observer.lastReceived)",
      way: problem?.way ?? "", cause: problem?.cause)
  }

  /// So many changes are made for an observer that does not show them.
  private static var markCount: Int { 4 }

  /// A change that brings a record into an answer in a version that no one has seen; of one that is shown already, if
  /// there is such a one.
  private func mark(
    for watch: RequestWatch<Item>, but used: Set<Int>, in run: RequestRun<Harness>
  ) -> (number: Int, version: Int)? {
    // The limit of an answer in sections goes to the first sections, whatever the order says of records of others.
    if watch.observer.value.replica.contents?.sections != nil, watch.meaning.meaning.limit != nil { return nil }
    let now = run.ledger.shown
    let known = run.model.shown
    let numbers = (0..<Self.recordCount).filter { !used.contains($0) && (can(.updates) || known[$0] == nil) }
    func isShown(_ number: Int) -> Bool { now[record(number).id].map { watch.meaning.mustShow($0, of: now) } ?? false }
    let (inside, outside) = (numbers.filter { isShown($0) }, numbers.filter { !isShown($0) })
    // One that changes, one that comes, and so on.
    for number in used.count % 2 == 0 ? inside + outside : outside + inside {
      for version in run.freshVersion..<run.freshVersion + 12 {
        let item = record(number, version)
        var after = now
        after[item.id] = item
        if watch.meaning.mustShow(item, of: after) || watch.meaning.keepsPlace(of: item, in: now) {
          return (number, version)
        }
      }
    }
    return nil
  }

  /// Waits until what an observer received meets a condition, or shows that it breaks the law.
  private func wait(
    for watch: RequestWatch<Item>, _ what: String,
    until condition: @escaping @Sendable (Observer.State) -> Bool
  ) async throws(TrialStop) {
    try await wait(
      for: watch.observer, "\(what), for request \(watch.number)",
      until: { watch.problem(in: $0) != nil || condition($0) }, lack: { watch.lag(of: $0) })
    try expectNoProblem(of: watch)
  }
}

/// A layer that goes by what requests say themselves.
private protocol LayerOfMatchingRequests {}

extension DraftStore: LayerOfMatchingRequests {}
