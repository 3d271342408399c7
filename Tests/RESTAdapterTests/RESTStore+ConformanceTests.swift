import ConformanceKit
import Foundation
import RESTAdapter
import StoreInterface
import StoreTestSupport
import TestScale
import Testing

/// A store before a real server on 127.0.0.1. What comes from outside is changed on the server, and the store is notified
/// to look; what is written goes by requests.
private final class RESTHarness: StoreHarness {
  typealias Store = WritableRESTStore<Entry>

  let notes = NotesServer()
  let wire: Wire
  let pageSize: Int?
  private let servers = Locked<[LoopbackServer]>([])
  let everything = RecordRequest<Entry>.all

  init(wire: Wire, pageSize: Int?) {
    self.wire = wire
    self.pageSize = pageSize
  }

  let capabilities: Set<StoreCapability> = [
    .inserts, .updates, .deletes, .refills, .transactions, .order, .requests, .writes, .failingAnswers,
    .failingObservations,
    .failingCommits, .drafts, .observationCount,
  ]

  func makeStore(holding records: [Entry]) async throws -> Store {
    notes.state.set(NotesServer.State(entries: records, pageSize: pageSize))
    let server = try LoopbackServer(notes)
    servers.change { $0.append(server) }
    let url = server.url()
    var options = RESTOptions()
    options.interval = .fixed(.seconds(10))
    let source = RESTSource(url, format: RESTFormat<Entry>.json(), paging: pageSize == nil ? .none : .links())
    let store = RESTStore(
      polling: source, options: options, transport: wire.make(), clock: ManualClock(), random: { 0.5 })
    return store.writable(by: .json(at: url))
  }

  func record(_ number: Int, version: Int) -> Entry { Entry(number, "v\(version)") }

  func change(_ change: StoreChange<Entry>, in store: Store) async throws {
    notes.state.change { state in
      switch change {
      case .insert(let entry, _), .update(let entry): state.put(entry)
      case .delete(let key): state.remove(key)
      default: break
      }
    }
    try await store.store.refresh()
  }

  func refill(_ store: Store, with records: [Entry]) async throws {
    notes.state.change { state in
      state.entries = records
      state.revision += 1
    }
    try await store.store.refresh()
  }

  func failNextAnswer(of store: Store) async throws { notes.state.change { $0.readsToFail = 1 } }

  func failObservations(of store: Store) async throws {
    notes.state.change { $0.readsToFail = 1 }
    do {
      try await store.store.refresh()
    } catch {
      // That is what was wanted.
    }
  }

  func failNextCommit(to store: Store) async throws { notes.state.change { $0.writesToFail = 1 } }

  func observationCount(of store: Store) async throws -> Int { store.store.observationCount }
}

@Suite("REST stores on trial")
struct RESTStoreConformanceTests {
  @Test(
    "keep every law of stores, before a real server", arguments: TestScale.share(of: Wire.allCases, every: 2), [nil, 7])
  func laws(wire: Wire, pageSize: Int?) async {
    let report = await StoreConformance.check(
      patience: .seconds(900),
      effort: TestScale.isFull
        ? .standard : StoreTrialEffort(changes: 12, writers: 2, observers: 2, changesPerWriter: 5)
    ) { RESTHarness(wire: wire, pageSize: pageSize) }
    #expect(report.isConforming, "\(report)")
    print("\(wire), \(pageSize.map { "pages of \($0)" } ?? "no pages"): \(report.score)")
  }
}
