import Foundation
@testable import RESTAdapter
import StoreInterface
import StoreTestSupport
import Testing

/// How a server is reached: by an address in brackets, through a proxy, with a certificate.
@Suite("REST transports: reaching a server")
struct ReachingServersTests {
  @Test("an IPv6 address in brackets is reached, or the failure says what to do instead", arguments: Wire.allCases)
  func brackets(wire: Wire) async throws {
    let server = try LoopbackServer(isIPv6: true) { _ in [.send(Reply.json([Entry(1)]).bytes)] }
    let rig = Rig(wire.make(), url: server.url())
    if Wire.robust.contains(wire) {
      #expect(try await rig.store.fetch(.all).items == [Entry(1)])
      return
    }
    let error = await #expect(throws: StoreError.self) { try await rig.store.refresh() }
    #expect(error?.message.contains("accepts no IPv6 address in brackets; use a host name") == true)
  }

  #if AsyncHTTPClient
    /// Clients may not be let go before they are shut down; these stay.
    private static let kept = Locked<[AsyncHTTPTransport]>([])

    private func transport(_ environment: [String: String]) -> AsyncHTTPTransport {
      let transport = AsyncHTTPTransport(environment: environment)
      Self.kept.change { $0.append(transport) }
      return transport
    }

    @Test("http_proxy is sent the whole address, with the proxy's credentials")
    func httpProxy() async throws {
      let proxy = try LoopbackServer { _ in [.send(Reply.json([Entry(1)]).bytes)] }
      let port = try #require(proxy.url().port)
      let transport = transport(["http_proxy": "http://me:secret@127.0.0.1:\(port)"])
      let url = try #require(URL(string: "http://records.example/notes?page=1"))
      for _ in 0..<2 {
        #expect(try await transport.send(HTTPRequest("GET", url)).head.status == 200)
      }
      let request = try #require(proxy.requests.first)
      #expect(proxy.requests.count == 2 && request.url == url)
      #expect(request.fields["Host"] == "records.example")
      #expect(request.fields["Proxy-Authorization"] == "Basic bWU6c2VjcmV0")
    }

    @Test("https_proxy opens a tunnel")
    func httpsProxy() async throws {
      let proxy = try LoopbackServer { _ in [.send(Reply.status(403).bytes)] }
      let port = try #require(proxy.url().port)
      let transport = transport(["HTTPS_PROXY": "127.0.0.1:\(port)", "http_proxy": "http://127.0.0.1:1"])
      let url = try #require(URL(string: "https://records.example/notes"))
      await #expect(throws: HTTPTransportError.cannotConnect("the proxy refuses to forward the request")) {
        try await transport.send(HTTPRequest("GET", url))
      }
      #expect(proxy.requests.map(\.method) == ["CONNECT"])
    }

    @Test("hosts of no_proxy are requested directly")
    func noProxy() async throws {
      let server = try LoopbackServer { _ in [.send(Reply.json([Entry(1)]).bytes)] }
      let transport = transport(["all_proxy": "socks5://127.0.0.1:1", "no_proxy": "localhost, 127.0.0.1"])
      #expect(try await transport.send(HTTPRequest("GET", server.url())).head.status == 200)
    }

    @Test("which proxy counts: names, capitals, exceptions")
    func settings() throws {
      func proxy(_ address: String, _ environment: [String: String]) throws -> ProxySettings.Proxy? {
        ProxySettings(environment: environment).proxy(for: try #require(URL(string: address)))
      }
      let one = ProxySettings.Proxy.http(host: "one.example", port: 3128, credentials: nil)
      #expect(try proxy("http://a.example/", ["http_proxy": "one.example:3128"]) == one)
      #expect(try proxy("http://a.example/", ["HTTP_PROXY": "one.example:3128"]) == nil, "RFC 3875: a client's field")
      #expect(try proxy("https://a.example/", ["HTTPS_PROXY": "http://one.example:3128"]) == one)
      #expect(try proxy("https://a.example/", ["http_proxy": "one.example:3128"]) == nil)
      #expect(try proxy("https://a.example/", ["ALL_PROXY": "one.example:3128"]) == one)
      #expect(try proxy("http://a.example/", ["http_proxy": "", "all_proxy": "one.example:3128"]) == one)
      #expect(try proxy("https://a.example/", ["https_proxy": "", "HTTPS_PROXY": "one.example:3128"]) == one)
      #expect(try proxy("http://a.example/", ["http_proxy": "", "ALL_PROXY": ""]) == nil)
      let excepted = ["http_proxy": "one.example:3128", "no_proxy": "", "NO_PROXY": "a.example"]
      #expect(try proxy("http://a.example/", excepted) == nil, "an empty list hides no other")
      #expect(
        try proxy("http://a.example/", ["all_proxy": "socks5h://one.example"])
          == .socks(host: "one.example", port: 1080))
      for list in ["*", "a.example", ".a.example", "x, a.example:80", "EXAMPLE", "b,example"] {
        let environment = ["http_proxy": "one.example:3128", "no_proxy": list]
        #expect(try proxy("http://www.a.example:80/", environment) == nil, "\(list)")
      }
      for list in ["", "b.example", "ww.a.example", "a.example:81", "ample"] {
        let environment = ["http_proxy": "one.example:3128", "no_proxy": list]
        #expect(try proxy("http://www.a.example:80/", environment) == one, "\(list)")
      }
      #expect(try proxy("http://[::1]:80/", ["http_proxy": "one.example:3128", "NO_PROXY": "[::1]:80"]) == nil)
      #expect(
        try proxy("http://a.example/", ["all_proxy": "socks5://127.0.0.1:70000"])
          == .unusable("all_proxy names the port 70000, which there is not"))
      #expect(
        try proxy("http://a.example/", ["all_proxy": "socks5://me:secret@one.example"])
          == .unusable("all_proxy names a user, which cannot be sent to a SOCKS proxy"))
      guard case .unusable? = try proxy("http://a.example/", ["http_proxy": "https://one.example"]) else {
        Issue.record("a proxy of https is not spoken to")
        return
      }
    }
  #endif

  #if os(Linux)
    @Test(
      "a certificate that nobody has signed is called so", .enabled(if: TLSServer.isPossible), arguments: Wire.allCases)
    func untrusted(wire: Wire) async throws {
      let server = try TLSServer()
      await #expect(throws: HTTPTransportError.cannotConnect("the server's identity cannot be verified")) {
        try await wire.make().send(HTTPRequest("GET", server.url))
      }
    }
  #endif
}

#if os(Linux)
  /// The server of `Tests/Servers`, with a certificate of its own.
  private final class TLSServer: Sendable {
    private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../Servers/hostile-server.py").standardizedFileURL.path

    static var isPossible: Bool {
      let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      return ["python3", "openssl"].allSatisfy { name in
        folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
      }
    }

    let url: URL
    private let pid: Int32

    init() throws {
      let process = Process()
      let pipe = Pipe()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["python3", Self.script, "ok", "--tls"]
      process.standardOutput = pipe
      process.standardError = FileHandle.nullDevice
      try process.run()
      pid = process.processIdentifier
      // The first line is the port; it comes when the server listens.
      let line = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
      let port = line.trimmingCharacters(in: .whitespacesAndNewlines)
      url = try #require(URL(string: "https://127.0.0.1:\(port)/"))
    }

    // Foundation starts programs with SIGTERM blocked where its own thread has it blocked.
    deinit { kill(pid, SIGKILL) }
  }
#endif
