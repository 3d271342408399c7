import ConformanceKit
import Foundation
import RESTAdapter
import StoreInterface
import StoreTestSupport
import Testing

/// A folder that goes with the test.
private final class Folder: Sendable {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("rest-\(UUID().uuidString)")
  deinit { try? FileManager.default.removeItem(at: url) }

  var files: [URL] {
    (try? FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)) ?? []
  }
}

@Suite("REST stores: what is kept over restarts")
struct RESTStoreCacheTests {
  private let entries = [Entry(1, "ä"), Entry(2)]

  private func start(
    _ server: ScriptedServer, _ folder: Folder, account: String = "", paging: RESTPaging = .none,
    clock: ManualClock = ManualClock()
  ) -> Rig {
    Rig(server, paging: paging, clock: clock) { $0.cache = RESTCache(folder: folder.url, account: account) }
  }

  @Test("the first request after a restart is conditional, and a 304 brings what was kept")
  func restart() async throws {
    let folder = Folder()
    try await start(ScriptedServer(.json(entries, ["ETag": #""a""#])), folder).store.refresh()
    let server = ScriptedServer(.status(304))
    let rig = start(server, folder)
    let observer = rig.observe()
    await observer.shows(entries)
    #expect(server.requests.map { $0.fields["If-None-Match"] } == [#""a""#])
    #expect(observer.answer.events.count == 1)
    // The answer is shown before it is written, to a file that then takes the place of the one before.
    #expect(await eventually { folder.files.count == 1 })
  }

  @Test("without a limit, the answer of the last start is read like any other")
  func unlimited() async throws {
    let folder = Folder()
    try await start(ScriptedServer(.json(entries, ["ETag": #""a""#])), folder).store.refresh()
    let server = ScriptedServer(.status(304))
    let rig = Rig(server) {
      $0.cache = RESTCache(folder: folder.url)
      $0.limits.totalBytes = .max
      $0.limits.bodyBytes = .max
    }
    #expect(try await rig.store.fetch(.all).items == entries)
    #expect(server.requests.map { $0.fields["If-None-Match"] } == [#""a""#])
  }

  /// RFC 9111, section 4.4.
  @Test("a write that may have arrived makes what was kept invalid")
  func unclearWrite() async throws {
    let folder = Folder()
    let notes = NotesServer([Entry(1)])
    let server = ScriptedServer { request throws(HTTPTransportError) in
      let reply = notes.answer(request)
      if request.method == "PUT" { throw .interrupted("lost") }
      return reply.exchange
    }
    let rig = start(server, folder)
    try await rig.store.refresh()
    #expect(await eventually { folder.files.count == 1 })
    var writing = RESTWriting<Entry>.json(at: Rig.address)
    writing.attempts = 1
    let store = rig.store.writable(by: writing)
    await #expect { try await store.commit([.update(Entry(1, "b"))]) } throws: {
      "\($0)".contains("not known whether the write arrived")
    }
    #expect(await eventually { folder.files.isEmpty })
  }

  @Test("pages are kept together")
  func pages() async throws {
    let folder = Folder()
    let script: ScriptedServer.Script = { request in
      let isFirst = request.url.lastPathComponent == "notes"
      var fields: HTTPFields = ["ETag": isFirst ? #""a""# : #""b""#]
      if isFirst { fields["Link"] = "</api/2>; rel=next" }
      if request.fields["If-None-Match"] == fields["ETag"] { return Reply.status(304).exchange }
      return Reply.json([isFirst ? Entry(1) : Entry(2)], fields).exchange
    }
    try await start(ScriptedServer(script), folder, paging: .links()).store.refresh()
    let server = ScriptedServer(script)
    let rig = start(server, folder, paging: .links())
    #expect(try await rig.store.fetch(.all).items == [Entry(1), Entry(2)])
    #expect(server.requests.map { $0.fields["If-None-Match"] } == [#""a""#, #""b""#])
  }

  @Test("a fresh answer is shown without a request, one in its grace while it is validated (9111 §4.2, 5861 §3)")
  func grace() async throws {
    let folder = Folder()
    let clock = ManualClock()
    let fields: HTTPFields = ["ETag": #""a""#, "Cache-Control": "max-age=15, stale-while-revalidate=20"]
    try await start(ScriptedServer(.json(entries, fields)), folder, clock: clock).store.refresh()
    let unasked = ScriptedServer(.status(500))
    let fresh = start(unasked, folder, clock: clock)
    await fresh.observe().shows(entries)
    await fresh.health { $0.decision.reason == .fresh }
    #expect(try await fresh.store.fetch(.all).items == entries, "a fetch takes it too")
    #expect(unasked.requests.isEmpty)

    clock.advance(by: .seconds(25))
    let gate = Gate()
    let slow = ScriptedServer { _ throws(HTTPTransportError) in
      try await gate.pass()
      return Reply.json([Entry(3)]).exchange
    }
    let stale = start(slow, folder, clock: clock)
    let observer = stale.observe()
    await observer.shows(entries)
    await gate.somethingWaits()
    gate.open()
    await observer.shows([Entry(3)])
  }

  @Test("a stale answer is shown when the server fails, if it allows that (5861 §4); else it is not shown")
  func staleIfError() async throws {
    let allowing = "max-age=0, stale-if-error=60"
    for (status, control, isShown) in [
      (500, allowing, true), (502, allowing, true), (503, allowing, true), (504, allowing, true),
      (501, allowing, false),
      (505, allowing, false), (404, allowing, false), (503, "max-age=0", false),
    ] {
      let folder = Folder()
      let clock = ManualClock()
      let first = ScriptedServer(.json(entries, ["ETag": #""a""#, "Cache-Control": control]))
      try await start(first, folder, clock: clock).store.refresh()
      clock.advance(by: .seconds(30))
      let rig = start(ScriptedServer(.status(status)), folder, clock: clock)
      if isShown {
        #expect(try await rig.store.fetch(.all).items == entries, "\(status)")
      } else {
        await #expect(throws: StoreError.self, "\(status)") { try await rig.store.fetch(.all) }
      }
    }
  }

  @Test("a damaged file counts as none, whichever byte is wrong, and however much is missing")
  func damage() async throws {
    let folder = Folder()
    try await start(ScriptedServer(.json(entries, ["ETag": #""a""#])), folder).store.refresh()
    let file = try #require(folder.files.first)
    let whole = try Data(contentsOf: file)
    var damaged: [Data] = [Data(), Data("x".utf8), whole + Data([0x20])]
    for place in stride(from: 0, to: whole.count, by: 23) {
      damaged.append(whole.prefix(place))
      var bytes = whole
      bytes[bytes.startIndex + place] ^= 0x04
      damaged.append(bytes)
    }
    for data in damaged {
      try data.write(to: file)
      let server = ScriptedServer(.json([Entry(3)]))
      #expect(try await start(server, folder).store.fetch(.all).items == [Entry(3)])
      // A flipped bit may leave the file valid only where it does not matter: then it would be asked by
      // tag.
      #expect(server.requests.map { $0.fields["If-None-Match"] } == [nil])
      try whole.write(to: file)
    }
  }

  @Test("the file is for this user alone, and holds no credential")
  func secrets() async throws {
    let folder = Folder()
    let server = ScriptedServer(.json(entries, ["ETag": #""a""#, "Vary": "Authorization, X-Key"]))
    let rig = Rig(server) {
      $0.cache = RESTCache(folder: folder.url)
      $0.credentials.fields = ["X-Key": "topsecret"]
      $0.credentials.token = { _ in "topsecret" }
    }
    try await rig.store.refresh()
    let file = try #require(folder.files.first)
    #expect(!String(decoding: try Data(contentsOf: file), as: UTF8.self).contains("topsecret"))
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test("no-store is not written, and what is kept for one account is not shown to another (9111 §5.2.2.5)")
  func notKept() async throws {
    let folder = Folder()
    try await start(ScriptedServer(.json(entries, ["Cache-Control": "no-store", "ETag": #""a""#])), folder)
      .store.refresh()
    #expect(folder.files.isEmpty)
    try await start(ScriptedServer(.json(entries, ["ETag": #""a""#])), folder, account: "Ada").store.refresh()
    let server = ScriptedServer(.json([Entry(3)]))
    #expect(try await start(server, folder, account: "Grace").store.fetch(.all).items == [Entry(3)])
    #expect(server.requests.map { $0.fields["If-None-Match"] } == [nil])
  }

  @Test("a write lets go of what is kept (9111 §4.4)")
  func written() async throws {
    let folder = Folder()
    let server = ScriptedServer(.json(entries, ["ETag": #""a""#]))
    let rig = start(server, folder)
    try await rig.store.refresh()
    #expect(folder.files.count == 1)
    try await rig.store.writable(by: .json(at: Rig.address)).commit([.delete(1)])
    #expect(folder.files.isEmpty)
    try await rig.store.refresh()
    #expect(server.requests.last?.fields["If-None-Match"] == nil)
  }

  @Test("a folder that cannot be written to does no harm")
  func unwritable() async throws {
    let folder = Folder()
    try Data().write(to: folder.url)
    let rig = start(ScriptedServer(.json(entries)), folder)
    #expect(try await rig.store.fetch(.all).items == entries)
  }
}
