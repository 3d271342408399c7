@testable import ConformanceKit
@testable import LiveResults
@testable import SectionDiff
@testable import StoreBuilding
@testable import StoreInterface

/// One run of a trial: the controller, and what is expected of it.
@available(LiveSystems, *)
struct ControllerRun {
  typealias Results = Snapshot<Int, SmallRow, String>

  static let historyLimit = 3
  private static let refusal = StoreError(.refused, "not today")

  private let store = TrialStore()
  private let drafts: DraftStore<TrialStore>?
  private let observed: SettlingStore
  let controller: ResultsController<SettlingStore, Int, SmallRow, String>
  private var setting: ResultsSetting
  private var model: NaiveStore
  /// What the controller has received, shown.
  private var naive: NaiveResults
  /// What ought to be on show.
  private(set) var announced: Results
  private(set) var revision = 0
  /// The results of each revision.
  private(set) var known: [Int: Results]
  private var isLoaded = false
  private var deliversAtOnce = true
  private var suspensions: [UpdateSuspension] = []
  var subscribers: [Subscriber] = []
  /// The revision at which items were looked at again last.
  private(set) var lastRefresh = -1
  /// What is being written, by the number that the store gives it.
  private var writing: [Int: Task<StoreError?, Never>] = [:]
  private var writeProblem: String?

  init(_ trial: ControllerCase) {
    setting = trial.setting
    let store = store
    let drafts = trial.isDrafted ? DraftStore(store) : nil
    self.drafts = drafts
    observed = SettlingStore { drafts?.events(for: $0) ?? store.events(for: $0) }
    model = NaiveStore(setting: setting, isDrafted: trial.isDrafted)
    naive = NaiveResults(setting: setting)
    controller = ResultsController(
      store: observed, request: TrialRequest(), arrangement: setting.arrangement, historyLimit: Self.historyLimit,
      clock: ManualClock())
    announced = controller.snapshot
    known = [0: announced]
    subscribers = [Subscriber(reader: controller.reader())]
  }

  /// Does one thing, and looks at everything.
  mutating func run(_ operation: ControllerOperation) async throws(CancellationError) -> String? {
    switch operation {
    case .results(let operation): return try await run(operation)
    case .fail:
      store.send { _ in .failed(StoreError(.unavailable, "down")) }
      model.fail()
      try await observed.settle()
      isLoaded = false
      return await look()
    case .reload(let contents, let failsFirst): return try await load(contents, nil, failsFirst: failsFirst)
    case .request(let request, let failsFirst): return try await load(nil, request, failsFirst: failsFirst)
    case .suspend:
      suspensions.append(await controller.suspendUpdates())
      return await look()
    case .resume:
      guard let suspension = suspensions.popLast() else { return await look() }
      await controller.resumeUpdates(suspension)
      return await look(isFlushed: true)
    case .flush:
      await controller.flush()
      return await look(isFlushed: true)
    case .deliver(let atOnce):
      await controller.setDelivery(atOnce ? .immediate : .throttled(.seconds(60)))
      deliversAtOnce = atOnce
      return await look(isFlushed: true)
    case .subscribe(let back):
      subscribe(back: back)
      return await look()
    case .pull(let number):
      if subscribers.indices.contains(number), let problem = pull(number) { return problem }
      return await look()
    case .draft, .discard, .commit, .write, .answer:
      guard let drafts else { return await look() }
      let count = store.observationCount
      var events = try await run(operation, on: drafts)
      // Where drafts needed more of it, the store was asked again, and has answered.
      if store.observationCount > count { events.append(model.goOn()) }
      if let problem = try await receive(events) { return problem }
      return difference(of: drafts)
    }
  }

  /// Lets go what is still being written; then no one holds anything any more.
  mutating func end() async {
    for (number, task) in writing {
      store.answerWrite(number, refusing: Self.refusal)
      _ = await task.value
    }
    await controller.finish()
  }
}

// MARK: - The store

