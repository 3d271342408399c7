import StoreInterface
import StoreTestSupport
import Testing

@Suite struct StoreEventsTests {
  private func replace(_ ids: Int...) -> StoreEvent<Note> { .replace(.items(ids.map { Note($0) })) }
  private func insert(_ id: Int) -> StoreEvent<Note> { .changes([.insert(Note(id))]) }
  private func failed(_ message: String) -> StoreEvent<Note> { .failed(StoreError(.other, message)) }

  @Test func knownEventsComeInOrderAndEnd() async {
    var received: [StoreEvent<Note>] = []
    for await event in StoreEvents(just: replace(1), replace(2), failed("x"), replace(3)) { received.append(event) }
    #expect(received == [replace(1), replace(2), failed("x"), replace(3)])
  }

  @Test func noEventsEndAtOnce() async {
    for await _ in StoreEvents<Note>(just: []) { Issue.record("an event out of nothing") }
  }

  @Test func whatIsPushedIsReceivedInOrder() async {
    let (events, continuation) = StoreEvents<Note>.makeStream()
    #expect(continuation.yield(replace(1)) == .enqueued)
    #expect(continuation.yield(insert(2)) == .enqueued)
    #expect(continuation.yield(failed("x")) == .enqueued)
    continuation.finish()
    #expect(continuation.yield(insert(3)) == .ended)
    var received: [StoreEvent<Note>] = []
    for await event in events { received.append(event) }
    #expect(received == [replace(1), insert(2), failed("x")])
  }

  @Test func aReplacementTakesThePlaceOfWhatWaits() {
    let (events, continuation) = StoreEvents<Note>.makeStream()
    for event in [replace(1), insert(2), failed("x"), insert(3), replace(4), insert(5)] { continuation.yield(event) }
    #expect(events.takeWaiting() == [failed("x"), replace(4), insert(5)])
  }

