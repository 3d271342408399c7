import ConformanceKit
import StoreInterface

/// A store in memory with flaws and oddities to order; without any it is right.
final class TrialStore: WritableDataStore {
  /// What can be asked for.
  enum Request: Sendable {
    case all
    /// All, with the unwritten edits on top.
    case drafted
  }

  /// How records are kept.
  enum Keeping: Sendable {
    /// In an order kept by hand.
    case list
    /// In sections kept by hand.
    case sections
    /// Sorted by the store: higher numbers first.
    case sorted
    /// In no order: another one each time.
    case bag
    /// As they were, for good: answers end.
    case constant
  }

  private struct Observer {
    let request: Request
    let push: @Sendable (StoreEvent<Card>) -> Void
    let finish: @Sendable () -> Void
    let isDrained: @Sendable () -> Bool
    var isAnswered = true
  }

  private struct State {
    var replica: StoreReplica<Card>
    var stale: StoreContents<Card>?
    var edits: Batch<Card> = []
    var observers: [Int: Observer] = [:]
    var nextObserver = 0
    var failsNextAnswer = false
    var failsNextCommit = false
    var fetches = 0
    var writers = 0
    var late: [Batch<Card>] = []
    var counted = 0
  }

  let keeping: Keeping
  let flaw: Flaw?
  let oddity: Oddity?
  let hang: Hang
  private let state: Locked<State>

  init(_ records: [Card], keeping: Keeping = .list, flaw: Flaw? = nil, oddity: Oddity? = nil, hang: Hang = Hang()) {
    self.keeping = keeping
    self.flaw = flaw
    self.oddity = oddity
    self.hang = hang
    let contents: StoreContents<Card> =
      switch keeping {
      case .sections: .sections(records.isEmpty ? [] : [StoreSection("start", items: records)])
      case .sorted: .items(records.sorted { $0.id > $1.id })
      case .list, .bag, .constant: .items(records)
      }
    state = Locked(State(replica: StoreReplica(contents)))
  }

  var observerCount: Int {
    state.withLock { state in
      state.counted += 1
      // So many pulls wait for an end that has not come.
      if state.counted == 20_000 { hang.isReached() }
      return state.observers.count
    }
  }
}

// MARK: - Reading

extension TrialStore {
  func events(for request: Request) -> TrialEvents {
    switch flaw {
    case .neverAnswers: return TrialEvents(hanging: hang)
    case .endsSilently: return TrialEvents(just: [])
    default: break
    }
    if keeping == .constant { return constantEvents() }
    if flaw == .registersLate {
      let first = state.withLock { shown(for: request, $0) }
      return TrialEvents(late: { [self] in observe(request, beginningWith: first) })
    }
    return observe(request, beginningWith: nil)
  }

  private func constantEvents() -> TrialEvents {
    let (contents, fails) = state.withLock { state in
      defer { state.failsNextAnswer = false }
      return (shown(for: .all, state), state.failsNextAnswer)
    }
    if fails { return TrialEvents(just: [.failed(Self.failure)]) }
    var events: [StoreEvent<Card>] = [.replace(contents)]
    if oddity == .failsFirst { events.insert(.failed(Self.failure), at: 0) }
    if oddity == .replacesTwice { events.append(.replace(contents)) }
    return flaw == .endlessAnswer ? TrialEvents(just: events, thenHanging: hang) : TrialEvents(just: events)
  }

