import FlyingSocks
import Foundation

@testable import Prices

/// A client over a bare socket, which reads only on request.
struct RawClient {
  private let socket: AsyncSocket
  private var bytes: [UInt8] = []
  private var events: [ServerSentEvent] = []
  private var parser = EventParser(limit: 1 << 24)

  /// Sends a request for the prices. The socket takes as little as the system allows before the client reads.
  init(port: UInt16) async throws {
    let address: sockaddr_in = try .inet(ip4: "127.0.0.1", port: port)
    let socket = try Socket(domain: AF_INET, type: .stream)
    try socket.setValue(1, for: .receiveBufferSize)
    self.socket = try await AsyncSocket(socket: socket, pool: AsyncSocket.clientPool)
    try await self.socket.connect(to: address)
    try await self.socket.write(Data("GET /prices HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8))
    while headEnd() == nil { bytes += try await self.socket.read(atMost: 4096) }
    if let end = headEnd() { bytes.removeFirst(end) }
  }

  private func headEnd() -> Int? { bytes.firstRange(of: "\r\n\r\n".utf8)?.upperBound }

  /// The next event; `nil` after the last chunk.
  mutating func next() async throws -> ServerSentEvent? {
    while events.isEmpty {
      if let chunk = try takeChunk() {
        if chunk.isEmpty { return nil }
        events = try parser.parse(chunk)
      } else {
        bytes += try await socket.read(atMost: 4096)
      }
    }
    return events.removeFirst()
  }

  /// Takes a chunk of the body off what has been read, if it is there as a whole.
  private mutating func takeChunk() throws -> [UInt8]? {
    guard let lineEnd = bytes.firstRange(of: "\r\n".utf8) else { return nil }
    guard let size = Int(String(decoding: bytes[..<lineEnd.lowerBound], as: UTF8.self), radix: 16) else {
      throw EventSource.Failure(description: "a chunk has no size")
    }
    guard bytes.count >= lineEnd.upperBound + size + 2 else { return nil }
    defer { bytes.removeFirst(lineEnd.upperBound + size + 2) }
    return Array(bytes[lineEnd.upperBound..<lineEnd.upperBound + size])
  }

  /// Cuts the connection.
  func cut() throws { try socket.close() }
}

extension AsyncSocket {
  fileprivate static var clientPool: some AsyncSocketPool {
    get async throws { try await SocketPool<Poll>.client }
  }
}
