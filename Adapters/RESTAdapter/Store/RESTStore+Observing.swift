// Requests and rules of an order are written with this module alone.
@_exported public import StoreBuilding
public import StoreInterface

@available(LiveSystems, *)
extension RESTStore: DataStore {
  /// Observes a request: its answer first, then every change.
  ///
  /// Each poll that brings something new is one event. Of equal failures in a row only the first is an event. The
  /// sequence does not end by itself; it keeps the store.
  public func events(for request: RecordRequest<Item>) -> StoreEvents<Item> {
    records.events(for: request)
  }

  /// The current answer to a request: what is held, where that was requested no longer ago than the interval
  /// or is still fresh; else the server is polled. While removals are withheld, it has the records that observers hold.
  public func fetch(_ request: RecordRequest<Item>) async throws(StoreError) -> StoreContents<Item> {
    let isLoaded = records.isLoaded
    let (isGood, lastPoll, pages) = state.withLock { state in
      (isLoaded && state.failure == nil && keeper.elapsed() < state.goodUntil, state.polling.done, state.pages)
    }
    // One that is in progress will do.
    let isOurs = isGood ? await areOurs(pages) : false
    if !isOurs { try await poll(after: lastPoll) }
    return records.contents(for: request)
  }

  /// Polls the server now, whatever the interval and the freshness of what is held, and returns when its answer is
  /// taken. No cache on the way may answer in its place (RFC 9111, section 5.2.1.4).
  ///
  /// - Throws: Why there is no answer; `StoreError.Kind.unavailable`, without a request, while the server has asked to
  ///   be left alone.
  public func refresh() async throws(StoreError) {
    // One that is in progress may have begun before what the caller knows of.
    try await poll(after: state.withLock { $0.polling.begun }, isForced: true)
  }

  /// Makes the removals that are withheld, as ``RESTHealth/heldRemovals`` says. Does nothing where none are. Nothing is
  /// sent: the server has made them already.
  public func approveRemovals() async {
    let isHolding = records.edit { edits in
      state.withLock { state in
        guard state.hold.isHolding else { return false }
        state.hold.approve(in: &edits)
        // The records are not those of the last whole answer any more, and the next start must not begin with it.
        state.held = .known([])
        state.writes.forgetValidators(of: edits)
        return true
      }
    }
    guard isHolding else { return }
    cache?.remove()
    noteHealth()
  }

  /// Sends no more polls until ``resume()``. A request in progress is finished; writes, ``refresh()`` and a
  /// fetch that needs an answer continue.
  public func pause() { setPaused(true) }

  /// Polls again, at once where a poll was due meanwhile.
  public func resume() { setPaused(false) }

  private func setPaused(_ isPaused: Bool) {
    state.withLock { $0.health.isPaused = isPaused }
    noteChange()
  }
}
