import ConformanceKit
import Foundation
import RESTAdapter
import StoreInterface
import StoreTestSupport
import Testing

/// Real requests to a real server whose refusals have bad bodies: what their heads say counts all the same.
@Suite("REST stores: refusals with a bad body")
struct RESTStoreRefusalTests {
  private func head(_ status: Int, _ fields: String...) -> [UInt8] {
    Array("HTTP/1.1 \(status) No\r\n\(fields.map { "\($0)\r\n" }.joined())Connection: close\r\n\r\n".utf8)
  }

  /// Polls a server that refuses, twice.
  ///
  /// - Returns: The health after the first poll, and when the second request was sent.
  private func refusals(
    _ wire: Wire, _ change: (inout RESTOptions) -> Void = { _ in }, during: (Rig) async throws -> Void = { _ in },
    _ handler: @escaping LoopbackServer.Handler
  ) async throws -> (first: RESTHealth, second: Duration) {
    let server = try LoopbackServer(handler)
    let rig = Rig(wire.make(), url: server.url(), random: 0) {
      $0.interval = .fixed(.seconds(60))
      $0.maximumRetryAfter = .seconds(7200)
      change(&$0)
    }
    rig.observe()
    try await during(rig)
    let first = await rig.polled(1)
    #expect(server.requests.count == 1)
    rig.advance(to: first.decision)
    try await during(rig)
    await rig.polled(2)
    #expect(server.requests.count == 2)
    return (first, rig.clock.now.offset)
  }

  @Test("a rate limit in a 403 whose body is cut is obeyed", arguments: Wire.allCases)
  func cutBody(wire: Wire) async throws {
    let reset = Int(Rig.start.timeIntervalSince1970) + 3600
    let refusal =
      head(403, "X-RateLimit-Remaining: 0", "X-RateLimit-Reset: \(reset)", "Content-Length: 1000")
      + Array("0123456789".utf8)
    let (first, second) = try await refusals(wire) { _ in [.send(refusal)] }
    #expect(first.failure?.kind == .notPermitted && first.decision.reason == .retryAfter(.seconds(3600)))
    #expect(second >= .seconds(3600))
  }

  @Test("a 403 with a body that is too large leads to one request in each interval", arguments: Wire.allCases)
  func hugeBody(wire: Wire) async throws {
    let piece = [UInt8](repeating: 0x20, count: 1 << 20)
    for field in ["Content-Length: 10485760", "X: y"] {
      let refusal = head(403, field)
      let (first, second) = try await refusals(wire, { $0.limits.bodyBytes = 1 << 20 }) { _ in
        [.send(refusal), .flood(piece, times: 10)]
      }
      #expect(first.failure?.kind == .notPermitted && first.failure?.message.contains("status 403") == true)
      #expect(second >= .seconds(60))
    }
  }

  @Test("the Retry-After of a 429 in a coding that was not requested is obeyed", arguments: Wire.allCases)
  func coded(wire: Wire) async throws {
    let refusal = head(429, "Retry-After: 3600", "Content-Encoding: br", "Content-Length: 3") + [0, 1, 2]
    let (first, second) = try await refusals(wire) { _ in [.send(refusal)] }
    #expect(first.decision.reason == .retryAfter(.seconds(3600)) && second >= .seconds(3600))
  }

  @Test("the Retry-After of a 429 whose body does not end is obeyed", arguments: Wire.allCases)
  func endlessBody(wire: Wire) async throws {
    let refusal = head(429, "Retry-After: 3600", "Content-Length: 10") + Array("0".utf8)
    let (first, second) = try await refusals(
      wire,
      during: { rig in
        // The limit of the request, and that of the body.
        try await rig.clock.waitForSleepers(2)
        rig.clock.advance(by: .seconds(5))
      }
    ) { _ in [.send(refusal), .hold] }
    #expect(first.decision.reason == .retryAfter(.seconds(3600)) && second >= .seconds(3600))
  }

  @Test("a 401 that is called compressed, and has no body, renews the token", arguments: Wire.allCases)
  func emptyCoded(wire: Wire) async throws {
    let refusal = head(401, "Content-Encoding: gzip", "Content-Length: 0")
    let server = try LoopbackServer { request in
      [.send(request.fields["Authorization"] == "Bearer new" ? Reply.json([Entry(1)]).bytes : refusal)]
    }
    let rig = Rig(wire.make(), url: server.url()) { $0.credentials.token = { $0 == nil ? "old" : "new" } }
    #expect(try await rig.store.fetch(.all).items == [Entry(1)])
    #expect(server.requests.count == 2)
  }
}
