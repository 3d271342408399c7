import MemoryAdapter
import StoreInterface
import StoreTestSupport
import Testing

@Suite struct MemoryStoreObservingTests {
  @Test func whatChangesBeforeAnObserverBeginsIsInItsFirstAnswer() throws {
    let store = MemoryStore<Note>()
    let events = store.events(for: .all)
    try store.edit { try $0.append(Note(1)) }
    #expect(events.takeWaiting() == [.replace(.items([Note(1)]))])
  }

  @Test func aStalledObserverWaitsForOneAnswerThatLaterChangesFit() throws {
    let store = MemoryStore((0..<20).map { Note($0) })
    let events = store.events(for: RecordRequest(where: { $0.rank != 1 }))
    var answer = ObservedAnswer<Note>()
    for event in events.takeWaiting() { answer.apply(event) }
    var random = Generator(seed: 3)
    for round in 0..<1_000 {
      try store.edit { edits in
        try edits.update(Note(random.below(30), "\(round)", rank: random.below(2)))
        edits.remove(random.below(30))
      }
    }
    let received = events.takeWaiting()
    #expect(received.count == 1)
    for event in received { answer.apply(event) }
    for round in 0..<20 {
      try store.edit { try $0.update(Note(round, "late", rank: random.below(2))) }
      for event in events.takeWaiting() { answer.apply(event) }
      #expect(answer.contents == store.contents(for: RecordRequest(where: { $0.rank != 1 })))
    }
    #expect(answer.violations == [])
  }

  @Test func oneStalledObserverHoldsUpNoOther() async throws {
    let store = MemoryStore<Note>()
    let stalled = store.events(for: .all)
    _ = stalled.takeWaiting()
    let observer = Observer(of: store.events(for: .all))
    await observer.received { !$0.events.isEmpty }
    for id in 0..<200 {
      try store.edit { try $0.append(Note(id)) }
      await observer.received { $0.contents.items.count == id + 1 }
    }
    #expect(observer.answer.changeEvents.count == 200)
    #expect(stalled.takeWaiting().count == 1)
  }

  @Test func settledReturnsWhenAllHaveReceivedAll() async throws {
    let store = MemoryStore<Note>()
    await store.settled()
    let observers = (0..<3).map { _ in Observer(of: store.events(for: .all)) }
    for observer in observers { await observer.received { !$0.events.isEmpty } }
    for id in 0..<100 {
      try store.edit { try $0.append(Note(id)) }
      await store.settled()
      for observer in observers { #expect(observer.contents.items.count == id + 1) }
    }
  }

  @Test func observersThatStopAreForgotten() async throws {
    let store = MemoryStore([Note(1)])
    let observers = (0..<5).map { _ in Observer(of: store.events(for: .all)) }
    for observer in observers { await observer.received { !$0.events.isEmpty } }
    #expect(store.observationCount == 5)
    for observer in observers {
      observer.cancel()
      await observer.ended()
    }
    #expect(store.observationCount == 0)
    do { _ = store.events(for: .all) }
    #expect(store.observationCount == 0)
  }

  @Test func aFetchIsAValueOfItsMoment() async throws {
    let store = MemoryStore([Note(1), Note(2)])
    let before = try await store.fetch(.all)
    store.edit { $0.removeAll() }
    #expect(before.items == [Note(1), Note(2)])
    #expect(try await store.fetch(.all).items == [])
  }

  @Test func aSnapshotIsTakenAndReadOffTheActorThatWrites() async throws {
    let writer = Writer()
    // Neither the writer's actor nor this one is waited for: what is read is whole at every moment.
    async let written: Void = writer.write(rounds: 400)
    for _ in 0..<200 {
      let items = writer.store.contents.items
      #expect(items.count == 2 && items[0].rank == items[1].rank)
      await Task.yield()
    }
    try await written
    let kept = writer.store.contents
    let rank = await writer.lastRank(in: kept)
    #expect(rank == 400)
  }

  private actor Writer {
    let store = MemoryStore([Note(1), Note(2)])

    /// Both records change as one.
    func write(rounds: Int) async throws {
      for round in 1...rounds {
        try store.edit { edits in
          try edits.update(Note(1, rank: round))
          try edits.update(Note(2, rank: round))
        }
        await Task.yield()
      }
    }

    func lastRank(in contents: StoreContents<Note>) -> Int? { contents.items.last?.rank }
  }

  @Test func writersAndObserversOfManyTasksAgreeInTheEnd() async throws {
    let store = MemoryStore((0..<50).map { Note($0) })
    let requests = [
      RecordRequest<Note>.all, RecordRequest(where: { $0.rank == 0 }),
      RecordRequest(sortedBy: [.descending(\.rank)], limit: 7),
    ]
    let stalled = requests.map { ($0, store.events(for: $0)) }
    for (_, events) in stalled { #expect(events.firstWaiting != nil) }
    let observers = requests.map { ($0, Observer(of: store.events(for: $0))) }
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 as Range<UInt64> {
        group.addTask {
          var random = Generator(seed: task)
          for round in 0..<300 {
            try? store.edit { edits in
              try edits.insert(Note(random.below(80), "\(round)", rank: random.below(4)), at: .before(random.below(80)))
              edits.remove(random.below(80))
              edits.move(random.below(80), to: .start)
              if random.below(5) == 0 { throw CancellationError() }
            }
            if round % 50 == 0 { _ = try? await store.fetch(.all) }
          }
        }
      }
    }
    for (request, observer) in observers {
      let wanted = store.contents(for: request)
      await observer.received { $0.contents == wanted }
      #expect(observer.contents == wanted)
      #expect(observer.answer.violations == [])
      observer.cancel()
      await observer.ended()
    }
    for (request, events) in stalled {
      #expect(events.takeWaiting() == [.replace(store.contents(for: request))])
    }
  }
}
