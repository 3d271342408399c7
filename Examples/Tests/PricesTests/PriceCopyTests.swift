import LiveResults
import MemoryAdapter
import SectionDiff
import Testing

@testable import Prices

@Suite("A copy of the prices")
struct PriceCopyTests {
  /// The event that leads from some prices to others, as it comes over the network.
  private func event(_ revision: Int, from old: PriceList, to new: PriceList) throws -> PriceEvent {
    let update = ResultsUpdate(
      revision: revision, kind: revision == 1 ? .initial : .change, before: old, after: new,
      changeset: try Differ().changeset(from: old, to: new))
    return try PriceEvent(try PriceEvent(update, run: "r").serverSentEvent())
  }

  private let none = PriceList()
  private let one = PriceList(sections: [
    SnapshotSection("London", items: [Quote(id: "A", market: "London", cents: 100)])
  ])
  private let two = PriceList(sections: [
    SnapshotSection("London", items: [Quote(id: "A", market: "London", cents: 130)]),
    SnapshotSection("Tokyo", items: [Quote(id: "B", market: "Tokyo", cents: 7)]),
  ])

  @Test("Events applied in turn give the prices of the server")
  func inTurn() throws {
    var copy = PriceCopy()
    try copy.apply(try event(1, from: none, to: one))
    #expect(copy.prices == one)
    try copy.apply(try event(2, from: one, to: two))
    #expect(copy.prices == two)
    #expect(copy.lastEventID == PriceEvent.ID(run: "r", revision: 2))
    // A snapshot takes the place of whatever is there.
    try copy.apply(try event(1, from: none, to: one))
    #expect(copy.prices == one)
  }

  @Test("Changes of other prices are refused, and the copy stays")
  func otherPrices() throws {
    var copy = PriceCopy()
    try copy.apply(try event(1, from: none, to: two))
    #expect(throws: PriceCopy.Mismatch.self) { try copy.apply(try event(2, from: one, to: two)) }
    #expect(copy.prices == two)
    #expect(copy.lastEventID?.revision == 1)
  }

  @Test("A wrong checksum is refused, and the copy stays")
  func checksum() throws {
    var copy = PriceCopy()
    try copy.apply(try event(1, from: none, to: one))
    var wrong = try event(2, from: one, to: two)
    wrong.checksum = Checksum(of: one)
    #expect(throws: PriceCopy.Mismatch.self) { try copy.apply(wrong) }
    #expect(copy.prices == one)
  }

  @Test("Checksums tell prices apart that look alike when they are joined")
  func joined() {
    func list(_ sections: [(String, [Quote])]) -> Checksum {
      Checksum(of: PriceList(sections: sections.map { SnapshotSection($0.0, items: $0.1) }))
    }
    let checksums: Set = [
      list([]), list([("", [])]), list([("a", []), ("b", [])]), list([("ab", [])]),
      list([("a", [Quote(id: "b", market: "", cents: 1)])]), list([("a", [Quote(id: "", market: "b", cents: 1)])]),
    ]
    #expect(checksums.count == 6)
  }

  @Test(
    "Events that make no sense are refused",
    arguments: [
      ServerSentEvent(id: "", name: "changes", data: "{}"), ServerSentEvent(id: "r-x", name: "changes", data: "{}"),
      ServerSentEvent(id: "r-1", name: "other", data: "{}"), ServerSentEvent(id: "r-1", name: "changes", data: "{}"),
      ServerSentEvent(id: "r-1", name: "snapshot", data: "not JSON"),
    ])
  func malformed(event: ServerSentEvent) {
    #expect(throws: PriceEvent.Malformed.self) { try PriceEvent(event) }
  }
}
