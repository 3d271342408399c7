import ConformanceKit
import MemoryAdapter
import StoreInterface
import Testing

/// The record of these trials.
private struct Entry: Identifiable, Equatable, Sendable, CustomStringConvertible {
  let id: Int
  var version: Int
  var description: String { "\(id)v\(version)" }
}

/// A memory store that can be made to refuse, and to be drafted over.
private final class ReluctantStore: WritableDataStore {
  let base: MemoryStore<Entry>
  private let refusals = Locked(0)

  init(_ base: MemoryStore<Entry>) { self.base = base }

  func refuseNext() { refusals.withLock { $0 += 1 } }

  func events(for request: RecordRequest<Entry>) -> StoreEvents<Entry> { base.events(for: request) }

  func fetch(_ request: RecordRequest<Entry>) async throws(StoreError) -> StoreContents<Entry> {
    try await base.fetch(request)
  }

  func commit(_ batch: StoreBatch<Entry>) async throws(StoreError) -> BatchOutcome<Entry> {
    let isRefused = refusals.withLock { refusals in
      defer { refusals = 0 }
      return refusals > 0
    }
    if isRefused { throw StoreError(.refused, "not now") }
    return try await base.commit(batch)
  }
}

/// Memory stores of every kind.
private struct MemoryHarness: StoreHarness {
  enum Kind: CaseIterable { case list, sections, sorted }

  let kind: Kind

  var capabilities: Set<StoreCapability> {
    let common: Set<StoreCapability> = [
      .inserts, .updates, .deletes, .refills, .transactions, .order, .requests, .writes, .failingCommits, .drafts,
      .observationCount,
    ]
    return switch kind {
    case .list: common.union([.placements])
    case .sections: common.union([.sections])
    case .sorted: common
    }
  }

  var everything: RecordRequest<Entry> {
    // Ties stand as they arrived.
    kind == .sorted ? RecordRequest(sortedBy: [.descending { $0.id % 10 }]) : .all
  }

  func makeStore(holding records: [Entry]) async throws -> ReluctantStore {
    switch kind {
    case .sections: ReluctantStore(MemoryStore(sections: [StoreSection("start", items: records)]))
    case .list, .sorted: ReluctantStore(MemoryStore(records))
    }
  }

  func record(_ number: Int, version: Int) -> Entry { Entry(id: number, version: version) }

  func failNextCommit(to store: ReluctantStore) async throws { store.refuseNext() }

  func observationCount(of store: ReluctantStore) async throws -> Int { store.base.observationCount }
}

/// A layer of drafts, as a store among others.
private struct LayerHarness: StoreHarness {
  let capabilities: Set<StoreCapability> = [
    .inserts, .updates, .deletes, .refills, .transactions, .order, .placements, .requests, .writes, .failingCommits,
    .optimisticWrites,
  ]
  let everything = RecordRequest<Entry>.all

  func makeStore(holding records: [Entry]) async throws -> DraftStore<ReluctantStore> {
    DraftStore(ReluctantStore(MemoryStore(records)))
  }

  func record(_ number: Int, version: Int) -> Entry { Entry(id: number, version: version) }

  func failNextCommit(to store: DraftStore<ReluctantStore>) async throws { store.base.refuseNext() }
}

@Suite("Memory stores and drafts on trial")
struct MemoryStoreConformanceTests {
  @Test("keep every law of stores", arguments: MemoryHarness.Kind.allCases)
  fileprivate func memory(kind: MemoryHarness.Kind) async {
    let report = await StoreConformance.check { MemoryHarness(kind: kind) }
    #expect(report.isConforming, "\(report)")
    print("\(kind): \(report.score)")
  }

  @Test("keep them as a layer of drafts among others")
  func layer() async {
    let report = await StoreConformance.check { LayerHarness() }
    #expect(report.isConforming, "\(report)")
    print(report.score)
  }
}
