import ConformanceKit
import Foundation
import RESTAdapter
import StoreBuilding
import StoreInterface
import StoreTestSupport
import TestScale
import Testing

/// Sequences in which a reader has found that something was lost, or shown that was not so; and what may happen to each
/// request of a batch.
@Suite("REST stores: nothing is lost")
struct RESTStoreNothingLostTests {
  private struct Named: Codable, Identifiable, Hashable, Sendable { var id: String }

  func writing(_ change: (inout RESTWriting<Entry>) -> Void = { _ in }) -> RESTWriting<Entry> {
    var writing = RESTWriting<Entry>.json(at: Rig.address)
    change(&writing)
    return writing
  }

  // MARK: Addresses

  @Test("a key is one escaped segment of the address, or is refused")
  func addresses() throws {
    let writing = RESTWriting<Named>.json(at: Rig.address)
    let hostile = [
      "a/b", "../../x", "a?b", "a#b", "%2e%2e", "...", ".hidden", "a b", "\u{0}", "\u{7F}", "CON", "\u{E9}", "e\u{301}",
      "a\\b", "a;b", "a&b=c", "\u{202E}", String(repeating: "x", count: 300), "😀",
    ]
    var seen: [[UInt8]: String] = [:]
    for key in hostile {
      let request = try #require(try writing.delete?(Named(id: key)))
      let text = request.url.absoluteString
      let path = text.split(separator: "?")[0].dropFirst("https://notes.example/api/notes/".count)
      #expect(text.hasPrefix("https://notes.example/api/notes/") && text.hasSuffix("?key=hush"), "\(text)")
      #expect(!path.contains("/") && !path.isEmpty && path != "." && path != "..", "\(text)")
      #expect(Array((path.removingPercentEncoding ?? "").utf8) == Array(key.utf8), "\(text)")
      #expect(seen.updateValue(key, forKey: Array(path.utf8)) == nil, "\(text)")
      #expect(request.url.standardized.absoluteString == text, "\(text)")
    }
    for key in ["", ".", ".."] {
      let error = #expect(throws: StoreError.self) { try writing.delete?(Named(id: key)) }
      #expect(error?.kind == .refused && error?.effect == .nothing)
      #expect(throws: StoreError.self) { try writing.update?(Named(id: key), Named(id: key)) }
    }
    let slash = try #require(URL(string: "https://notes.example/api/notes/"))
    let request = try #require(try RESTWriting<Named>.json(at: slash).delete?(Named(id: "7")))
    #expect(request.url.absoluteString == "https://notes.example/api/notes/7")
  }

