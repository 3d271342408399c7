import ConformanceKit
import Foundation
import RESTAdapter
import StoreBuilding
import StoreInterface
import StoreTestSupport
import Testing

/// What a second reader has found: others who write between two requests of a batch, and servers that say less.
extension RESTStoreNothingLostTests {
  /// A server whose answer to a write is decided by its number; reads are answered by the notes.
  private func server(
    _ notes: NotesServer, _ answer: @escaping @Sendable (_ number: Int, HTTPRequest) -> Reply
  ) -> ScriptedServer {
    let count = Locked(0)
    return ScriptedServer { request in
      if request.method == "GET" { return notes.answer(request).exchange }
      let number = count.withLock { count in
        count += 1
        return count
      }
      return answer(number, request).exchange
    }
  }

  @Test("what others write between two requests is not undone: the answer's tag protects it, or it is named")
  func writtenBetween() async throws {
    let notes = NotesServer([Entry(1), Entry(2)])
    let rig = Rig(
      server(notes) { number, request in
        if number == 2 {
          notes.state.change { $0.put(Entry(1, "theirs")) }
          return .status(422)
        }
        var reply = notes.answer(request)
        reply.body = Array(#"{"ok":true}"#.utf8)
        return reply
      })
    let store = rig.store.writable(by: writing())
    _ = try await store.fetch(.all)
    let error = await #expect(throws: StoreError.self) {
      try await store.commit([.update(Entry(1, "b")), .update(Entry(2, "b"))])
    }
    #expect(notes.entries == [Entry(1, "theirs"), Entry(2)])
    #expect(error?.effect == .unclear(["key 1"]), "\(String(describing: error))")
  }