  private func observe(_ request: Request, beginningWith given: StoreContents<Card>?) -> TrialEvents {
    let (wakes, waker) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let pipe = EventPipe(waking: waker, dropping: flaw == .queueDropsOldest, joining: oddity == .bursts)
    let isLate = oddity == .answersLate
    let number = state.withLock { state in
      state.nextObserver += 1
      state.counted = 0
      let number = state.nextObserver
      var observer = Observer(
        request: request, push: pipe.push, finish: pipe.finish, isDrained: { pipe.isDrained })
      if oddity == .failsFirst { observer.push(.failed(Self.failure)) }
      if state.failsNextAnswer, flaw != .failureSwallowed {
        observer.push(.failed(Self.failure))
        // The right way is to answer with the next event.
        observer.isAnswered = flaw == .failureInsteadOfAnswer
      } else if isLate {
        observer.isAnswered = false
      } else {
        answer(with: given ?? shown(for: request, state), observer)
      }
      state.failsNextAnswer = false
      state.observers[number] = observer
      return number
    }
    if isLate {
      Task {
        await Task.yield()
        state.withLock { state in
          guard let observer = state.observers[number], !observer.isAnswered else { return }
          state.observers[number]?.isAnswered = true
          answer(with: shown(for: request, state), observer)
        }
      }
    }
    pipe.onTermination { [weak self] in self?.stop(number) }
    if flaw == .abandonedLeak { pipe.keep(wakes) }
    return TrialEvents(
      pipe: pipe, wakes: wakes, ignoringCancellation: flaw == .cancellationIgnored ? hang : nil)
  }

  private func answer(with contents: StoreContents<Card>, _ observer: Observer) {
    if flaw == .changesFirst { observer.push(.changes(Batch(contents.items.map { .insert($0) }))) }
    switch flaw {
    case .answerLacksLast: observer.push(.replace(.items(contents.items.dropLast())))
    case .answerRepeats: observer.push(.replace(.items(contents.items + contents.items.prefix(1))))
    default: observer.push(.replace(contents))
    }
  }

  private func stop(_ number: Int) {
    let others = state.withLock { state in
      if flaw != .observersLeak { state.observers[number] = nil }
      return flaw == .cancellationEndsAll ? Array(state.observers.values) : []
    }
    for other in others { other.finish() }
  }

  func fetch(_ request: Request) async throws(StoreError) -> StoreContents<Card> {
    let answer: Result<StoreContents<Card>, StoreError> = state.withLock { state in
      state.fetches += 1
      if state.failsNextAnswer {
        state.failsNextAnswer = false
        return flaw == .fetchFailureSwallowed ? .success(.items([])) : .failure(Self.failure)
      }
      var contents = shown(for: request, state)
      if flaw == .staleFetch { contents = state.stale ?? contents }
      if flaw == .fetchLacksFirst { contents = .items(Array(contents.items.dropFirst())) }
      return .success(contents)
    }
    return try answer.get()
  }

  private func shown(for request: Request, _ state: State) -> StoreContents<Card> {
    var replica = state.replica
    if request == .drafted, flaw != .editsHidden {
      var edits = state.edits
      if flaw == .baseWins {
        edits = Batch(
          edits.changes.filter { if case .update(let item) = $0 { replica[item.id]?.version == 0 } else { true } })
      }
      replica.apply(keeping == .sorted ? Batch(sortedChanges(edits.changes, state)) : edits)
    }
    let contents = replica.contents ?? .items([])
    return keeping == .bag ? .items(contents.items.shuffled()) : contents
  }

  static var failure: StoreError { StoreError(.unavailable, "nobody answers") }
}

// MARK: - Writing

extension TrialStore {
  @discardableResult
  func commit(_ batch: Batch<Card>) async throws(StoreError) -> BatchOutcome<Card> {
    let isRefused = state.withLock { state in
      defer { state.failsNextCommit = false }
      if state.failsNextCommit, flaw == .failedCommitLeavesRest, let first = batch.changes.first {
        state.replica.apply([first])
        tell([first], &state)
      }
      return state.failsNextCommit
    }
    if isRefused { throw StoreError(.refused, "not now") }
    switch flaw {
    case .commitsLate:
      return try state.withLock { (state) throws(StoreError) -> BatchOutcome<Card> in
        state.late.append(batch)
        return try outcome(of: batch, state)
      }
    case .commitsUntold:
      hang.isReached()
      return try state.withLock { (state) throws(StoreError) -> BatchOutcome<Card> in
        let outcome = try outcome(of: batch, state)
        state.replica.apply(batch)
        return outcome
      }
    default: return try await write(batch)
    }
  }

