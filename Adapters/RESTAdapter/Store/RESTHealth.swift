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

/// The status of a store: the present one first, then each change. A slow reader receives the newest, and nothing in
/// between.
@available(LiveSystems, *)
public struct RESTHealthUpdates: AsyncSequence, Sendable {
  /// The status of a store.
  public typealias Element = RESTHealth
  /// It never fails.
  public typealias Failure = Never

  let wakes: AsyncStream<Void>
  /// Reads the health when it is requested, so that what is received last is what is so.
  let health: @Sendable () -> RESTHealth

  /// Begins to iterate; once only.
  public func makeAsyncIterator() -> Iterator { Iterator(wakes: wakes, health: health) }

  /// The health, again and again.
  public struct Iterator: AsyncIteratorProtocol {
    let wakes: AsyncStream<Void>
    let health: @Sendable () -> RESTHealth
    var last: RESTHealth?

    init(wakes: AsyncStream<Void>, health: @escaping @Sendable () -> RESTHealth) {
      self.wakes = wakes
      self.health = health
    }

    /// The next health that differs from the last, or `nil` when the task was cancelled.
    public mutating func next() async -> RESTHealth? { await next(isolation: #isolation) }

    /// The next health that differs from the last, or `nil` when the task was cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> RESTHealth? {
      while !Task.isCancelled {
        let health = health()
        if health != last {
          last = health
          return health
        }
        if await wakes.next(isolation: actor) == nil { return nil }
      }
      return nil
    }
  }
}

@available(LiveSystems, *)
extension RESTStore {
  /// How the store is doing.
  public var health: RESTHealth {
    let isObserved = records.observerCount > 0
    return state.withLock { state in
      var health = state.health
      health.heldRemovals = state.hold.summary
      health.failures = state.schedule.failures
      health.requests = client.counter.value
      health.decision = state.decision(isObserved: isObserved)
      return health
    }
  }

  /// How the store is doing, from now on. Each call begins again.
  public var healthUpdates: RESTHealthUpdates {
    let (wakes, waker) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { $0.listen(waker) }
    waker.onTermination = { [weak self] _ in self?.state.withLock { $0.removeListener(number) } }
    return RESTHealthUpdates(wakes: wakes) { self.health }
  }

  /// Wakes those who wait for another health. Not from within the lock.
  func notifyListeners() {
    for waker in state.withLock({ $0.wakers }) { waker.yield() }
  }
}
