import ConformanceKit
import Foundation
import RESTAdapter
import StoreInterface
import StoreTestSupport
import Testing

// sample: rest-record
struct Note: Codable, Identifiable, Equatable, Sendable {
  let id: Int
  var text: String
}
// end sample

// sample: rest-transport
/// Answers each request with the same records: for previews, and for tests of what uses the store.
struct CannedTransport: HTTPTransport {
  let body: [UInt8]

  func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPExchange {
    guard request.method == "GET" else { throw .cannotConnect("this is a preview") }
    let head = HTTPResponseHead(status: 200, fields: ["Content-Type": "application/json"])
    return HTTPExchange(head: head, body: body)
  }
}
// end sample

/// The user of a server, with a token.
private actor Account {
  private(set) var rejected: [String?] = []

  func token(replacing rejected: String?) throws -> String {
    try Task.checkCancellation()
    self.rejected.append(rejected)
    return "token \(self.rejected.count)"
  }
}

/// What the guide shows of stores of servers, compiled and run.
@Suite("Samples of the guide to servers")
struct RESTStoreSamples {
  @Test("reading, and writing through a layer of drafts")
  func songs() async throws {
    let server = NotesServer([Entry(1, "bread")])
    let transport = ScriptedServer(server)
    let url = Rig.address
    let (shown, received) = AsyncStream<StoreEvent<Note>>.makeStream()
    let clock = ManualClock()
    let show: @Sendable (StoreEvent<Note>) -> Void = { received.yield($0) }
    // sample: rest-store
    let source = RESTSource(url, format: RESTFormat<Note>.json())
    let store = RESTStore(polling: source, transport: transport, clock: clock)
    let watching = Task {
      for await event in store.events(for: .all) {
        // The whole answer first, then changes; failures are events, too.
        show(event)
      }
    }
    // end sample
    for await event in shown {
      #expect(event == .replace(.items([Note(id: 1, text: "bread")])))
      break
    }
    let changed = Note(id: 1, text: "bread and butter")
    // sample: rest-drafts
    let notes = DraftStore(store.writable(by: .json(at: url)))
    notes.update(changed)
    try await notes.commit()
    // end sample
    #expect(server.entries == [Entry(1, "bread and butter")])
    watching.cancel()
    await watching.value
  }

  @Test("options: pages, a token, a cache")
  func options() async throws {
    let server = ScriptedServer(NotesServer([Entry(1), Entry(2), Entry(3)], pageSize: 2))
    let transport: any HTTPTransport = server
    let url = Rig.address
    let account = Account()
    let caches = FileManager.default.temporaryDirectory.appendingPathComponent("rest-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: caches) }
    // sample: rest-options
    var options = RESTOptions()
    options.interval = .adaptive(from: .seconds(2), to: .seconds(60))
    options.backoff = Backoff(cap: .seconds(60))
    options.limits.bodyBytes = 8 << 20
    options.duplicates = .keepFirst
    options.credentials.token = { rejected in try await account.token(replacing: rejected) }
    options.cache = RESTCache(folder: caches, account: "ada")
    let source = RESTSource(url, format: RESTFormat<Note>.json(), paging: .links(agreement: .firstPage))
    let store = RESTStore(polling: source, options: options, transport: transport)
    // end sample
    #expect(try await store.fetch(.all).items.map(\.id) == [1, 2, 3])
    // Two pages, and the first one once more.
    #expect(
      server.requests.map { $0.fields["Authorization"] } == ["Bearer token 1", "Bearer token 1", "Bearer token 1"])
    #expect(server.requests.allSatisfy { $0.maximumBodyBytes == 8 << 20 })
    #expect(await account.rejected == [nil])
    #expect(try FileManager.default.contentsOfDirectory(atPath: caches.path).count == 1)
  }

  @Test("a transport of one's own")
  func transport() async throws {
    let transport = CannedTransport(body: [Entry(1, "bread")].json)
    let store = RESTStore(
      polling: RESTSource(Rig.address, format: RESTFormat<Note>.json()), transport: transport,
      clock: ManualClock())
    #expect(try await store.fetch(.all).items == [Note(id: 1, text: "bread")])
    // Once: the clock stands still, and nobody would wait for the next attempt.
    var writing = RESTWriting<Note>.json(at: Rig.address)
    writing.attempts = 1
    let writable = store.writable(by: writing)
    await #expect(throws: StoreError.self) { try await writable.commit([.delete(1)]) }
  }

  @Test("the health, shown to a user")
  func health() async throws {
    let shown = Locked<[String?]>([])
    let banner: @Sendable (String?) -> Void = { text in shown.change { $0.append(text) } }
    let rig = Rig(ScriptedServer(.status(503)))
    let store = rig.store
    // sample: rest-health
    let following = Task {
      for await health in store.healthUpdates() {
        switch health.state {
        case .idle, .live: banner(nil)
        case .stale(let error), .failing(let error): banner("\(error.message); \(health.decision)")
        }
      }
    }
    // end sample
    rig.observe()
    let decision = await rig.polled(1).decision
    following.cancel()
    await following.value
    #expect("\(decision)" == "next poll in 0.5 s: failures in a row: 1; random delay from 0 to 1.0 s")
    #expect(shown.get().contains("the server failed (status 503); \(decision)"))
  }

  @Test("requests of a server with rules of its own")
  func writing() async throws {
    let server = NotesServer([Entry(1, "bread")])
    let transport = ScriptedServer(server)
    let url = Rig.address
    let store = RESTStore(
      polling: RESTSource(url, format: RESTFormat<Note>.json()), transport: transport, clock: ManualClock())
    let changed = Note(id: 1, text: "butter")
    // sample: rest-writing
    var writing = RESTWriting<Note>.json(at: url)
    // This server knows no PUT: it takes a record by POST at the record's own address.
    writing.update = { _, new in
      HTTPRequest("POST", url.appendingPathComponent("\(new.id)"), body: [UInt8](try JSONEncoder().encode(new)))
    }
    try await store.writable(by: writing).commit([.update(changed)])
    // end sample
    #expect(server.entries == [Entry(1, "butter")])
    #expect(transport.requests.last?.method == "POST" && transport.requests.last?.url.lastPathComponent == "1")
  }
}
