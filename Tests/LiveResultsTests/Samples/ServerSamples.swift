import Foundation
import LiveResults
import MemoryAdapter
import SampleSupport
import SectionDiff
import Testing

// sample: feed
struct Quote: Identifiable, Equatable, Codable, Sendable {
  let id: String
  var market: String
  var price: Int
}

/// Prices as server-sent events, as a request handler writes them.
struct PriceFeed {
  let prices: ResultsController<MemoryStore<Quote>, String, Quote, NoHeader>

  /// Writes events to a client, until it disconnects or the request is cancelled.
  ///
  /// - Parameters:
  ///   - seen: The `Last-Event-ID` of a client that reconnects.
  ///   - write: Sends text; returns false when the client has disconnected.
  func serve(since seen: Int?, write: (String) throws -> Bool) async throws {
    let encoder = JSONEncoder()
    let updates = seen.map { prices.updates(since: $0) } ?? prices.updates()
    for await update in updates {
      let changes = String(decoding: try encoder.encode(update.changeset), as: UTF8.self)
      let event = "id: \(update.revision)\nevent: \(update.kind)\ndata: \(changes)\n\n"
      guard try write(event) else { return }
    }
  }
}
// end sample

// sample: feed-client
/// Applies the events on the client.
struct PriceReader {
  var lastEventID: Int?
  var quotes = Snapshot<String, Quote, NoHeader>()

  /// Reads one event.
  mutating func read(_ event: String) throws {
    var fields: [Substring: Substring] = [:]
    for line in event.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      // A line without a colon is a field without a value; one that begins with a colon is a comment.
      guard let name = parts.first, !name.isEmpty else { continue }
      let value = parts.count > 1 ? parts[1] : ""
      fields[name] = value.first == " " ? value.dropFirst() : value
    }
    // A server may send comments alone, to keep the connection open.
    guard let text = fields["data"] else { return }
    let data = Data(text.utf8)
    let changes = try JSONDecoder().decode(Changeset<String, Quote, NoHeader>.self, from: data)
    // All other kinds start from empty results.
    if fields["event"] != "change" { quotes = Snapshot() }
    quotes = try quotes.applying(changes)
    lastEventID = fields["id"].flatMap { Int($0) }
  }
}
// end sample

/// The server of the article about lists on screens and over networks.
@Suite struct ServerSamples {
  private typealias Prices = ResultsController<MemoryStore<Quote>, String, Quote, NoHeader>

  private static func prices(of store: MemoryStore<Quote>) async -> Prices {
    let prices = Prices(
      store: store, request: .all,
      arrangement: ResultsArrangement(sections: .by(\.market), sort: [.descending(\.price)]))
    await prices.load()
    return prices
  }

  @Test func aClientComesBack() async throws {
    let print = Transcript()
    // sample: feed-use
    let store = MemoryStore([
      Quote(id: "ABC", market: "London", price: 410),
      Quote(id: "XYZ", market: "Zurich", price: 95),
    ])
    let prices = ResultsController(
      store: store, request: .all,
      arrangement: ResultsArrangement(sections: .by(\.market), sort: [.descending(\.price)]))
    await prices.load()
    let feed = PriceFeed(prices: prices)

    // Reads one event, and then the connection is lost.
    func listen(_ reader: PriceReader) async throws -> PriceReader {
      var reader = reader
      try await feed.serve(since: reader.lastEventID) { event in
        try reader.read(event)
        return false
      }
      return reader
    }

    let phone = try await listen(PriceReader())
    print("the phone has seen \(phone.lastEventID ?? 0):")
    print(phone.quotes.ids)

    try store.edit { edits in try edits.update(Quote(id: "XYZ", market: "Zurich", price: 97)) }
    try store.edit { edits in
      try edits.append(Quote(id: "KLM", market: "London", price: 620))
      try edits.update(Quote(id: "XYZ", market: "Zurich", price: 99))
    }
    await store.settled()

    // One client reconnects and receives what it missed; another is new and receives everything.
    async let back = listen(phone)
    async let tablet = listen(PriceReader())
    for client in [try await back, try await tablet] {
      print("seen \(client.lastEventID ?? 0), what the server holds:", client.quotes == prices.snapshot)
    }
    // end sample
    try expect(print, shows: "feed-use")
  }

  @Test func aClientReceivesWhatHappensWhileItListens() async throws {
    let store = MemoryStore([Quote(id: "0", market: "Bern", price: 0)])
    let prices = await Self.prices(of: store)
    var reader = PriceReader()
    var heads: [[Substring]] = []
    // Each event makes the next one happen.
    try await PriceFeed(prices: prices).serve(since: nil) { event in
      try reader.read(event)
      #expect(event.hasSuffix("\n\n"))
      heads.append(event.split(separator: "\n").prefix(2).map { $0 })
      try store.edit { edits in try edits.append(Quote(id: "\(heads.count)", market: "Bern", price: heads.count)) }
      return heads.count < 5
    }
    let first = try #require(reader.lastEventID) - 4
    #expect(heads[0] == ["id: \(first)", "event: initial"])
    #expect(heads.dropFirst() == (1...4).map { ["id: \(first + $0)", "event: change"] }[...])
    #expect(reader.quotes.sections.map { $0.items.map(\.id) } == [["4", "3", "2", "1", "0"]])
  }

  @Test func linesThatSayNothingAreSkipped() async throws {
    let prices = await Self.prices(of: MemoryStore([Quote(id: "ABC", market: "London", price: 410)]))
    var reader = PriceReader()
    for event in [":ping\n\n", ":\n", ": ping\nretry\n\n", "retry:\n", "id: 9\n\n", ""] { try reader.read(event) }
    #expect(reader.lastEventID == nil)
    #expect(reader.quotes.isEmpty)
    try await PriceFeed(prices: prices).serve(since: nil) { event in
      try reader.read(":ping\n" + event.replacing("event: ", with: "event:"))
      return false
    }
    #expect(reader.quotes == prices.snapshot)
    #expect(reader.lastEventID == prices.revision)
  }

  @Test func aClientThatComesTooLateBeginsAnew() async throws {
    let store = MemoryStore([Quote(id: "ABC", market: "London", price: 410)])
    let prices = await Self.prices(of: store)
    var reader = PriceReader()
    reader.lastEventID = 1_000
    reader.quotes = Snapshot(sections: [SnapshotSection("Rome", items: [Quote(id: "OLD", market: "Rome", price: 1)])])
    var event = ""
    try await PriceFeed(prices: prices).serve(since: reader.lastEventID) { text in
      event = text
      try reader.read(text)
      return false
    }
    #expect(event.contains("\nevent: reset\n"))
    #expect(reader.quotes == prices.snapshot)
    #expect(reader.lastEventID == prices.revision)
  }
}
