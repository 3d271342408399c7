#if CommandLine
  #if os(Linux)
    import Foundation
    import StoreInterface

    #if canImport(Glibc)
      import Glibc
    #elseif canImport(Musl)
      import Musl
    #endif

    /// A server on 127.0.0.1 that sends exactly the bytes it is given, however wrong they are; one request a connection.
    final class RawServer: Sendable {
      /// What is done about a request; then the connection is closed.
      enum Answer: Sendable {
        case bytes(String)
        /// These bytes, and then nothing until the client hangs up.
        case bytesAndSilence(String)
        /// A space after these bytes, again and again until the client hangs up.
        case endless(String)
      }

      private struct State: Sendable {
        var requests = 0
        var hangUps = 0
        /// From then on the number of the descriptor may be another's.
        var hasStopped = false
        var waiting: [(hangUps: Int, requests: Int, continuation: CheckedContinuation<Void, Never>)] = []
      }

      /// Where it listens.
      let url: String
      private let descriptor: Int32
      private let state = Locked(State())

      /// Makes a server; the answer depends on the number of the request, from 1 on.
      init(_ answer: @escaping @Sendable (Int) -> Answer) throws {
        #if canImport(Glibc)
          let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        #else
          let kind = SOCK_STREAM | SOCK_CLOEXEC
        #endif
        let descriptor = socket(AF_INET, kind, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) { pointer in
          pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
            guard bind(descriptor, raw, length) == 0, listen(descriptor, 64) == 0 else { return Int32(-1) }
            return getsockname(descriptor, raw, &length)
          }
        }
        guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EADDRINUSE) }
        self.descriptor = descriptor
        url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/"
        Thread.detachNewThread { [weak self, state] in
          while true {
            let connection = accept(descriptor, nil, nil)
            if connection < 0, errno == EINTR || errno == ECONNABORTED { continue }
            guard connection >= 0, let self else { break }
            Thread.detachNewThread { self.serve(connection, answer) }
          }
          state.withLock { state in
            state.hasStopped = true
            close(descriptor)
          }
        }
      }

      deinit { stop() }

      /// Takes no connection any more.
      func stop() {
        state.withLock { state in
          if !state.hasStopped { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
          state.hasStopped = true
        }
      }

      /// Waits until so many clients have hung up, and so many requests have come.
      func wait(hangUps: Int = 0, requests: Int = 0) async {
        await withCheckedContinuation { continuation in
          state.withLock { $0.waiting.append((hangUps, requests, continuation)) }
          change { _ in }
        }
      }

      /// How many requests have come.
      var requests: Int { state.withLock { $0.requests } }

      private func change(_ change: (inout State) -> Void) {
        let ready = state.withLock { state in
          change(&state)
          let isReady = { (waiting: (hangUps: Int, requests: Int, continuation: CheckedContinuation<Void, Never>)) in
            state.hangUps >= waiting.hangUps && state.requests >= waiting.requests
          }
          let ready = state.waiting.filter(isReady).map(\.continuation)
          state.waiting.removeAll(where: isReady)
          return ready
        }
        for continuation in ready { continuation.resume() }
      }

      private func serve(_ connection: Int32, _ answer: (Int) -> Answer) {
        defer {
          close(connection)
          change { $0.hangUps += 1 }
        }
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while !String(decoding: received, as: UTF8.self).contains("\r\n\r\n") {
          let count = recv(connection, &buffer, buffer.count, 0)
          if count <= 0 { return }
          received += buffer[..<count]
        }
        let number = state.withLock { $0.requests + 1 }
        change { $0.requests = number }
        switch answer(number) {
        case .bytes(let text): _ = send(text, to: connection)
        case .bytesAndSilence(let text): _ = send(text, to: connection)
        case .endless(let text):
          _ = send(text, to: connection)
          let spaces = String(repeating: " ", count: 1 << 16)
          while send(spaces, to: connection) {}
          return
        }
        if case .bytes = answer(number) { _ = shutdown(connection, Int32(SHUT_WR)) }
        while recv(connection, &buffer, buffer.count, 0) > 0 {}
      }

      private func send(_ text: String, to connection: Int32) -> Bool {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
          let count = bytes.withUnsafeBytes { systemSend(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
          if count <= 0 { return false }
          bytes = bytes.dropFirst(count)
        }
        return true
      }
    }

    private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
      send(descriptor, bytes, count, flags)
    }

    extension RawServer.Answer {
      /// A whole answer of JSON.
      static func json(_ text: String) -> Self {
        .bytes(
          "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: \(text.utf8.count)\r\n\r\n"
            + text)
      }

      /// A head that ends in the middle.
      static let cutHead = Self.bytes("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n")

      /// A whole head without a length.
      static let openHead = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: application/json\r\n\r\n"
    }
  #endif
#endif
