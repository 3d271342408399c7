import Synchronization

/// A sequence of store events that a store pushes into, or that is pulled out of it; what most stores return.
///
/// It is iterated once, by one task; when that task is cancelled, the sequence ends and tells the store.
public struct StoreEvents<Item: Identifiable & Sendable>: AsyncSequence, Sendable where Item.ID: Sendable {
  /// What a store tells an observer.
  public typealias Element = StoreEvent<Item>
  /// Failures are events, never thrown.
  public typealias Failure = Never

  /// What there is to hear at this moment.
  public enum Pull: Sendable {
    /// This event.
    case event(StoreEvent<Item>)
    /// Nothing now; the store will wake the observer.
    case nothing
    /// Nothing any more.
    case end
  }

  private let wakes: AsyncStream<Void>
  private let pull: @Sendable () -> Pull

  /// Makes a sequence whose events are pulled from the store when the observer is ready for them. A store that keeps no
  /// queue, only what has changed since the last pull, needs bounded memory however slow the observer is.
  ///
  /// - Parameters:
  ///   - wakes: Yields when `pull` may have something new; keep only the newest (`.bufferingNewest(1)`).
  ///   - pull: What there is to hear now; asked again and again until there is nothing.
  public init(wakes: AsyncStream<Void>, pull: @escaping @Sendable () -> Pull) {
    self.wakes = wakes
    self.pull = pull
  }

  /// Makes a sequence of events that are known already; it ends after the last.
  public init(just events: StoreEvent<Item>...) {
    let (wakes, waker) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    waker.finish()
    let queue = EventQueue<Item>(limit: .max)
    for event in events { queue.push(event) }
    queue.end()
    self.init(wakes: wakes, pull: queue.pull)
  }

  /// Makes a sequence, and the end of it where a store pushes events in.
  ///
  /// - Parameter limit: How many events wait for a slow observer before its changes are joined into one event. A
  ///   replacement takes the place of all that waits.
  public static func makeStream(limit: Int = 64) -> (events: StoreEvents, continuation: Continuation) {
    let (wakes, waker) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let queue = EventQueue<Item>(limit: Swift.max(1, limit))
    return (StoreEvents(wakes: wakes, pull: queue.pull), Continuation(queue: queue, waker: waker))
  }

  /// Begins to iterate; once only.
  public func makeAsyncIterator() -> Iterator { Iterator(wakes: wakes.makeAsyncIterator(), pull: pull) }

  /// The events, one after another.
  public struct Iterator: AsyncIteratorProtocol {
    private var wakes: AsyncStream<Void>.Iterator
    private let pull: @Sendable () -> Pull

    init(wakes: AsyncStream<Void>.Iterator, pull: @escaping @Sendable () -> Pull) {
      self.wakes = wakes
      self.pull = pull
    }

    /// The next event, or `nil` after the last and when the task was cancelled.
    public mutating func next() async -> StoreEvent<Item>? { await next(isolation: #isolation) }

    /// The next event, or `nil` after the last and when the task was cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> StoreEvent<Item>? {
      var isWoken = true
      while !Task.isCancelled {
        switch pull() {
        case .event(let event): return event
        case .end: return nil
        case .nothing:
          if !isWoken { return nil }
          isWoken = await wakes.next(isolation: actor) != nil
        }
      }
      return nil
    }
  }

  /// Where a store pushes its events in. May be used from any task or thread; events are heard in the order in which
  /// they were pushed.
  public struct Continuation: Sendable {
    private let queue: EventQueue<Item>
    private let waker: AsyncStream<Void>.Continuation

    init(queue: EventQueue<Item>, waker: AsyncStream<Void>.Continuation) {
      self.queue = queue
      self.waker = waker
    }

    /// Pushes an event. After the end, nothing is heard.
    public func yield(_ event: StoreEvent<Item>) {
      queue.push(event)
      waker.yield()
    }

    /// Ends the sequence after what was pushed before.
    public func finish() {
      queue.end()
      waker.finish()
    }

    /// Calls `action` when the observer has stopped, or the sequence has ended.
    public func onTermination(_ action: @escaping @Sendable () -> Void) {
      waker.onTermination = { _ in action() }
    }
  }
}

/// Events that wait for the observer.
final class EventQueue<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  private struct State {
    var events: [StoreEvent<Item>] = []
    var hasEnded = false
  }

  private let limit: Int
  private let state = Mutex(State())

  init(limit: Int) { self.limit = limit }

  func push(_ event: StoreEvent<Item>) {
    state.withLock { state in
      if state.hasEnded { return }
      switch event {
      case .replace where limit != .max: state.events.removeAll { if case .failed = $0 { false } else { true } }
      case .changes(let batch) where state.events.count >= limit:
        if case .changes(var last)? = state.events.last {
          last.append(contentsOf: batch)
          state.events[state.events.count - 1] = .changes(last)
          return
        }
      case .failed where state.events.count >= limit:
        // Of failures alone the newest is enough.
        if case .failed? = state.events.last { state.events.removeLast() }
      default: break
      }
      state.events.append(event)
    }
  }

  func end() { state.withLock { $0.hasEnded = true } }

  @Sendable
  func pull() -> StoreEvents<Item>.Pull {
    state.withLock { state in
      if !state.events.isEmpty { return .event(state.events.removeFirst()) }
      return state.hasEnded ? .end : .nothing
    }
  }
}
