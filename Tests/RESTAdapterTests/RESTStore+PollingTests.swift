import ConformanceKit
import Foundation
import RESTAdapter
import RecordFormats
import StoreInterface
import StoreTestSupport
import Testing

@Suite("REST stores: polling")
struct RESTStorePollingTests {
  @Test("a 304 to If-None-Match emits nothing, and the tag is sent byte for byte (9110 §15.4.5, §8.8)")
  func notModified() async {
    let tag = #"W/"a b, ü""#
    let server = ScriptedServer(.json([Entry(1)], ["ETag": tag, "Last-Modified": "x"]), .status(304))
    let rig = Rig(server)
    let observer = rig.observe()
    await observer.shows([Entry(1)])
    await rig.polled(1)
    let health = await rig.nextPoll()
    #expect(server.requests.map { $0.fields["If-None-Match"] } == [nil, tag])
    #expect(server.requests[1].fields["If-Modified-Since"] == nil)
    #expect(health.state == .live && health.notModified == 1 && health.failures == 0)
    #expect(observer.answer.events.count == 1)
  }

  @Test("without a tag, If-Modified-Since is sent byte for byte (9110 §13.1.3)")
  func modifiedSince() async {
    let modified = "Sunday, 06-Nov-94 08:49:37 GMT"
    let clock = ManualClock()
    let server = ScriptedServer(
      .json([Entry(1)], ["Last-Modified": modified, "Date": HTTPDate.text(of: Rig.wallTime(clock))]), .status(304))
    let rig = Rig(server, clock: clock)
    await rig.observe().shows([Entry(1)])
    await rig.polled(1)
    await rig.nextPoll()
    #expect(server.requests.map { $0.fields["If-Modified-Since"] } == [nil, modified])
  }

  @Test("an equal answer without validators emits nothing, either")
  func equalAnswer() async {
    let server = ScriptedServer(.json([Entry(1), Entry(2)]))
    let rig = Rig(server)
    let observer = rig.observe()
    await observer.shows([Entry(1), Entry(2)])
    for _ in 0..<3 { await rig.nextPoll() }
    #expect(observer.answer.events.count == 1)
  }

  @Test("changes are reported as changes, in the server's order")
  func changes() async {
    let server = ScriptedServer(.json([Entry(1), Entry(2), Entry(3)]), .json([Entry(3), Entry(1, "b"), Entry(4)]))
    let rig = Rig(server)
    let observer = rig.observe()
    await observer.shows([Entry(1), Entry(2), Entry(3)])
    await rig.polled(1)
    await rig.nextPoll()
    await observer.shows([Entry(3), Entry(1, "b"), Entry(4)])
    #expect(observer.answer.changeEvents.count == 1 && observer.answer.violations.isEmpty)
  }

  @Test("a request shows its part: predicate, order, limit")
  func requests() async {
    let server = ScriptedServer(.json([Entry(1), Entry(2), Entry(3), Entry(4)]))
    let rig = Rig(server)
    let part = rig.observe(RecordRequest(where: { $0.id > 1 }, sortedBy: [.descending(\.id)], limit: 2))
    await part.shows([Entry(4), Entry(3)])
    #expect(server.requests.count == 1)
  }

