import ConformanceKit
import Dispatch
import Foundation
import RESTAdapter
import StoreInterface
import StoreTestSupport
import TestScale
import Testing

/// Real requests to a real server that does everything wrong. After each fault the server comes to its senses, and what
/// is shown must be what it holds.
@Suite("REST stores before a misbehaving server")
struct MisbehavingServerTests {
  private let before = [Entry(1), Entry(2)]
  private let after = [Entry(2, "b"), Entry(3, "ü")]

  private func rig(
    _ server: LoopbackServer, _ wire: Wire, paging: RESTPaging = .none, _ change: (inout RESTOptions) -> Void = { _ in }
  ) -> Rig {
    Rig(wire.make(), url: server.url(), paging: paging, change)
  }

  /// Shows what was there before, then has the server misbehave for a poll, then come to its senses.
  ///
  /// - Returns: How the store was while the server misbehaved.
  @discardableResult
  private func trial(
    _ wire: Wire, paging: RESTPaging = .none, _ change: (inout RESTOptions) -> Void = { _ in },
    server: LoopbackServer? = nil, during: (Rig) async -> Void = { _ in },
    _ fault: @escaping LoopbackServer.Handler
  ) async throws -> RESTHealth {
    let (before, after) = (before, after)
    let server = try server ?? LoopbackServer { _ in [] }
    server.answer { _ in [.send(Reply.json(before, ["ETag": #""a""#]).bytes)] }
    let rig = rig(server, wire, paging: paging, change)
    let observer = rig.observe()
    await observer.shows(before)
    let first = await rig.polled(1)
    server.answer(fault)
    rig.advance(to: first.decision)
    await during(rig)
    let health = await rig.polled(2)
    #expect(observer.contents.items == before, "what was there stays")
    server.answer { _ in [.send(Reply.json(after, ["ETag": #""b""#]).bytes)] }
    await rig.nextPoll()
    await observer.shows(after)
    #expect(rig.store.health.state == .live)
    return health
  }

  @Test("a well-behaved answer, and a 304", arguments: Wire.allCases)
  func wellBehaved(wire: Wire) async throws {
    let notes = NotesServer(before)
    let server = try LoopbackServer(notes)
    let rig = rig(server, wire)
    let observer = rig.observe()
    await observer.shows(before)
    await rig.polled(1)
    #expect(await rig.nextPoll().notModified == 1)
    notes.state.change { $0.put(Entry(3)) }
    await rig.nextPoll()
    await observer.shows(notes.entries)
  }

  @Test("500s", arguments: Wire.allCases)
  func serverErrors(wire: Wire) async throws {
    let health = try await trial(wire) { _ in [.send(Reply(status: 500, body: Array("oops".utf8)).bytes)] }
    #expect(health.failure?.kind == .unavailable)
  }

  @Test("a 429 with a time to wait", arguments: Wire.allCases)
  func tooMany(wire: Wire) async throws {
    let health = try await trial(wire) { _ in [.send(Reply.status(429, ["Retry-After": "120"]).bytes)] }
    #expect(health.decision.reason == .retryAfter(.seconds(120)))
  }

  @Test("a slow drip is given up, though bytes keep coming", arguments: Wire.allCases)
  func slowDrip(wire: Wire) async throws {
    let drops = DispatchSemaphore(value: 0)
    let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n["
    let server = try LoopbackServer { _ in [] }
    let health = try await trial(
      wire, { $0.limits.requestTime = .seconds(30) }, server: server,
      during: { rig in
        for _ in 0..<3 {
          drops.signal()
          try? await rig.clock.waitForSleepers()
          rig.clock.advance(by: .seconds(10))
        }
      }
    ) { _ in [.send(Array(head.utf8)), .drip(drops)] }
    #expect(health.failure?.kind == .limitExceeded)
    // Lets the thread of the drip find that nobody listens any more.
    for _ in 0..<1000 { drops.signal() }
  }

  @Test("a server that takes the request and says nothing", arguments: Wire.allCases)
  func silence(wire: Wire) async throws {
    let health = try await trial(
      wire, { $0.limits.requestTime = .seconds(30) },
      during: { rig in
        try? await rig.clock.waitForSleepers()
        rig.clock.advance(by: .seconds(30))
      }
    ) { _ in [.hold] }
    #expect(health.failure?.kind == .limitExceeded)
  }

  @Test("cut bodies: with a length, in chunks, without either", arguments: Wire.allCases)
  func cutBodies(wire: Wire) async throws {
    let body = String(decoding: after.json, as: UTF8.self)
    let json = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nETag: \"b\"\r\n"
    for text in [
      "\(json)Content-Length: \(body.utf8.count)\r\n\r\n\(body.dropLast(5))",
      "\(json)Transfer-Encoding: chunked\r\n\r\n\(String(body.utf8.count, radix: 16))\r\n\(body.dropLast(5))",
      "\(json)Transfer-Encoding: chunked\r\n\r\n5\r\n\(body.prefix(5))\r\n",
      "\(json)Connection: close\r\n\r\n\(body.dropLast(5))", "\(json)Content-Length: 10\r\n",
    ] {
      let health = try await trial(wire) { _ in [.send(Array(text.utf8))] }
      #expect(health.failure != nil, "\(text)")
    }
  }

  @Test("wrong lengths: too long, too short", arguments: Wire.allCases)
  func wrongLengths(wire: Wire) async throws {
    let json = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n"
    let body = String(decoding: after.json, as: UTF8.self)
    for length in [body.utf8.count + 7, body.utf8.count - 7] {
      let text = "\(json)Content-Length: \(length)\r\n\r\n\(body)"
      let health = try await trial(wire) { _ in [.send(Array(text.utf8))] }
      #expect(health.failure != nil, "\(length)")
    }
  }

  @Test("wrong types, invalid UTF-8, HTML error pages with 200", arguments: Wire.allCases)
  func wrongBodies(wire: Wire) async throws {
    for (type, body) in [
      ("text/html; charset=utf-8", Array("<html><body>Bad gateway</body></html>".utf8)),
      ("application/json", Array("<html><body>Bad gateway</body></html>".utf8)),
      ("image/gif", Array("GIF89a".utf8)), ("application/xml", Array("<a/>".utf8)),
      ("application/json", [0x5B, 0x22, 0xC3, 0x28, 0x22, 0x5D]), ("application/json", []),
      ("application/json", Array("[{\"id\":\"1\"}]".utf8)), ("application/json", Array("null".utf8)),
    ] as [(String, [UInt8])] {
      let health = try await trial(wire) { _ in
        [.send(Reply(fields: ["Content-Type": type, "ETag": #""b""#], body: body).bytes)]
      }
      #expect(health.failure?.kind == .malformed, "\(type): \(health.state)")
    }
  }

  @Test("what is not HTTP at all", arguments: Wire.allCases)
  func notHTTP(wire: Wire) async throws {
    for text in ["", "SSH-2.0-OpenSSH_9.2\r\n", "HTTP/1.1 banana\r\n\r\n"] {
      let health = try await trial(wire) { _ in [.send(Array(text.utf8))] }
      #expect(health.failure != nil, "\(text)")
    }
  }

  @Test("an address whose port is none is not requested: NIO ends the process with one", arguments: Wire.allCases)
  func port(wire: Wire) async throws {
    let address = "http://127.0.0.1:70000/"
    let redirected = try await trial(wire) { _ in [.send(Reply.status(302, ["Location": address]).bytes)] }
    #expect(redirected.failure?.message.contains("an address that cannot be requested") == true)
    let first = Reply.json(before, ["Link": "<\(address)>; rel=next", "ETag": #""c""#])
    let linked = try await trial(wire, paging: .links()) { _ in [.send(first.bytes)] }
    #expect(linked.failure?.message.contains("an address that is not polled") == true)
    let url = try #require(URL(string: address))
    await #expect(throws: HTTPTransportError.self) { try await wire.make().send(HTTPRequest("GET", url)) }
  }

  @Test("a redirect loop", arguments: Wire.allCases)
  func redirectLoop(wire: Wire) async throws {
    let health = try await trial(wire) { request in
      [.send(Reply.status(302, ["Location": request.url.path == "/a" ? "/b" : "/a"]).bytes)]
    }
    #expect(health.failure?.message.contains("loop") == true)
  }

  @Test("a redirect to another origin: the headers that arrive there", arguments: Wire.allCases)
  func crossOrigin(wire: Wire) async throws {
    let after = after
    let other = try LoopbackServer { _ in [.send(Reply.json(after).bytes)] }
    let target = other.url().absoluteString
    let home = try LoopbackServer { _ in [.send(Reply.status(307, ["Location": target]).bytes)] }
    let rig = rig(home, wire) {
      $0.credentials.fields = ["X-Api-Key": "secret", "Cookie": "session=secret"]
      $0.credentials.token = { _ in "secret" }
    }
    #expect(try await rig.store.fetch(.all).items == after)
    #expect(home.requests.first?.fields["Authorization"] == "Bearer secret")
    #expect(home.requests.first?.fields["X-Api-Key"] == "secret")
    let arrived = try #require(other.requests.first)
    #expect(!arrived.fields.fields.contains { $0.value.contains("secret") }, "\(arrived.fields)")
    #expect(arrived.fields["Cookie"] == nil && arrived.fields["Referer"] == nil)
  }

  @Test("no cookie that a server sets comes back", arguments: Wire.allCases)
  func cookies(wire: Wire) async throws {
    let after = after
    let server = try LoopbackServer { _ in [.send(Reply.json(after, ["Set-Cookie": "a=1; Path=/"]).bytes)] }
    let rig = rig(server, wire)
    try await rig.store.refresh()
    try await rig.store.refresh()
    #expect(server.requests.count == 2 && server.requests.allSatisfy { $0.fields["Cookie"] == nil })
  }

  @Test("a 401 with a challenge reaches the token provider", arguments: Wire.allCases)
  func challenge(wire: Wire) async throws {
    let after = after
    let server = try LoopbackServer { request in
      let isNew = request.fields["Authorization"] == "Bearer new"
      return [
        .send((isNew ? Reply.json(after) : .status(401, ["WWW-Authenticate": "Bearer realm=\"notes\""])).bytes)
      ]
    }
    let rig = rig(server, wire) { $0.credentials.token = { $0 == nil ? "old" : "new" } }
    #expect(try await rig.store.fetch(.all).items == after)
    #expect(server.requests.count == 2)
  }

  @Test(
    "a 401 with a challenge that a transport might answer by itself reaches the token provider",
    arguments: Wire.allCases, [#"Basic realm="x""#, #"Bearer, Basic realm="x""#, #"Digest realm="x", nonce="y""#])
  func foreignChallenge(wire: Wire, challenge: String) async throws {
    let after = after
    let server = try LoopbackServer { request in
      let isNew = request.fields["Authorization"] == "Bearer new"
      let refusal = Reply(status: 401, fields: ["WWW-Authenticate": challenge], body: Array("go away".utf8))
      return [.send((isNew ? Reply.json(after) : refusal).bytes)]
    }
    let rig = rig(server, wire) { $0.credentials.token = { $0 == nil ? "old" : "new" } }
    #expect(try await rig.store.fetch(.all).items == after)
    #expect(server.requests.count == 2)
    let refused = self.rig(server, wire) { $0.credentials.token = { _ in "old" } }
    await #expect { try await refused.store.refresh() } throws: { ($0 as? StoreError)?.kind == .notPermitted }
  }

  @Test("endless pages", arguments: Wire.allCases)
  func endlessPages(wire: Wire) async throws {
    let count = Locked(0)
    let health = try await trial(wire, paging: .links(maximumPages: 8)) { _ in
      let number = count.withLock {
        $0 += 1
        return $0
      }
      return [.send(Reply.json([Entry(number)], ["Link": "</p\(number)>; rel=\"next\""]).bytes)]
    }
    #expect(health.failure?.kind == .limitExceeded && count.get() == 8)
  }

  @Test("a body of 100 MB is refused at the limit, with a length and without", arguments: Wire.allCases)
  func hugeBody(wire: Wire) async throws {
    let piece = [UInt8](repeating: 0x20, count: 1 << 20)
    for length in ["Content-Length: 104857600\r\n", ""] {
      let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\(length)Connection: close\r\n\r\n"
      let health = try await trial(wire, { $0.limits.bodyBytes = 1 << 20 }) { _ in
        [.send(Array(head.utf8)), .flood(piece, times: 100)]
      }
      #expect(health.failure?.kind == .limitExceeded)
    }
  }

  @Test("a body without an end is hung up on", arguments: Wire.allCases)
  func endlessBody(wire: Wire) async throws {
    let piece = [UInt8](repeating: 0x20, count: 1 << 20)
    let server = try LoopbackServer { _ in [] }
    let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n"
    let health = try await trial(wire, { $0.limits.bodyBytes = 1 << 20 }, server: server) { _ in
      [.send(Array(head.utf8)), .endlessFlood(piece)]
    }
    #expect(health.failure?.kind == .limitExceeded)
    // The server would go on for ever.
    await server.hungUp()
  }

  @Test("a redirect with a body is followed", arguments: Wire.allCases)
  func redirectBody(wire: Wire) async throws {
    let after = after
    let server = try LoopbackServer { request in
      if request.url.path == "/there" { return [.send(Reply.json(after).bytes)] }
      let fields: HTTPFields = ["Location": "/there", "Content-Type": "text/html"]
      return [.send(Reply(status: 302, fields: fields, body: Array("<a>there</a>".utf8)).bytes)]
    }
    #expect(try await rig(server, wire).store.fetch(.all).items == after)
  }

  @Test("a redirect whose body does not end is given up at the limit", arguments: Wire.robust)
  func endlessRedirect(wire: Wire) async throws {
    let piece = [UInt8](repeating: 0x20, count: 1 << 16)
    let head = "HTTP/1.1 302 Found\r\nLocation: /there\r\nConnection: close\r\n\r\n"
    let server = try LoopbackServer { _ in [] }
    let health = try await trial(wire, { $0.limits.bodyBytes = 1 << 20 }, server: server) { _ in
      [.send(Array(head.utf8)), .endlessFlood(piece)]
    }
    #expect(health.failure?.kind == .limitExceeded)
    await server.hungUp()
  }

  #if canImport(FoundationNetworking)
    @Test(
      "URLSession on Linux waits no minute for the body of a redirect", .enabled(if: TestScale.isFull),
      arguments: ["", "Content-Length: 99999999\r\n"])
    func stalledRedirect(length: String) async throws {
      let head = "HTTP/1.1 302 Found\r\nLocation: /there\r\n\(length)\r\n<a>"
      let health = try await trial(.urlSession, { $0.limits.bodyBytes = 1 << 20 }) { _ in
        [.send(Array(head.utf8)), .hold]
      }
      #expect(health.failure?.kind == (length.isEmpty ? .unavailable : .limitExceeded))
    }
  #endif

  @Test("a head that is cut", arguments: Wire.robust)
  func cutHeads(wire: Wire) async throws {
    for text in [
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n", "HTTP/1.1 200 OK\r\nContent-Ty",
      "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n", "HTTP/1.1 304 Not Modified\r\nETag: \"a\"\r\n",
      "HTTP/1.1 302 Found\r\nLocation: /there\r\n", "HTTP/1.1 200 OK\r\n",
    ] {
      let health = try await trial(wire) { _ in [.send(Array(text.utf8))] }
      #expect(health.failure?.kind == .unavailable, "\(text)")
    }
  }

  @Test("a request that was cancelled before it was sent comes to an end", arguments: Wire.allCases)
  func cancelledEarly(wire: Wire) async throws {
    let server = try LoopbackServer { _ in [.hold] }
    let transport = wire.make()
    let url = server.url()
    for _ in 0..<200 {
      let task = Task { try await transport.send(HTTPRequest("GET", url)) }
      task.cancel()
      await #expect(throws: HTTPTransportError.cancelled) { _ = try await task.value }
    }
  }

  @Test("connection refused for a while", arguments: Wire.allCases)
  func refused(wire: Wire) async throws {
    let (before, after) = (before, after)
    let server = try LoopbackServer { _ in [.send(Reply.json(before, ["ETag": #""a""#]).bytes)] }
    let rig = rig(server, wire)
    let observer = rig.observe()
    await observer.shows(before)
    await rig.polled(1)
    server.stop()
    for failures in 1...3 {
      let health = await rig.nextPoll()
      #expect(health.failures == failures && health.failure?.kind == .unavailable)
    }
    server.answer { _ in [.send(Reply.json(after, ["ETag": #""b""#]).bytes)] }
    try server.listen()
    await rig.nextPoll()
    await observer.shows(after)
    #expect(observer.answer.events.filter { if case .failed = $0 { true } else { false } }.count == 1)
  }
}
