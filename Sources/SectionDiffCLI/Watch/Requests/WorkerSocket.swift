#if CommandLine
  #if os(Linux)
    /// One end of the connection between the command and a worker. Reading and writing block the thread.
    struct WorkerSocket: Sendable {
      let descriptor: Int32

      /// Makes two connected ends, which programs that are started do not inherit.
      ///
      /// - Throws: ``Failure``: there are too many open files.
      static func pair() throws(Failure) -> (WorkerSocket, WorkerSocket) {
        #if canImport(Glibc)
          let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        #else
          let kind = SOCK_STREAM | SOCK_CLOEXEC
        #endif
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Failure(String(cString: strerror(errno))) }
        return (WorkerSocket(descriptor: ends[0]), WorkerSocket(descriptor: ends[1]))
      }

      /// Sends a message, once there is room for it.
      ///
      /// - Returns: Whether the other side is still there.
      func send(_ message: WorkerMessage) throws(WorkerMessage.Malformed) -> Bool {
        let bytes = try message.bytes()
        return bytes.withUnsafeBytes { buffer in
          var rest = UnsafeRawBufferPointer(buffer)
          while !rest.isEmpty {
            // No signal where no one reads any more.
            let count = systemSend(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
            if count > 0 {
              rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            } else if errno != EINTR {
              return false
            }
          }
          return true
        }
      }

      /// Waits for a message of one of some kinds.
      ///
      /// - Returns: The message; nil when the other side is gone.
      /// - Throws: that what came is no such message.
      func receive(_ allowed: [WorkerMessage.Kind]) throws(WorkerMessage.Malformed) -> WorkerMessage? {
        let start = read(WorkerMessage.prefixLength)
        if start.isEmpty { return nil }
        let (kind, length) = try WorkerMessage.prefix(start, allowed: allowed)
        let rest = read(length)
        guard rest.count == length else { throw .cut(after: start.count + rest.count) }
        return try WorkerMessage(kind, rest)
      }

      /// Whether nothing has come, and the other side is there.
      var isQuiet: Bool {
        var look = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&look, 1, 0) == 0
      }

      func close() { _ = systemClose(descriptor) }

      /// So many bytes, or fewer where the other side has gone before.
      private func read(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
          filled = 0
          while filled < count {
            let rest = UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[filled..<count]))
            let more = recv(descriptor, rest.baseAddress, rest.count, 0)
            if more > 0 { filled += more } else if more == 0 || errno != EINTR { return }
          }
        }
      }
    }

    private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
      send(descriptor, bytes, count, flags)
    }

    private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
  #endif
#endif
