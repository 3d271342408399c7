import ConformanceKit
import Foundation
import RESTAdapter
import StoreInterface
import StoreTestSupport
import Testing

/// RFC 9111, section 4.1: an answer that depends on a field of the request is for requests with that value.
@Suite("REST stores: Vary")
struct RESTStoreVaryTests {
  private struct NoToken: Error {}
  private let hers = [Entry(1, "Ada's")]

  private func start(
    _ server: ScriptedServer, _ folder: URL?, clock: ManualClock, token: @escaping @Sendable () throws -> String
  ) -> Rig {
    Rig(server, clock: clock) {
      $0.cache = folder.map { RESTCache(folder: $0) }
      $0.credentials.token = { _ in try token() }
    }
  }

  @Test(
    "what a disk keeps for one token is not shown to another, fresh or stale",
    arguments: ["max-age=600", "max-age=0, stale-if-error=600"])
  func disk(control: String) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("rest-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let clock = ManualClock()
    let fields: HTTPFields = ["ETag": #""a""#, "Cache-Control": control, "Vary": "Authorization"]
    try await start(ScriptedServer(.json(hers, fields)), folder, clock: clock, token: { "Ada" }).store.refresh()

    let down = ScriptedServer(.status(503))
    let grace = start(down, folder, clock: clock, token: { "Grace" })
    let observer = grace.observe()
    await observer.received { !$0.events.isEmpty }
    #expect(grace.store.contents.items.isEmpty && observer.contents.items.isEmpty)
    #expect(down.requests.map { $0.fields["If-None-Match"] } == [nil])

    let nobody = start(down, folder, clock: clock, token: { throw NoToken() })
    await #expect(throws: StoreError.self) { try await nobody.store.fetch(.all) }
    #expect(nobody.store.contents.items.isEmpty)

    let ada = start(down, folder, clock: clock, token: { "Ada" })
    await ada.observe().shows(hers)
  }

  @Test("what is fresh for one value of a field is requested anew when the value is another")
  func memory() async throws {
    let user = Locked("Ada")
    let server = ScriptedServer { request in
      let name = request.fields["X-User"] ?? ""
      return Reply.json([Entry(1, "\(name)'s")], ["Cache-Control": "max-age=600", "Vary": "X-User"]).exchange
    }
    let rig = Rig(server) { $0.credentials.provider = { ["X-User": user.get()] } }
    #expect(try await rig.store.fetch(.all).items == hers)
    #expect(try await rig.store.fetch(.all).items == hers)
    #expect(server.requests.count == 1)
    user.set("Grace")
    #expect(try await rig.store.fetch(.all).items == [Entry(1, "Grace's")])
    #expect(server.requests.count == 2)
  }

  @Test("when the server fails, what is held for another value is not used in its place (5861 §4)")
  func staleIfError() async throws {
    let user = Locked("Ada")
    let server = ScriptedServer(
      .json(hers, ["Cache-Control": "max-age=0, stale-if-error=600", "Vary": "X-User"]), .status(503))
    let rig = Rig(server) { $0.credentials.provider = { ["X-User": user.get()] } }
    try await rig.store.refresh()
    try await rig.store.refresh()
    user.set("Grace")
    await #expect(throws: StoreError.self) { try await rig.store.refresh() }
  }
}
