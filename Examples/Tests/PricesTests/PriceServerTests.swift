import ConformanceKit
import Foundation
import Testing

@testable import Prices

@Suite("The server and its clients", .timeLimit(.minutes(5)))
struct PriceServerTests {
  @Test("Two clients get all prices, then each change, and hold what the server holds")
  func twoClients() async throws {
    try await RunningServer.with { running in
      let (revisions, seen) = AsyncStream<Int>.makeStream()
      @Sendable func follow() async throws -> (PriceCopy, [PriceEvent]) {
        var copy = PriceCopy()
        let events = try await running.follow(&copy) { event in
          seen.yield(event.id.revision)
          return event.id.revision == 6
        }
        return (copy, events)
      }
      async let first = follow()
      async let second = follow()
      var both = revisions.makeAsyncIterator()
      for revision in 1...6 {
        #expect(await both.next() == revision)
        #expect(await both.next() == revision)
        if revision < 6 { try await running.setPrice(300 + revision * 50, of: "B") }
      }
      for (copy, events) in try await [first, second] {
        #expect(copy.prices == running.prices.snapshot)
        #expect(events.map(\.id.revision) == [1, 2, 3, 4, 5, 6])
        #expect(events.map(\.kind) == [.snapshot, .changes, .changes, .changes, .changes, .changes])
      }
    }
  }

