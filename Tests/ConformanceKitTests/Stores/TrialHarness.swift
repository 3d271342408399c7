import ConformanceKit
import StoreInterface

/// Tries the kit on a trial store.
struct TrialHarness: StoreHarness {
  let capabilities: Set<StoreCapability>
  var keeping = TrialStore.Keeping.list
  var flaw: Flaw?
  var oddity: Oddity?
  var hang = Hang()
  let everything = TrialStore.Request.all

  /// All that a store of its keeping can do.
  init(_ keeping: TrialStore.Keeping = .list, flaw: Flaw? = nil, oddity: Oddity? = nil, hang: Hang = Hang()) {
    let common: Set<StoreCapability> = [
      .inserts, .updates, .deletes, .refills, .transactions, .requests, .writes, .failingAnswers, .failingObservations,
      .failingCommits, .drafts, .observationCount,
    ]
    capabilities =
      switch keeping {
      case .list: common.union([.order, .placements])
      case .grouped: common.union([.order])
      case .sections: common.union([.order, .sections])
      case .sorted: common.union([.order])
      case .bag: common
      case .constant: [.completion, .failingAnswers]
      }
    self.keeping = keeping
    self.flaw = flaw
    self.oddity = oddity
    self.hang = hang
  }

  func makeStore(holding records: [Card]) async throws -> TrialStore {
    TrialStore(records, keeping: keeping, flaw: flaw, oddity: oddity, hang: hang)
  }

  func record(_ number: Int, version: Int) -> Card { Card(number, version) }

  func request(_ number: Int) -> TrialStore.Request { TrialStore.Request(number: number) }

  func section(of record: Card, in request: TrialStore.Request) -> SectionID? {
    keeping == .grouped && TrialStore.isGrouped(request) ? TrialStore.group(of: record) : nil
  }

  func change(_ change: StoreChange<Card>, in store: TrialStore) async throws { try await store.write([change]) }

  func transact(_ batch: StoreBatch<Card>, in store: TrialStore) async throws {
    if flaw != .transactionsLost { try await store.write(batch) }
  }

  func refill(_ store: TrialStore, with records: [Card]) async throws { store.refill(records) }

  func failNextAnswer(of store: TrialStore) async throws { store.failNextAnswer() }

  func failObservations(of store: TrialStore) async throws { store.failObservations() }

  func failNextCommit(to store: TrialStore) async throws { store.failNextCommit() }

  func observationCount(of store: TrialStore) async throws -> Int {
    let count = store.observerCount
    return flaw == .observersUncounted ? 0 : count
  }

  func makeDraft(over store: TrialStore) async throws -> any StoreDraft<Card, TrialStore.Request> {
    TrialDraft(store: store)
  }
}
