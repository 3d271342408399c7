import Foundation
import RESTAdapter
import StoreInterface
import StoreTestSupport
import Testing

@Suite("REST stores: what is sent, and to whom")
struct RESTStoreCredentialsTests {
  private func credentials(_ options: inout RESTOptions) {
    options.credentials.fields = ["X-Key": "k"]
    options.credentials.provider = { ["Cookie": "c=1"] }
    options.credentials.token = { _ in "t" }
  }

  @Test("header fields, a provider's fields and a token are sent to the origin")
  func sent() async throws {
    let server = ScriptedServer(.json([]))
    let rig = Rig(server) { credentials(&$0) }
    _ = try await rig.store.fetch(.all)
    let fields = try #require(server.requests.first?.fields)
    #expect(fields["X-Key"] == "k" && fields["Cookie"] == "c=1" && fields["Authorization"] == "Bearer t")
    #expect(fields["Accept"] == "application/json")
  }

  @Test("a redirect to another origin gets none of them, and no validators (9110 §15.4)")
  func crossOrigin() async throws {
    let server = ScriptedServer { request in
      let reply: Reply =
        request.url.host == "notes.example"
        ? .status(302, ["Location": "https://other.example/x"]) : .json([Entry(1)], ["ETag": #""a""#])
      return reply.exchange
    }
    let rig = Rig(server) { credentials(&$0) }
    try await rig.store.refresh()
    try await rig.store.refresh()
    #expect(
      server.requests.map { $0.url.host } == ["notes.example", "other.example", "notes.example", "other.example"])
    for request in server.requests where request.url.host == "other.example" {
      #expect(Set(request.fields.fields.map(\.name)).isSubset(of: ["Accept", "Cache-Control", "If-None-Match"]))
    }
    // The validator is of the other address, and goes there alone.
    #expect(server.requests.map { $0.fields["If-None-Match"] } == [nil, nil, nil, #""a""#])
  }

  @Test("a redirect back home gets them again")
  func backHome() async throws {
    let server = ScriptedServer { request in
      let reply: Reply =
        switch (request.url.host, request.url.path) {
        case ("notes.example", "/api/notes"): .status(302, ["Location": "https://other.example/x"])
        case ("other.example", _): .status(302, ["Location": "https://notes.example/there"])
        default: .json([])
        }
      return reply.exchange
    }
    try await Rig(server) { credentials(&$0) }.store.refresh()
    #expect(server.requests.map { $0.fields["X-Key"] } == ["k", nil, "k"])
  }

  @Test("a redirect from https to http is not followed")
  func downgrade() async {
    let server = ScriptedServer(.status(301, ["Location": "http://notes.example/api/notes"]))
    let rig = Rig(server)
    rig.observe()
    let health = await rig.polled(1)
    #expect(server.requests.count == 1 && health.failure?.kind == .refused)
  }

  @Test("a redirect loop ends, and so do endless redirects")
  func loops() async {
    let server = ScriptedServer { request in
      let next = request.url.lastPathComponent == "a" ? "b" : "a"
      return Reply.status(302, ["Location": "/\(next)"]).exchange
    }
    let rig = Rig(server)
    rig.observe()
    #expect(await rig.polled(1).failure?.message.contains("loop") == true)
    #expect(server.requests.count == 3)
    let count = Locked(0)
    let endless = ScriptedServer { _ in
      let number = count.withLock {
        $0 += 1
        return $0
      }
      return Reply.status(302, ["Location": "/\(number)"]).exchange
    }
    let other = Rig(endless) { $0.limits.redirects = 5 }
    other.observe()
    #expect(await other.polled(1).failure?.message.contains("5 times") == true)
    #expect(endless.requests.count == 6)
  }

  @Test("a 401 renews the token once; the same request goes again with the new one")
  func renewed() async throws {
    let asked = Locked<[String?]>([])
    let server = ScriptedServer { request in
      let reply: Reply = request.fields["Authorization"] == "Bearer new" ? .json([Entry(1)]) : .status(401)
      return reply.exchange
    }
    let rig = Rig(server) {
      $0.credentials.token = { rejected in
        asked.change { $0.append(rejected) }
        return rejected == nil ? "old" : "new"
      }
    }
    #expect(try await rig.store.fetch(.all).items == [Entry(1)])
    try await rig.store.refresh()
    #expect(asked.get() == [nil, "old"])
    #expect(server.requests.map { $0.fields["Authorization"] } == ["Bearer old", "Bearer new", "Bearer new"])
  }

  @Test("a server that takes no token gets two requests, and no more")
  func refused() async {
    let server = ScriptedServer(.status(401))
    let rig = Rig(server) { $0.credentials.token = { _ in "t" } }
    rig.observe()
    let health = await rig.polled(1)
    #expect(health.failure?.kind == .notPermitted && server.requests.count == 2)
    #expect(health.decision.reason == .refused(failures: 1, interval: .seconds(10)))
  }

  @Test("a token or a header field that cannot be had is a failure that tells no secret")
  func noToken() async {
    struct Secret: Error {}
    let server = ScriptedServer(.json([]))
    let rig = Rig(server) { $0.credentials.token = { _ in throw Secret() } }
    rig.observe()
    let health = await rig.polled(1)
    #expect(health.failure?.kind == .notPermitted && server.requests.isEmpty)
    #expect(!"\(health)".contains("Secret"))
    let other = Rig(server) { $0.credentials.provider = { throw Secret() } }
    other.observe()
    #expect(await other.polled(1).failure?.kind == .notPermitted)
    #expect(!"\(other.store.health)".contains("Secret") && server.requests.isEmpty)
  }

  @Test("a value with a line break is not sent, and not shown")
  func injection() async {
    let server = ScriptedServer(.json([]))
    let rig = Rig(server) { $0.credentials.fields = ["X-Key": "secret\r\nHost: evil"] }
    rig.observe()
    let health = await rig.polled(1)
    #expect(server.requests.isEmpty && health.failure?.kind == .refused)
    #expect(!"\(health)".contains("secret"))
  }

  @Test("an address with a user, or of another scheme, is not requested")
  func addresses() async throws {
    for text in ["https://user:word@notes.example/", "file:///etc/passwd"] {
      let server = ScriptedServer(.json([]))
      let rig = Rig(server, url: try #require(URL(string: text)))
      await #expect(throws: StoreError.self) { try await rig.store.refresh() }
      #expect(server.requests.isEmpty)
    }
  }

  @Test("Vary: with another token, the validators of the answer before are not sent (9111 §4.1)")
  func vary() async throws {
    let token = Locked("a")
    let server = ScriptedServer(.json([Entry(1)], ["ETag": #""1""#, "Vary": "Authorization"]))
    let rig = Rig(server) { $0.credentials.provider = { ["Authorization": token.get()] } }
    try await rig.store.refresh()
    try await rig.store.refresh()
    token.set("b")
    try await rig.store.refresh()
    #expect(server.requests.map { $0.fields["If-None-Match"] } == [nil, #""1""#, nil])
  }

  @Test("a token is not sent over http but to this very machine, unless that is allowed (6750 §5.3)")
  func plainHTTP() async throws {
    for (text, isAllowed, isSent) in [
      ("http://notes.example/", false, false), ("http://notes.example/", true, true),
      ("http://127.0.0.1:8080/", false, true), ("http://localhost/", false, true), ("http://[::1]/", false, true),
      ("http://127.0.0.1.example/", false, false), ("https://notes.example/", false, true),
    ] {
      let server = ScriptedServer(.json([]))
      let rig = Rig(server, url: try #require(URL(string: text))) {
        $0.credentials.token = { _ in "t" }
        $0.credentials.sendsTokenWithoutTLS = isAllowed
      }
      rig.observe()
      let health = await rig.polled(1)
      #expect(server.requests.count == (isSent ? 1 : 0), "\(text)")
      #expect(health.failure?.kind == (isSent ? nil : .refused))
    }
  }
}
