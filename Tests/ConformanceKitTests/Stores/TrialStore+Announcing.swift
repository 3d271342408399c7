import StoreInterface

@testable import ConformanceKit

extension TrialStore {
  func tell(_ batch: StoreBatch<Card>, _ state: inout State) {
    state.told += 1
    defer {
      state.lastBatches.append(batch)
      if state.lastBatches.count > 4 { state.lastBatches.removeFirst() }
    }
    if flaw == .everySeventhLost, state.told % 7 == 0 { return }
    if flaw == .eventsStop { return hang.isReached() }
    let isLost = batch.changes.allSatisfy {
      $0.isDelete && flaw == .deletesUntilNextReplace || $0.isUpdate && flaw == .updatesUntilNextReplace
    }
    if isLost, !batch.isEmpty { return hangUnlessTold(after: state.told) }
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
    hangIfShort(state)
  }

  /// Hangs where nothing follows that makes good what was lost.
  func hangUnlessTold(after told: Int) {
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
    guard case .changes(let batch) = event, case .update(let item)? = batch.changes.first, item.version % 5 == 1 else {
      return
    }
    observer.push(.changes([.update(Card(item.id, item.version + 1))]))
  }

  private func events(for batch: StoreBatch<Card>, _ observer: Observer, _ state: State) -> [StoreEvent<Card>] {
    let whole = StoreEvent.replace(shown(for: observer.request, state))
    var batch = batch
    if !observer.isAnswered { return [whole] }
    if observer.request.number != nil, flaw != .requestIgnored {
      guard whole != observer.told.map({ .replace($0) }) else { return [] }
      if flaw == .groupsStale { return [staleGroups(of: whole, observer)] }
      guard case .items(let new) = shown(for: observer.request, state), case .items(let old)? = observer.told,
        !observer.request.isDrafted
      else { return [whole] }
      let parts = changes(from: old, to: new, for: observer.request, state)
      if flaw == .limitSplit, parts.count > 1 {
        return parts.reversed().map { .changes(StoreBatch($0)) }
      }
      batch = StoreBatch(parts.flatMap { $0 })
      if batch.isEmpty { return [] }
    }
    let saysAll = flaw == .deletesUntilNextReplace || flaw == .updatesUntilNextReplace
    if observer.request.isDrafted || oddity == .replacesOnly || saysAll { return [whole] }
    switch oddity {
    case .replacesTwice: return [whole, whole]
    case .failsBetween: return [.failed(Self.failure), .changes(batch)]
    case .idleChanges:
      let equal = shown(for: observer.request, state).items.first
      var idle: StoreBatch<Card> = [.delete(-1), .refresh(-1), .move(-1, to: .start)]
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
      // The delete never comes: the clock of the trial may run, so that the law that waits for it gives up.
      if batch.changes.contains(where: \.isDelete) { hang.isReached() }
      return [.changes(batch.filter { !$0.isDelete })]
    case .insertsElsewhere:
      return [.changes(batch.map { if case .insert(let item, .end) = $0 { .insert(item, at: .start) } else { $0 } })]
    case .refreshesUntold:
      let told = batch.filter { if case .refresh = $0 { false } else { true } }
      return told.isEmpty ? [] : [.changes(told)]
    case .sectionMovesUntold:
      return [.changes(batch.filter { if case .moveSection = $0 { false } else { true } })]
    case .sectionKeepsRecords: return [whole]
    case .updatesStale:
      if batch.changes.contains(where: \.isUpdate) { hang.isReached() }
      return [
        .changes(
          batch.map { change in
            guard case .update(let item) = change, item.version > 0 else { return change }
            return .update(Card(item.id, item.version - 1))
          })
      ]
    case .pagesTorn where batch.changes.count > 1:
      let half = StoreBatch(Array(batch.changes.prefix(batch.changes.count / 2)))
      var replica = StoreReplica(observer.told ?? .items([]))
      replica.apply(half)
      return [.replace(replica.contents ?? .items([])), whole]
    case .batchesSplit: return batch.changes.map { .changes([$0]) }
    default: return [.changes(batch)]
    }
  }

  /// The whole answer, but with each record in the section that it was in.
  private func staleGroups(of whole: StoreEvent<Card>, _ observer: Observer) -> StoreEvent<Card> {
    guard case .replace(.sections(let new)) = whole, case .sections(let old)? = observer.told else { return whole }
    let cards = new.flatMap(\.items)
    func group(of card: Card) -> SectionID {
      old.first { $0.items.contains { $0.id == card.id } }?.id ?? Self.group(of: card)
    }
    return .replace(
      .sections(new.map { section in StoreSection(section.id, items: cards.filter { group(of: $0) == section.id }) }))
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
      let placement: StorePlacement<Int> = place == 0 ? .start : .after(new[place - 1].id)
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
  private func upserting(_ batch: StoreBatch<Card>) -> StoreBatch<Card> {
    batch.map { change in
      switch change {
      case .insert(let item, .end): .update(item)
      case .update(let item): .insert(item)
      default: change
      }
    }
  }
}

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
