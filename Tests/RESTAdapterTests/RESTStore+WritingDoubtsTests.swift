import ConformanceKit
import Foundation
import RESTAdapter
import StoreInterface
import StoreTestSupport
import Testing

/// What is known of a record after a write that failed, or may have.
@Suite("REST stores: writes in doubt")
struct RESTStoreWritingDoubtsTests {
  private func writing(_ change: (inout RESTWriting<Entry>) -> Void = { _ in }) -> RESTWriting<Entry> {
    var writing = RESTWriting<Entry>.json(at: Rig.address)
    change(&writing)
    return writing
  }

  private func patient(_ server: ScriptedServer) -> RESTStore<Entry> {
    RESTStore(
      polling: RESTSource(Rig.address, format: RESTFormat<Entry>.json()), transport: server,
      clock: EagerClock(upTo: .seconds(30)), random: { 0.5 })
  }

  @Test("what a batch took back can be written again: no old validator is in the way", arguments: [true, false])
  func takenBack(isPolled: Bool) async throws {
    let notes = NotesServer([Entry(1), Entry(2)])
    let server = ScriptedServer { request in
      (request.method == "POST" ? Reply.status(422) : notes.answer(request)).exchange
    }
    let rig = Rig(server)
    let store = rig.store.writable(by: writing())
    try await store.commit([.update(Entry(1, "b"))])
    await #expect(throws: StoreError.self) { try await store.commit([.update(Entry(1, "c")), .insert(Entry(4))]) }
    #expect(notes.entries == [Entry(1, "b"), Entry(2)])
    if isPolled { try await rig.store.refresh() }
    try await store.commit([.update(Entry(1, "d"))])
    #expect(notes.entries == [Entry(1, "d"), Entry(2)] && rig.store.contents.items == notes.entries)
  }

  @Test("after a conflict with content that looks the same, the record can be written again")
  func equalConflict() async throws {
    let notes = NotesServer([Entry(1)])
    let rig = Rig(ScriptedServer(notes))
    let store = rig.store.writable(by: writing())
    try await store.commit([.update(Entry(1, "b"))])
    // Someone else has written the same: another revision with the same content.
    notes.state.change { $0.put(Entry(1, "b")) }
    await #expect { try await store.commit([.update(Entry(1, "c"))]) } throws: {
      ($0 as? StoreError)?.kind == .conflict
    }
    try await store.commit([.update(Entry(1, "c"))])
    #expect(notes.entries == [Entry(1, "c")])
  }

  @Test(
    "a write whose answer was lost and whose repetition meets a 412 is unclear, not a conflict",
    arguments: [false, true])
  func lostAnswer(isDelete: Bool) async throws {
    let notes = NotesServer([Entry(1)])
    let lost = Locked(0)
    let server = ScriptedServer { request throws(HTTPTransportError) in
      let reply = notes.answer(request)
      let isLost =
        request.method != "GET"
        && lost.withLock {
          $0 -= 1
          return $0 >= 0
        }
      if isLost { throw .interrupted("lost") }
      return reply.exchange
    }
    let base = patient(server)
    let store = base.writable(by: writing { $0.idempotencyField = nil })
    try await store.commit([.update(Entry(1, "b"))])
    lost.set(1)
    let batch: StoreBatch<Entry> = isDelete ? [.delete(1)] : [.update(Entry(1, "c"))]
    await #expect {
      try await store.commit(batch)
    } throws: {
      ($0 as? StoreError)?.kind == .unavailable && "\($0)".contains("not known whether the write arrived")
    }
    #expect(server.requests.last?.fields["If-Match"] != nil)
    #expect(server.requests.filter { $0.method != "GET" }.count == 3, "a 412 is not asked for again")
    let next: StoreBatch<Entry> = isDelete ? [.insert(Entry(1, "d"))] : [.update(Entry(1, "d"))]
    try await store.commit(next)
    #expect(notes.entries == [Entry(1, "d")] && base.contents.items == notes.entries)
  }

  @Test("a commit that is cancelled leaves no half of it on the server, and says that it is unclear")
  func cancelled() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("rest-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let notes = NotesServer([Entry(1), Entry(2)])
    let gate = Gate()
    let server = ScriptedServer { request throws(HTTPTransportError) in
      if request.method == "PUT", request.url.lastPathComponent == "2" { try await gate.pass() }
      return notes.answer(request).exchange
    }
    let rig = Rig(server) { $0.cache = RESTCache(folder: folder) }
    try await rig.store.refresh()
    func kept() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: folder.path).count }
    #expect(try kept() == 1)
    let store = rig.store.writable(by: writing())
    let commit = Task { try await store.commit([.update(Entry(1, "b")), .update(Entry(2, "b"))]) }
    await gate.somethingWaits()
    #expect(notes.entries == [Entry(1, "b"), Entry(2)])
    #expect(try kept() == 0, "the answer that is kept is old as soon as one step is done")
    commit.cancel()
    await #expect {
      _ = try await commit.value
    } throws: {
      ($0 as? StoreError)?.kind == .cancelled && "\($0)".contains("not known whether the write arrived")
    }
    #expect(notes.entries == [Entry(1), Entry(2)])
    gate.open()
    try await store.commit([.update(Entry(2, "c"))])
    #expect(rig.store.contents.items == [Entry(1), Entry(2, "c")])
  }

  @Test("a record that gets its key from the server is reported with it")
  func keyOfTheServer() async throws {
    let server = ScriptedServer { request in
      if request.method == "GET" { return Reply.json([Entry(1)]).exchange }
      return Reply(status: 201, body: Array("{\"id\":99,\"text\":\"new\"}".utf8)).exchange
    }
    let rig = Rig(server)
    let outcome = try await rig.store.writable(by: writing()).commit([.insert(Entry(-1, "new"))])
    #expect(outcome.inserted == [Entry(99, "new")])
    #expect(rig.store.contents.items == [Entry(1), Entry(99, "new")])
  }
}
