import Foundation
import RESTAdapter
import StoreInterface
import StoreTestSupport

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A server on 127.0.0.1, or on ::1, that sends exactly the bytes it is given, however wrong they are.
///
/// Each connection is one request on a thread of its own, so that a test may let a server stall without anybody
/// waiting.
final class LoopbackServer: Sendable {
  /// What is done about a request, step by step; then the connection is closed.
  enum Step: Sendable {
    /// These bytes are sent.
    case send([UInt8])
    /// These bytes are sent so many times, as long as the other side takes them.
    case flood([UInt8], times: Int)
    /// These bytes are sent again and again, until the other side hangs up.
    case endlessFlood([UInt8])
    /// A space is sent for each signal, until the other side has had enough.
    case drip(DispatchSemaphore)
    /// Nothing is sent until the other side has had enough.
    case hold
  }

  typealias Handler = @Sendable (HTTPRequest) -> [Step]

  private struct State: Sendable {
    var listener: Int32 = -1
    var port: UInt16 = 0
    var connections: Set<Int32> = []
    var requests: [HTTPRequest] = []
    var sentBytes = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
    var handler: Handler
  }

  private let state: Locked<State>
  private let isIPv6: Bool

  /// Begins to listen on a free port.
  init(isIPv6: Bool = false, _ handler: @escaping Handler) throws {
    self.isIPv6 = isIPv6
    state = Locked(State(handler: handler))
    try listen()
  }

  /// Answers as a well-made server does.
  convenience init(_ notes: NotesServer) throws { try self.init { [.send(notes.answer($0).bytes)] } }

  deinit { stop() }

  /// The address of a path.
  func url(_ path: String = "/notes") -> URL {
    // What a proxy is asked for is an address already.
    if path.contains("://") { return URL(string: path) ?? URL(fileURLWithPath: path) }
    let host = isIPv6 ? "[::1]" : "127.0.0.1"
    return URL(string: "http://\(host):\(state.get().port)\(path)") ?? URL(fileURLWithPath: path)
  }

  var requests: [HTTPRequest] { state.get().requests }
  var sentBytes: Int { state.get().sentBytes }

  /// Answers otherwise from now on.
  func answer(_ handler: @escaping Handler) { state.change { $0.handler = handler } }

  /// Hangs up, and refuses every connection until ``listen()``.
  func stop() {
    let (listener, connections) = state.withLock { state in
      defer { state.listener = -1 }
      return (state.listener, state.connections)
    }
    // The accepting thread closes it, so that the number is not used again under its feet.
    if listener >= 0 { _ = shutdown(listener, Int32(SHUT_RDWR)) }
    for connection in connections { _ = shutdown(connection, Int32(SHUT_RDWR)) }
  }

