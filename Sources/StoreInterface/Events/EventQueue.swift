/// Events that a store has pushed and an observer has not taken yet.
///
/// Invariant: once more than `limit` events wait, they are joined to three at most: the newest failure, a replacement, and
/// all changes after it. The failure comes first, unless nothing came after it.
final class EventQueue<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  private struct State {
    var events: [StoreEvent<Item>] = []
    /// How many of `events` were taken.
    var taken = 0
    var hasEnded = false
  }

  private let limit: Int
  private let state: Locked<State>

  init(limit: Int) {
    self.limit = limit
    state = Locked(State())
  }

  /// Makes a queue of events that ends after the last.
  init(holding events: [StoreEvent<Item>]) {
    limit = .max
    state = Locked(State(events: events, hasEnded: true))
  }

  func push(_ event: StoreEvent<Item>) -> StoreEvents<Item>.Continuation.YieldResult {
    state.withLock { state in
      if state.hasEnded { return .ended }
      state.events.removeSubrange(..<state.taken)
      state.taken = 0
      if state.events.count >= limit, case .changes(let batch) = event, case .changes(var last)? = state.events.last {
        // Taken out first, so that it grows in place.
        state.events.removeLast()
        last.append(contentsOf: batch)
        state.events.append(.changes(last))
        return .joined
      }
      if case .replace = event { state.events.removeAll { if case .failed = $0 { false } else { true } } }
      state.events.append(event)
      guard state.events.count > limit else { return .enqueued }
      state.events = joined(state.events)
      return .joined
    }
  }

  func end() { state.withLock { $0.hasEnded = true } }

  @Sendable
  func pull() -> StoreEvents<Item>.Pull {
    state.withLock { state in
      guard state.taken < state.events.count else {
        state.events.removeAll()
        state.taken = 0
        return state.hasEnded ? .end : .nothing
      }
      state.taken += 1
      return .event(state.events[state.taken - 1])
    }
  }

  private func joined(_ events: [StoreEvent<Item>]) -> [StoreEvent<Item>] {
    var failure: StoreEvent<Item>?
    var isFailureLast = false
    var replacement: StoreEvent<Item>?
    var changes: StoreBatch<Item>?
    for event in events {
      isFailureLast = false
      switch event {
      case .failed:
        failure = event
        isFailureLast = true
      case .replace:
        replacement = event
        changes = nil
      case .changes(let batch):
        if changes == nil { changes = batch } else { changes?.append(contentsOf: batch) }
      }
    }
    var joined = [replacement, changes.map { .changes($0) }].compactMap { $0 }
    if let failure { joined.insert(failure, at: isFailureLast ? joined.count : 0) }
    return joined
  }
}
