public import StoreInterface

extension MemoryStore: DataStore {
  /// Observes a request: its answer first, then every change.
  ///
  /// Each edit that the answer shows is one event. An observer that falls far behind gets the whole answer instead of what
  /// it missed, so it never costs more memory than that answer. The sequence does not end by itself; it keeps the store.
  public func events(for request: MemoryRequest<Item>) -> StoreEvents<Item> {
    let (wakes, waker) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let rule = request.rule
    let number = state.withLock { state in
      let number = state.nextNumber()
      state.observations[number] = MemoryState.Observation(rule: rule, waker: waker)
      return number
    }
    waker.onTermination = { [weak self] _ in self?.end(number) }
    return StoreEvents(wakes: wakes) { self.pull(number) }
  }

  /// The current answer to a request.
  public func fetch(_ request: MemoryRequest<Item>) async throws(StoreError) -> StoreContents<Item> {
    contents(for: request)
  }

  /// Returns when every observer that has begun has received all events, has dealt with it and waits for more: for
  /// tests that must know when to look. An observer that never requests more is waited for until it is cancelled.
  public func settled() async {
    let id = state.withLock { $0.nextNumber() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isSettled = state.withLock { state in
          let busy = state.observations.filter { $0.value.view != nil && !$0.value.isWaiting }
          if busy.isEmpty || Task.isCancelled { return true }
          state.listeners[id] = MemoryState.Listener(observations: Set(busy.keys), continuation: continuation)
          return false
        }
        if isSettled { continuation.resume() }
      }
    } onCancel: {
      let listener = state.withLock { $0.listeners.removeValue(forKey: id) }
      listener?.continuation.resume()
    }
  }

  private func pull(_ number: Int) -> StoreEvents<Item>.Pull {
    let (answer, heard) = state.withLock { state in
      var heard: [CheckedContinuation<Void, Never>] = []
      let answer = self.answer(number, &state)
      if case .nothing = answer {
        state.observations[number]?.isWaiting = true
        heard = state.noteSilence(of: number)
      }
      return (answer, heard)
    }
    for continuation in heard { continuation.resume() }
    return answer
  }

  private func answer(_ number: Int, _ state: inout MemoryState<Item>) -> StoreEvents<Item>.Pull {
    guard var observation = state.observations.removeValue(forKey: number) else { return .end }
    defer { state.observations[number] = observation }
    guard let view = observation.view else {
      let view = AnswerView(of: state.records, rule: observation.rule, haveEqualContent: haveEqualContent)
      observation.view = view
      return .event(.replace(view.contents(of: state.records)))
    }
    return observation.pending.next { view.contents(of: state.records) }.map { .event($0) } ?? .nothing
  }

  private func end(_ number: Int) {
    for continuation in state.withLock({ $0.end(number) }) { continuation.resume() }
  }
}
