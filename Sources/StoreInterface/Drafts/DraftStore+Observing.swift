extension DraftStore: DataStore {
  /// Returns the base's answer to a request with the drafts on top, and what becomes of it.
  public func events(for request: Request) -> StoreEvents<Item> {
    let (wakes, waker) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let matches = matches.map { matches in { @Sendable (item: Item) in matches(item, request) } }
    let observation = DraftObservation(
      request: request, matches: matches, haveEqualContent: haveEqualContent, waker: waker)
    let number = state.withLock { state in
      let number = state.nextNumber()
      state.observations[number] = observation
      return number
    }
    waker.onTermination = { [weak self] _ in self?.end(number) }
    return StoreEvents(wakes: wakes) { self.pull(number) }
  }

  /// Returns the base's answer with the drafts on top as it stands now.
  public func fetch(_ request: Request) async throws(StoreError) -> StoreContents<Item> {
    var records = OrderedRecords(try await base.fetch(request))
    for layer in state.withLock({ $0.layers }) {
      for change in layer.changes {
        _ = records.apply(draft: change, matches: matches.map { matches in { matches($0, request) } })
      }
    }
    return records.contents
  }

  private func pull(_ number: Int) -> StoreEvents<Item>.Pull {
    state.withLock { state in
      // Taken out while it is changed, so that it is changed in place.
      guard var observation = state.observations.removeValue(forKey: number) else { return .end }
      if observation.source == nil { observation.source = source(number, observation) }
      let answer = observation.next(under: state.layers)
      state.observations[number] = observation
      return answer
    }
  }

  /// Begins to observe the base.
  private func source(
    _ number: Int, _ observation: DraftObservation<Item, Request>
  ) -> DraftObservation<Item, Request>.Source {
    let waker = observation.waker
    let events = base.events(for: observation.request)
    if let events = events as? StoreEvents<Item> {
      let wakes = events.wakes
      let task = Task {
        for await _ in wakes { waker.yield() }
        waker.yield()
      }
      return .init(pull: events.pull, task: task)
    }
    let (pumped, continuation) = StoreEvents<Item>.makeStream()
    let task = Task { [weak self] in
      for await event in events {
        // The observer is slow: what waits is laid under the drafts now, where it needs bounded memory.
        if continuation.yield(event) == .joined { self?.catchUp(number) }
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
    observation?.source?.task.cancel()
  }
}