@available(LiveSystems, *)
extension ControllerRun {
  private mutating func run(_ operation: ResultsOperation) async throws(CancellationError) -> String? {
    switch operation {
    case .replace(let contents): return try await announce(model.replace(with: contents))
    case .batch(let batch):
      if model.allows(batch) { return try await announce(model.apply(batch)) }
      // A store refuses it. Where nothing lies between, one that does not is tried, too.
      if model.isDrafted || model.request != TrialRequest() { return await look() }
      store.send { _ in .changes(batch) }
      try await observed.settle()
      isLoaded = false
      return await look()
    case .refresh(let keys):
      if !keys.isEmpty { lastRefresh = revision }
      await controller.refresh(keys)
      return await look()
    case .arrange(let other):
      let former = setting
      setting = other
      naive.setting = other
      if former.sections != other.sections {
        await controller.setSections(other.sectioning)
      } else if former.sort != other.sort {
        await controller.setSort(other.sortOrders)
      } else if former.window != other.window {
        await controller.setWindow(other.window)
      } else {
        await controller.setFilters(other.filters)
      }
      return await look()
    }
  }

  private mutating func announce(_ announcement: NaiveAnnouncement) async throws(CancellationError) -> String? {
    try await receive([send(announcement)])
  }

  private mutating func send(_ announcement: NaiveAnnouncement, landing flight: Int? = nil) -> NaiveStore.Received? {
    store.set(model.baseContents)
    let isEvent = store.send { announcement.event(for: $0) }
    return model.receive(announcement, isEvent: isEvent, landing: flight)
  }

  private mutating func load(
    _ contents: StoreContents<SmallRecord>?, _ request: TrialRequest?, failsFirst: Bool
  ) async throws(CancellationError) -> String? {
    let count = store.observationCount
    store.hold()
    let controller = controller
    let loading = Task {
      if let request { await controller.setRequest(request) } else { await controller.load() }
    }
    try await store.waitForObservations(count + 1)
    store.send(upTo: count) { _ in .replace(.items([SmallRecord(id: 77, group: 0, rank: 0, mark: 0)])) }
    if failsFirst {
      store.send(from: count) { _ in .failed(StoreError(.unavailable, "not yet")) }
      try await observed.settle()
    }
    if let contents { _ = model.replace(with: contents) }
    store.set(model.baseContents)
    store.answer(from: count)
    try await observed.settle()
    _ = await loading.value
    isLoaded = false
    return try await receive([model.load(request)])
  }
}

// MARK: - Drafts

@available(LiveSystems, *)
extension ControllerRun {
  private mutating func run(
    _ operation: ControllerOperation, on drafts: DraftStore<TrialStore>
  ) async throws(CancellationError) -> [NaiveStore.Received?] {
    switch operation {
    case .draft(let changes):
      draft(changes, on: drafts)
      return [model.draft(changes)]
    case .discard:
      drafts.discard()
      return [model.discard()]
    case .commit:
      // A second commit would wait for the first.
      if model.flights.contains(where: \.wereDrafts) { return [] }
      let number = store.writeCount
      let task = Task { await Self.error(of: { () async throws(StoreError) in try await drafts.commit() }) }
      if model.drafts.isEmpty {
        // There is nothing to write, so no one refuses it.
        _ = await task.value
      } else {
        writing[number] = task
        try await store.waitForWrites(number + 1)
        model.departWithDrafts(number: number)
      }
      return []
    case .write(let batch):
      let number = store.writeCount
      writing[number] = Task {
        await Self.error(of: { () async throws(StoreError) in _ = try await drafts.write(batch) })
      }
      try await store.waitForWrites(number + 1)
      return [model.depart(with: batch, number: number)]
    case .answer(let number, let isRefused):
      guard model.flights.indices.contains(number) else { return [] }
      return await answer(model.flights[number], isRefused: isRefused)
    default: return []
    }
  }