  /// Makes a change from outside: the same as a commit, without the flaws of commits.
  @discardableResult
  func write(_ batch: Batch<Card>) async throws(StoreError) -> BatchOutcome<Card> {
    switch flaw {
    case .batchesInSteps: return try await writeInSteps(batch)
    case .writersRace: return try await writeRacing(batch)
    default: break
    }
    let outcome = try state.withLock { (state) throws(StoreError) -> BatchOutcome<Card> in
      for late in state.late { _ = try write(late, &state) }
      state.late = []
      return try write(batch, &state)
    }
    if flaw == .writersWaitForObservers { await waitForObservers() }
    return outcome
  }

  private func write(_ batch: Batch<Card>, _ state: inout State) throws(StoreError) -> BatchOutcome<Card> {
    if flaw == .strictnessLate, batch.isStrict, (try? outcome(of: batch, state)) == nil {
      let first = Batch(Array(batch.changes.prefix(1)))
      state.replica.apply(first)
      tell(first, &state)
    }
    let outcome = try outcome(of: batch, state)
    let before = state.replica.contents
    let written = written(batch, state)
    state.replica.apply(written)
    if flaw == .sectionKeepsRecords {
      for case .deleteSection(let id) in batch.changes {
        let lost = before?.sections?.first { $0.id == id }?.items ?? []
        state.replica.apply(Batch(lost.map { .insert($0) }))
      }
    }
    if flaw == .staleFetch { state.stale = before }
    tell(written, &state)
    return outcome
  }

  private func outcome(of batch: Batch<Card>, _ state: State) throws(StoreError) -> BatchOutcome<Card> {
    var batch = batch
    if flaw == .strictnessIgnored { batch.isStrict = false }
    var outcome = try batch.folded { state.replica[$0] }
    if flaw == .outcomeOfOperations {
      outcome = BatchOutcome()
      for change in batch.changes {
        switch change {
        case .insert(let item, _): outcome.inserted.append(item)
        case .update(let item): outcome.updated.append(.init(from: state.replica[item.id] ?? item, to: item))
        case .delete(let key): if let item = state.replica[key] { outcome.deleted.append(item) }
        default: break
        }
      }
    }
    return outcome
  }

  /// What is really done for a batch.
  private func written(_ batch: Batch<Card>, _ state: State) -> Batch<Card> {
    var changes = batch.changes
    if keeping == .sorted { changes = sortedChanges(changes, state) }
    switch flaw {
    case .updatesIgnored: changes.removeAll { if case .update = $0 { true } else { false } }
    case .unknownUpdatesDropped:
      let inserted = Set(changes.compactMap { if case .insert(let item, _) = $0 { item.id } else { nil } })
      changes.removeAll { change in
        guard case .update(let item) = change else { return false }
        return state.replica[item.id] == nil && !inserted.contains(item.id)
      }
    case .placementsIgnored:
      changes = changes.compactMap { change in
        switch change {
        case .insert(let item, _): .insert(item)
        case .move: nil
        default: change
        }
      }
    case .updatesLosePlace:
      changes = changes.flatMap { change -> [StoreChange<Card>] in
        if case .update(let item) = change { [change, .move(item.id, to: .end)] } else { [change] }
      }
    case .reinsertedLosesPlace:
      for (place, change) in changes.enumerated() {
        guard case .insert(let item, _) = change, changes[..<place].contains(.delete(item.id)) else { continue }
        changes.append(.move(item.id, to: .end))
      }
    case .batchesShuffled where changes.count > 1: changes.shuffle()
    default: break
    }
    return Batch(changes, isStrict: flaw != .strictnessIgnored && batch.isStrict)
  }

