import ConformanceKit
import Foundation
import RESTAdapter
import StoreInterface
import StoreTestSupport
import Testing

@Suite("REST stores: when a write calls for a poll")
struct RESTStoreWritingScheduleTests {
  private let writing = RESTWriting<Entry>.json(at: Rig.address)

  @Test("a slow write does not make the store poll without rest: it polls at its interval")
  func slowWrite() async throws {
    let notes = NotesServer([Entry(1), Entry(2)])
    let gate = Gate()
    let server = ScriptedServer { request throws(HTTPTransportError) in
      if request.method == "PUT" { try await gate.pass() }
      return notes.answer(request).exchange
    }
    let rig = Rig(server) { $0.limits.requestTime = .seconds(3600) }
    let observer = rig.observe()
    await observer.shows(notes.entries)
    await rig.polled(1)
    async let outcome = rig.store.writable(by: writing).commit([.update(Entry(1, "b"))])
    await gate.somethingWaits()
    for poll in 1...6 {
      notes.state.change { $0.put(Entry(2, "\(poll)")) }
      let health = await rig.nextPoll()
      #expect(health.decision.reason == .interval && health.decision.delay == .seconds(10))
    }
    #expect(rig.clock.now.offset == .seconds(60))
    #expect(server.requests.filter { $0.method == "GET" }.count == 7)
    gate.open()
    _ = try await outcome
    #expect(rig.store.health.decision.reason == .written)
    await rig.nextPoll()
    await observer.shows([Entry(1, "b"), Entry(2, "6")])
  }

  @Test("a server that requests a pause in its answer to a write is not polled in that time, either (9110 §10.2.3)")
  func retryAfter() async throws {
    let notes = NotesServer([Entry(1)])
    let server = ScriptedServer { request in
      (request.method == "PUT" ? Reply.status(429, ["Retry-After": "60"]) : notes.answer(request)).exchange
    }
    let rig = Rig(server, random: 0)
    await rig.observe().shows(notes.entries)
    await rig.polled(1)
    var once = writing
    once.attempts = 1
    let store = rig.store.writable(by: once)
    await #expect(throws: StoreError.self) { try await store.commit([.update(Entry(1, "b"))]) }
    #expect(rig.store.health.decision.reason == .retryAfter(.seconds(60)))
    await #expect(throws: StoreError.self) { try await rig.store.refresh() }
    #expect(server.requests.filter { $0.method == "GET" }.count == 1)
    await rig.nextPoll()
    #expect(rig.clock.now.offset == .seconds(60))
    #expect(server.requests.filter { $0.method == "GET" }.count == 2)
  }

