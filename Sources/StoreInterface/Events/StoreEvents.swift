/// A sequence of store events that a store pushes into, or that is pulled out of it; what most stores return.
///
/// It is iterated once, by one task; when that task is cancelled, the sequence ends and notifies the store.
public struct StoreEvents<Item: Identifiable & Sendable>: AsyncSequence, Sendable where Item.ID: Sendable {
  /// An event that a store sends to an observer.
  public typealias Element = StoreEvent<Item>
  /// Failures are events, never thrown.
  public typealias Failure = Never

  /// The result of a pull.
  public enum Pull: Sendable {
    /// This event.
    case event(StoreEvent<Item>)
    /// No event now; the store will wake the observer.
    case nothing
    /// The end of the sequence.
    case end
  }

  package let wakes: AsyncStream<Void>
  package let pull: @Sendable () -> Pull
  /// What notifies the store that pushes events in that the observer has stopped.
  package let end: ObserverEnd?

  package init(wakes: AsyncStream<Void>, end: ObserverEnd?, pull: @escaping @Sendable () -> Pull) {
    self.wakes = wakes
    self.end = end
    self.pull = pull
  }

  /// Makes a sequence whose events are pulled from the store when the observer is ready for them. A store that keeps no
  /// queue, only what has changed since the last pull, needs bounded memory however slow the observer is.
  ///
  /// - Parameters:
  ///   - wakes: Yields when `pull` may have something new; keep only the newest (`.bufferingNewest(1)`).
  ///   - pull: What there is to receive now; asked again and again until there is nothing.
  public init(wakes: AsyncStream<Void>, pull: @escaping @Sendable () -> Pull) {
    self.init(wakes: wakes, end: nil, pull: pull)
  }

  /// Makes a sequence of events that are known already; it ends after the last.
  public init(just events: StoreEvent<Item>...) {
    let (wakes, waker) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    waker.finish()
    let queue = EventQueue<Item>(holding: events)
    self.init(wakes: wakes, pull: queue.pull)
  }

  /// Makes a sequence, and the end of it where a store pushes events in.
  ///
  /// - Parameter limit: How many events wait for a slow observer before they are joined: changes into one event, of
  ///   failures the newest. A replacement takes the place of the changes that wait. See ``Continuation/yield(_:)`` for
  ///   how to keep the memory bounded.
  public static func makeStream(limit: Int = 64) -> (events: StoreEvents, continuation: Continuation) {
    let (wakes, waker) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let queue = EventQueue<Item>(limit: Swift.max(4, limit))
    let atEnd = ObserverEnd.Action()
    return (
      StoreEvents(wakes: wakes, end: ObserverEnd(calling: atEnd), pull: queue.pull),
      Continuation(queue: queue, waker: waker, atEnd: atEnd)
    )
  }

  /// Begins to iterate; once only.
  public func makeAsyncIterator() -> Iterator { Iterator(wakes: wakes, end: end, pull: pull) }

  /// The events, one after another.
  public struct Iterator: AsyncIteratorProtocol {
    private let wakes: AsyncStream<Void>
    private let end: ObserverEnd?
    private let pull: @Sendable () -> Pull

    init(wakes: AsyncStream<Void>, end: ObserverEnd?, pull: @escaping @Sendable () -> Pull) {
      self.wakes = wakes
      self.end = end
      self.pull = pull
    }

    /// The next event, or `nil` after the last and when the task was cancelled.
    public mutating func next() async -> StoreEvent<Item>? { await next(isolation: #isolation) }

    /// The next event, or `nil` after the last and when the task was cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> StoreEvent<Item>? {
      if let event = await event(isolation: actor) { return event }
      // Notifies the store at once, although someone may hold the sequence for a while.
      end?.signal()
      return nil
    }

    private mutating func event(isolation actor: isolated (any Actor)?) async -> StoreEvent<Item>? {
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
      _ = await wakes.next(isolation: actor)
      return nil
    }
  }

  /// The side of the store, which pushes events. May be used from any task or thread; events are received in the order in which
  /// they were pushed.
  public struct Continuation: Sendable {
    private let queue: EventQueue<Item>
    private let waker: AsyncStream<Void>.Continuation
    private let atEnd: ObserverEnd.Action

    init(queue: EventQueue<Item>, waker: AsyncStream<Void>.Continuation, atEnd: ObserverEnd.Action) {
      self.queue = queue
      self.waker = waker
      self.atEnd = atEnd
    }

    /// The result of pushing an event.
    public enum YieldResult: Hashable, Sendable {
      /// The event is queued.
      case enqueued
      /// The observer is slow, and it was joined to what waits. Joined changes grow with every one that comes; a store
      /// that can yields the whole answer now, which takes their place.
      case joined
      /// The sequence has ended; no one will receive it.
      case ended
    }

    /// Pushes an event.
    ///
    ///     if continuation.yield(.changes(batch)) == .joined {
    ///       continuation.yield(.replace(contents))
    ///     }
    @discardableResult
    public func yield(_ event: StoreEvent<Item>) -> YieldResult {
      let result = queue.push(event)
      waker.yield()
      return result
    }

    /// Ends the sequence after what was pushed before.
    public func finish() {
      queue.end()
      waker.finish()
    }

    /// Calls `action` once: when the observer has received the end or was cancelled, or when no one holds the sequence
    /// any more. Where that has happened already, `action` is called at once.
    ///
    /// It is called by the observer, never from within ``yield(_:)``, ``finish()`` or the call that cancels a task. So a
    /// store may take a lock in it that it holds while it yields.
    public func onTermination(_ action: @escaping @Sendable () -> Void) { atEnd.set(action) }
  }
}
