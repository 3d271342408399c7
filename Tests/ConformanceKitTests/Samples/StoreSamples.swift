import ConformanceKit
import SampleSupport
import StoreInterface
import Synchronization
import Testing
import XCTest

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

  func commit(_ batch: StoreBatch<Book>) async throws(StoreError) -> BatchOutcome<Book> {
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
  // sample: store-laws
  @Test("A shelf keeps the laws", arguments: StoreLaw.allCases)
  func law(_ law: StoreLaw) async {
    let report = await StoreConformance.check([law]) { ShelfHarness() }
    if !report.isConforming { Issue.record("\(report)") }
    for violation in report.violations {
      Attachment.record(violation.diagram, named: "\(violation.law).mmd")
    }
  }
  // end sample

  @Test("print what the article says")
  func check() async throws {
    // sample: store-check
    let report = await StoreConformance.check { ShelfHarness() }
    if !report.isConforming { Issue.record("\(report)") }
    // end sample
    let print = Transcript()
    print(report.score)
    try expect(print, shows: "store-check")
  }
}

// sample: store-xctest
final class ShelfTests: XCTestCase {
  func testTheLaws() async {
    let report = await StoreConformance.check { ShelfHarness() }
    XCTAssert(report.isConforming, "\(report)")
  }
}
// end sample