  @Test("a batch with a key that has no address is refused, and what was sent before is taken back")
  func refusedAddress() async throws {
    let kept = Locked([Named(id: "a"), Named(id: "..")])
    let server = ScriptedServer { request in
      if request.method == "DELETE" {
        kept.change { $0.removeAll { $0.id == request.url.lastPathComponent } }
        return Reply.status(204).exchange
      }
      if request.method == "POST" {
        kept.change { $0.append(Named(id: "a")) }
        return Reply(status: 201, body: Array(#"{"id":"a"}"#.utf8)).exchange
      }
      return Reply(status: 200, body: (try? JSONEncoder().encode(kept.get())).map { [UInt8]($0) } ?? []).exchange
    }
    let store = RESTStore(
      polling: RESTSource(Rig.address, format: RESTFormat<Named>.json()), transport: server, clock: ManualClock())
    let error = await #expect(throws: StoreError.self) {
      try await store.writable(by: .json(at: Rig.address)).commit([.delete("a"), .delete("..")])
    }
    #expect(error?.kind == .refused && error?.effect == .nothing, "\(String(describing: error))")
    #expect(Set(kept.get().map(\.id)) == ["a", ".."])
    #expect(server.requests.filter { $0.method == "DELETE" }.map(\.url.lastPathComponent) == ["a"])
  }

  // MARK: Undoing

  @Test("the second answer is withheld and the task cancelled: what may have stayed is named")
  func withheldAnswer() async throws {
    let notes = NotesServer([Entry(1), Entry(2)])
    let gate = Gate()
    let server = ScriptedServer { request throws(HTTPTransportError) in
      let reply = notes.answer(request)
      if request.method == "PUT", request.url.lastPathComponent == "2" { try await gate.pass() }
      return reply.exchange
    }
    let rig = Rig(server)
    let store = rig.store.writable(by: writing())
    _ = try await store.fetch(.all)
    let commit = Task { try await store.commit([.update(Entry(1, "b")), .update(Entry(2, "b"))]) }
    await gate.somethingWaits()
    commit.cancel()
    let error = await #expect(throws: StoreError.self) { try await commit.value }
    #expect(notes.entries == [Entry(1), Entry(2, "b")])
    #expect(error?.effect == .unclear(["key 2"]) && error?.kind == .cancelled, "\(String(describing: error))")
    #expect("\(error.map { "\($0)" } ?? "")".contains("key 2"))
    gate.open()
    try await rig.store.refresh()
    #expect(rig.store.contents.items == notes.entries)
  }

  @Test("a record that the server has given a key of its own is taken back by that, or is named")
  func undoneInsert() async throws {
    for (fields, isUndone): (HTTPFields, Bool) in [
      (["Location": "/api/notes/99"], true), (["Location": "notes/99"], true), ([:], false),
      (["Location": "https://elsewhere.example/99"], false), (["ETag": "\"e1\""], false),
      (["ETag": "W/\"e1\""], false), (["ETag": "\"theirs\""], false), (["Location": "/api/notes"], false),
      (["Location": "notes/"], false),
      (["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT", "Date": "Sun, 06 Nov 1994 09:49:37 GMT"], false),
    ] {
      // Someone else's record has the key that the writer gave.
      let kept = Locked<[Entry]>([Entry(1), Entry(7, "theirs")])
      let posts = Locked(0)
      let server = ScriptedServer { request in
        switch (request.method, request.url.lastPathComponent) {
        case ("GET", _): return Reply.json([Entry(1)]).exchange
        case ("POST", _):
          if posts.withLock({
            $0 += 1; return $0
          }) == 2 {
            return Reply.status(422).exchange
          }
          kept.change { $0.append(Entry(99)) }
          return Reply.status(201, fields).exchange
        case ("DELETE", let id):
          let number = Int(id) ?? 0
          if let tag = request.fields["If-Match"], tag != "\"theirs\"", number == 7 {
            return Reply.status(412).exchange
          }
          guard kept.get().contains(where: { $0.id == number }) else { return Reply.status(404).exchange }
          kept.change { $0.removeAll { $0.id == number } }
          return Reply.status(204).exchange
        default: return Reply.status(422).exchange
        }
      }
      let rig = Rig(server)
      let store = rig.store.writable(by: writing())
      let undone = await #expect(throws: StoreError.self) {
        try await store.commit([.insert(Entry(7)), .insert(Entry(8))])
      }
      #expect(kept.get().contains(Entry(7, "theirs")), "\(fields)")
      #expect(kept.get().contains(Entry(99)) == !isUndone, "\(fields)")
      #expect(server.requests.filter { $0.method == "DELETE" }.count == (isUndone ? 1 : 0), "\(fields)")
      #expect(undone?.effect == (isUndone ? .nothing : .unclear(["key 7"])), "\(fields): \(String(describing: undone))")
    }
  }

  // MARK: Removals that are withheld

  @Test("neither an own write, nor a fetch, nor a restart hastens what confirms a removal")
  func hastened() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("rest-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let all = (1...40).map { Entry($0) }
    let notes = NotesServer(all)
    let rig = Rig(ScriptedServer(notes)) { $0.cache = RESTCache(folder: folder) }
    let store = rig.store.writable(by: writing())
    try await rig.store.refresh()
    notes.state.change { $0.entries.removeLast(38) }
    notes.state.change { $0.note(0) }
    try await rig.store.refresh()
    #expect(rig.store.health.heldRemovals?.count == 38)
    for version in 1...3 {
      try await store.commit([.update(Entry(1, "\(version)"))])
      _ = try await store.fetch(.all)
      try await rig.store.refresh()
      rig.clock.advance(by: .seconds(3))
      #expect(rig.store.health.heldRemovals?.count == 38, "\(version)")
    }
    // Another start shows the last answer that was whole, or none, and withholds again.
    let again = Rig(ScriptedServer(notes), clock: rig.clock) { $0.cache = RESTCache(folder: folder) }
    let fetched = try await again.store.fetch(.all).items.count
    #expect(fetched == 2 || again.store.health.heldRemovals != nil)
    rig.clock.advance(by: .seconds(10))
    try await rig.store.refresh()
    #expect(rig.store.health.heldRemovals == nil && rig.store.contents.items.count == 2)
  }

  @Test("after a restart with a cache the records are withheld as before")
  func restarted() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("rest-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let notes = NotesServer((1...40).map { Entry($0) })
    let clock = ManualClock()
    func start() -> Rig { Rig(ScriptedServer(notes), clock: clock) { $0.cache = RESTCache(folder: folder) } }
    let first = start()
    try await first.store.refresh()
    notes.state.change { $0.entries.removeLast(38) }
    notes.state.change { $0.note(0) }
    try await first.store.refresh()
    #expect(first.store.health.heldRemovals?.count == 38)
    for _ in 0..<3 {
      let next = start()
      try await next.store.refresh()
      #expect(next.store.health.heldRemovals?.count == 38 && next.store.contents.items.count == 40)
    }
  }

