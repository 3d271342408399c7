#if CommandLine
  #if os(Linux)
    internal import ArgumentParser
    internal import Foundation
    internal import RESTAdapter

    /// The inside of a worker: it sends the requests that come through standard input, one at a time, by URLSession.
    ///
    /// A server can crash URLSession on Linux, make it hang or fill its memory. Here that ends the worker, and the command
    /// continues.
    enum RequestWorker {
      /// The hidden subcommand that it is.
      static let commandName = "send-requests"

      /// How a worker ends that was not killed.
      enum Ending: Int32 {
        /// The command has gone.
        case left = 0
        /// The limits of the process could not be set.
        case unlimited = 70
        /// What came through standard input is no request.
        case confused = 71
      }

      /// So many bytes of memory that can be written to be at a worker's disposal for a request.
      ///
      /// A small answer takes 39 MB, nearly all of it the stacks of five threads, 8 MB each; a body of 63 MB takes 56 MB. A
      /// body may be held twice, when it waits to be passed on; the rest is room for 25 more threads. Where `ulimit -s` gives
      /// threads larger stacks, there is more room.
      static func memory(for request: HTTPRequest) -> Int {
        let body = min(max(0, request.maximumBodyBytes), 1 << 40)
        return 256 << 20 + 2 * body + threads * max(0, stack - 8 << 20)
      }

      /// More threads than a worker ever has.
      private static let threads = 30

      /// What a thread sets aside for its stack; 8 MB where the system limits nothing.
      private static var stack: Int {
        guard let stack = SystemLimit.stack.value, stack < 1 << 40 else { return 8 << 20 }
        return Int(stack)
      }

      /// Whether standard input is the socket of a command, and no terminal or file.
      static var isStartedByCommand: Bool {
        var address = sockaddr()
        var length = socklen_t(MemoryLayout<sockaddr>.size)
        return getsockname(STDIN_FILENO, &address, &length) == 0 && address.sa_family == sa_family_t(AF_UNIX)
      }

      /// Sends requests until standard input ends, which is when the command has ended, however it did.
      static func run() -> Never {
        closeInherited()
        let socket = WorkerSocket(descriptor: STDIN_FILENO)
        var hasLimits = SystemLimit.core.set(to: 0)
        let transport = URLSessionTransport()
        do {
          // This thread does nothing but wait for the next request: it sees the end of the command while one is in
          // progress.
          while let message = try socket.receive([.request]) {
            guard case .request(let request) = message else { break }
            hasLimits = hasLimits && SystemLimit.data.set(to: rlim_t(clamping: memory(for: request)))
            guard hasLimits else { exit(.unlimited) }
            Task { if await !answer(request, by: transport, to: socket) { exit(.left) } }
          }
        } catch {
          exit(.confused)
        }
        exit(.left)
      }

      /// Sends a request, and passes on what comes.
      ///
      /// - Returns: Whether the command is still there.
      private static func answer(
        _ request: HTTPRequest, by transport: URLSessionTransport, to socket: WorkerSocket
      ) async -> Bool {
        do {
          let exchange = try await transport.send(request)
          guard try socket.send(.head(exchange.head)) else { return false }
          for try await bytes in exchange.body {
            for start in stride(from: 0, to: bytes.count, by: WorkerMessage.longestPiece) {
              let piece = bytes[start..<min(bytes.count, start + WorkerMessage.longestPiece)]
              guard try socket.send(.piece(Array(piece))) else { return false }
            }
          }
          return try socket.send(.end)
        } catch {
          let error = error as? HTTPTransportError ?? .interrupted("the response is too large to be passed on")
          return (try? socket.send(.failure(error))) ?? false
        }
      }

      /// Closes what the command has open: another worker's socket for instance, which would otherwise stay open when the
      /// command ends.
      private static func closeInherited() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        for descriptor in names.compactMap({ Int32($0) }) where descriptor > STDERR_FILENO { _ = close(descriptor) }
      }

      private static func exit(_ ending: Ending) -> Never { _exit(ending.rawValue) }
    }

    /// The command as a worker that sends requests: ``WorkerProcess`` starts it, no one else has a use for it.
    struct RequestWorkerCommand: ParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: RequestWorker.commandName, abstract: "Sends the requests of watch, which starts it.",
        shouldDisplay: false)

      func run() throws {
        guard RequestWorker.isStartedByCommand else {
          throw ValidationError("watch starts this by itself; see section-diff watch --help")
        }
        RequestWorker.run()
      }
    }
  #endif
#endif
