import StoreBuilding
import StoreInterface

@testable import ConformanceKit

/// A right store whose observers wait for an answer to a limited request that asks for more records than the kit's
/// requests do: so a layer of drafts asks for more than it needs by itself.
struct LateStore: WritableDataStore {
  typealias Item = Card

  let cards: ObservedRecords<Card>
  /// So many turns of others such an observer waits for its answer; nil where it has it at once.
  let turns: Int?

  init(_ cards: [Card], turns: Int?) {
    self.cards = ObservedRecords(.items(cards))
    self.turns = turns
  }

  func events(for request: RecordRequest<Card>) -> StoreEvents<Card> {
    let events = cards.events(for: request)
    guard let turns, let limit = request.limit, limit > 5 else { return events }
    let isOpen = Locked(false)
    return events.relayed {
      for _ in 0..<turns { await Task.yield() }
      isOpen.withLock { $0 = true }
    } pull: { _ in
      isOpen.withLock { $0 } ? events.pull() : .nothing
    }
  }

  func fetch(_ request: RecordRequest<Card>) async throws(StoreError) -> StoreContents<Card> {
    cards.contents(for: request)
  }

  @discardableResult
  func commit(_ batch: StoreBatch<Card>) async throws(StoreError) -> BatchOutcome<Card> {
    try await cards.commit(batch) { (_: BatchOutcome<Card>) in }
  }
}

extension StoreEvents<Card> {
  /// The same events in another sequence, pulled in a way of its own, which may wake who reads. What is to go before the
  /// first wake is awaited.
  func relayed(
    after begin: @escaping @Sendable () async -> Void = {},
    pull: @escaping @Sendable (_ waker: AsyncStream<Void>.Continuation) -> Pull
  ) -> StoreEvents<Card> {
    let (wakes, waker) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let task = Task {
      await begin()
      waker.yield()
      for await _ in self.wakes { waker.yield() }
      waker.finish()
      end?.signal()
    }
    waker.onTermination = { _ in task.cancel() }
    return StoreEvents(wakes: wakes) { pull(waker) }
  }
}

/// Tries it under drafts; its requests are the kit's.
struct LateHarness: StoreHarness {
  var turns = 0
  let capabilities: Set<StoreCapability> = [
    .inserts, .updates, .deletes, .transactions, .order, .requests, .writes, .drafts,
  ]
  let everything = RecordRequest<Card>.all

  func makeStore(holding records: [Card]) async throws -> LateStore { LateStore(records, turns: turns) }

  func record(_ number: Int, version: Int) -> Card { Card(number, version) }
}

/// Says that its requests divide their answers into sections: those without a limit, or all.
struct Divided: StoreHarness {
  var dividesAll = false
  let base = LateHarness()
  var capabilities: Set<StoreCapability> { base.capabilities }
  let everything = RecordRequest<Card>.all

  func makeStore(holding records: [Card]) async throws -> LateStore { try await base.makeStore(holding: records) }

  func record(_ number: Int, version: Int) -> Card { base.record(number, version: version) }

  func section(of record: Card, in request: RecordRequest<Card>) -> SectionID? {
    dividesAll || request.limit == nil ? SectionID(record.id % 2) : nil
  }
}

/// A layer of drafts over a right store, whose observers receive one event at a time: what they are shown of a write before
/// the store below has accepted it, and a while later where that has put it.
struct LateLayerHarness: StoreHarness {
  struct Store: WritableDataStore {
    let layer: DraftStore<LateStore>
    /// So many turns of others an observer waits for the next event.
    let turns: Int

    func events(for request: RecordRequest<Card>) -> StoreEvents<Card> {
      let events = layer.events(for: request)
      let isOpen = Locked(true)
      return events.relayed { [turns] waker in
        guard isOpen.withLock({ $0 }) else { return .nothing }
        let pulled = events.pull()
        guard case .event = pulled else { return pulled }
        isOpen.withLock { $0 = false }
        Task {
          for _ in 0..<turns { await Task.yield() }
          isOpen.withLock { $0 = true }
          waker.yield()
        }
        return pulled
      }
    }

    func fetch(_ request: RecordRequest<Card>) async throws(StoreError) -> StoreContents<Card> {
      try await layer.fetch(request)
    }

    @discardableResult
    func commit(_ batch: StoreBatch<Card>) async throws(StoreError) -> BatchOutcome<Card> {
      try await layer.commit(batch)
    }
  }

  let turns: Int
  let capabilities: Set<StoreCapability> = [
    .inserts, .updates, .deletes, .transactions, .order, .placements, .refills, .requests, .writes, .optimisticWrites,
  ]
  let everything = RecordRequest<Card>.all

  func makeStore(holding records: [Card]) async throws -> Store {
    Store(layer: DraftStore(LateStore(records, turns: nil)), turns: turns)
  }

  func record(_ number: Int, version: Int) -> Card { Card(number, version) }
}
