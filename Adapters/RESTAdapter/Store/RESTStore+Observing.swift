import StoreBuilding
public import StoreInterface

@available(LiveSystems, *)
extension RESTStore: DataStore {
  /// Observes a request: its answer first, then every change.
  ///
  /// Each poll that brings something new is one event. Of failures that are the same one after another, the first is
  /// told. The sequence does not end by itself; it keeps the store.
  public func events(for request: RESTRequest<Item>) -> StoreEvents<Item> {
    let (wakes, waker) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let rule = request.rule
    let number = state.withLock { state in
      let number = state.nextNumber()
      var observation = RESTState<Item>.Observation(rule: rule, waker: waker)
      observation.failure = state.failure
      state.observations[number] = observation
      if state.runner == nil {
        let signal = Signal()
        state.runner = RESTState.Runner(task: Task { await self.run(signal) }, signal: signal)
      }
      return number
    }
    waker.onTermination = { [weak self] _ in self?.end(number) }
    return StoreEvents(wakes: wakes) { [haveEqualContent] in
      self.state.withLock { $0.pull(number, haveEqualContent: haveEqualContent) }
    }
  }

  /// The current answer to a request: what is held, where that was requested no longer ago than the interval
  /// or is still fresh; else the server is asked. While removals are withheld, it has the records that observers hold.
  public func fetch(_ request: RESTRequest<Item>) async throws(StoreError) -> StoreContents<Item> {
    let (isGood, lastPoll, pages) = state.withLock { state in
      (state.isLoaded && state.failure == nil && clock.now() < state.goodUntil, state.lastDonePoll, state.pages)
    }
    // One that is in progress will do.
    let isOurs = isGood ? await areOurs(pages) : false
    if !isOurs { try await poll(after: lastPoll) }
    return state.withLock { state in
      AnswerView(of: state.records, rule: request.rule, haveEqualContent: haveEqualContent).contents(of: state.records)
    }
  }

  /// Asks the server now, whatever the interval and the freshness of what is held, and returns when its answer is
  /// taken. No cache on the way may answer in its place (RFC 9111, section 5.2.1.4).
  ///
  /// - Throws: Why there is no answer; `StoreError.Kind.unavailable`, without a request, while the server has asked to
  ///   be left alone.
  public func refresh() async throws(StoreError) {
    // One that is in progress may have begun before what the caller knows of.
    try await poll(after: state.withLock { $0.health.polls }, isForced: true)
  }

  /// Makes the removals that are withheld, as ``RESTHealth/heldRemovals`` says. Does nothing where none are. Nothing is
  /// sent: the server has made them already.
  public func approveRemovals() async {
    let wakers = state.withLock { state -> [AsyncStream<Void>.Continuation]? in
      guard state.hold.isHolding else { return nil }
      state.hold.approve(in: &state.records)
      // The records are not those of the last whole answer any more, and the next start must not begin with it.
      state.pages = []
      state.forgetValidators(haveEqualContent)
      return state.publish()
    }
    guard let wakers else { return }
    for waker in wakers { waker.yield() }
    cache?.remove()
    tellHealth()
  }

  /// Sends no more polls until ``resume()``. A request in progress is finished; writes, ``refresh()`` and a
  /// fetch that needs an answer continue.
  public func pause() { setPaused(true) }

  /// Polls again, at once where a poll was due meanwhile.
  public func resume() { setPaused(false) }

  private func setPaused(_ isPaused: Bool) {
    let signal = state.withLock { state in
      state.isPaused = isPaused
      return state.runner?.signal
    }
    signal?.set()
    tellHealth()
  }

  private func end(_ number: Int) {
    let task = state.withLock { state -> Task<Void, Never>? in
      guard state.observations.removeValue(forKey: number) != nil, state.observations.isEmpty else { return nil }
      defer { state.runner = nil }
      return state.runner?.task
    }
    guard let task else { return }
    task.cancel()
    tellHealth()
  }
}
