import StoreInterface

@testable import ConformanceKit

extension TrialStore {
  @discardableResult
  func commit(_ batch: StoreBatch<Card>) async throws(StoreError) -> BatchOutcome<Card> {
    let isRefused = state.withLock { state in
      defer { state.failsNextCommit = false }
      if state.failsNextCommit, flaw == .failedCommitLeavesRest, let first = batch.changes.first {
        state.replica.apply([first])
        tell([first], &state)
      }
      return state.failsNextCommit
    }
    if isRefused {
      state.withLock { $0.hasRefused = true }
      throw StoreError(.refused, "not now")
    }
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
    case .silentAfterRefusal where state.withLock({ $0.hasRefused }), .strictUnwritten where batch.isStrict:
      return try state.withLock { (state) throws(StoreError) -> BatchOutcome<Card> in
        let outcome = try outcome(of: batch, state)
        if flaw == .silentAfterRefusal { state.replica.apply(batch) }
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
  func write(_ batch: StoreBatch<Card>) async throws(StoreError) -> BatchOutcome<Card> {
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

  func write(_ batch: StoreBatch<Card>, _ state: inout State) throws(StoreError) -> BatchOutcome<Card> {
    if flaw == .strictnessLate, batch.isStrict, (try? outcome(of: batch, state)) == nil {
      let first = StoreBatch(Array(batch.changes.prefix(1)))
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
        state.replica.apply(StoreBatch(lost.map { .insert($0) }))
      }
    }
    if flaw == .staleFetch { state.stale = before }
    tell(written, &state)
    return outcome
  }

  private func outcome(of batch: StoreBatch<Card>, _ state: State) throws(StoreError) -> BatchOutcome<Card> {
    var batch = batch
    if flaw == .strictnessIgnored { batch.isStrict = false }
    var outcome = try batch.folded { state.replica[$0] }
    if flaw == .movesUncounted { outcome.moved = [] }
    if flaw == .refreshesMisnamed, !outcome.refreshed.isEmpty || !outcome.updated.isEmpty {
      outcome.refreshed += outcome.updated.map(\.to.id)
    }
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
  private func written(_ batch: StoreBatch<Card>, _ state: State) -> StoreBatch<Card> {
    var changes = batch.changes
    if keeping == .sorted { changes = sortedChanges(changes, state) }
    switch flaw {
    case .updatesIgnored: changes.removeAll(where: \.isUpdate)
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
    return StoreBatch(changes, isStrict: flaw != .strictnessIgnored && batch.isStrict)
  }

  /// Each change with the place where it stands among higher numbers first.
  func sortedChanges(_ changes: [StoreChange<Card>], _ state: State) -> [StoreChange<Card>] {
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
  private func writeInSteps(_ batch: StoreBatch<Card>) async throws(StoreError) -> BatchOutcome<Card> {
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
  private func writeRacing(_ batch: StoreBatch<Card>) async throws(StoreError) -> BatchOutcome<Card> {
    var (replica, outcome) = try state.withLock {
      (state) throws(StoreError) -> (StoreReplica<Card>, BatchOutcome<Card>) in
      state.writers += 1
      return (state.replica, try self.outcome(of: batch, state))
    }
    var turns = 0
    // So many that another writer comes on a busy machine, too; one that is alone goes on.
    while turns < 5_000, state.withLock({ $0.writers }) < 2 {
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
      state.replica = StoreReplica(keeping.contents(of: records))
      if flaw == .refillKeepsOld {
        var batch: StoreBatch<Card> = []
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
