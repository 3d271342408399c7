public import StoreBuilding
public import StoreInterface

/// The status of a store.
@available(LiveSystems, *)
public struct RESTHealth: Hashable, Sendable {
  /// The state.
  public enum State: Hashable, Sendable {
    /// Nothing was requested yet.
    case idle
    /// The last poll succeeded.
    case live
    /// The last polls failed, but the server allows that its last answer be used for a while (RFC 5861, section 4).
    case stale(StoreError)
    /// The last poll failed.
    case failing(StoreError)
  }

  /// The state.
  public var state: State = .idle
  /// Whether a request is in progress.
  public var isPolling = false
  /// Whether polling is paused.
  public var isPaused = false
  /// When the next poll is, and why.
  public var decision = PollDecision(at: nil, after: .zero, .unobserved)
  /// When the last poll succeeded, since the store was created.
  public var lastSuccess: Duration?
  /// The removals that are withheld until a second answer agrees; see ``RESTOptions/removalGuard``.
  public var heldRemovals: HeldRemovals?
  /// How many polls in a row have failed.
  public var failures = 0
  /// How many polls there were.
  public var polls = 0
  /// How many of them found no change, by a response without a body.
  public var notModified = 0
  /// How many requests were sent in all, pages, redirects and writes included.
  public var requests = 0

  package init() {}
}

@available(LiveSystems, *)
extension RESTStore {
  /// How the store is doing.
  public var health: RESTHealth {
    let isObserved = records.observerCount > 0
    return state.withLock { state in
      var health = state.health
      health.isPolling = state.polling.isInProgress
      health.polls = state.polling.begun
      health.heldRemovals = state.hold.summary
      health.failures = state.schedule.failures
      health.requests = client.requestCount.withLock { $0 }
      health.decision = state.decision(isObserved: isObserved)
      return health
    }
  }

  /// How the store is doing now, and whenever that changes. A slow reader receives the newest, and nothing in between.
  public func healthUpdates() -> AsyncStream<RESTHealth> {
    noteHealth()
    return shownHealth.updates(buffering: 1)
  }

  /// Sends the health to those who wait for another one. Not from within the lock.
  func noteHealth() { shownHealth.update { health } }
}
