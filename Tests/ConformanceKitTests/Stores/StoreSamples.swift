import ConformanceKit
import Foundation
import StoreInterface
import Synchronization
import Testing

/// A book on a shelf.
struct Book: Identifiable, Equatable, Sendable {
  var isbn: Int
  var title: String
  var id: Int { isbn }
}

/// A small store, as in the article about proving one.
final class Shelf: WritableDataStore {
  typealias Item = Book

  enum Request: Sendable { case all }

  private struct State {
    var books: [Book]
    var readers: [Int: StoreEvents<Book>.Continuation] = [:]
    var next = 0
  }

  private let state: Mutex<State>

  init(_ books: [Book]) { state = Mutex(State(books: books)) }

  func events(for request: Request) -> StoreEvents<Book> {
    let (events, continuation) = StoreEvents<Book>.makeStream()
    let number = state.withLock { state in
      state.next += 1
      state.readers[state.next] = continuation
      continuation.yield(.replace(.items(state.books)))
      return state.next
    }
    continuation.onTermination { [weak self] in self?.state.withLock { $0.readers[number] = nil } }
    return events
  }

  func commit(_ batch: Batch<Book>) async throws(StoreError) -> BatchOutcome<Book> {
    try state.withLock { (state) throws(StoreError) -> BatchOutcome<Book> in
      let outcome = try batch.folded { key in state.books.first { $0.id == key } }
      let gone = Set(outcome.deleted.map(\.id))
      state.books.removeAll { gone.contains($0.id) }
      for update in outcome.updated {
        if let place = state.books.firstIndex(where: { $0.id == update.to.id }) { state.books[place] = update.to }
      }
      state.books += outcome.inserted
      for reader in state.readers.values { reader.yield(.replace(.items(state.books))) }
      return outcome
    }
  }
}

// sample: store-harness
struct ShelfHarness: StoreHarness {
  let capabilities: Set<StoreCapability> = [
    .inserts, .updates, .deletes, .refills, .transactions, .order, .writes,
  ]
  let everything = Shelf.Request.all

  func makeStore(holding records: [Book]) async throws -> Shelf { Shelf(records) }

  func record(_ number: Int, version: Int) -> Book {
    Book(isbn: number, title: "book \(number), edition \(version)")
  }
}
// end sample

@Suite("The samples of the article about proving a store")
struct StoreSamples {
  /// What stands in the article below a remark.
  private func shown(_ marker: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
    let page = root.appending(path: "Sources/ConformanceKit/ConformanceKit.docc/ProvingAStore.md")
    let parts = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "<!-- \(marker) -->\n```")
    try #require(parts.count == 2, "the article has no block “\(marker)”")
    let block = parts[1].components(separatedBy: "\n```")[0]
    return block.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().joined(separator: "\n")
  }

  /// What stands in this file between the marks of a sample.
  private func compiled(_ name: String) throws -> String {
    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    var lines: [Substring] = []
    var isInside = false
    for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
      let text = line.drop { $0 == " " }
      if text == "// end sample" { isInside = false }
      if isInside { lines.append(line) }
      if text == "// sample: \(name)" { isInside = true }
    }
    let indent = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return lines.map { $0.dropFirst(indent) }.joined(separator: "\n")
  }

  @Test("are the ones that are compiled here", arguments: ["store-harness", "store-check"])
  func compiled(name: String) throws {
    let text = try compiled(name)
    #expect(!text.isEmpty)
    #expect(try shown("sample: \(name)") == text)
  }

  @Test("print what the article says")
  func check() async throws {
    // sample: store-check
    let report = await StoreConformance.check { ShelfHarness() }
    #expect(report.isConforming, "\(report)")
    // end sample
    #expect(try shown("output: store-check") == report.score)
  }
}