  // MARK: Every request of a batch

  /// What happens to a request.
  private enum Fault: CaseIterable, Sendable {
    case lostOnTheWay, lostAnswer, refused, failedBefore, failedAfter, cancelledBefore, cancelledAfter, othersWrite
  }

  @Test("whatever happens to one request of a batch, or to two: done, taken back, or named", arguments: [false, true])
  func everyRequest(hasKeys: Bool) async throws {
    let before = (1...5).map { Entry($0) }
    let batch: StoreBatch<Entry> = [
      .delete(1), .update(Entry(2, "b")), .update(Entry(3, "b")), .insert(Entry(6, "b")), .insert(Entry(7, "b")),
    ]
    let wanted: [Int: String?] = [1: nil, 2: "b", 3: "b", 6: "b", 7: "b"]
    var (runs, done, refused, unclear) = (0, 0, 0, 0)
    for first in Fault.allCases {
      for second in [nil] + (TestScale.isFull ? Fault.allCases : [.refused, .lostAnswer]).map({ Optional($0) }) {
        for number in 0..<6 {
          for later in (number + 1)..<(second == nil ? number + 2 : number + 5) {
            let notes = NotesServer(before)
            let count = Locked(0)
            let server = ScriptedServer { request throws(HTTPTransportError) in
              if request.method == "GET" { return notes.answer(request).exchange }
              let number = (
                now: count.withLock {
                  $0 += 1; return $0 - 1
                }, first: number, second: later
              )
              let fault: Fault? = number.now == number.first ? first : number.now == number.second ? second : nil
              switch fault {
              case nil: return notes.answer(request).exchange
              case .lostOnTheWay: throw .interrupted("lost")
              case .lostAnswer:
                _ = notes.answer(request)
                throw .interrupted("lost")
              case .refused: return Reply.status(422).exchange
              case .failedBefore: return Reply.status(503).exchange
              case .failedAfter:
                _ = notes.answer(request)
                return Reply.status(500).exchange
              case .cancelledBefore:
                withUnsafeCurrentTask { unsafe $0?.cancel() }
                throw .cancelled
              case .cancelledAfter:
                let reply = notes.answer(request)
                withUnsafeCurrentTask { unsafe $0?.cancel() }
                return reply.exchange
              case .othersWrite:
                notes.state.change { $0.put(Entry(5, "theirs")) }
                return notes.answer(request).exchange
              }
            }
            let base = RESTStore(
              polling: RESTSource(Rig.address, format: RESTFormat<Entry>.json()), transport: server,
              clock: EagerClock(upTo: .seconds(30)), random: { 0.5 })
            let store = base.writable(by: writing { if !hasKeys { $0.idempotencyField = nil } })
            _ = try await store.fetch(.all)
            let commit = Task { try await store.commit(batch) }
            var error: StoreError?
            do { _ = try await commit.value } catch let thrown { error = thrown as? StoreError }
            let after = Dictionary(uniqueKeysWithValues: notes.entries.map { ($0.id, $0.text) })
            let place =
              "\(first) at \(number), \(String(describing: second)) at \(later): \(after), \(String(describing: error))"
            runs += 1
            #expect(after[4] == "" && (after[5] == "" || after[5] == "theirs"), "others' records: \(place)")
            if first == .othersWrite, number == 0 { #expect(after[5] == "theirs", "\(place)") }
            func isDone(_ id: Int) -> Bool { after[id] == wanted[id] ?? nil }
            func isAsBefore(_ id: Int) -> Bool { after[id] == (id <= 5 ? "" : nil) }
            switch error?.effect {
            case nil, .everything:
              done += 1
              #expect(wanted.keys.allSatisfy(isDone), "not there: \(place)")
            case .nothing:
              refused += 1
              #expect(wanted.keys.allSatisfy(isAsBefore), "there all the same: \(place)")
            case .unclear(let names):
              unclear += 1
              #expect(wanted.keys.allSatisfy { isAsBefore($0) || names.contains("key \($0)") }, "not named: \(place)")
            }
            // The next look shows what is there.
            try await base.refresh()
            #expect(Set(base.contents.items) == Set(notes.entries), "\(place)")
          }
        }
      }
    }
    #expect(runs > (TestScale.isFull ? 1_000 : 300) && done > 0 && refused > 0 && unclear > 0)
    print("requests of a batch: \(runs) runs, \(done) done, \(refused) taken back, \(unclear) named")
  }
}
