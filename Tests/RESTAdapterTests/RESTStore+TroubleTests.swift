import ConformanceKit
import Foundation
import RESTAdapter
import StoreInterface
import StoreTestSupport
import Testing

@Suite("REST stores: failures, and their end")
struct RESTStoreTroubleTests {
  @Test(
    "the end of a failure is reported although nothing has changed", arguments: [Reply.status(304), .json([Entry(1)])])
  func end(reply: Reply) async throws {
    let server = ScriptedServer(.json([Entry(1)], ["ETag": #""a""#]), .status(500), .status(500), reply)
    let rig = Rig(server)
    let observer = rig.observe()
    await observer.shows([Entry(1)])
    await rig.polled(1)
    let error = try #require(await rig.nextPoll().failure)
    await observer.received { $0.events.count == 2 }
    await rig.nextPoll()
    #expect(await rig.nextPoll().state == .live)
    let answer = await observer.received { $0.events.count == 3 }
    #expect(answer.events == [.replace(.items([Entry(1)])), .failed(error), .replace(.items([Entry(1)]))])
    await rig.nextPoll()
    #expect(observer.answer.events.count == 3, "once")
  }

  @Test("a transport that gives up by itself is a failure with a back-off, not a loop without rest")
  func givenUp() async {
    let server = ScriptedServer { _ throws(HTTPTransportError) in throw .cancelled }
    let rig = Rig(server)
    rig.observe()
    let health = await rig.polled(1)
    #expect(health.failure?.kind == .unavailable)
    #expect(health.decision.reason == .backoff(failures: 1, bound: .seconds(1)))
    #expect(await rig.nextPoll().failures == 2)
    #expect(server.requests.count == 2)
  }

  #if canImport(FoundationNetworking)
    @Test("the first failure of a store over URLSession on Linux says what is at risk, once")
    func caution() async throws {
      let server = try LoopbackServer { _ in [.send(Reply.status(500).bytes)] }
      let rig = Rig(URLSessionTransport(), url: server.url())
      let observer = rig.observe()
      let first = try #require(await rig.polled(1).failure)
      #expect(first.advice?.contains("build with the package trait AsyncHTTPClient") == true)
      await rig.nextPoll()
      await observer.received { $0.events.count == 1 }
      #expect(observer.answer.events == [.failed(first)], "the same failure is not reported anew")
      #expect(rig.store.health.failure == first, "and the health still says what is at risk")
      server.answer { _ in [.send(Reply.status(404).bytes)] }
      let other = try #require(await rig.nextPoll().failure)
      #expect(other.message != first.message && other.advice == nil)
      let elsewhere = Rig(ScriptedServer(.status(500)))
      elsewhere.observe()
      #expect(await elsewhere.polled(1).failure?.advice == nil, "another transport, no such risk")
    }
  #endif

  @Test("what is held counts as being of now no longer than stale-if-error allows (5861 §4)")
  func window() async throws {
    let server = ScriptedServer(.json([Entry(1)], ["Cache-Control": "max-age=5, stale-if-error=20"]), .status(503))
    let rig = Rig(server, random: 0.999) { $0.backoff = Backoff(base: .seconds(1000), cap: .seconds(1000)) }
    let observer = rig.observe()
    await observer.shows([Entry(1)])
    await rig.polled(1)
    await rig.nextPoll()
    rig.clock.advance(by: .seconds(10))
    #expect(try await rig.store.fetch(.all).items == [Entry(1)])
    #expect(server.requests.count == 2)
    rig.clock.advance(by: .seconds(10))
    await #expect(throws: StoreError.self) { try await rig.store.fetch(.all) }
    #expect(server.requests.count == 3)
  }

  @Test("a store is stale while its answer may be used, and one that has failed stays so until a poll succeeds")
  func staleAndFailing() async throws {
    let first = Reply.json([Entry(1)], ["Cache-Control": "max-age=5, stale-if-error=2000000"])
    let server = ScriptedServer(first, .status(503), .status(404), .status(503), first)
    let rig = Rig(server) { $0.backoff = Backoff(base: .seconds(10), cap: .seconds(10)) }
    let observer = rig.observe()
    await observer.shows([Entry(1)])
    var states: [String] = []
    for number in 1...5 {
      let health = await rig.polled(number)
      switch health.state {
      case .live: states.append("live")
      case .stale(let error): states.append("stale \(error.message)")
      case .failing(let error): states.append("failing \(error.message)")
      case .idle: states.append("idle")
      }
      if number < 5 { await rig.nextPoll() }
    }
    #expect(
      states == [
        "live", "stale the server failed (status 503)", "failing the server has nothing at this address (status 404)",
        "failing the server has nothing at this address (status 404)", "live",
      ])
  }

  @Test("a length that no number of 32 bits holds is compared as it is")
  func hugeLength() async {
    let reply = Reply(fields: ["Content-Length": "4294967299"], body: Array("[ ]".utf8))
    let rig = Rig(ScriptedServer(reply)) { $0.limits.bodyBytes = .max }
    rig.observe()
    #expect(await rig.polled(1).failure?.message.contains("3 of 4294967299 bytes") == true)
  }

  @Test("bodies are decoded elsewhere than on the caller's actor")
  @MainActor func elsewhere() async throws {
    let places = Locked<[Bool]>([])
    let format = RESTFormat<Entry>(accept: "application/json") { _, _ in
      places.change { $0.append(Thread.isMainThread) }
      return [Entry(1)]
    }
    let server = ScriptedServer { request in
      request.method == "GET" ? Reply().exchange : Reply(body: [0x20]).exchange
    }
    let rig = Rig(server, format: format)
    try await rig.store.refresh()
    _ = try await rig.store.fetch(.all)
    var writing = RESTWriting<Entry>.json(at: Rig.address)
    writing.decode = { _, _ in
      places.change { $0.append(Thread.isMainThread) }
      return Entry(1, "b")
    }
    try await rig.store.writable(by: writing).commit([.update(Entry(1, "b"))])
    #expect(places.get() == [false, false])
  }
}