  @Test func whateverComesNoMoreThanTheLimitWaits() {
    for seed in 0..<200 as Range<UInt64> {
      var random = Generator(seed: seed)
      let (events, continuation) = StoreEvents<Note>.makeStream(limit: 6)
      continuation.yield(replace())
      var reported = ObservedAnswer<Note>()
      reported.apply(replace())
      var newest: StoreEvent<Note>?
      for id in 1...50 {
        let event: StoreEvent<Note>
        switch random.below(8) {
        case 0, 1, 2: event = failed("\(id)")
        case 3 where random.below(5) == 0: event = replace(id)
        default: event = insert(id)
        }
        continuation.yield(event)
        reported.apply(event)
        newest = event
      }
      let waiting = events.takeWaiting()
      #expect(waiting.count <= 6, "seed \(seed)")
      var received = ObservedAnswer<Note>()
      for event in waiting { received.apply(event) }
      #expect(received.contents == reported.contents, "seed \(seed)")
      // A failure that came last is received last, and one that was followed by something is not.
      if case .failed? = newest { #expect(waiting.last == newest) } else { #expect(!(waiting.last?.isFailure ?? true)) }
    }
  }

  @Test func aStoreThatIsToldOfASlowObserverKeepsWhatWaitsSmall() {
    let (events, continuation) = StoreEvents<Note>.makeStream(limit: 8)
    continuation.yield(replace(0))
    var largest = 0
    for id in 1...10_000 {
      if continuation.yield(insert(id)) == .joined { continuation.yield(replace(id)) }
      if id % 1_000 == 999 {
        let waiting = events.takeWaiting()
        largest = max(largest, waiting.reduce(0) { $0 + $1.size })
        #expect(waiting.contains { if case .replace = $0 { true } else { false } })
      }
    }
    #expect(largest <= 10)
  }

  @Test func anObserverThatWaitsIsWoken() async {
    let (events, continuation) = StoreEvents<Note>.makeStream()
    let observer = Observer(of: events)
    for id in 0..<100 {
      continuation.yield(id == 0 ? replace() : insert(id))
      await observer.received { $0.events.count > id }
    }
    continuation.finish()
    await observer.ended()
    #expect(observer.answer.events.count == 100)
  }

  @Test func cancellationEndsTheSequenceAndTellsTheStoreAlthoughTheSequenceIsHeld() async {
    let (events, continuation) = StoreEvents<Note>.makeStream()
    let (reported, reporter) = AsyncStream<Void>.makeStream()
    continuation.onTermination { reporter.finish() }
    continuation.yield(replace(1))
    let observer = Observer(of: events)
    await observer.received { $0.events.count == 1 }
    observer.cancel()
    await observer.ended()
    for await _ in reported {}
    withExtendedLifetime(events) {}
  }

  @Test func cancellationBetweenTwoEventsTellsTheStoreToo() async {
    let (events, continuation) = StoreEvents<Note>.makeStream()
    let (reported, reporter) = AsyncStream<Void>.makeStream()
    continuation.onTermination { reporter.finish() }
    continuation.yield(replace(1))
    continuation.yield(insert(2))
    let task = Task {
      var iterator = events.makeAsyncIterator()
      _ = await iterator.next()
      withUnsafeCurrentTask { $0?.cancel() }
      return await iterator.next()
    }
    #expect(await task.value == nil)
    for await _ in reported {}
    withExtendedLifetime(events) {}
  }

  /// A store that yields under the lock that it takes when it is notified would wait for the canceller, and that for the store.
  @Test func theObserverTellsTheStoreAndNotTheCallThatCancelsOrFinishes() async {
    for cancels in [true, false] {
      let (events, continuation) = StoreEvents<Note>.makeStream()
      let (reported, reporter) = AsyncStream<Bool>.makeStream()
      continuation.onTermination {
        reporter.yield(EndingCall.isUnderWay)
        reporter.finish()
      }
      continuation.yield(replace(1))
      let observer = Observer(of: events)
      await observer.received { $0.events.count == 1 }
      EndingCall.$isUnderWay.withValue(true) {
        if cancels { observer.cancel() } else { continuation.finish() }
      }
      await observer.ended()
      for await isWithinCall in reported { #expect(!isWithinCall) }
      withExtendedLifetime(events) {}
    }
  }

  @Test func whoAsksAfterTheEndIsToldAtOnce() async {
    let (reported, reporter) = AsyncStream<Void>.makeStream()
    let (events, continuation) = StoreEvents<Note>.makeStream()
    continuation.finish()
    for await _ in events {}
    continuation.onTermination { reporter.finish() }
    for await _ in reported {}
  }

  @Test func givingTheSequenceUpTellsTheStore() async {
    let (reported, reporter) = AsyncStream<Void>.makeStream()
    do {
      let (events, continuation) = StoreEvents<Note>.makeStream()
      continuation.onTermination { reporter.finish() }
      continuation.yield(replace(1))
      for await _ in events { break }
    }
    for await _ in reported {}
  }

  @Test func pushesOfManyTasksAreAllReceivedEachTasksInOrder() async {
    let (events, continuation) = StoreEvents<Note>.makeStream(limit: 16)
    continuation.yield(replace())
    let observer = Observer(of: events)
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for number in 0..<250 { continuation.yield(.changes([.insert(Note(task * 1_000 + number))])) }
        }
      }
    }
    continuation.finish()
    await observer.ended()
    let received = observer.contents.items.map(\.id)
    #expect(received.count == 2_000)
    for task in 0..<8 {
      let own = received.filter { $0 / 1_000 == task }
      #expect(own == own.sorted())
    }
    #expect(observer.answer.violations.isEmpty)
  }
}

extension StoreEvents {
  fileprivate init(just events: [StoreEvent<Item>]) {
    let (stream, continuation) = Self.makeStream(limit: Swift.max(4, events.count))
    for event in events { continuation.yield(event) }
    continuation.finish()
    self = stream
  }
}

extension StoreEvent {
  fileprivate var isFailure: Bool { if case .failed = self { true } else { false } }

  fileprivate var size: Int {
    switch self {
    case .replace(let contents): contents.items.count
    case .changes(let batch): batch.changes.count
    case .failed: 1
    }
  }
}

/// Whether the code that runs was called by what ends a sequence.
private enum EndingCall {
  @TaskLocal static var isUnderWay = false
}
