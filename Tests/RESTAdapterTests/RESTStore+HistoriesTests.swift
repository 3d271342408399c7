import ConformanceKit
import Foundation
import RESTAdapter
import StoreInterface
import StoreTestSupport
import Testing

/// Two stores that write to one server, a third client that does so by itself, and a store that reads, against a model; in
/// some commits requests or answers are lost, refused or answered by a failure, or the task is cancelled.
@Suite("REST stores: histories of two writers and a reader")
struct RESTStoreHistoriesTests {
  private enum Fault: CaseIterable, Sendable {
    case none, lostOnTheWay, lostAnswer, refused, failedBefore, failedAfter, cancelled, othersWrite
  }

  private struct Counts {
    var done = 0
    var refused = 0
    var unclear = 0
    var lost: [String] = []
  }

  private static func store(_ transport: any HTTPTransport) -> RESTStore<Entry> {
    RESTStore(
      polling: RESTSource(Rig.address, format: RESTFormat<Entry>.json()), transport: transport,
      clock: EagerClock(upTo: .seconds(30)), random: { 0.5 })
  }

  /// A transport to a server, on which something happens to the request of a number, and to another one.
  private static func transport(
    to notes: NotesServer, _ faults: Locked<[Int: Fault]>, _ count: Locked<Int>, _ theirs: Locked<Entry>
  ) -> ScriptedServer {
    ScriptedServer { request throws(HTTPTransportError) in
      if request.method == "GET" { return notes.answer(request).exchange }
      let number = count.withLock {
        $0 += 1; return $0 - 1
      }
      switch faults.withLock({ $0[number] ?? .none }) {
      case .none: return notes.answer(request).exchange
      case .lostOnTheWay: throw .interrupted("lost")
      case .lostAnswer:
        _ = notes.answer(request)
        throw .interrupted("lost")
      case .refused: return Reply.status(422).exchange
      case .failedBefore: return Reply.status(503).exchange
      case .failedAfter:
        _ = notes.answer(request)
        return Reply.status(500).exchange
      case .cancelled:
        let reply = notes.answer(request)
        withUnsafeCurrentTask { unsafe $0?.cancel() }
        return reply.exchange
      case .othersWrite:
        notes.state.change { $0.put(theirs.get()) }
        return notes.answer(request).exchange
      }
    }
  }

  private static func history(_ seed: UInt64, _ counts: inout Counts) async throws {
    var random = Generator(seed: seed)
    let notes = NotesServer((1...4).map { Entry($0) })
    let (faults, count, theirs) = (Locked<[Int: Fault]>([:]), Locked(0), Locked(Entry(0)))
    let stores = (0..<2).map { _ in store(transport(to: notes, faults, count, theirs)) }
    let hasKeys = random.below(2) == 0
    let writers = stores.map { base in
      var writing = RESTWriting<Entry>.json(at: Rig.address)
      if !hasKeys { writing.idempotencyField = nil }
      writing.honoursIdempotencyKeys = hasKeys
      return base.writable(by: writing)
    }
    let reader = store(ScriptedServer(notes))
    for store in stores { try await store.refresh() }
    for step in 0..<8 {
      let writer = random.below(2)
      if random.below(2) == 0 { try await stores[writer].refresh() }
      let known = Set(stores[writer].contents.items.map(\.id))
      var batch = StoreBatch<Entry>()
      var wanted: [Int: String?] = [:]
      for _ in 0...random.below(3) {
        let id = 1 + random.below(7)
        guard wanted[id] == nil else { continue }
        if known.contains(id), random.below(3) == 0 {
          batch.delete(id)
          wanted[id] = .some(nil)
        } else {
          let entry = Entry(id, "\(writer).\(step)")
          if known.contains(id) { batch.update(entry) } else { batch.insert(entry) }
          wanted[id] = entry.text
        }
      }
      theirs.set(Entry(1 + random.below(7), "theirs.\(step)"))
      count.set(0)
      var planned: [Int: Fault] = [:]
      for _ in 0..<random.below(3) {
        planned[random.below(6)] = Fault.allCases[random.below(Fault.allCases.count)]
      }
      faults.set(planned)
      let before = Dictionary(uniqueKeysWithValues: notes.entries.map { ($0.id, $0.text) })
      let commit = Task { [batch] in try await writers[writer].commit(batch) }
      var error: StoreError?
      do { _ = try await commit.value } catch let thrown { error = thrown as? StoreError }
      faults.set([:])
      let after = Dictionary(uniqueKeysWithValues: notes.entries.map { ($0.id, $0.text) })
      let place =
        "seed \(seed), step \(step), \(planned), \(batch.changes): \(String(describing: error)); \(before) to \(after)"
      for id in 1...7 {
        let want = wanted[id]
        var allowed: Set<String?> = []
        switch error?.effect {
        case nil, .everything: allowed = [want ?? before[id]]
        case .nothing: allowed = [before[id]]
        case .unclear(let names):
          allowed = names.contains("key \(id)") ? [before[id], want ?? before[id]] : [before[id]]
        }
        // Others have written it in the middle, before or after.
        if planned.values.contains(.othersWrite), theirs.get().id == id { allowed.insert(theirs.get().text) }
        if !allowed.contains(after[id]) { counts.lost.append("record \(id): \(place)") }
      }
      switch error?.effect {
      case nil, .everything: counts.done += 1
      case .nothing: counts.refused += 1
      case .unclear: counts.unclear += 1
      }
      try await stores[writer].refresh()
      try await reader.refresh()
      for store in [stores[writer], reader] where Set(store.contents.items) != Set(notes.entries) {
        counts.lost.append("shown \(store.contents.items): \(place)")
      }
    }
  }

  @Test("nothing is lost, and what is told is so")
  func histories() async throws {
    var counts = Counts()
    for seed in 0..<(randomRuns * 5) where counts.lost.count < 5 { try await Self.history(UInt64(seed), &counts) }
    for lost in counts.lost { Issue.record("\(lost)") }
    #expect(counts.done > 0 && counts.refused > 0 && counts.unclear > 0)
    print(
      "REST: \(randomRuns * 5) histories, \(counts.lost.count) lost; done \(counts.done), refused \(counts.refused), unclear \(counts.unclear)"
    )
  }
}
