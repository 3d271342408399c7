public import StoreInterface

// Where types are checked for Apple's systems, it is not there.
#if canImport(Testing)
  public import Testing
#endif

/// Listens to a store in a task of its own, and applies what it receives.
public final class Observer<Item: Identifiable & Equatable & Sendable>: Sendable where Item.ID: Sendable {
  private struct State {
    var answer = ObservedAnswer<Item>()
    var waiters: [(isMet: @Sendable (ObservedAnswer<Item>) -> Bool, continuation: CheckedContinuation<Void, Never>)] =
      []
    var hasEnded = false
  }

  private let state = Locked(State())
  private let task = Locked<Task<Void, Never>?>(nil)

  /// Begins to listen.
  public init<Events: AsyncSequence & Sendable>(of events: Events) where Events.Element == StoreEvent<Item> {
    let task = Task { [weak self] in
      for await event in AnyStoreEvents(events) { self?.receive(event) }
      self?.end()
    }
    self.task.withLock { $0 = task }
  }

  deinit { cancel() }

  /// What was received so far.
  public var answer: ObservedAnswer<Item> { state.withLock { $0.answer } }
  /// What is shown.
  public var contents: StoreContents<Item> { answer.contents }

  /// Stops to listen.
  public func cancel() { task.withLock { $0?.cancel() } }

  /// Returns when the sequence has ended.
  public func ended() async { await task.withLock { $0 }?.value }

  #if canImport(Testing)
    /// Returns when what was received is as described. That the sequence ends before is recorded as an issue.
    @discardableResult
    public func received(
      sourceLocation: SourceLocation = #_sourceLocation, _ isMet: @escaping @Sendable (ObservedAnswer<Item>) -> Bool
    ) async -> ObservedAnswer<Item> {
      await waitUntilReceived(isMet)
      let answer = answer
      if !isMet(answer), state.withLock({ $0.hasEnded }) {
        Issue.record("the sequence ended before what was waited for: \(answer)", sourceLocation: sourceLocation)
      }
      return answer
    }
  #endif

  /// Returns when what was received is as described, or the sequence has ended.
  private func waitUntilReceived(_ isMet: @escaping @Sendable (ObservedAnswer<Item>) -> Bool) async {
    await withCheckedContinuation { continuation in
      let isMetAlready = state.withLock { state in
        if state.hasEnded || isMet(state.answer) { return true }
        state.waiters.append((isMet, continuation))
        return false
      }
      if isMetAlready { continuation.resume() }
    }
  }

  private func receive(_ event: StoreEvent<Item>) {
    resume { $0.answer.apply(event) }
  }

  private func end() {
    resume { $0.hasEnded = true }
  }

  private func resume(_ change: (inout State) -> Void) {
    let met = state.withLock { state in
      change(&state)
      var met: [CheckedContinuation<Void, Never>] = []
      state.waiters.removeAll { waiter in
        guard state.hasEnded || waiter.isMet(state.answer) else { return false }
        met.append(waiter.continuation)
        return true
      }
      return met
    }
    for continuation in met { continuation.resume() }
  }
}