  @Test("a 304 that names another tag is not believed; the answer is requested anew (9111 §4.3.4)")
  func foreignTag() async {
    let server = ScriptedServer(
      .json([Entry(1)], ["ETag": #""a""#]), .status(304, ["ETag": #""b""#]), .json([Entry(2)], ["ETag": #""b""#]))
    let rig = Rig(server)
    let observer = rig.observe()
    await observer.shows([Entry(1)])
    await rig.polled(1)
    await rig.nextPoll()
    await observer.shows([Entry(2)])
    #expect(server.requests.map { $0.fields["If-None-Match"] } == [nil, #""a""#, nil])
  }

  @Test("a 304 to an unconditional request is a failure")
  func unaskedNotModified() async {
    let rig = Rig(ScriptedServer(.status(304)))
    rig.observe()
    let health = await rig.polled(1)
    #expect(health.failure?.kind == .malformed)
  }

  @Test("validator and body are kept together or not at all")
  func validatorWithoutBody() async {
    // The second answer has a new tag, but its body cannot be read: the old tag is sent again, with the old body held.
    let broken = Reply(fields: ["ETag": #""b""#, "Content-Type": "application/json"], body: Array("[{".utf8))
    let server = ScriptedServer(.json([Entry(1)], ["ETag": #""a""#]), broken, .json([Entry(2)], ["ETag": #""b""#]))
    let rig = Rig(server)
    let observer = rig.observe()
    await observer.shows([Entry(1)])
    await rig.polled(1)
    let failing = await rig.nextPoll()
    #expect(failing.failure?.kind == .malformed)
    #expect(observer.contents.items == [Entry(1)])
    await rig.nextPoll()
    await observer.shows([Entry(2)])
    #expect(server.requests.map { $0.fields["If-None-Match"] } == [nil, #""a""#, #""a""#])
  }

  @Test("no-store: nothing is kept to ask by (9111 §5.2.2.5)")
  func noStore() async {
    let server = ScriptedServer(.json([Entry(1)], ["ETag": #""a""#, "Cache-Control": "no-store"]))
    let rig = Rig(server)
    await rig.observe().shows([Entry(1)])
    await rig.polled(1)
    await rig.nextPoll()
    #expect(server.requests.allSatisfy { $0.fields["If-None-Match"] == nil })
  }

  @Test("a fresh answer is not requested again before it is stale; Age counts (9111 §4.2)")
  func fresh() async {
    let server = ScriptedServer(.json([Entry(1)], ["Cache-Control": "max-age=100", "Age": "40"]))
    let rig = Rig(server)
    await rig.observe().shows([Entry(1)])
    let health = await rig.polled(1)
    #expect(health.decision == PollDecision(at: .seconds(60), after: .seconds(60), .fresh))
    let impatient = Rig(server) { $0.maximumFreshness = .zero }
    await impatient.observe().shows([Entry(1)])
    #expect(await impatient.polled(1).decision.reason == .interval)
  }

  @Test("a 304 makes an answer fresh again, with what it says and what was said before (9111 §3.2, §4.3.4)")
  func freshAgain() async {
    let server = ScriptedServer(
      .json([Entry(1)], ["ETag": #""a""#, "Cache-Control": "max-age=60", "Age": "30"]), .status(304),
      .status(304, ["Cache-Control": "max-age=25"]))
    let rig = Rig(server)
    await rig.observe().shows([Entry(1)])
    #expect(await rig.polled(1).decision.delay == .seconds(30))
    #expect(await rig.nextPoll().decision.delay == .seconds(60))
    #expect(await rig.nextPoll().decision.delay == .seconds(25))
  }

  @Test("clock skew: a server whose clock is hours off is polled all the same")
  func skew() async {
    for skew in [-86_400.0, 86_400] {
      let clock = ManualClock()
      let date = HTTPDate.text(of: Rig.wallTime(clock))
      let server = ScriptedServer(
        .json([Entry(1)], ["Date": date, "Expires": date, "ETag": #""a""#]),
        .status(503, ["Date": date, "Retry-After": HTTPDate.text(of: Rig.wallTime(clock).addingTimeInterval(30))]),
        .json([Entry(2)]))
      let rig = Rig(server, skew: skew, clock: clock)
      let observer = rig.observe()
      await observer.shows([Entry(1)])
      #expect(await rig.polled(1).decision.delay == .seconds(10))
      #expect(await rig.nextPoll().decision.reason == .retryAfter(.seconds(30)))
      await rig.nextPoll()
      await observer.shows([Entry(2)])
    }
  }

  @Test("stale-if-error: what is held is used, and no one but the health reports the failure (5861 §4)")
  func staleIfError() async throws {
    let server = ScriptedServer(.json([Entry(1)], ["Cache-Control": "max-age=5, stale-if-error=20"]), .status(503))
    let rig = Rig(server, random: 0.999) { $0.backoff = Backoff(base: .seconds(12), cap: .seconds(12)) }
    let observer = rig.observe()
    await observer.shows([Entry(1)])
    await rig.polled(1)
    let stale = await rig.nextPoll()
    guard case .stale(let error) = stale.state else {
      Issue.record("the state is \(stale.state)")
      return
    }
    #expect(error.kind == .unavailable && stale.failures == 1)
    #expect(try await rig.store.fetch(.all).items == [Entry(1)])
    #expect(observer.answer.events.count == 1)
    // After 22 seconds it is still in time, after 34 it is not.
    await rig.nextPoll()
    let failing = await rig.nextPoll()
    #expect(failing.state == .failing(error))
    let answer = await observer.received { $0.events.count == 2 }
    #expect(answer.events.last == .failed(error) && answer.contents.items == [Entry(1)])
  }

  @Test("500s: a failure is reported once, what was there stays, and delays grow with full jitter up to the cap")
  func serverErrors() async {
    let server = ScriptedServer(.json([Entry(1)]), .status(500))
    let rig = Rig(server, random: 0.5) { $0.backoff = Backoff(base: .seconds(2), cap: .seconds(10)) }
    let observer = rig.observe()
    await observer.shows([Entry(1)])
    await rig.polled(1)
    var delays: [Duration] = []
    for _ in 0..<5 { delays.append(await rig.nextPoll().decision.delay) }
    #expect(delays == [1, 2, 4, 5, 5].map { .seconds($0) })
    #expect(observer.contents.items == [Entry(1)])
    server.answer(.json([Entry(2)]))
    await rig.nextPoll()
    await observer.shows([Entry(2)])
    #expect(observer.answer.events.filter { if case .failed = $0 { true } else { false } }.count == 1)
    #expect(await rig.polled(7).decision.delay == .seconds(10))
  }

  @Test("a 429 storm: the server gets one request in each pause that it requests (6585 §4)")
  func tooManyRequests() async {
    let server = ScriptedServer(.status(429, ["Retry-After": "60"]))
    let rig = Rig(server, random: 0)
    rig.observe()
    await rig.polled(1)
    for minute in 1...10 {
      // Nothing that is asked for meanwhile reaches the server.
      await #expect(throws: StoreError.self) { try await rig.store.refresh() }
      await #expect(throws: StoreError.self) { try await rig.store.fetch(.all) }
      #expect(server.requests.count == minute)
      await rig.nextPoll()
    }
    #expect(server.requests.count == 11)
    #expect(rig.clock.now.offset >= .seconds(600))
  }

  @Test("a 403 leads to one request in each interval, and not before a rate limit that is used up is over")
  func refusals() async {
    let server = ScriptedServer(.status(403))
    let rig = Rig(server, random: 0) { $0.interval = .fixed(.seconds(60)) }
    rig.observe()
    await rig.polled(1)
    for _ in 0..<5 { await rig.nextPoll() }
    #expect(rig.clock.now.offset >= .seconds(300) && server.requests.count == 6)
    let reset = Int(Rig.wallTime(rig.clock).timeIntervalSince1970) + 1860
    server.answer(.status(403, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "\(reset)"]))
    let limited = await rig.nextPoll()
    #expect(limited.decision.reason == .retryAfter(.seconds(1800)))
    // Nothing ends it sooner.
    await #expect(throws: StoreError.self) { try await rig.store.refresh() }
    #expect(server.requests.count == 7)
    let start = rig.clock.now.offset
    await rig.nextPoll()
    #expect(rig.clock.now.offset - start >= .seconds(1800))
  }

  @Test("a Retry-After of years is capped")
  func endlessRetryAfter() async {
    let server = ScriptedServer(.status(503, ["Retry-After": "99999999999999999999"]))
    let rig = Rig(server, random: 0) { $0.maximumRetryAfter = .seconds(90) }
    rig.observe()
    #expect(await rig.polled(1).decision.reason == .retryAfter(.seconds(90)))
  }

  @Test("a malformed Retry-After is ignored")
  func malformedRetryAfter() async {
    let rig = Rig(ScriptedServer(.status(503, ["Retry-After": "later"])))
    rig.observe()
    #expect(await rig.polled(1).decision.reason == .backoff(failures: 1, bound: .seconds(1)))
  }

  @Test("the interval grows while nothing changes, and is short again with the first change")
  func adaptive() async {
    let entries = Locked([Entry(1)])
    let server = ScriptedServer { _ in Reply.json(entries.get()).exchange }
    let rig = Rig(server) { $0.interval = .adaptive(from: .seconds(1), to: .seconds(4), factor: 2) }
    let observer = rig.observe()
    await observer.shows([Entry(1)])
    await rig.polled(1)
    var delays: [Duration] = []
    for _ in 0..<4 { delays.append(await rig.nextPoll().decision.delay) }
    #expect(delays == [2, 4, 4, 4].map { .seconds($0) })
    entries.set([Entry(2)])
    #expect(await rig.nextPoll().decision.delay == .seconds(1))
  }

  @Test("one request is in flight, however many ask")
  func oneInFlight() async throws {
    let gate = Gate()
    let server = ScriptedServer { _ throws(HTTPTransportError) in
      try await gate.pass()
      return Reply.json([Entry(1)]).exchange
    }
    let rig = Rig(server)
    for _ in 0..<3 { rig.observe() }
    await gate.somethingWaits()
    try await withThrowingTaskGroup { group in
      for _ in 0..<20 { group.addTask { _ = try await rig.store.fetch(.all) } }
      for _ in 0..<20 { group.addTask { try await rig.store.refresh() } }
      gate.open()
      try await group.waitForAll()
    }
    #expect(server.mostAtOnce == 1)
  }

  @Test("a fetch while a request is under way waits for that one; a refresh has one of its own")
  func coalesced() async throws {
    let gate = Gate()
    let server = ScriptedServer { _ throws(HTTPTransportError) in
      try await gate.pass()
      return Reply.json([Entry(1)]).exchange
    }
    let rig = Rig(server)
    rig.observe()
    await gate.somethingWaits()
    async let fetched = rig.store.fetch(.all)
    async let refreshed: Void = rig.store.refresh()
    gate.open()
    #expect(try await fetched.items == [Entry(1)])
    try await refreshed
    #expect(server.requests.count == 2)
  }

  @Test("an observer keeps a store that nothing else keeps")
  func kept() async {
    let server = ScriptedServer(.json([Entry(1)]))
    func events() -> StoreEvents<Entry> {
      let source = RESTSource(Rig.address, format: RESTFormat<Entry>.json())
      return RESTStore(polling: source, transport: server, clock: ManualClock()).events(for: .all)
    }
    let observer = Observer(of: events())
    await observer.shows([Entry(1)])
    observer.cancel()
    await observer.ended()
  }

  @Test("a store without observers rests, and a request under way is cancelled")
  func rest() async {
    let gate = Gate()
    let server = ScriptedServer(.json([Entry(1)]))
    let rig = Rig(server)
    let observer = rig.observe()
    await observer.shows([Entry(1)])
    await rig.polled(1)
    server.answer { _ throws(HTTPTransportError) in
      try await gate.pass()
      return Reply.json([Entry(2)]).exchange
    }
    rig.clock.advance(by: .seconds(10))
    await gate.somethingWaits()
    observer.cancel()
    await observer.ended()
    let health = await rig.health { !$0.isPolling && $0.decision.reason == .unobserved }
    #expect(health.decision.time == nil && rig.store.observationCount == 0)
    #expect(health.failure == nil, "a cancelled request is no failure")
    rig.clock.advance(by: .seconds(1000))
    #expect(server.requests.count == 2)
  }

  @Test("pause and resume: nothing is sent meanwhile, and what was due is sent at once afterwards")
  func pause() async throws {
    let server = ScriptedServer(.json([Entry(1)]))
    let rig = Rig(server)
    await rig.observe().shows([Entry(1)])
    await rig.polled(1)
    rig.store.pause()
    #expect(await rig.health { $0.isPaused }.decision.description == "no poll: polling is paused")
    rig.clock.advance(by: .seconds(500))
    #expect(server.requests.count == 1)
    try await rig.store.refresh()
    #expect(server.requests.count == 2, "what is asked for by hand is sent")
    rig.clock.advance(by: .seconds(500))
    rig.store.resume()
    await rig.polled(3)
    #expect(server.requests.count == 3)
  }

  @Test("a fetch is answered from what is held, as long as that is of now")
  func fetch() async throws {
    let server = ScriptedServer(.json([Entry(1)]), .json([Entry(2)]))
    let rig = Rig(server)
    #expect(try await rig.store.fetch(.all).items == [Entry(1)])
    rig.clock.advance(by: .seconds(9))
    #expect(try await rig.store.fetch(RecordRequest(limit: 0)).items.isEmpty)
    #expect(server.requests.count == 1)
    rig.clock.advance(by: .seconds(9))
    #expect(try await rig.store.fetch(.all).items == [Entry(2)])
  }

  @Test("a slow answer is given up after its time, on the store's clock")
  func timeLimit() async {
    let server = ScriptedServer { _ in
      // The head comes, the body never does.
      let (body, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
      continuation.yield(Array("[".utf8))
      return HTTPExchange(head: HTTPResponseHead(status: 200), body: body)
    }
    let rig = Rig(server) { $0.limits.requestTime = .seconds(30) }
    let observer = rig.observe()
    try? await rig.clock.waitForSleepers()
    rig.clock.advance(by: .seconds(30))
    let health = await rig.polled(1)
    #expect(health.failure?.kind == .limitExceeded)
    server.answer(.json([Entry(1)]))
    await rig.nextPoll()
    await observer.shows([Entry(1)])
  }

  @Test("limits: bytes, depth, records")
  func limits() async {
    let deep = Reply(body: Array((String(repeating: "[", count: 99) + String(repeating: "]", count: 99)).utf8))
    let many = Reply.json((0..<20).map { Entry($0) })
    for (reply, change) in [
      (many, { $0.limits.bodyBytes = 30 }), (many, { $0.limits.records = 19 }), (many, { $0.limits.totalBytes = 30 }),
      (deep, { _ in }),
    ] as [(Reply, (inout RESTOptions) -> Void)] {
      let rig = Rig(ScriptedServer(reply), change)
      rig.observe()
      let health = await rig.polled(1)
      #expect(health.failure?.kind == .limitExceeded, "\(health.state)")
    }
  }

  @Test("bodies that are no records are refused, and say what is wrong and where")
  func badBodies() async {
    func body(_ text: String) -> Reply { Reply(body: Array(text.utf8)) }
    for (reply, part) in [
      (Reply(body: [0x5B, 0x22, 0xFF, 0x22, 0x5D]), "UTF-8"), (body("[{\"id\":1,\"text\":\"a\"}"), "too early"),
      (body("{\"id\":1}"), "no array"), (body("[{\"id\":\"x\",\"text\":\"a\"}]"), "[0].id"),
      (body("[{\"text\":\"a\"}]"), "id"), (body(""), "too early"), (body("[{\"id\":1,\"id\":2,\"text\":\"\"}]"), "id"),
      (body("[{\"id\":1,\"text\":\"a\"},{\"id\":1,\"text\":\"b\"}]"), "key 1"),
      (Reply(fields: ["Content-Type": "text/html; charset=utf-8"], body: Array("<html>".utf8)), "text/html"),
      (Reply(fields: ["Content-Type": "image/png"], body: [Entry(1)].json), "image/png"),
      (Reply(status: 204), "204"), (Reply(status: 206, body: [Entry(1)].json), "206"),
      (Reply(fields: ["Content-Length": "99"], body: [Entry(1)].json), "99"),
    ] {
      let server = ScriptedServer(.json([Entry(7)]), reply, .json([Entry(8)]))
      let rig = Rig(server)
      let observer = rig.observe()
      await observer.shows([Entry(7)])
      await rig.polled(1)
      let health = await rig.nextPoll()
      let text = health.failure.map { "\($0)" } ?? ""
      #expect(!text.isEmpty && text.contains(part), "“\(text)” does not name “\(part)”")
      #expect(!text.contains("hush"), "the query is nobody's business: \(text)")
      #expect(observer.contents.items == [Entry(7)])
      await rig.nextPoll()
      await observer.shows([Entry(8)])
    }
  }

  @Test("NDJSON, a path to the array, raw records, and what to do about two with one key")
  func formats() async throws {
    let lines = Reply(fields: ["Content-Type": "application/x-ndjson"], body: Array("{\"id\":1,\"text\":\"a\"}\n".utf8))
    #expect(try await Rig(ScriptedServer(lines), format: .ndjson()).store.fetch(.all).items == [Entry(1, "a")])
    let torn = Reply(body: Array("{\"id\":1,\"text\":\"a\"}\n{\"id\":2".utf8))
    await #expect(throws: StoreError.self) {
      try await Rig(ScriptedServer(torn), format: .ndjson()).store.fetch(.all)
    }
    let nested = Reply(body: Array("{\"data\":{\"list\":[{\"id\":1,\"text\":\"a\"}]}}".utf8))
    #expect(
      try await Rig(ScriptedServer(nested), format: .json(at: "data.list")).store.fetch(.all).items == [Entry(1, "a")])
    let missing = await #expect(throws: StoreError.self) {
      try await Rig(ScriptedServer(nested), format: .json(at: "data.rows")).store.fetch(.all)
    }
    #expect(
      missing?.kind == .malformed && missing?.message.contains("data.rows") == true, "\(String(describing: missing))")
    let raw = RESTFormat<Entry>.records(.csv) { document in
      (0..<document.count).map { Entry($0, document.source.string(in: document.range(of: $0))) }
    }
    let table = Reply(fields: ["Content-Type": "text/csv"], body: Array("name\nAda\n".utf8))
    #expect(try await Rig(ScriptedServer(table), format: raw).store.fetch(.all).items == [Entry(0, "Ada")])
    let twice = ScriptedServer(.json([Entry(1, "a"), Entry(2), Entry(1, "b")]))
    #expect(
      try await Rig(twice) { $0.duplicates = .keepFirst }.store.fetch(.all).items == [Entry(1, "a"), Entry(2)])
    #expect(
      try await Rig(twice) { $0.duplicates = .keepLast }.store.fetch(.all).items == [Entry(1, "b"), Entry(2)])
  }
}
