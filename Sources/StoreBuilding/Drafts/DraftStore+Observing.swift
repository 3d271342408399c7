public import StoreInterface

extension DraftStore: DataStore {
  /// Observes a request of the base, with the drafts on top.
  public func events(for request: Request) -> StoreEvents<Item> {
    let (wakes, waker) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { $0.nextNumber() }
    let observation = DraftObservation(requests.query(request), waker: waker) {
      [weak self, base, limited = requests.limited] limit in
      let events = base.events(for: limited(request, limit))
      return Self.source(of: events, waker: waker) { [weak self] in self?.catchUp(number) }
    }
    state.withLock { $0.observations[number] = observation }
    let atEnd = ObserverEnd.Action()
    atEnd.set { [weak self] in self?.end(number) }
    return StoreEvents(wakes: wakes, end: ObserverEnd(calling: atEnd)) { self.pull(number) }
  }

  /// Returns the base's answer with the current drafts on top.
  public func fetch(_ request: Request) async throws(StoreError) -> StoreContents<Item> {
    let query = requests.query(request)
    var reach = DraftReach(limit: query.shown.limit)
    var (layers, landed) = state.withLock { ($0.layers, $0.landed) }
    _ = reach.extend(for: layers)
    while true {
      let answer = try await base.fetch(requests.limited(request, reach.requested))
      let before = landed
      (layers, landed) = state.withLock { ($0.layers, $0.landed) }
      // Drafts that came meanwhile may need more of the base; what was written may not be in its answer.
      if !reach.extend(for: layers), landed == before { return query.contents(of: answer, under: layers) }
    }
  }

  private func pull(_ number: Int) -> StoreEvents<Item>.Pull {
    state.withLock { state in
      // Taken out while it is changed, so that it is changed in place.
      guard var observation = state.observations.removeValue(forKey: number) else { return .end }
      let answer = observation.next(under: state.layers)
      state.observations[number] = observation
      return answer
    }
  }

  /// Where the events of the base come from, and what wakes the observer.
  private static func source(
    of events: Base.Events, waker: AsyncStream<Void>.Continuation, catchUp: @escaping @Sendable () -> Void
  ) -> DraftObservation<Item>.Source {
    if let events = events as? StoreEvents<Item> {
      let task = Task {
        for await _ in events.wakes { waker.yield() }
        waker.yield()
        events.end?.signal()
      }
      return .init(pull: events.pull, task: task)
    }
    let (pumped, continuation) = StoreEvents<Item>.makeStream()
    let task = Task {
      for await event in AnyStoreEvents(events) {
        // The observer is slow: what waits is laid under the drafts now, where it needs bounded memory.
        if continuation.yield(event) == .joined { catchUp() }
        waker.yield()
      }
      continuation.finish()
      waker.yield()
    }
    return .init(pull: pumped.pull, task: task)
  }

  private func catchUp(_ number: Int) {
    state.withLock { state in
      let layers = state.layers
      state.observations[number]?.catchUp(under: layers)
    }
  }

  private func end(_ number: Int) {
    let observation = state.withLock { $0.observations.removeValue(forKey: number) }
    observation?.end()
  }
}