  /// Each change with the place where it stands among higher numbers first.
  private func sortedChanges(_ changes: [StoreChange<Card>], _ state: State) -> [StoreChange<Card>] {
    var replica = state.replica
    return changes.compactMap { change in
      var sorted: StoreChange<Card>? = change
      switch change {
      case .insert(let item, _), .update(let item):
        let next = replica.items.first { $0.id < item.id }
        sorted =
          replica[item.id] != nil ? .update(item) : .insert(item, at: next.map { .before($0.id) } ?? .end)
      case .move: sorted = nil
      default: break
      }
      if let sorted { replica.apply([sorted]) }
      return sorted
    }
  }

  /// Applies one change after the other, and lets others look in between.
  private func writeInSteps(_ batch: Batch<Card>) async throws(StoreError) -> BatchOutcome<Card> {
    let outcome = try state.withLock { (state) throws(StoreError) in try self.outcome(of: batch, state) }
    for change in batch.changes {
      let fetches = state.withLock { state in
        state.replica.apply([change])
        return state.fetches
      }
      var turns = 0
      while turns < 1_000, batch.changes.count > 1, state.withLock({ $0.fetches }) == fetches {
        turns += 1
        await Task.yield()
      }
    }
    state.withLock { state in tell(batch, &state) }
    return outcome
  }

  /// Reads, and writes what it made of that, without looking whether another writer was faster.
  private func writeRacing(_ batch: Batch<Card>) async throws(StoreError) -> BatchOutcome<Card> {
    var (replica, outcome) = try state.withLock {
      (state) throws(StoreError) -> (StoreReplica<Card>, BatchOutcome<Card>) in
      state.writers += 1
      return (state.replica, try self.outcome(of: batch, state))
    }
    var turns = 0
    while turns < 200, state.withLock({ $0.writers }) < 2 {
      turns += 1
      await Task.yield()
    }
    replica.apply(batch)
    state.withLock { state in
      state.replica = replica
      tell(batch, &state)
      state.writers -= 1
    }
    return outcome
  }

  private func waitForObservers() async {
    var turns = 0
    while !state.withLock({ $0.observers.values.allSatisfy { $0.isDrained() } }) {
      turns += 1
      if turns == 20_000 { hang.isReached() }
      if hang.isOver || Task.isCancelled { return }
      await Task.yield()
    }
  }

  /// Exchanges all records.
  func refill(_ records: [Card]) {
    state.withLock { state in
      let contents: StoreContents<Card> =
        switch keeping {
        case .sections: .sections([StoreSection("start", items: records)])
        case .sorted: .items(records.sorted { $0.id > $1.id })
        case .list, .bag, .constant: .items(records)
        }
      state.replica = StoreReplica(contents)
      if flaw == .refillKeepsOld {
        var batch: Batch<Card> = []
        for record in records { batch.insert(record) }
        for observer in state.observers.values { observer.push(.changes(batch)) }
      } else {
        for observer in state.observers.values {
          observer.push(.replace(shown(for: observer.request, state)))
        }
      }
    }
  }
}

// MARK: - Telling

extension TrialStore {
  private func tell(_ batch: Batch<Card>, _ state: inout State) {
    for number in state.observers.keys.sorted() {
      guard let observer = state.observers[number] else { continue }
      for event in events(for: batch, observer, state) {
        if flaw == .eventsSwapped { tellNewer(than: event, observer) }
        observer.push(event)
      }
      state.observers[number]?.isAnswered = true
    }
  }

  /// Announces every fifth version after the one that follows it.
  private func tellNewer(than event: StoreEvent<Card>, _ observer: Observer) {
    guard case .changes(let batch) = event, case .update(let item)? = batch.changes.first, item.version % 5 == 3 else {
      return
    }
    observer.push(.changes([.update(Card(item.id, item.version + 1))]))
  }