  @Test(
    "a rate limit that a write has used up counts for polls; what is refused for another reason is not sent again",
    arguments: [(403, 1), (429, 1), (409, 3), (422, 3)])
  func rateLimit(status: Int, attempts: Int) async throws {
    let notes = NotesServer([Entry(1)])
    let reset = Int(Rig.start.timeIntervalSince1970) + 1800
    let server = ScriptedServer { request in
      request.method == "PUT"
        ? Reply.status(status, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "\(reset)"]).exchange
        : notes.answer(request).exchange
    }
    let rig = Rig(server, random: 0)
    await rig.observe().shows(notes.entries)
    await rig.polled(1)
    var writing = writing
    writing.attempts = attempts
    let store = rig.store.writable(by: writing)
    await #expect(throws: StoreError.self) { try await store.commit([.update(Entry(1, "b"))]) }
    #expect(server.requests.filter { $0.method == "PUT" }.count == 1)
    #expect(rig.store.health.decision.reason == .retryAfter(.seconds(1800)))
    await rig.nextPoll()
    #expect(rig.clock.now.offset == .seconds(1800))
  }

  @Test("a refused write calls for no poll, and one that fails shortens no back-off")
  func noHurry() async throws {
    let notes = NotesServer([Entry(1)])
    let rig = Rig(ScriptedServer(notes), random: 0.999) {
      $0.backoff = Backoff(base: .seconds(50), cap: .seconds(50))
    }
    await rig.observe().shows(notes.entries)
    await rig.polled(1)
    notes.state.change { $0.writesToFail = 1 }
    let store = rig.store.writable(by: writing)
    await #expect(throws: StoreError.self) { try await store.commit([.update(Entry(1, "b"))]) }
    #expect(rig.store.health.decision.reason == .interval)
    notes.state.change { $0.readsToFail = 1 }
    let failing = await rig.nextPoll()
    try await store.commit([.update(Entry(1, "b"))])
    #expect(rig.store.health.decision == failing.decision)
    #expect(failing.decision.reason == .backoff(failures: 1, bound: .seconds(50)))
  }

  @Test("after a write nothing that was held is fresh, and no cache on the way may answer (9111 §4.4, §5.2.1.4)")
  func freshness() async throws {
    let entries = Locked([Entry(1)])
    let server = ScriptedServer { request in
      if request.method == "GET" {
        return Reply.json(entries.get(), ["Cache-Control": "max-age=3600", "ETag": #""a""#]).exchange
      }
      entries.set([Entry(1, "b")])
      return Reply.status(204).exchange
    }
    let rig = Rig(server)
    let observer = rig.observe()
    await observer.shows([Entry(1)])
    #expect(await rig.polled(1).decision.reason == .fresh)
    try await rig.store.writable(by: writing).commit([.update(Entry(1, "b"))])
    #expect(rig.store.health.decision.reason == .written)
    #expect(try await rig.store.fetch(.all).items == [Entry(1, "b")])
    #expect(
      server.requests.map { "\($0.method) \($0.fields["Cache-Control"] ?? "-")" } == ["GET -", "PUT -", "GET no-cache"])
    #expect(await rig.polled(2).decision.reason == .fresh)
    _ = try await rig.store.fetch(.all)
    #expect(server.requests.count == 3, "what was seen since is fresh")
    await rig.nextPoll()
    #expect(server.requests.last?.fields["Cache-Control"] == nil)
    try await rig.store.refresh()
    #expect(server.requests.last?.fields["Cache-Control"] == "no-cache")
  }

  @Test("a schedule: what hurries waits for the pause that was requested, and for the delay after a failure")
  func schedule() {
    var schedule = PollSchedule(interval: .fixed(.seconds(10)), backoff: Backoff())
    schedule.answered(changed: true, freshFor: .zero, at: .zero)
    schedule.silenced(for: .seconds(60), random: 0, at: .seconds(1))
    schedule.hurryAfterWrite(at: .seconds(2))
    #expect(schedule.decision == PollDecision(at: .seconds(61), after: .seconds(60), .retryAfter(.seconds(60))))
    // An answer that was under way does not end it.
    schedule.answered(changed: true, freshFor: .zero, at: .seconds(11))
    #expect(schedule.decision == PollDecision(at: .seconds(61), after: .seconds(50), .retryAfter(.seconds(50))))
    schedule.silenced(for: .seconds(5), random: 0, at: .seconds(12))
    #expect(schedule.silentUntil == .seconds(61))
    schedule.answered(changed: true, freshFor: .zero, at: .seconds(61))
    #expect(schedule.silentUntil == nil && schedule.decision.reason == .interval)
    schedule.failed(retryAfter: nil, random: 0.5, at: .seconds(71))
    let decision = schedule.decision
    schedule.hurryAfterWrite(at: .seconds(71))
    #expect(schedule.decision == decision)
  }

  @Test("a schedule: what was written hurries the next poll, and never puts it off")
  func hurrying() {
    for (interval, due) in [(10_000, 100), (150, 100), (50, 50)] {
      for written in stride(from: 0, through: interval, by: 10) {
        var schedule = PollSchedule(interval: .fixed(.milliseconds(interval)), backoff: Backoff())
        schedule.answered(changed: true, freshFor: .zero, at: .zero)
        let before = schedule.decision
        schedule.hurryAfterWrite(at: .milliseconds(written))
        if written + due < interval {
          let soon = Duration.milliseconds(due)
          #expect(schedule.decision == PollDecision(at: .milliseconds(written) + soon, after: soon, .written))
        } else {
          #expect(schedule.decision == before, "written at \(written) of \(interval)")
        }
      }
    }
  }

  @Test("a schedule: a poll that fails does not end the pause that was requested meanwhile, nor does a shorter one")
  func silenceOutlivesFailures() {
    var schedule = PollSchedule(interval: .fixed(.seconds(10)), backoff: Backoff())
    schedule.silenced(for: .seconds(60), random: 0, at: .zero)
    let silence = { PollDecision(at: .seconds(60), after: $0, .retryAfter($0)) as PollDecision }
    schedule.failed(retryAfter: nil, random: 0, at: .seconds(1))
    #expect(schedule.decision == silence(.seconds(59)))
    schedule.failed(retryAfter: nil, isRefused: true, random: 0, at: .seconds(2))
    #expect(schedule.decision == silence(.seconds(58)))
    schedule.failed(retryAfter: .seconds(5), random: 0, at: .seconds(3))
    #expect(schedule.decision == silence(.seconds(57)) && schedule.silentUntil == .seconds(60))
    schedule.failed(retryAfter: .seconds(90), random: 0, at: .seconds(4))
    #expect(schedule.silentUntil == .seconds(94))
    schedule.failed(retryAfter: nil, random: 0, at: .seconds(94))
    #expect(schedule.silentUntil == nil && schedule.decision.reason == .backoff(failures: 5, bound: .seconds(16)))
  }
}
