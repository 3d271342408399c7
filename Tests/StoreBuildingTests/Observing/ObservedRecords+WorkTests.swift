import StoreBuilding
import StoreInterface
import StoreTestSupport
import Testing

/// What is done while somebody observes.
@Suite struct ObservedRecordsWorkTests {
  private let records = ObservedRecords<Note>()

  @Test func workBeginsWithTheFirstObserverAndIsCancelledAfterTheLast() async {
    let (log, logger) = AsyncStream<String>.makeStream()
    var lines = log.makeAsyncIterator()
    records.whileObserved { [weak records] in
      logger.yield("begins")
      records?.replace(with: [Note(1)])
      let (never, _) = AsyncStream<Void>.makeStream()
      for await _ in never {}
      logger.yield("ends")
    }
    for _ in 0..<3 {
      let observers = (0..<3).map { _ in Observer(of: records.events()) }
      #expect(await lines.next() == "begins")
      for observer in observers {
        await observer.received { !$0.events.isEmpty }
        observer.cancel()
        await observer.ended()
      }
      #expect(await lines.next() == "ends")
    }
    #expect(records.observerCount == 0)
  }

  /// Nobody looks at the source then, and what was wrong with it may be over.
  @Test func withTheLastObserverTheFailureIsForgotten() {
    records.whileObserved {}
    do {
      let events = records.events()
      records.replace(with: [Note(1)])
      records.fail(StoreError(.unavailable, "gone"))
      #expect(records.failure?.kind == .unavailable)
      _ = events.takeWaiting()
    }
    #expect(records.observerCount == 0)
    #expect(records.failure == nil)
  }

  /// The old work lingers after it was cancelled; the next begins when it has ended, however often observers come and go.
  @Test func itNeverRunsTwiceAtOnce() async {
    let running = Locked((begun: 0, now: 0, most: 0, mayEnd: 0))
    records.whileObserved {
      let number = running.withLock { state in
        state.begun += 1
        state.now += 1
        state.most = max(state.most, state.now)
        return state.begun
      }
      while !Task.isCancelled { await Task.yield() }
      while running.withLock({ $0.mayEnd }) < number { await Task.yield() }
      running.withLock { $0.now -= 1 }
    }
    records.replace(with: [])
    for round in 1...20 {
      let events = records.events()
      while running.withLock({ $0.begun }) < round { await Task.yield() }
      _ = consume events
      // Those who come now find the old work still there.
      for _ in 0..<20 {
        _ = records.events()
        await Task.yield()
      }
      let (begun, now) = running.withLock { ($0.begun, $0.now) }
      #expect(begun == round && now == 1)
      running.withLock { $0.mayEnd = round }
    }
    await withTaskGroup(of: Void.self) { group in
      running.withLock { $0.mayEnd = .max }
      for _ in 0..<4 {
        group.addTask { for _ in 0..<100 { _ = records.events() } }
      }
    }
    #expect(running.withLock { $0.most } == 1)
    #expect(records.observerCount == 0)
  }

  @Test func theFirstOfNewObserversWaitsUntilTheRecordsAreReadAgain() {
    records.whileObserved {}
    do {
      let events = records.events()
      records.replace(with: [Note(1)])
      #expect(events.takeWaiting() == [.replace(.items([Note(1)]))])
      // What is wrong with no one left is not said to those who come.
      records.fail(StoreError(.unavailable, "down"))
    }
    let observers = [records.events(), records.events()]
    for events in observers { #expect(events.takeWaiting() == []) }
    #expect(records.contents.items == [Note(1)])
    records.recover()
    for events in observers { #expect(events.takeWaiting() == [.replace(.items([Note(1)]))]) }
  }

  @Test func whatIsReadWhileNoOneObservesIsNotShownUnseen() {
    records.whileObserved {}
    records.replace(with: [Note(1)])
    let events = records.events()
    #expect(events.takeWaiting() == [])
    records.showOldRecords()
    #expect(events.takeWaiting() == [.replace(.items([Note(1)]))])
    let down = StoreError(.unavailable, "down")
    records.fail(down)
    #expect(events.takeWaiting() == [.failed(down)])
  }

  @Test func oldRecordsAreShownWhereTheStoreSaysSo() {
    records.whileObserved(showsOldRecords: true) {}
    let down = StoreError(.unavailable, "down")
    do {
      let events = records.events()
      records.replace(with: [Note(1)])
      records.fail(down)
      withExtendedLifetime(events) {}
    }
    #expect(records.observerCount == 0)
    #expect(records.events().takeWaiting() == [.failed(down), .replace(.items([Note(1)]))])
  }

  @Test func aStoreThatIsNotUsedAnyMoreGoesAway() async {
    final class Store: Sendable {
      let records = ObservedRecords<Note>(.items([]))
      init() { records.whileObserved { [weak self] in await self?.listen() } }
      func listen() async {
        let (never, _) = AsyncStream<Void>.makeStream()
        for await _ in never {}
      }
    }
    weak var gone: Store?
    do {
      let store = Store()
      gone = store
      let observer = Observer(of: store.records.events())
      await observer.received { !$0.events.isEmpty }
      observer.cancel()
      await observer.ended()
    }
    #expect(await eventually { gone == nil })
  }

  @Test func anObserverKeepsAStoreThatNoOneElseKeeps() async {
    final class Store: Sendable {
      let records = ObservedRecords<Note>()
      init() {
        records.whileObserved(self) { store in
          store.records.replace(with: [Note(1)])
          let (never, _) = AsyncStream<Void>.makeStream()
          for await _ in never {}
        }
      }
    }
    weak var gone: Store?
    func observer() -> Observer<Note> {
      let store = Store()
      gone = store
      return Observer(of: store.records.events())
    }
    let observer = observer()
    await observer.received { $0.contents.items == [Note(1)] }
    #expect(gone != nil)
    observer.cancel()
    await observer.ended()
    #expect(await eventually { gone == nil })
  }
}