  private func events(for batch: Batch<Card>, _ observer: Observer, _ state: State) -> [StoreEvent<Card>] {
    let whole = StoreEvent.replace(shown(for: observer.request, state))
    if !observer.isAnswered || observer.request == .drafted || oddity == .replacesOnly { return [whole] }
    switch oddity {
    case .replacesTwice: return [whole, whole]
    case .failsBetween: return [.failed(Self.failure), .changes(batch)]
    case .idleChanges:
      let equal = state.replica.items.first
      var idle: Batch<Card> = [.delete(-1), .refresh(-1), .move(-1, to: .start)]
      if let equal {
        idle.update(equal)
        idle.refresh(equal.id)
      }
      return [.changes([]), .changes(batch), .changes(idle)]
    case .upserts: return [.changes(upserting(batch))]
    default: break
    }
    switch flaw {
    case .deletesUntold:
      return [.changes(Batch(batch.changes.filter { if case .delete = $0 { false } else { true } }))]
    case .insertsElsewhere:
      return [
        .changes(
          Batch(
            batch.changes.map { change in
              if case .insert(let item, .end) = change { .insert(item, at: .start) } else { change }
            }))
      ]
    case .sectionMovesUntold:
      return [.changes(Batch(batch.changes.filter { if case .moveSection = $0 { false } else { true } }))]
    case .sectionKeepsRecords: return [whole]
    case .batchesSplit: return batch.changes.map { .changes([$0]) }
    default: return [.changes(batch)]
    }
  }

  /// The same, with updates said as inserts, and inserts at the end as updates.
  private func upserting(_ batch: Batch<Card>) -> Batch<Card> {
    Batch(
      batch.changes.map { change in
        switch change {
        case .insert(let item, .end): .update(item)
        case .update(let item): .insert(item)
        default: change
        }
      })
  }
}

// MARK: - Failing

extension TrialStore {
  func failNextAnswer() { state.withLock { $0.failsNextAnswer = true } }

  func failNextCommit() { state.withLock { $0.failsNextCommit = true } }

  func failObservations() {
    let observers = state.withLock { state in
      for observer in state.observers.values {
        observer.push(.failed(Self.failure))
        if flaw == .failureEmpties { observer.push(.replace(.items([]))) }
      }
      return Array(state.observers.values)
    }
    if flaw == .failureEnds { for observer in observers { observer.finish() } }
  }
}

// MARK: - Drafts

/// The edits of a trial store as a layer.
struct TrialDraft: StoreDraft {
  let store: TrialStore

  func events(for request: TrialStore.Request) -> TrialEvents { store.events(for: .drafted) }

  func fetch(_ request: TrialStore.Request) async throws(StoreError) -> StoreContents<Card> {
    try await store.fetch(.drafted)
  }

  func edit(_ batch: Batch<Card>) async throws { store.edit(batch) }

  func commitEdits() async throws { try store.commitEdits() }

  func discardEdits() async throws { store.discardEdits() }
}

extension TrialStore {
  fileprivate func edit(_ batch: Batch<Card>) {
    state.withLock { state in
      state.edits.append(contentsOf: batch)
      tellDrafted(&state)
    }
  }

  fileprivate func commitEdits() throws(StoreError) {
    try state.withLock { (state) throws(StoreError) -> Void in
      if state.failsNextCommit {
        state.failsNextCommit = false
        if flaw == .failedCommitClearsDraft { state.edits = [] }
        throw StoreError(.refused, "not now")
      }
      var edits = state.edits
      if flaw == .draftCommitForgetsDeletes {
        edits = Batch(edits.changes.filter { if case .delete = $0 { false } else { true } })
      }
      state.edits = []
      _ = try write(edits, &state)
    }
  }

  fileprivate func discardEdits() {
    state.withLock { state in
      state.edits =
        flaw == .discardForgetsDeletes
        ? Batch(state.edits.changes.filter { if case .delete = $0 { true } else { false } }) : []
      tellDrafted(&state)
    }
  }

  private func tellDrafted(_ state: inout State) {
    for observer in state.observers.values where observer.request == .drafted {
      observer.push(.replace(shown(for: .drafted, state)))
    }
  }
}