  @Test("where tags are weak the server is polled before a batch, so an undo brings back what others have written")
  func weakTags() async throws {
    let notes = NotesServer([Entry(1), Entry(2)])
    let rig = Rig(
      server(notes) { number, request in
        if number == 3 { return .status(422) }
        var reply = notes.answer(request)
        reply.fields["ETag"] = reply.fields["ETag"].map { "W/\($0)" }
        return reply
      })
    let store = rig.store.writable(by: writing())
    _ = try await store.fetch(.all)
    try await store.commit([.update(Entry(1, "a"))])
    notes.state.change { $0.put(Entry(1, "theirs")) }
    let error = await #expect(throws: StoreError.self) {
      try await store.commit([.update(Entry(1, "b")), .update(Entry(2, "b"))])
    }
    #expect(notes.entries == [Entry(1, "theirs"), Entry(2)])
    #expect(error?.effect == .nothing, "\(String(describing: error))")
  }

  @Test("an old answer, used for want of a new one, is not what a batch is written over")
  func staleAnswer() async throws {
    let notes = NotesServer([Entry(1), Entry(2)])
    let isDown = Locked(false)
    let server = ScriptedServer { request in
      if isDown.get(), request.method == "GET" { return Reply.status(503).exchange }
      var reply = notes.answer(request)
      reply.fields["Cache-Control"] = "max-age=1, stale-if-error=10000"
      return reply.exchange
    }
    let rig = Rig(server)
    let store = rig.store.writable(by: writing())
    _ = try await store.fetch(.all)
    isDown.set(true)
    let error = await #expect(throws: StoreError.self) {
      try await store.commit([.update(Entry(1, "b")), .update(Entry(2, "b"))])
    }
    #expect(error?.kind == .unavailable && error?.effect == .nothing, "\(String(describing: error))")
    #expect(notes.entries == [Entry(1), Entry(2)])
  }

  @Test("a deletion is undone only by a record of the same key")
  func undoneDeletion() async throws {
    for isSame in [false, true] {
      let notes = NotesServer([Entry(1)])
      let rig = Rig(
        server(notes) { number, request in
          switch number {
          case 1: return notes.answer(request)
          case 2: return .status(422)
          default:
            notes.state.change { $0.put(Entry(isSame ? 1 : 99)) }
            return Reply(status: 201, body: Array(#"{"id":\#(isSame ? 1 : 99),"text":""}"#.utf8))
          }
        })
      let store = rig.store.writable(by: writing())
      _ = try await store.fetch(.all)
      let error = await #expect(throws: StoreError.self) { try await store.commit([.delete(1), .insert(Entry(9))]) }
      #expect(error?.effect == (isSame ? .nothing : .unclear(["key 1"])), "\(String(describing: error))")
    }
  }

  @Test("what others have deleted before is not brought back by an undo")
  func deletedByOthers() async throws {
    let notes = NotesServer([Entry(1), Entry(2)])
    let rig = Rig(
      server(notes) { number, request in
        if number == 1 { notes.state.change { $0.remove(1) } }
        return number == 2 ? .status(422) : notes.answer(request)
      })
    let store = rig.store.writable(by: writing())
    _ = try await store.fetch(.all)
    let error = await #expect(throws: StoreError.self) { try await store.commit([.delete(1), .update(Entry(2, "b"))]) }
    #expect(notes.entries == [Entry(2)])
    #expect(error?.effect == .nothing, "\(String(describing: error))")
  }

  @Test("an insert by PUT does not write over what others have made there meanwhile")
  func insertedByOthers() async throws {
    let notes = NotesServer([Entry(1)])
    let server = ScriptedServer { request in
      let isThere = notes.entries.contains { "\($0.id)" == request.url.lastPathComponent }
      if request.method == "PUT", isThere, request.fields["If-None-Match"] == "*" { return Reply.status(412).exchange }
      return notes.answer(request).exchange
    }
    let rig = Rig(server)
    let store = rig.store.writable(
      by: writing { writing in
        let update = writing.update
        writing.insert = { try update?($0, $0) ?? HTTPRequest("PUT", Rig.address) }
      })
    _ = try await store.fetch(.all)
    notes.state.change { $0.put(Entry(7, "theirs")) }
    let error = await #expect(throws: StoreError.self) { try await store.commit([.insert(Entry(7, "b"))]) }
    #expect(error?.kind == .conflict && error?.effect == .nothing, "\(String(describing: error))")
    #expect(notes.entries == [Entry(1), Entry(7, "theirs")])
    try await store.commit([.insert(Entry(8, "b"))])
    #expect(notes.entries.last == Entry(8, "b"))
  }

  @Test("a record that the server may have given another key is asked for before it is written again")
  func insertedElsewhere() async throws {
    let notes = NotesServer([Entry(1), Entry(7, "theirs")])
    let isHidden = Locked(true)
    let server = ScriptedServer { request in
      switch request.method {
      case "GET": Reply.json(notes.entries.filter { !isHidden.get() || $0.id != 7 }).exchange
      case "POST":
        notes.state.withLock { state in
          state.put(Entry(99, "mine"))
          return Reply.status(201, ["Location": "/api/notes/99", "ETag": "\"e9\""]).exchange
        }
      default: notes.answer(request).exchange
      }
    }
    let rig = Rig(server)
    let store = rig.store.writable(by: writing())
    _ = try await store.fetch(.all)
    try await store.commit([.insert(Entry(7, "mine"))])
    isHidden.set(false)
    _ = try? await store.commit([.update(Entry(7, "mine, too"))])
    let methods = server.requests.map(\.method)
    #expect(methods.dropFirst(methods.firstIndex(of: "POST") ?? 0).dropFirst().first == "GET", "\(methods)")
  }

  @Test("an answer on the disk is gone before a write is sent, whatever becomes of the process")
  func cacheBeforeWrites() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("rest-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let notes = NotesServer([Entry(1)])
    let gate = Gate()
    let server = ScriptedServer { request throws(HTTPTransportError) in
      var reply = notes.answer(request)
      reply.fields["Cache-Control"] = "max-age=3600"
      if request.method == "PUT" { try await gate.pass() }
      return reply.exchange
    }
    let rig = Rig(server) { $0.cache = RESTCache(folder: folder) }
    let store = rig.store.writable(by: writing())
    _ = try await store.fetch(.all)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
    let commit = Task { try await store.commit([.update(Entry(1, "new"))]) }
    await gate.somethingWaits()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    let again = Rig(ScriptedServer(notes), clock: rig.clock) { $0.cache = RESTCache(folder: folder) }
    #expect(try await again.store.fetch(.all).items == [Entry(1, "new")])
    gate.open()
    _ = try await commit.value
  }

  @Test("an undo that the server puts off for an hour is given up, and named")
  func undoPutOff() async throws {
    let notes = NotesServer([Entry(1), Entry(2)])
    let rig = Rig(
      server(notes) { number, request in
        number == 1 ? notes.answer(request) : number == 2 ? .status(422) : .status(503, ["Retry-After": "3600"])
      })
    let store = rig.store.writable(by: writing())
    _ = try await store.fetch(.all)
    // The clock stands still.
    let error = await #expect(throws: StoreError.self) {
      try await store.commit([.update(Entry(1, "b")), .update(Entry(2, "b"))])
    }
    #expect(error?.effect == .unclear(["key 1"]), "\(String(describing: error))")
  }

  @Test("answers that say neither yes nor no")
  func neither() async throws {
    for (status, kind, effect): (Int, StoreError.Kind, StoreError.Effect) in [
      (207, .unavailable, .unclear(["key 1", "key 7"])), (428, .refused, .nothing),
    ] {
      let rig = Rig(server(NotesServer([Entry(1)])) { _, _ in .status(status) })
      let store = rig.store.writable(
        by: writing { $0.batch = { _ in HTTPRequest("POST", Rig.address, body: []) } })
      _ = try await store.fetch(.all)
      let error = await #expect(throws: StoreError.self) { try await store.commit([.delete(1), .insert(Entry(7))]) }
      #expect(error?.kind == kind && error?.effect == effect, "\(status): \(String(describing: error))")
    }
  }

  @Test("what is in doubt stays named while the server cannot be asked")
  func stillInDoubt() async throws {
    let notes = NotesServer([Entry(1)])
    let isDown = Locked(false)
    let server = ScriptedServer { request throws(HTTPTransportError) in
      if request.method == "POST" {
        _ = notes.answer(request)
        isDown.set(true)
        throw .interrupted("lost")
      }
      return isDown.get() ? Reply.status(503).exchange : notes.answer(request).exchange
    }
    let base = RESTStore(
      polling: RESTSource(Rig.address, format: RESTFormat<Entry>.json()), transport: server,
      clock: EagerClock(upTo: .seconds(30)), random: { 0.5 })
    let store = base.writable(by: writing())
    _ = try await store.fetch(.all)
    for _ in 0..<2 {
      let error = await #expect(throws: StoreError.self) { try await store.commit([.insert(Entry(2))]) }
      #expect(error?.effect == .unclear(["key 2"]), "\(String(describing: error))")
    }
    #expect(server.requests.filter { $0.method == "POST" }.count == 1)
  }
}
