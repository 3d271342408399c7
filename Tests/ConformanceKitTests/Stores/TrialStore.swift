import StoreBuilding
import StoreInterface

@testable import ConformanceKit

/// A store in memory with flaws and oddities to order; without any it is right.
final class TrialStore: WritableDataStore {
  /// What can be asked for.
  struct Request: MatchingRequest {
    /// The number of one of the kit's requests; none for all records.
    let number: Int?
    /// With the unwritten edits on top.
    var isDrafted = false
    var limit: Int?

    static let all = Request()

    init(number: Int? = nil) {
      self.number = number
      query = number.map { RecordRequest.generated($0, numberOf: \.id, versionOf: \.version) }
      limit = query?.limit
    }

    fileprivate let query: RecordRequest<Card>?

    func matches(_ card: Card) -> Bool { query?.matches(card) ?? true }

    func isOrdered(_ card: Card, before other: Card) -> Bool? { query?.isOrdered(card, before: other) }
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
    /// The answer that it holds, where it observes some of the records.
    var told: StoreContents<Card>?
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
    var told = 0
    var lastBatches: [Batch<Card>] = []
    var lastChanged: Set<Int> = []
    var lastInserted: Set<Int> = []
    var lastRequest = Request.all
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
      case .sections where oddity == .twoSections:
        .sections([
          StoreSection("start", items: records.filter { $0.id % 2 == 0 }),
          StoreSection("rest", items: records.filter { $0.id % 2 != 0 }),
        ])
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

  private func observe(_ asked: Request, beginningWith given: StoreContents<Card>?) -> TrialEvents {
    let (wakes, waker) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let request = state.withLock { state in
      defer { state.lastRequest = asked }
      return flaw == .requestStale && state.nextObserver >= 2 ? state.lastRequest : asked
    }
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
        let isWhole = flaw == .requestIgnoredAtFirst
        answer(with: given ?? shown(for: isWhole ? .all : request, state), observer)
      }
      observer.told = shown(for: request, state)
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
      pipe: pipe, wakes: wakes, ignoringCancellation: flaw == .cancellationIgnored ? hang : nil,
      draining: flaw == .deliversAfterCancellation)
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
      var asked = request
      switch flaw {
      case .fetchIgnoresRequest: asked = .all
      case .fetchIgnoresLimit: asked.limit = nil
      default: break
      }
      var contents = shown(for: asked, state)
      if oddity == .tiesDiffer, request.limit != nil { contents = shown(for: asked, state, isReversed: true) }
      if flaw == .fetchUnordered, request.number != nil { contents = .items(contents.items.sorted { $0.id < $1.id }) }
      if flaw == .staleFetch { contents = state.stale ?? contents }
      if flaw == .fetchLacksFirst { contents = .items(Array(contents.items.dropFirst())) }
      return .success(contents)
    }
    return try answer.get()
  }

  private func shown(for request: Request, _ state: State, isReversed: Bool = false) -> StoreContents<Card> {
    var replica = state.replica
    if request.isDrafted, flaw != .editsHidden {
      var edits = state.edits
      if flaw == .baseWins {
        edits = Batch(
          edits.changes.filter { if case .update(let item) = $0 { replica[item.id]?.version == 0 } else { true } })
      }
      replica.apply(keeping == .sorted ? Batch(sortedChanges(edits.changes, state)) : edits)
    }
    var contents = replica.contents ?? .items([])
    if request.number != nil {
      var request = request
      if request.isDrafted, flaw == .draftsUnlimited { request.limit = nil }
      contents = answer(
        to: request, of: contents, isOrdered: !request.isDrafted || flaw != .draftsUnordered, isReversed: isReversed)
      if request.isDrafted, flaw == .draftsOutside {
        let shown = Set(contents.items.map(\.id))
        let drafted = state.edits.changes.compactMap { if case .update(let item) = $0 { item } else { nil } }
        contents = .items(contents.items + drafted.filter { !shown.contains($0.id) })
      }
    }
    return keeping == .bag ? .items(contents.items.shuffled()) : contents
  }

  /// What a request shows of all records.
  private func answer(
    to request: Request, of contents: StoreContents<Card>, isOrdered: Bool, isReversed: Bool
  ) -> StoreContents<Card> {
    guard let query = request.query else { return contents }
    var left = request.limit.map { flaw == .limitOffByOne ? $0 + 1 : $0 } ?? .max
    let isCut = contents.items.count { query.matches($0) } > left
    func answer(_ cards: [Card]) -> [Card] {
      var shown = cards.filter { query.matches($0) }
      if isReversed, isCut { shown.reverse() }
      // Insertion keeps the order of those that the request does not distinguish.
      if isOrdered {
        var sorted: [Card] = []
        for card in shown {
          sorted.insert(card, at: sorted.firstIndex { query.isOrdered(card, before: $0) == true } ?? sorted.count)
        }
        shown = sorted
      }
      shown = Array(shown.prefix(left))
      left -= shown.count
      return shown
    }
    return switch contents {
    case .items(let cards): .items(answer(cards))
    case .sections(let sections):
      .sections(sections.map { StoreSection($0.id, header: $0.header, items: answer($0.items)) })
    }
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
    case .commitsHang:
      await hang.hangForGood()
      return BatchOutcome()
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
    state.lastChanged = Set(outcome.inserted.map(\.id) + outcome.updated.map(\.to.id))
    state.lastInserted = Set(outcome.inserted.map(\.id))
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
    if flaw == .oldValuesWrong { outcome.updated = outcome.updated.map { .init(from: $0.to, to: $0.to) } }
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
        for (number, observer) in state.observers {
          let contents = shown(for: observer.request, state)
          observer.push(.replace(contents))
          state.observers[number]?.told = contents
        }
      }
    }
  }
}

