import Foundation
import RESTAdapter
import StoreInterface
import StoreTestSupport
import Testing

/// A server with pages, which may change while they are read.
private final class PagedServer: Sendable {
  struct State: Sendable {
    var pages: [[Entry]]
    var hasValidators = true
    var revision: String?
    /// For how many seconds each page is fresh; not said where there is none.
    var freshness: [Int] = []
    /// What happens after so many more answers.
    var changes: [Int: [[Entry]]] = [:]
    var answers = 0
    var notModified = 0
  }

  let state: Locked<State>
  let transport: ScriptedServer

  init(_ pages: [[Entry]], _ change: (inout State) -> Void = { _ in }) {
    var first = State(pages: pages)
    change(&first)
    let state = Locked(first)
    self.state = state
    transport = ScriptedServer { request in state.withLock { Self.answer(request, &$0) }.exchange }
  }

  private static func answer(_ request: HTTPRequest, _ state: inout State) -> Reply {
    state.answers += 1
    defer { if let pages = state.changes[state.answers] { state.pages = pages } }
    let number = request.url.lastPathComponent == "notes" ? 0 : Int(request.url.lastPathComponent) ?? 0
    guard state.pages.indices.contains(number) else { return .status(404) }
    var fields: HTTPFields = [:]
    // A tag that is another one for other contents.
    let tag = "\"\(state.pages[number].json.reduce(number) { ($0 &* 31 &+ Int($1)) & 0xFFFFFF })-\(state.pages.count)\""
    if state.hasValidators { fields["ETag"] = tag }
    fields["X-Revision"] = state.revision
    if state.freshness.indices.contains(number) { fields["Cache-Control"] = "max-age=\(state.freshness[number])" }
    if number + 1 < state.pages.count { fields["Link"] = "</api/\(number + 1)>; rel=\"next\"" }
    if state.hasValidators, request.fields["If-None-Match"] == tag {
      state.notModified += 1
      return .status(304, fields)
    }
    return .json(state.pages[number], fields)
  }
}

@Suite("REST stores: pages")
struct RESTStorePagingTests {
  private let first = [[Entry(1), Entry(2)], [Entry(3), Entry(4)], [Entry(5)]]
  /// Record 3 goes, so that each record after it moves up.
  private let second = [[Entry(1), Entry(2)], [Entry(4), Entry(5)], []]

  @Test("pages are read by their links, and each is requested once more before they are published (8288)")
  func pages() async throws {
    let server = PagedServer(first)
    let rig = Rig(server.transport, paging: .links())
    #expect(try await rig.store.fetch(.all).items == first.flatMap { $0 })
    #expect(server.transport.requests.map(\.url.lastPathComponent) == ["notes", "1", "2", "notes", "1", "2"])
    #expect(server.state.get().notModified == 3)
    try await rig.store.refresh()
    #expect(server.transport.requests.count == 9, "pages that are all what they were are asked for once")
    #expect(rig.store.health.notModified == 1)
  }

  @Test(
    "pages are fresh as long as the one that is soonest stale",
    arguments: [[60, 90, 70], [90, 60, 70], [90, 70, 60]])
  func freshness(_ seconds: [Int]) async throws {
    let server = PagedServer(first) { $0.freshness = seconds }
    let rig = Rig(server.transport, paging: .links())
    await rig.observe().shows(first.flatMap { $0 })
    #expect(await rig.polled(1).decision == PollDecision(at: .seconds(60), after: .seconds(60), .fresh))
  }

  @Test("pages of different moments are never published", arguments: [1, 2, 3, 4, 5], [true, false])
  func changing(answers: Int, hasValidators: Bool) async throws {
    let server = PagedServer(first) {
      $0.changes = [answers: second]
      $0.hasValidators = hasValidators
    }
    let rig = Rig(server.transport, paging: .links())
    let items = try await rig.store.fetch(.all).items
    #expect(items == second.flatMap { $0 } || answers >= 4 && items == first.flatMap { $0 }, "\(items)")
  }

