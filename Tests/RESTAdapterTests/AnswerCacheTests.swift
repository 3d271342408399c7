import Foundation
import StoreInterface
import Testing

@testable import RESTAdapter

@Suite("The answer on the disk")
struct AnswerCacheTests {
  /// A poll was answered, a write forgets the answer, and only then the poll comes to write it.
  @Test("an answer that was forgotten meanwhile is not written")
  func forgottenMeanwhile() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("answer-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let cache = AnswerCache(RESTCache(folder: folder), url: Rig.address, accept: "a", limit: 1_000)
    let response = RESTResponse(
      head: HTTPResponseHead(status: 200, fields: ["ETag": "\"1\""]), body: [91, 93],
      request: HTTPRequest("GET", Rig.address),
      requestTime: Rig.start, responseTime: Rig.start)
    let page = StoredPage<Entry>(head: PageHead(Rig.address, of: response, salt: 1), items: [], body: response.body)
    func written() -> Int { (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.count ?? 0 }
    let generation = cache.generation
    cache.remove()
    cache.write([page], since: generation)
    #expect(written() == 0)
    cache.write([page], since: cache.generation)
    #expect(written() == 1)
    #expect(cache.read(as: Entry.self) { _, _ in [] }.count == 1)
  }
}