// MARK: - Telling

extension TrialStore {
  private func tell(_ batch: Batch<Card>, _ state: inout State) {
    state.told += 1
    defer {
      state.lastBatches.append(batch)
      if state.lastBatches.count > 4 { state.lastBatches.removeFirst() }
    }
    if flaw == .everySeventhLost, state.told % 7 == 0 { return }
    if flaw == .eventsStop { return hang.isReached() }
    let isLost =
      !batch.isEmpty
      && batch.changes.allSatisfy { change in
        switch change {
        case .delete: flaw == .deletesUntilNextReplace
        case .update: flaw == .updatesUntilNextReplace
        default: false
        }
      }
    if isLost { return hangUnlessTold(after: state.told) }
    for number in state.observers.keys.sorted() {
      guard let observer = state.observers[number] else { continue }
      for event in events(for: batch, observer, state) {
        if flaw == .eventsSwapped { tellNewer(than: event, observer) }
        observer.push(event)
      }
      if flaw == .batchesRepeated, state.lastBatches.count == 4, let last = state.lastBatches.first {
        observer.push(.changes(last))
      }
      let told = shown(for: observer.request, state)
      state.observers[number]?.isAnswered = true
      state.observers[number]?.told = told
    }
  }

  /// Hangs where nothing follows that makes good what was lost.
  private func hangUnlessTold(after told: Int) {
    Task {
      var turns = 0
      while turns < 20_000, state.withLock({ $0.told }) == told {
        turns += 1
        await Task.yield()
      }
      if turns == 20_000 { hang.isReached() }
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
    var batch = batch
    if !observer.isAnswered { return [whole] }
    if observer.request.number != nil, flaw != .requestIgnored {
      guard whole != observer.told.map({ .replace($0) }) else { return [] }
      guard case .items(let new) = shown(for: observer.request, state), case .items(let old)? = observer.told,
        !observer.request.isDrafted
      else { return [whole] }
      let parts = changes(from: old, to: new, for: observer.request, state)
      if flaw == .limitSplit, parts.count > 1 {
        return parts.reversed().map { .changes(Batch($0)) }
      }
      batch = Batch(parts.flatMap { $0 })
      if batch.isEmpty { return [] }
    }
    let saysAll = flaw == .deletesUntilNextReplace || flaw == .updatesUntilNextReplace
    if observer.request.isDrafted || oddity == .replacesOnly || saysAll { return [whole] }
    switch oddity {
    case .replacesTwice: return [whole, whole]
    case .failsBetween: return [.failed(Self.failure), .changes(batch)]
    case .idleChanges:
      let equal = shown(for: observer.request, state).items.first
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
    case .updatesStale:
      return [
        .changes(
          Batch(
            batch.changes.map { change in
              if case .update(let item) = change, item.version > 0 {
                .update(Card(item.id, item.version - 1))
              } else {
                change
              }
            }))
      ]
    case .pagesTorn where batch.changes.count > 1:
      let half = Batch(Array(batch.changes.prefix(batch.changes.count / 2)))
      var replica = StoreReplica(observer.told ?? .items([]))
      replica.apply(half)
      return [.replace(replica.contents ?? .items([])), whole]
    case .batchesSplit: return batch.changes.map { .changes([$0]) }
    default: return [.changes(batch)]
    }
  }

  /// What leads from one answer to a request to the next: what leaves; and what comes, changes and moves.
  private func changes(
    from old: [Card], to new: [Card], for request: Request, _ state: State
  ) -> [[StoreChange<Card>]] {
    // The flaw: what this observer asked for is forgotten for what the newest one did.
    var new = new
    if flaw == .requestsMixed, let newest = state.observers.max(by: { $0.key < $1.key })?.value.request {
      new = shown(for: newest, state).items
    }
    let now = Dictionary(new.map { ($0.id, $0) }) { first, _ in first }
    let before = Dictionary(old.map { ($0.id, $0) }) { first, _ in first }
    var leaving: [StoreChange<Card>] = []
    var list = old.filter { card in
      if now[card.id] != nil { return true }
      let current = state.replica[card.id]
      // It was pushed out by others if it belongs to the request as it is.
      let isPushedOut = current.map { request.matches($0) } ?? false
      switch flaw {
      case .limitExceeded where isPushedOut: break
      case .leavingUntold where current != nil && !isPushedOut: break
      case .leavingUpdated where current != nil && !isPushedOut: if let current { leaving.append(.update(current)) }
      default: leaving.append(.delete(card.id))
      }
      return false
    }
    var coming: [StoreChange<Card>] = []
    for (place, card) in new.enumerated() {
      let placement: Placement<Int> = place == 0 ? .start : .after(new[place - 1].id)
      if let known = before[card.id] {
        if known != card { coming.append(.update(card)) }
        if list[place].id != card.id {
          list.removeAll { $0.id == card.id }
          list.insert(card, at: place)
          if flaw != .rankIgnored { coming.append(.move(card.id, to: placement)) }
        }
      } else {
        list.insert(card, at: place)
        let isChanged = state.lastChanged.contains(card.id)
        if flaw == .enteringUntold, isChanged, !state.lastInserted.contains(card.id) { continue }
        if flaw == .limitNotRefilled, !isChanged { continue }
        coming.append(.insert(card, at: flaw == .enteringAtEnd ? .end : placement))
      }
    }
    return [leaving, coming].filter { !$0.isEmpty }
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

  func events(for request: TrialStore.Request) -> TrialEvents { store.events(for: drafted(request)) }

  func fetch(_ request: TrialStore.Request) async throws(StoreError) -> StoreContents<Card> {
    try await store.fetch(drafted(request))
  }

  private func drafted(_ request: TrialStore.Request) -> TrialStore.Request {
    var request = request
    request.isDrafted = true
    return request
  }

  func edit(_ batch: Batch<Card>) async throws { store.edit(batch) }

  func commitEdits() async throws { try store.commitEdits() }

  func discardEdits() async throws { store.discardEdits() }
}

extension TrialStore {
  fileprivate func edit(_ batch: Batch<Card>) {
    state.withLock { state in
      state.edits.append(contentsOf: batch)
      if oddity == .draftsCancel {
        for case .delete(let key) in batch.changes where state.replica[key] == nil {
          state.edits = Batch(state.edits.changes.filter { $0.key != key })
        }
      }
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
    for observer in state.observers.values where observer.request.isDrafted {
      observer.push(.replace(shown(for: observer.request, state)))
    }
  }
}
