import FlyingFox
import FlyingSocks
import Foundation
import LiveResults
import Synchronization

/// Streams prices over HTTP on 127.0.0.1: `GET /prices` sends all of them, and then each change.
///
/// All that the server remembers of a client is a revision. When a client's socket can take more, the results are asked
/// for what has changed since that revision. So a slow client costs no queue, and holds back nobody.
final class PriceServer: Sendable {
  let prices: PriceResults
  /// Tells the events of this run from those of others.
  let run = String(UInt64.random(in: .min ... .max), radix: 36)
  private let server: HTTPServer
  private let seats: Seats
  private let isStopping = Atomic(false)
  private let beat: Duration
  private let clock: any Clock<Duration>

  /// Makes a server.
  ///
  /// - Parameters:
  ///   - prices: What to stream; loaded.
  ///   - port: The port to listen on; 0 for any that is free.
  ///   - clientLimit: How many clients may be connected at once. More are refused.
  ///   - beat: How often a client is written to when nothing changes, so that one that is gone is noticed.
  ///   - clock: What the beat is timed by.
  init(
    _ prices: PriceResults, port: UInt16 = 0, clientLimit: Int = 100, beat: Duration = .seconds(15),
    clock: any Clock<Duration> = ContinuousClock()
  ) throws {
    self.prices = prices
    self.beat = beat
    self.clock = clock
    seats = Seats(limit: clientLimit)
    let address: sockaddr_in = try .inet(ip4: "127.0.0.1", port: port)
    server = HTTPServer(address: address, logger: .disabled)
  }

  /// How many clients are connected, whenever that changes.
  var clientCounts: AsyncStream<Int> { seats.counts }

  /// Serves until ``stop()`` is called or the task is cancelled.
  func serve() async throws {
    await server.appendRoute("GET /prices") { [weak self] request in
      self?.events(for: request) ?? HTTPResponse(statusCode: .serviceUnavailable)
    }
    do { try await server.run() } catch {
      // After `stop` an error only says that the server has stopped.
      if !isStopping.load(ordering: .relaxed) { throw error }
    }
  }

  /// The port that the server listens on, once it does.
  func listeningPort() async throws -> UInt16 {
    try await server.waitUntilListening()
    guard case .ip4(_, let port) = await server.listeningAddress else { throw SocketError.disconnected }
    return port
  }

  /// Ends the results, and with them each stream after its last event; then the server. Clients have a second to take
  /// what there is for them.
  func stop() async {
    isStopping.store(true, ordering: .relaxed)
    await prices.finish()
    await server.stop(timeout: 1)
  }

  private func events(for request: HTTPRequest) -> HTTPResponse {
    guard let seat = seats.take() else {
      let headers: HTTPHeaders = [HTTPHeader("Retry-After"): "5"]
      return HTTPResponse(statusCode: .serviceUnavailable, headers: headers)
    }
    // An id of another run, or none, begins with all prices.
    let lastEvent = request.headers[HTTPHeader("Last-Event-ID")].flatMap { PriceEvent.ID($0) }
    let stream = PriceStream(
      prices: prices, run: run, since: lastEvent?.run == run ? lastEvent?.revision : nil, beat: beat, clock: clock,
      seat: seat)
    return HTTPResponse(
      statusCode: .ok, headers: [.contentType: "text/event-stream", HTTPHeader("Cache-Control"): "no-store"],
      body: HTTPBodySequence(from: stream))
  }
}

// MARK: - The body of a response

/// The events of one client. FlyingFox asks for the next one when the socket has taken the last.
private struct PriceStream: AsyncBufferedSequence {
  typealias Element = UInt8

  let prices: PriceResults
  let run: String
  let since: Int?
  let beat: Duration
  let clock: any Clock<Duration>
  /// Held as long as the response is being sent.
  let seat: Seats.Seat

  func makeAsyncIterator() -> Iterator { Iterator(stream: self, seen: since) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    let stream: PriceStream
    /// The revision that the client has been sent.
    var seen: Int?
    /// What is left for a reader that takes single bytes.
    var rest: ArraySlice<UInt8> = []

    mutating func next() async throws -> UInt8? {
      if rest.isEmpty { rest = try await nextBuffer(suggested: 1)?[...] ?? [] }
      return rest.popFirst()
    }

    mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
      if !rest.isEmpty {
        defer { rest = [] }
        return Array(rest)
      }
      switch await stream.turn(after: seen) {
      case .update(let update):
        seen = update.revision
        return Array(try PriceEvent(update, run: stream.run).serverSentEvent().text.utf8)
      case .beat: return Array(ServerSentEvent.comment.utf8)
      case .end: return nil
      }
    }
  }

  private enum Turn: Sendable {
    case update(PriceResults.Update)
    case beat
    case end
  }

  /// Waits for something to send.
  private func turn(after seen: Int?) async -> Turn {
    await withTaskGroup(of: Turn.self) { group in
      group.addTask { [prices] in
        // Everything for a new client; else what has changed since, composed to one changeset.
        let updates = seen.map { prices.updates(since: $0) } ?? prices.updates()
        for await update in updates { return .update(update) }
        return .end
      }
      group.addTask { [clock, beat] in
        do { try await clock.sleep(for: beat) } catch { return .end }
        return .beat
      }
      defer { group.cancelAll() }
      return await group.next() ?? .end
    }
  }
}

extension ResultsController {
  fileprivate typealias Update = ResultsUpdate<Key, Shown, Header>
}

// MARK: - Counting clients

/// As many seats as there may be clients. A client that leaves lets go of its seat, which frees it.
private final class Seats: Sendable {
  let counts: AsyncStream<Int>
  private let continuation: AsyncStream<Int>.Continuation
  private let limit: Int
  private let taken = Mutex(0)

  init(limit: Int) {
    self.limit = limit
    (counts, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  func take() -> Seat? {
    let count = taken.withLock { taken -> Int? in
      guard taken < limit else { return nil }
      taken += 1
      continuation.yield(taken)
      return taken
    }
    return count == nil ? nil : Seat(seats: self)
  }

  private func free() {
    taken.withLock { taken in
      taken -= 1
      continuation.yield(taken)
    }
  }

  final class Seat: Sendable {
    private let seats: Seats
    init(seats: Seats) { self.seats = seats }
    deinit { seats.free() }
  }
}