  /// Listens, on the same port as before.
  func listen() throws {
    let family = isIPv6 ? AF_INET6 : AF_INET
    #if canImport(Glibc)
      let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(family, SOCK_STREAM, 0)
    #endif
    var on: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    let code: Int32
    let port: in_port_t
    if isIPv6 {
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = state.get().port.bigEndian
      address.sin6_addr = in6addr_loopback
      code = Self.listen(descriptor, at: &address)
      port = address.sin6_port
    } else {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = state.get().port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      code = Self.listen(descriptor, at: &address)
      port = address.sin_port
    }
    guard code == 0 else {
      close(descriptor)
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EADDRINUSE)
    }
    state.change { state in
      state.listener = descriptor
      state.port = UInt16(bigEndian: port)
    }
    Thread.detachNewThread { [weak self] in
      while true {
        let connection = accept(descriptor, nil, nil)
        if connection < 0 {
          if errno == EINTR { continue }
          break
        }
        guard let self else {
          close(connection)
          break
        }
        self.state.change { $0.connections.insert(connection) }
        Thread.detachNewThread { [weak self] in
          self?.serve(connection)
          self?.end(connection)
          close(connection)
        }
      }
      close(descriptor)
    }
  }

  /// Binds, listens, and reads the address that was given.
  private static func listen<Address>(_ descriptor: Int32, at address: inout Address) -> Int32 {
    var length = socklen_t(MemoryLayout<Address>.size)
    return withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
        guard bind(descriptor, raw, length) == 0, listen(descriptor) == 0 else { return Int32(-1) }
        return getsockname(descriptor, raw, &length)
      }
    }
  }

  private static func listen(_ descriptor: Int32) -> Int32 {
    #if canImport(Darwin)
      Darwin.listen(descriptor, 64)
    #elseif canImport(Glibc)
      Glibc.listen(descriptor, 64)
    #else
      Musl.listen(descriptor, 64)
    #endif
  }

  private func end(_ connection: Int32) {
    let waiting = state.withLock { state in
      state.connections.remove(connection)
      if !state.connections.isEmpty { return [] as [CheckedContinuation<Void, Never>] }
      defer { state.waiting.removeAll() }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Returns when no connection is open.
  func hungUp() async {
    await withCheckedContinuation { continuation in
      let isQuiet = state.withLock { state in
        if !state.connections.isEmpty { state.waiting.append(continuation) }
        return state.connections.isEmpty
      }
      if isQuiet { continuation.resume() }
    }
  }

  private func serve(_ connection: Int32) {
    guard let request = read(from: connection) else { return }
    let handler = state.withLock { state in
      state.requests.append(request)
      return state.handler
    }
    for step in handler(request) {
      switch step {
      case .send(let bytes):
        guard send(bytes, to: connection) else { return }
      case .flood(let bytes, let times):
        for _ in 0..<times {
          guard send(bytes, to: connection) else { return }
        }
      case .endlessFlood(let bytes):
        while send(bytes, to: connection) {}
        return
      case .drip(let semaphore):
        repeat { semaphore.wait() } while send([0x20], to: connection)
        return
      case .hold:
        var byte: UInt8 = 0
        while recv(connection, &byte, 1, 0) > 0 {}
        return
      }
    }
    // A close with unread bytes would be a reset; the other side learns first that no more comes.
    _ = shutdown(connection, Int32(SHUT_WR))
    var byte: UInt8 = 0
    while recv(connection, &byte, 1, 0) > 0 {}
  }

  private func send(_ bytes: [UInt8], to connection: Int32) -> Bool {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        #if canImport(Darwin)
          Darwin.send(connection, $0.baseAddress, $0.count, flags)
        #elseif canImport(Glibc)
          Glibc.send(connection, $0.baseAddress, $0.count, flags)
        #else
          Musl.send(connection, $0.baseAddress, $0.count, flags)
        #endif
      }
      if count <= 0 { return false }
      sent += count
      state.change { $0.sentBytes += count }
    }
    return true
  }

  private func read(from connection: Int32) -> HTTPRequest? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    let mark = Array("\r\n\r\n".utf8)
    var headEnd: Int?
    var length = 0
    while true {
      if headEnd == nil, bytes.count >= 4 {
        headEnd = (0...(bytes.count - 4)).first { Array(bytes[$0..<$0 + 4]) == mark }.map { $0 + 4 }
        if let headEnd { length = Self.contentLength(bytes[..<headEnd]) }
      }
      if let headEnd, bytes.count >= headEnd + length { break }
      let count = recv(connection, &buffer, buffer.count, 0)
      if count <= 0 { return nil }
      bytes += buffer[..<count]
    }
    guard let headEnd else { return nil }
    let lines = String(decoding: bytes[..<headEnd], as: UTF8.self).components(separatedBy: "\r\n")
    let words = (lines.first ?? "").split(separator: " ").map(String.init)
    guard words.count >= 2 else { return nil }
    var fields = HTTPFields()
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      fields.append(
        String(line[..<colon]), line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
    }
    return HTTPRequest(words[0], url(words[1]), fields: fields, body: length > 0 ? Array(bytes[headEnd...]) : nil)
  }

  private static func contentLength(_ head: ArraySlice<UInt8>) -> Int {
    for line in String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
    where line.lowercased().hasPrefix("content-length:") {
      return Int(line.dropFirst(15).trimmingCharacters(in: .whitespaces)) ?? 0
    }
    return 0
  }
}

extension Reply {
  /// The response as it goes over the wire.
  var bytes: [UInt8] {
    var text = "HTTP/1.1 \(status) Status\r\nConnection: close\r\n"
    for field in fields.fields { text += "\(field.name): \(field.value)\r\n" }
    if status != 304, status != 204, fields["Content-Length"] == nil, fields["Transfer-Encoding"] == nil {
      text += "Content-Length: \(body.count)\r\n"
    }
    return Array("\(text)\r\n".utf8) + body
  }
}