  private func draft(_ changes: [StoreChange<SmallRecord>], on drafts: DraftStore<TrialStore>) {
    guard changes.count == 1 else { return drafts.draft(StoreBatch(changes)) }
    for change in changes {
      switch change {
      case .insert(let record, let placement): drafts.insert(record, at: placement)
      case .update(let record): drafts.update(record)
      case .move(let key, let placement): drafts.move(key, to: placement)
      case .delete(let key): drafts.delete(key)
      default: drafts.draft(StoreBatch(changes))
      }
    }
  }

  private mutating func answer(_ flight: NaiveStore.Flight, isRefused: Bool) async -> [NaiveStore.Received?] {
    let refusal = isRefused || !model.allows(flight.batch) ? Self.refusal : nil
    var received: NaiveStore.Received?
    if refusal == nil {
      received = send(model.apply(flight.batch), landing: flight.number)
    } else {
      received = model.takeBack(flight.number)
    }
    store.answerWrite(flight.number, refusing: refusal)
    let error = await writing.removeValue(forKey: flight.number)?.value
    if error != refusal { writeProblem = "what was written ended with \(error.map { "\($0)" } ?? "success")" }
    return [received]
  }

  private static func error(of work: () async throws(StoreError) -> Void) async -> StoreError? {
    do throws(StoreError) {
      try await work()
      return nil
    } catch {
      return error
    }
  }

  private func difference(of drafts: DraftStore<TrialStore>) -> String? {
    if let writeProblem { return writeProblem }
    if drafts.drafts.changes != model.drafts { return "drafted is \(drafts.drafts.changes) instead of \(model.drafts)" }
    let hasDrafts = !model.drafts.isEmpty || model.flights.contains(where: \.wereDrafts)
    return drafts.hasDrafts == hasDrafts ? nil : "it says that there are \(hasDrafts ? "no " : "")drafts"
  }
}

// MARK: - What is on show

@available(LiveSystems, *)
extension ControllerRun {
  /// Takes what the controller has received, and looks at everything.
  private mutating func receive(_ events: [NaiveStore.Received?]) async throws(CancellationError) -> String? {
    try await observed.settle()
    var isFlushed = false
    let events = events.compactMap { $0 }
    for (number, event) in events.enumerated() {
      // An awaited answer is announced at once.
      isFlushed = event.isAnswer && !isLoaded
      isLoaded = true
      naive.replace(with: event.contents)
      if !event.refreshed.isEmpty { lastRefresh = revision }
      if number < events.count - 1, mayAnnounce(isFlushed), naive.snapshot != announced { rise(to: naive.snapshot) }
    }
    return await look(isFlushed: isFlushed)
  }

  private func mayAnnounce(_ isFlushed: Bool) -> Bool { (deliversAtOnce || isFlushed) && suspensions.isEmpty }

  private mutating func rise(to results: Results) {
    revision += 1
    announced = results
    known[revision] = results
  }

  private mutating func look(isFlushed: Bool = false) async -> String? {
    if mayAnnounce(isFlushed) {
      let expected = naive.snapshot
      let mayHaveRisen = expected != announced || lastRefresh == revision
      let now = controller.revision
      if now != revision, !mayHaveRisen || now != revision + 1 {
        return "the revision rose from \(revision) to \(now)"
      }
      if expected != announced, now == revision { return "a change was not announced" }
      if now != revision {
        rise(to: expected)
      } else if lastRefresh == revision {
        // A refresh of what is not shown, or that was undone, is over.
        lastRefresh = revision - 1
      }
    } else if controller.revision != revision {
      return "something was announced that should wait"
    }
    if controller.snapshot != announced { return "shown are\n\(controller.snapshot)instead of\n\(announced)" }
    if controller.state.isLoaded != isLoaded { return "the state is \(controller.state)" }
    for key in -1..<10 {
      let path = await controller.path(of: key)
      if path != announced.path(of: key) {
        return "the path of \(key) is \(path.map { "\($0)" } ?? "nil") in\n\(announced)"
      }
    }
    return nil
  }
}
