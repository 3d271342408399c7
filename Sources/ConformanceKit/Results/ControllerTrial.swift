import LiveResults
import SectionDiff
import StoreInterface

/// Runs operations on a results controller and on the naive results, side by side, with subscribers that are quick, slow
/// and late; and compares what everyone has heard.
public enum ControllerTrial {
  /// A sequence that does not come out as it ought to, in its smallest form.
  public struct Failure: Error, CustomStringConvertible {
    /// The smallest sequence that still fails.
    public let smallest: ControllerCase
    /// What is wrong after its last operation.
    public let problem: String

    /// The sequence and what is wrong.
    public var description: String { "\(smallest)\n→ \(problem)" }
  }

  /// Tries a sequence.
  ///
  /// - Throws: ``Failure``, shrunk.
  public static func check(_ trial: ControllerCase) async throws(Failure) {
    guard var problem = await problem(in: trial) else { return }
    var smallest = trial
    // Ends: each step taken makes the sequence smaller.
    search: while true {
      for smaller in steps(from: smallest) {
        if let found = await self.problem(in: smaller) {
          (smallest, problem) = (smaller, found)
          continue search
        }
      }
      break
    }
    throw Failure(smallest: smallest, problem: problem)
  }

  private static func steps(from trial: ControllerCase) -> [ControllerCase] {
    var steps: [ControllerCase] = []
    for index in trial.operations.indices.reversed() {
      var fewer = trial
      fewer.operations.remove(at: index)
      steps.append(fewer)
    }
    for (index, operation) in trial.operations.enumerated() {
      for smaller in operation.smaller {
        var simpler = trial
        simpler.operations[index] = smaller
        steps.append(simpler)
      }
    }
    return steps
  }

  /// What is wrong with how a sequence comes out, if anything.
  static func problem(in trial: ControllerCase) async -> String? {
    var course = ControllerCourse(setting: trial.setting)
    do {
      if let problem = try await course.run(.reload(trial.answer, failsFirst: false)) { return "load: \(problem)" }
      for operation in trial.operations {
        if let problem = try await course.run(operation) { return problem }
      }
      return try await course.finish()
    } catch {
      return "it was cancelled"
    }
  }
}

/// One run of a trial: the controller, and what is expected of it.
private struct ControllerCourse {
  typealias Results = Snapshot<Int, SmallRow, String>

  /// A subscriber, and where it stands.
  private struct Subscriber {
    var reader: ResultsReader<Int, SmallRow, String>
    var seen: (revision: Int, snapshot: Results)?
    /// The revision it said it knew, and how far back that lay then.
    var since: (revision: Int, back: Int)?
  }

  private static let historyLimit = 3

  private let store = TrialStore()
  private let controller: ResultsController<TrialStore, Int, SmallRow, String>
  private var setting: ResultsSetting
  private var naive: NaiveResults
  /// What ought to be on show.
  private var announced: Results
  private var revision = 0
  /// The results of each revision.
  private var known: [Int: Results]
  private var isLoaded = false
  private var deliversAtOnce = true
  private var suspensions: [UpdateSuspension] = []
  private var subscribers: [Subscriber] = []
  /// The revision at which items were looked at again last.
  private var lastRefresh = -1

  init(setting: ResultsSetting) {
    self.setting = setting
    naive = NaiveResults(setting: setting)
    controller = ResultsController(
      store: store, request: 0, arrangement: setting.arrangement, historyLimit: Self.historyLimit, clock: ManualClock())
    announced = controller.snapshot
    known = [0: announced]
    subscribers = [Subscriber(reader: controller.reader())]
  }

  /// Does one thing, and looks at everything.
  mutating func run(_ operation: ControllerOperation) async throws(CancellationError) -> String? {
    // What cannot be waited for is announced at once.
    var mayAnnounce = deliversAtOnce
    switch operation {
    case .results(let operation):
      if let problem = try await run(operation, mayAnnounce: &mayAnnounce) { return problem }
    case .fail:
      try await store.tell(.failed(StoreError(.unavailable, "down")))
      isLoaded = false
    case .reload(let contents, let failsFirst):
      try await reload(contents, failsFirst: failsFirst)
      mayAnnounce = true
    case .suspend: suspensions.append(await controller.suspendUpdates())
    case .resume:
      if let suspension = suspensions.popLast() {
        await controller.resumeUpdates(suspension)
        mayAnnounce = true
      }
    case .flush:
      await controller.flush()
      mayAnnounce = true
    case .deliver(let atOnce):
      await controller.setDelivery(atOnce ? .immediate : .throttled(.seconds(60)))
      deliversAtOnce = atOnce
      mayAnnounce = true
    case .subscribe(let back):
      let revision = back.map { self.revision - $0 }
      subscribers.append(
        Subscriber(reader: controller.reader(since: revision), since: revision.map { ($0, back ?? 0) }))
    case .pull(let number):
      if subscribers.indices.contains(number), let problem = pull(number) { return problem }
    }
    return await look(mayAnnounce: mayAnnounce && suspensions.isEmpty)
  }

  /// Everyone takes what there is; then nobody holds anything any more.
  mutating func finish() async throws(CancellationError) -> String? {
    for number in subscribers.indices {
      if let problem = pull(number) { return problem }
    }
    await controller.finish()
    return nil
  }