  @Test("pages that never agree fail, and what was there stays")
  func neverAgreeing() async {
    let server = PagedServer(first)
    let rig = Rig(server.transport, paging: .links()) { $0.limits.pageAttempts = 3 }
    let observer = rig.observe()
    await observer.shows(first.flatMap { $0 })
    await rig.polled(1)
    server.state.change { state in
      for answer in 0..<100 { state.changes[answer] = [[Entry(answer)], [Entry(1000 + answer)]] }
    }
    let failing = await rig.nextPoll()
    #expect(failing.failure?.message.contains("kept changing") == true)
    #expect(observer.contents.items == first.flatMap { $0 })
    server.state.change {
      $0.changes = [:]
      $0.pages = second
    }
    await rig.nextPoll()
    await observer.shows(second.flatMap { $0 })
  }

  @Test("the first page alone can be requested once more")
  func firstPage() async throws {
    let server = PagedServer(first)
    let rig = Rig(server.transport, paging: .links(agreement: .firstPage))
    #expect(try await rig.store.fetch(.all).items == first.flatMap { $0 })
    #expect(server.transport.requests.map(\.url.lastPathComponent) == ["notes", "1", "2", "notes"])
  }

  @Test("all pages are read again where the first one has changed meanwhile", arguments: [1, 2, 3])
  func firstPageChanged(answers: Int) async throws {
    let newest = [[Entry(0), Entry(1)], [Entry(2), Entry(3)], [Entry(4), Entry(5)]]
    let server = PagedServer(first) { $0.changes = [answers: newest] }
    let rig = Rig(server.transport, paging: .links(agreement: .firstPage))
    #expect(try await rig.store.fetch(.all).items == newest.flatMap { $0 })
  }

  @Test("copies of one key on several pages can be given keys of their own")
  func copies() async throws {
    let server = PagedServer([[Entry(1, "a"), Entry(2)], [Entry(1, "b")], [Entry(1, "c")]])
    var source = RESTSource(Rig.address, format: RESTFormat<Entry>.json(), paging: .links())
    source.distinguished = { entry, times in Entry(entry.id + 100 * times, entry.text) }
    let store = RESTStore(polling: source, transport: server.transport)
    #expect(try await store.fetch(.all).items == [Entry(1, "a"), Entry(2), Entry(101, "b"), Entry(201, "c")])
  }

