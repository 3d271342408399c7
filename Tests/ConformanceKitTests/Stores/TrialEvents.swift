import ConformanceKit
import StoreInterface

/// The events of a trial store, with the ways in which a sequence can be wrong.
struct TrialEvents: AsyncSequence, Sendable {
  typealias Element = StoreEvent<Card>
  typealias Failure = Never

  private enum Source: Sendable {
    case list([StoreEvent<Card>], thenHanging: Hang?)
    case pipe(EventPipe, wakes: AsyncStream<Void>, ignoringCancellation: Hang?, draining: Bool)
    case late(@Sendable () -> TrialEvents)
  }

  private let source: Source

  init(hanging hang: Hang) { source = .list([], thenHanging: hang) }

  init(just events: [StoreEvent<Card>], thenHanging hang: Hang? = nil) { source = .list(events, thenHanging: hang) }

  init(pipe: EventPipe, wakes: AsyncStream<Void>, ignoringCancellation hang: Hang?, draining: Bool) {
    source = .pipe(pipe, wakes: wakes, ignoringCancellation: hang, draining: draining)
  }

  /// Looks for the store when it is iterated, not before.
  init(late make: @escaping @Sendable () -> TrialEvents) { source = .late(make) }

  func makeAsyncIterator() -> Iterator {
    switch source {
    case .list(let events, let hang): Iterator(rest: events[...], hang: hang)
    case .pipe(let pipe, let wakes, let hang, let isDraining):
      Iterator(rest: [], wakes: wakes.makeAsyncIterator(), pipe: pipe, hang: hang, isDraining: isDraining)
    case .late(let make): make().makeAsyncIterator()
    }
  }

  struct Iterator: AsyncIteratorProtocol {
    var rest: ArraySlice<StoreEvent<Card>>
    var wakes: AsyncStream<Void>.Iterator?
    var pipe: EventPipe?
    var hang: Hang?
    /// Whether what waits is delivered even after the cancellation.
    var isDraining = false

    mutating func next() async -> StoreEvent<Card>? { await next(isolation: #isolation) }

    mutating func next(isolation actor: isolated (any Actor)?) async -> StoreEvent<Card>? {
      if let event = rest.popFirst() { return event }
      guard let pipe else {
        // Waits for what never comes; heeds cancellation.
        if let hang { await hang.hang() }
        return nil
      }
      var (isWoken, hasWaited) = (true, false)
      while true {
        if Task.isCancelled, !isDraining { break }
        if hasWaited, !pipe.isDrained {
          for _ in 0..<pipe.turns { await Task.yield() }
          if Task.isCancelled, !isDraining { break }
        }
        if let event = pipe.pull() { return event }
        if pipe.isFinished || !isWoken || Task.isCancelled { break }
        isWoken = await wakes?.next(isolation: actor) != nil
        hasWaited = true
      }
      if Task.isCancelled, let hang { await hang.hangForGood() }
      return nil
    }
  }
}

/// A queue between a store and one observer.
final class EventPipe: Sendable {
  private struct State {
    var events: [StoreEvent<Card>] = []
    var isFinished = false
    var kept: AsyncStream<Void>?
  }

  private let waker: AsyncStream<Void>.Continuation
  private let isDropping: Bool
  private let isJoining: Bool
  /// So many others have their turn before an event is taken that was waited for. Those behind it follow at once: a turn takes
  /// long beside other work, and a store that is late must not look like one that hangs.
  let turns: Int
  private let state = Locked(State())

  init(waking waker: AsyncStream<Void>.Continuation, dropping isDropping: Bool, joining isJoining: Bool, turns: Int) {
    self.turns = turns
    self.waker = waker
    self.isDropping = isDropping
    self.isJoining = isJoining
  }

  var isDrained: Bool { state.withLock { $0.events.isEmpty } }
  var isFinished: Bool { state.withLock { $0.isFinished } }

  @Sendable
  func push(_ event: StoreEvent<Card>) {
    state.withLock { state in
      if isJoining, case .changes(let batch) = event, case .changes(var last)? = state.events.last {
        last.append(contentsOf: batch)
        state.events[state.events.count - 1] = .changes(last)
        return
      }
      state.events.append(event)
      if isDropping, state.events.count > 3 { state.events.removeFirst() }
    }
    waker.yield()
  }

  @Sendable
  func finish() {
    state.withLock { $0.isFinished = true }
    waker.finish()
  }

  func pull() -> StoreEvent<Card>? {
    state.withLock { $0.events.isEmpty ? nil : $0.events.removeFirst() }
  }

  /// Calls `action` after the end, in a task of its own: the call that cancels holds a lock that a yield needs, and the
  /// store yields under the lock that it takes in `action`.
  func onTermination(_ action: @escaping @Sendable () -> Void) { waker.onTermination = { _ in Task { action() } } }

  /// Keeps what should tell that a sequence was let go without ever being iterated.
  func keep(_ wakes: AsyncStream<Void>) { state.withLock { $0.kept = wakes } }
}