  @Test("A slow client holds back nobody, and gets what it missed as one change")
  func slowClient() async throws {
    // Each change is some 400 kB, so that the buffers between server and client, of a few megabytes, are soon full.
    let name = String(repeating: "London", count: 350)
    let quotes = (0..<100).map { Quote(id: "S\($0)", market: "\(name) \($0 % 5)", cents: $0) }
    let edits = 60
    try await RunningServer.with(quotes) { running in
      var slow = try await RawClient(port: running.port)
      var slowCopy = PriceCopy()
      try slowCopy.apply(PriceEvent(try #require(await slow.next())))

      // The other client gets every single change meanwhile.
      var copy = PriceCopy()
      let events = try await running.follow(&copy) { event in
        if event.id.revision > edits { return true }
        try running.store.edit { edits in
          for quote in quotes { try edits.update(Quote(id: quote.id, market: quote.market, cents: event.id.revision)) }
        }
        return false
      }
      #expect(events.count == edits + 1)

      var slowEvents = 0
      while slowCopy.lastEventID?.revision != edits + 1, let event = try await slow.next() {
        try slowCopy.apply(PriceEvent(event))
        slowEvents += 1
      }
      #expect(slowCopy.prices == running.prices.snapshot)
      #expect(slowEvents < edits / 2, "the server has kept a queue")
      try slow.cut()
    }
  }

  @Test("A client that was cut off goes on where it was, by one event")
  func resumed() async throws {
    try await RunningServer.with { running in
      var copy = PriceCopy()
      _ = try await running.follow(&copy) { _ in true }
      for cents in [1, 2, 900] { try await running.setPrice(cents, of: "B") }
      let events = try await running.follow(&copy) { _ in true }
      #expect(events.map(\.kind) == [.changes])
      #expect(events.first?.changes.counts.total == 2, "B is updated, and moves before A")
      #expect(copy.lastEventID?.revision == 4)
      #expect(copy.prices == running.prices.snapshot)
    }
  }

  @Test("A client that was away for too long gets all prices")
  func awayTooLong() async throws {
    try await RunningServer.with(historyLimit: 2) { running in
      var copy = PriceCopy()
      _ = try await running.follow(&copy) { _ in true }
      for cents in 1...9 { try await running.setPrice(cents, of: "B") }
      let events = try await running.follow(&copy) { _ in true }
      #expect(events.map(\.kind) == [.snapshot])
      #expect(copy.prices == running.prices.snapshot)
    }
  }

  @Test(
    "Ids that this run has not given are answered by all prices",
    arguments: ["x-1", "1", "", "%-9", "RUN-99", "RUN--1"])
  func foreignID(text: String) async throws {
    try await RunningServer.with { running in
      var events: [PriceEvent] = []
      struct Enough: Error {}
      let id = text.replacingOccurrences(of: "RUN", with: running.server.run)
      await #expect(throws: Enough.self) {
        try await running.source.read(after: id) { event in
          events.append(try PriceEvent(event))
          throw Enough()
        }
      }
      #expect(events.map(\.kind) == [.snapshot])
      #expect(events.first?.id.run == running.server.run)
    }
  }

  @Test("A follower connects again, also to another run of the server")
  func restarted() async throws {
    let (reports, reported) = AsyncStream<PriceFollower.Step>.makeStream()
    let clock = ManualClock()
    var port: UInt16 = 0
    var follower: Task<Void, Never>?
    defer { follower?.cancel() }
    var steps = reports.makeAsyncIterator()
    var run = ""

    try await RunningServer.with { running in
      port = running.port
      run = running.server.run
      let source = running.source
      follower = Task { await PriceFollower(source: source, clock: clock).follow { reported.yield($0) } }
      guard case .updated(let copy, _) = await steps.next() else { Issue.record("no first event"); return }
      #expect(copy.prices == running.prices.snapshot)
    }
    guard case .lost(let reason, let pause) = await steps.next() else { Issue.record("the end went unnoticed"); return }
    #expect(reason == "the server has ended the stream")
    #expect(pause == .milliseconds(500))

    try await RunningServer.with([Quote(id: "Z", market: "Lagos", cents: 1)], port: port) { running in
      try await clock.waitForSleepers()
      clock.advance(by: pause)
      while let step = await steps.next() {
        guard case .updated(let copy, let event) = step else { continue }
        #expect(event.kind == .snapshot)
        #expect(event.id.run != run)
        #expect(copy.prices == running.prices.snapshot)
        break
      }
      follower?.cancel()
    }
  }

  @Test("A client that has left is noticed by the beat, and its seat is free")
  func leaving() async throws {
    try await RunningServer.with(clientLimit: 1) { running in
      var counts = running.server.clientCounts.makeAsyncIterator()
      var client = try await RawClient(port: running.port)
      #expect(try await client.next()?.name == "snapshot")
      #expect(await counts.next() == 1)

      // Nobody else is let in meanwhile.
      await #expect(throws: EventSource.Failure.self) { try await running.source.read(after: nil) { _ in } }

      try client.cut()
      // The system takes the first write after the end, and refuses one of the next.
      let beats = Task {
        while !Task.isCancelled {
          try await running.clock.waitForSleepers()
          running.clock.advanceToNextDeadline()
        }
      }
      #expect(await counts.next() == 0)
      beats.cancel()
      var copy = PriceCopy()
      _ = try await running.follow(&copy) { _ in true }
      #expect(copy.prices == running.prices.snapshot)
    }
  }

  @Test("When the server stops, a client gets the last change and a proper end")
  func graceful() async throws {
    try await RunningServer.with { running in
      var client = try await RawClient(port: running.port)
      #expect(try await client.next()?.name == "snapshot")
      try await running.setPrice(5, of: "A")
      async let stopped: Void = running.server.stop()
      var copy: [String] = []
      while let event = try await client.next() { copy.append(event.id) }
      #expect(copy == ["\(running.server.run)-2"])
      await stopped
    }
  }

  @Test("Another path is not found, and its answer is no stream")
  func notFound() async throws {
    try await RunningServer.with { running in
      let source = EventSource(url: running.source.url.appending(path: "other"))
      await #expect(throws: EventSource.Failure.self) { try await source.read(after: nil) { _ in } }
    }
  }

  @Test("Pauses grow, up to a limit")
  func pauses() {
    #expect((0..<8).map(PriceFollower.pause) == [0.5, 1, 2, 4, 8, 16, 16, 16].map { .seconds($0) })
  }
}