  @Test("or all pages name one revision")
  func revision() async throws {
    let server = PagedServer(first) { $0.revision = "7" }
    let rig = Rig(server.transport, paging: .links(agreement: .field("X-Revision")))
    #expect(try await rig.store.fetch(.all).items == first.flatMap { $0 })
    #expect(server.transport.requests.count == 3)
    // Page 1 is as it was and would say 304; the revision is another one all the same.
    server.state.change {
      $0.revision = "8"
      $0.pages = second
    }
    try await rig.store.refresh()
    #expect(rig.store.contents.items == second.flatMap { $0 })
    let silent = PagedServer(first)
    await #expect(throws: StoreError.self) {
      try await Rig(silent.transport, paging: .links(agreement: .field("X-Revision"))).store.refresh()
    }
  }

  @Test("endless pages end at the cap")
  func endless() async {
    let count = Locked(0)
    let server = ScriptedServer { _ in
      let next = count.withLock {
        $0 += 1
        return $0
      }
      return Reply.json([Entry(next)], ["Link": "</\(next)>; rel=next"]).exchange
    }
    let rig = Rig(server, paging: .links(maximumPages: 20))
    rig.observe()
    let health = await rig.polled(1)
    #expect(health.failure?.kind == .limitExceeded && server.requests.count == 20)
  }

  @Test("pages that lead in a circle are found")
  func circle() async {
    let rig = Rig(ScriptedServer(.json([], ["Link": "</api/notes?key=hush>; rel=next"])), paging: .links())
    rig.observe()
    #expect(await rig.polled(1).failure?.message.contains("loop") == true)
  }

  @Test("a page at another origin gets no credentials, one at http is not requested")
  func elsewhere() async throws {
    let server = ScriptedServer { request in
      let reply: Reply =
        request.url.host == "notes.example"
        ? .json([Entry(1)], ["Link": "<https://other.example/2>; rel=next"]) : .json([Entry(2)])
      return reply.exchange
    }
    let rig = Rig(server, paging: .links()) { $0.credentials.fields = ["X-Key": "k"] }
    #expect(try await rig.store.fetch(.all).items == [Entry(1), Entry(2)])
    for request in server.requests {
      #expect((request.fields["X-Key"] != nil) == (request.url.host == "notes.example"))
    }
    let plain = ScriptedServer(.json([Entry(1)], ["Link": "<http://notes.example/2>; rel=next"]))
    await #expect(throws: StoreError.self) { try await Rig(plain, paging: .links()).store.refresh() }
    #expect(plain.requests.count == 1)
  }

  @Test("a page that fails fails them all")
  func failingPage() async {
    let server = PagedServer(first)
    let rig = Rig(server.transport, paging: .links())
    let observer = rig.observe()
    await observer.shows(first.flatMap { $0 })
    await rig.polled(1)
    server.transport.answer { request in
      (request.url.lastPathComponent == "2"
        ? Reply.status(500) : Reply.json([Entry(9)], ["Link": "</api/2>; rel=next"]))
        .exchange
    }
    #expect(await rig.nextPoll().failure != nil)
    #expect(observer.contents.items == first.flatMap { $0 })
  }

  /// A server whose tags are of the bodies alone, so that a page stays the same when another comes after it.
  private func bodyTags(_ pages: Locked<[[Entry]]>, _ control: Locked<HTTPFields> = Locked([:])) -> ScriptedServer {
    ScriptedServer { request in
      let pages = pages.get()
      let number = Int(request.url.lastPathComponent) ?? 0
      guard pages.indices.contains(number) else { return Reply.status(404).exchange }
      var fields: HTTPFields = ["ETag": "\"\(pages[number])\""]
      if number + 1 < pages.count { fields["Link"] = "</api/\(number + 1)>; rel=next" }
      fields.merge(control.get())
      let isSame = request.fields["If-None-Match"] == fields["ETag"]
      return (isSame ? Reply.status(304, fields) : .json(pages[number], fields)).exchange
    }
  }

  @Test("the Link of a 304 counts: a page that comes after one that is as it was is read (9111 §4.3.4, §3.2)")
  func newPage() async throws {
    let pages = Locked([[Entry(1)]])
    let rig = Rig(bodyTags(pages), paging: .links())
    #expect(try await rig.store.fetch(.all).items == [Entry(1)])
    pages.set([[Entry(1)], [Entry(2)]])
    try await rig.store.refresh()
    #expect(rig.store.contents.items == [Entry(1), Entry(2)])
  }

  @Test("a last page that goes, although the one before it is as it was")
  func lastPageGoes() async throws {
    let pages = Locked([[Entry(1)], [Entry(2)]])
    let rig = Rig(bodyTags(pages), paging: .links())
    #expect(try await rig.store.fetch(.all).items == [Entry(1), Entry(2)])
    pages.set([[Entry(1)]])
    try await rig.store.refresh()
    #expect(rig.store.contents.items == [Entry(1)])
    try await rig.store.refresh()
    #expect(rig.store.health.notModified == 1)
  }

  @Test("the no-store and the Vary of a 304 count, too (9111 §3.2)")
  func controlOfNotModified() async throws {
    let control = Locked<HTTPFields>([:])
    let user = Locked("Ada")
    let server = bodyTags(Locked([[Entry(1)]]), control)
    let rig = Rig(server) { $0.credentials.provider = { ["X-User": user.get()] } }
    try await rig.store.refresh()
    control.set(["Vary": "X-User"])
    try await rig.store.refresh()
    user.set("Grace")
    try await rig.store.refresh()
    control.set(["Cache-Control": "no-store"])
    try await rig.store.refresh()
    try await rig.store.refresh()
    #expect(server.requests.map { $0.fields["If-None-Match"] != nil } == [false, true, false, true, false])
  }
}
