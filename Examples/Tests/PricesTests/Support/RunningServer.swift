import ConformanceKit
import FlyingSocks
import Foundation
import LiveResults
import MemoryAdapter
import Testing

@testable import Prices

/// A server on 127.0.0.1 over a store, for the length of a test.
struct RunningServer: Sendable {
  let store: MemoryStore<Quote>
  let server: PriceServer
  let port: UInt16
  /// What the beat and the followers' pauses are timed by.
  let clock: ManualClock

  var prices: PriceResults { server.prices }
  var source: EventSource { EventSource(url: URL(string: "http://127.0.0.1:\(port)/prices") ?? URL(filePath: "/")) }

  /// Runs a test with a server, and stops the server after it.
  static func with(
    _ quotes: [Quote] = Market.few, port: UInt16 = 0, clientLimit: Int = 100, historyLimit: Int = 1_000,
    _ body: (RunningServer) async throws -> Void
  ) async throws {
    let store = MemoryStore(quotes)
    let prices = PriceResults(of: store, historyLimit: historyLimit)
    await prices.load()
    let clock = ManualClock()
    let server = try PriceServer(prices, port: port, clientLimit: clientLimit, clock: clock)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await server.serve() }
      try await body(RunningServer(store: store, server: server, port: try await server.listeningPort(), clock: clock))
      await server.stop()
      try await group.waitForAll()
    }
  }

  /// Changes a price, and waits until the results show it.
  func setPrice(_ cents: Int, of id: String) async throws {
    try store.edit { edits in
      guard var quote = edits[id] else { throw EventSource.Failure(description: "there is no \(id)") }
      quote.cents = cents
      try edits.update(quote)
    }
    await store.settled()
  }

  private struct Enough: Error {}

  /// Connects, and applies events to a copy up to one that is enough; then cuts the connection.
  ///
  /// - Returns: The events.
  func follow(
    _ copy: inout PriceCopy, until isEnough: (PriceEvent) async throws -> Bool
  ) async throws -> [PriceEvent] {
    var events: [PriceEvent] = []
    do {
      try await source.read(after: copy.lastEventID?.description) { event in
        let event = try PriceEvent(event)
        try copy.apply(event)
        events.append(event)
        if try await isEnough(event) { throw Enough() }
      }
    } catch is Enough {}
    return events
  }
}

extension Market {
  /// Prices to begin with.
  static var few: [Quote] {
    [
      Quote(id: "A", market: "London", cents: 410), Quote(id: "B", market: "London", cents: 300),
      Quote(id: "C", market: "Tokyo", cents: 95),
    ]
  }
}