  private mutating func run(
    _ operation: ResultsOperation, mayAnnounce: inout Bool
  ) async throws(CancellationError) -> String? {
    switch operation {
    case .replace(let contents):
      naive.replace(with: contents)
      // Whoever awaits it is to see it.
      if !isLoaded { mayAnnounce = true }
      try await store.tell(.replace(contents))
      isLoaded = true
    case .batch(let batch):
      isLoaded = naive.allows(batch)
      if isLoaded, !naive.apply(batch).isEmpty { lastRefresh = revision }
      try await store.tell(.changes(batch))
    case .refresh(let keys):
      if !keys.isEmpty { lastRefresh = revision }
      await controller.refresh(keys)
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
    }
    return nil
  }

  private mutating func reload(
    _ contents: StoreContents<SmallRecord>, failsFirst: Bool
  ) async throws(CancellationError) {
    let count = store.observationCount
    let controller = controller
    let loading = Task { await controller.load() }
    try await store.waitForObservations(count + 1)
    store.say(.replace(.items([SmallRecord(id: 77, group: 0, rank: 0, mark: 0)])), to: count - 1)
    if failsFirst { try await store.tell(.failed(StoreError(.unavailable, "not yet"))) }
    naive.replace(with: contents)
    try await store.tell(.replace(contents))
    _ = await loading.value
    isLoaded = true
  }

  // MARK: What is on show

  private mutating func look(mayAnnounce: Bool) async -> String? {
    let expected = naive.snapshot
    if mayAnnounce {
      let hasChanged = expected != announced
      let mayHaveRisen = hasChanged || lastRefresh == revision
      let now = controller.revision
      if now != revision, !mayHaveRisen || now != revision + 1 {
        return "the revision rose from \(revision) to \(now)"
      }
      if hasChanged, now == revision { return "a change was not announced" }
      announced = expected
      // A refresh of what is not shown, or that was undone, is over.
      if now == revision, lastRefresh == revision { lastRefresh = revision - 1 }
      revision = now
      known[revision] = announced
    } else if controller.revision != revision {
      return "something was announced that ought to wait"
    }
    if controller.snapshot != announced { return "shown is\n\(controller.snapshot)instead of\n\(announced)" }
    if controller.state.isLoaded != isLoaded { return "the state is \(controller.state)" }
    for key in -1..<10 {
      let path = await controller.path(of: key)
      if path != announced.path(of: key) {
        return "the path of \(key) is \(path.map { "\($0)" } ?? "nil") in\n\(announced)"
      }
    }
    return nil
  }

  // MARK: What subscribers hear

  private mutating func pull(_ number: Int) -> String? {
    let subscriber = subscribers[number]
    guard let update = subscribers[number].reader.next() else {
      // It is up to date, whether it has heard so or not.
      let seen = subscriber.seen?.snapshot ?? subscriber.since.flatMap { known[$0.revision] }
      return seen == announced ? nil : "subscriber \(number) was not told of\n\(announced)"
    }
    defer { subscribers[number].seen = (update.revision, update.after) }
    return problem(with: update, for: subscriber).map { "subscriber \(number): \($0)" }
  }

  private func problem(with update: ResultsUpdate<Int, SmallRow, String>, for subscriber: Subscriber) -> String? {
    if update.revision != revision { return "the revision is \(update.revision), not \(revision)" }
    if update.after != announced { return "the update leads to\n\(update.after)instead of\n\(announced)" }
    let before: Results
    var since = -1
    switch (update.kind, subscriber.seen, subscriber.since) {
    case (.change, let seen?, _): (since, before) = seen
    case (.change, nil, let revision?):
      guard let snapshot = known[revision.revision] else { return "it goes on from a revision that was never there" }
      (since, before) = (revision.revision, snapshot)
    case (.initial, nil, nil): before = Results()
    case (.reset, nil, let revision?):
      if revision.back == 0 { return "it knew the present revision, and was reset" }
      if known[revision.revision] != nil, self.revision - revision.revision <= Self.historyLimit, revision.back > 0 {
        return "it was reset, though the history reaches back to \(revision.revision)"
      }
      before = Results()
    default: return "an update of the kind \(update.kind) came at the wrong time"
    }
    if update.before != before { return "the update begins with\n\(update.before)instead of\n\(before)" }
    return problem(with: update.changeset, from: before, mayRefresh: update.kind == .change && lastRefresh >= since)
  }

  private func problem(
    with changes: Changeset<Int, SmallRow, String>, from before: Results, mayRefresh: Bool
  ) -> String? {
    do {
      if try before.applying(changes) != announced { return "the changeset does not lead to the results" }
      if try announced.applying(changes.inverted) != before { return "the inverse does not lead back" }
      let wanted = try Differ(algorithm: LISDiff()).changeset(from: before, to: announced).counts
      var counts = changes.counts
      // What was looked at again is told though it is equal.
      if mayRefresh, counts.updates > wanted.updates { counts.updates = wanted.updates }
      if counts != wanted { return "told was \(changes.counts) instead of \(wanted)" }
      if changes.isEmpty, before != Results() { return "told was nothing" }
    } catch {
      return "the changeset does not fit: \(error)"
    }
    return nil
  }
}
