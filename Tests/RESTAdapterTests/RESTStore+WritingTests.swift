import ConformanceKit
import Foundation
import RESTAdapter
import StoreInterface
import StoreTestSupport
import Testing

@Suite("REST stores: writing")
struct RESTStoreWritingTests {
  private func writing(_ change: (inout RESTWriting<Entry>) -> Void = { _ in }) -> RESTWriting<Entry> {
    var writing = RESTWriting<Entry>.json(at: Rig.address)
    change(&writing)
    return writing
  }

  @Test("a batch becomes POST, PUT and DELETE, and is announced as one event")
  func requests() async throws {
    let notes = NotesServer([Entry(1), Entry(2)])
    let server = ScriptedServer(notes)
    let rig = Rig(server)
    let observer = rig.observe()
    await observer.shows(notes.entries)
    let outcome = try await rig.store.writable(by: writing()).commit([
      .insert(Entry(3)), .update(Entry(1, "b")), .delete(2), .delete(9),
    ])
    #expect(outcome.inserted == [Entry(3)] && outcome.deleted == [Entry(2)] && outcome.unknown == [9])
    await observer.shows([Entry(1, "b"), Entry(3)])
    #expect(observer.answer.changeEvents.count == 1)
    #expect(
      server.requests.filter { $0.method != "GET" }.map { "\($0.method) \($0.url.path)" } == [
        "DELETE /api/notes/2", "PUT /api/notes/1", "POST /api/notes",
      ])
    #expect(notes.entries == [Entry(1, "b"), Entry(3)])
    await rig.nextPoll()
    #expect(observer.contents.items == notes.entries)
  }

  @Test("PATCH and a batch of one's own")
  func otherRequests() async throws {
    let server = ScriptedServer(NotesServer([Entry(1)]))
    let rig = Rig(server)
    try await rig.store.writable(by: .json(at: Rig.address, updating: "PATCH")).commit([.update(Entry(1, "b"))])
    #expect(server.requests.last?.method == "PATCH")
    server.answer(.status(202))
    let whole = writing {
      $0.batch = {
        HTTPRequest("POST", Rig.address.appendingPathComponent("batch"), body: Array("\($0.inserted)".utf8))
      }
    }
    try await rig.store.writable(by: whole).commit([.insert(Entry(3)), .insert(Entry(4))])
    #expect(server.requests.filter { $0.url.lastPathComponent == "batch" }.count == 1)
    #expect(rig.store.contents.items == [Entry(1, "b"), Entry(3), Entry(4)])
  }

  @Test("a refused write throws, changes nothing, and a layer of drafts takes it back")
  func refused() async throws {
    let notes = NotesServer([Entry(1)])
    let rig = Rig(ScriptedServer(notes))
    let drafts = DraftStore(rig.store.writable(by: writing()))
    let observer = Observer(of: drafts.events(for: .all))
    defer { observer.cancel() }
    await observer.shows([Entry(1)])
    notes.state.change { $0.writesToFail = 1 }
    drafts.update(Entry(1, "b"))
    await observer.shows([Entry(1, "b")])
    await #expect(throws: StoreError.self) { try await drafts.commit() }
    #expect(observer.contents.items == [Entry(1, "b")], "the draft is kept")
    notes.state.change { $0.writesToFail = 1 }
    drafts.discard()
    await observer.shows([Entry(1)])
    await #expect(throws: StoreError.self) { try await drafts.write([.update(Entry(1, "c"))]) }
    await observer.shows([Entry(1)])
    #expect(notes.entries == [Entry(1)] && rig.store.contents.items == [Entry(1)])
  }

  @Test("what was written of a batch before a refusal is undone")
  func undone() async throws {
    let notes = NotesServer([Entry(1), Entry(2), Entry(3)])
    let server = ScriptedServer { request in
      (request.method == "POST" ? Reply.status(422) : notes.answer(request)).exchange
    }
    let rig = Rig(server)
    let observer = rig.observe()
    await observer.shows(notes.entries)
    let store = rig.store.writable(by: writing { $0.insert = { HTTPRequest("POST", Rig.address, body: [$0].json) } })
    await #expect(throws: StoreError.self) {
      try await store.commit([.update(Entry(1, "b")), .update(Entry(2, "b")), .insert(Entry(4))])
    }
    #expect(notes.entries == [Entry(1), Entry(2), Entry(3)])
    await rig.nextPoll()
    #expect(observer.contents.items == notes.entries && observer.answer.changeEvents.isEmpty)
  }

  @Test("a poll in flight does not overwrite what was written meanwhile")
  func pollInFlight() async throws {
    let notes = NotesServer([Entry(1), Entry(2), Entry(3)])
    let server = ScriptedServer(notes)
    let rig = Rig(server)
    let observer = rig.observe()
    await observer.shows(notes.entries)
    await rig.polled(1)
    // The next poll's answer is made now, and arrives after the write.
    let gate = Gate()
    server.answer { request throws(HTTPTransportError) in
      let reply = notes.answer(request)
      if request.method == "GET" { try await gate.pass() }
      return reply.exchange
    }
    notes.state.change { $0.put(Entry(3, "theirs")) }
    rig.clock.advance(by: .seconds(10))
    await gate.somethingWaits()
    let store = rig.store.writable(by: writing())
    // One by one: before a batch of several requests the server is polled.
    for change in [StoreChange<Entry>.update(Entry(1, "ours")), .delete(2), .insert(Entry(4))] {
      try await store.commit([change])
    }
    gate.open()
    await rig.polled(2)
    await observer.shows([Entry(1, "ours"), Entry(3, "theirs"), Entry(4)])
    #expect(observer.answer.changeEvents.count == 4, "the writes, then the poll's news")
    let health = await rig.nextPoll()
    #expect(server.requests.last?.fields["If-None-Match"] == nil, "the mixture has no validator")
    #expect(health.failure == nil && observer.contents.items == notes.entries)
  }

  @Test("a write under way is not shown by a poll before it is accepted, nor half of it")
  func writeInFlight() async throws {
    let notes = NotesServer([Entry(1), Entry(2)])
    let gate = Gate()
    let server = ScriptedServer { request throws(HTTPTransportError) in
      let reply = notes.answer(request)
      if request.method == "PUT", request.url.lastPathComponent == "2" { try await gate.pass() }
      return reply.exchange
    }
    let rig = Rig(server)
    let observer = rig.observe()
    await observer.shows(notes.entries)
    async let outcome = rig.store.writable(by: writing()).commit([.update(Entry(1, "b")), .update(Entry(2, "b"))])
    await gate.somethingWaits()
    try await rig.store.refresh()
    #expect(observer.contents.items == [Entry(1), Entry(2)])
    gate.open()
    _ = try await outcome
    await observer.shows([Entry(1, "b"), Entry(2, "b")])
    #expect(observer.answer.changeEvents.count == 1)
  }

  @Test("If-Match carries the server's validator, and a 412 is a conflict (9110 §13.1.1)")
  func conflict() async throws {
    let notes = NotesServer([Entry(1)])
    let server = ScriptedServer(notes)
    let rig = Rig(server)
    let store = rig.store.writable(by: writing())
    try await store.commit([.update(Entry(1, "b"))])
    let tag = "\"e\(notes.state.get().revisions[1] ?? 0)\""
    try await store.commit([.update(Entry(1, "c"))])
    #expect(server.requests.last?.fields["If-Match"] == tag)
    notes.state.change { $0.put(Entry(1, "theirs")) }
    await #expect { try await store.commit([.update(Entry(1, "d"))]) } throws: {
      ($0 as? StoreError)?.kind == .conflict
    }
    #expect(notes.entries == [Entry(1, "theirs")])
    try await rig.store.refresh()
    #expect(rig.store.contents.items == [Entry(1, "theirs")])
    // Their version was seen; its validator is not known, so nothing is claimed about it.
    try await store.commit([.update(Entry(1, "e"))])
    #expect(server.requests.last { $0.method == "PUT" }?.fields["If-Match"] == nil)
    let own = writing { $0.entityTag = { _ in #""x""# } }
    await #expect { try await rig.store.writable(by: own).commit([.delete(1)]) } throws: {
      ($0 as? StoreError)?.kind == .conflict
    }
  }

  @Test("a write whose answer is lost is sent again with the same key, and is done once")
  func idempotency() async throws {
    let notes = NotesServer([Entry(1)])
    let lost = Locked(2)
    let server = ScriptedServer { request throws(HTTPTransportError) in
      let reply = notes.answer(request)
      let isLost =
        request.method == "POST"
        && lost.withLock {
          $0 -= 1; return $0 >= 0
        }
      if isLost { throw .interrupted("lost") }
      return reply.exchange
    }
    let clock = EagerClock(upTo: .seconds(30))
    var options = RESTOptions()
    options.backoff = Backoff(base: .seconds(4), cap: .seconds(60))
    let polling = RESTStore(
      polling: RESTSource(Rig.address, format: RESTFormat<Entry>.json()), options: options, transport: server,
      clock: clock, random: { 0.5 })
    let store = polling.writable(by: writing { $0.honoursIdempotencyKeys = true })
    #expect(try await store.commit([.insert(Entry(2))]).inserted == [Entry(2)])
    #expect(clock.now.offset == .seconds(2 + 4), "the delays of two failures")
    let keys = server.requests.filter { $0.method == "POST" }.map { $0.fields["Idempotency-Key"] }
    #expect(keys.count == 3 && Set(keys).count == 1 && keys[0]?.hasPrefix("\"") == true)
    #expect(notes.state.get().writes == 1)
  }

  @Test("without keys that the server honours, a POST that may have arrived is not sent again")
  func unclear() async throws {
    let notes = NotesServer([Entry(1)])
    let server = ScriptedServer { request throws(HTTPTransportError) in
      let reply = notes.answer(request)
      if request.method == "POST" { throw .interrupted("lost") }
      return reply.exchange
    }
    let rig = Rig(server)
    let observer = rig.observe()
    await observer.shows([Entry(1)])
    let store = rig.store.writable(by: writing())
    await #expect { try await store.commit([.insert(Entry(2))]) } throws: {
      "\($0)".contains("not known whether the write arrived")
    }
    #expect(server.requests.filter { $0.method == "POST" }.count == 1)
    // The poll that follows soon brings the truth.
    await rig.polled(1)
    await rig.nextPoll()
    await observer.shows(notes.entries)
    #expect(notes.entries.count == 2)
  }

  @Test("a DELETE of what is gone already is done")
  func gone() async throws {
    let notes = NotesServer([Entry(1)])
    let rig = Rig(ScriptedServer(notes))
    _ = try await rig.store.fetch(.all)
    notes.state.change { $0.remove(1) }
    #expect(try await rig.store.writable(by: writing()).commit([.delete(1)]).deleted == [Entry(1)])
    #expect(rig.store.contents.items.isEmpty)
  }

  @Test("what the server made of a record counts")
  func stored() async throws {
    let notes = NotesServer()
    let server = ScriptedServer { request in
      if request.method == "GET" { return notes.answer(request).exchange }
      return Reply(status: 201, body: Array("{\"id\":5,\"text\":\"theirs\"}".utf8)).exchange
    }
    let rig = Rig(server)
    let outcome = try await rig.store.writable(by: writing()).commit([.insert(Entry(5, "ours"))])
    #expect(outcome.inserted == [Entry(5, "theirs")] && rig.store.contents.items == [Entry(5, "theirs")])
  }

  @Test("what no server is asked to do is refused before anything is sent")
  func unsupported() async throws {
    let server = ScriptedServer(NotesServer([Entry(1), Entry(2)]))
    let rig = Rig(server)
    _ = try await rig.store.fetch(.all)
    let all = rig.store.writable(by: writing())
    let none = rig.store.writable(by: RESTWriting())
    let elsewhere = rig.store.writable(
      by: writing { $0.delete = { _ in HTTPRequest("DELETE", Rig.address.deletingLastPathComponent()) } })
    for batch in [
      [.move(1, to: .end)], [.insert(Entry(3), at: .start)], [.insertSection(SectionID("a"))],
    ] as [StoreBatch<Entry>] {
      await #expect(throws: StoreError.self) { try await all.commit(batch) }
    }
    await #expect(throws: StoreError.self) { try await none.commit([.insert(Entry(3))]) }
    #expect(server.requests.count == 1)
    try await elsewhere.commit([.delete(1)])
    let foreign = rig.store.writable(
      by: writing { $0.delete = { _ in HTTPRequest("DELETE", URL(fileURLWithPath: "/x")) } })
    await #expect(throws: StoreError.self) { try await foreign.commit([.delete(2)]) }
  }
}
