#if CommandLine
  #if os(Linux)
    import Foundation
    import RESTAdapter
    import StoreTestSupport
    import Testing

    @testable import SectionDiffCLI

    #if canImport(Glibc)
      import Glibc
    #elseif canImport(Musl)
      import Musl
    #endif

    /// Requests that a process of their own sends: what a server, or the process itself, can do is one request that failed.
    @Suite("Requests of a worker", .serialized)
    struct WorkerTransportTests {
      private let folder: Scratch
      private let transport: WorkerTransport

      init() throws {
        folder = try Scratch()
        transport = WorkerTransport(program: try CommandLineTool().executable.path)
      }

      /// A transport whose workers run a shell script; standard input is their socket.
      private func transport(script: String) throws -> WorkerTransport {
        WorkerTransport(program: try folder.writeScript("worker", script))
      }

      private func request(_ text: String, limit: Int = 1 << 20) throws -> HTTPRequest {
        HTTPRequest("GET", try #require(URL(string: text)), fields: ["X-Who": "me"], maximumBodyBytes: limit)
      }

      /// The whole body, or the error.
      private func body(_ transport: WorkerTransport, _ request: HTTPRequest) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await piece in try await transport.send(request).body { bytes += piece }
        return bytes
      }

      private func failure(_ transport: WorkerTransport, _ request: HTTPRequest) async -> HTTPTransportError? {
        do {
          _ = try await body(transport, request)
          return nil
        } catch {
          return error as? HTTPTransportError
        }
      }

      @Test("an answer arrives whole, and the worker is kept for the next request, in a group of its own")
      func wholeAnswers() async throws {
        let long = String(repeating: "0123456789", count: 30_000)
        let server = try RawServer { .json($0 == 2 ? long : "[\($0)]") }
        defer { server.stop() }
        #expect(try await body(transport, request(server.url)) == Array("[1]".utf8))
        let worker = try #require(transport.idleProcesses.first)
        #expect(getpgid(worker) == worker)
        #expect(try await body(transport, request(server.url)) == Array(long.utf8))
        let exchange = try await transport.send(request(server.url))
        #expect(exchange.head.status == 200)
        #expect(exchange.head.fields["content-type"] == "application/json")
        #expect(transport.idleProcesses.isEmpty)
        for try await piece in exchange.body { #expect(piece == Array("[3]".utf8)) }
        #expect(transport.idleProcesses == [worker])
      }

      @Test("a head that is cut, which ends a process with URLSession, is an error; the next request is answered")
      func cutHead() async throws {
        let server = try RawServer { $0 == 1 ? .cutHead : .json("[]") }
        defer { server.stop() }
        let error = try #require(await failure(transport, request(server.url)))
        guard case .interrupted(let why) = error else {
          Issue.record("\(error)")
          return
        }
        // A URLSession that bears such a head may come some day.
        #expect(
          why.contains("ended the process that sent the request") || why.contains("connection was lost"), "\(why)")
        #expect(try await body(transport, request(server.url)) == Array("[]".utf8))
      }

      @Test("nobody listens: the worker's own error arrives")
      func refused() async throws {
        let server = try RawServer { _ in .json("[]") }
        server.stop()
        guard case .cannotConnect = try await failure(transport, request(server.url)) else {
          Issue.record("the error is another one")
          return
        }
      }

      @Test("a body above the limit is an error, also where it does not end; the worker is killed")
      func limit() async throws {
        let server = try RawServer { $0 == 1 ? .json("[1,2,3]") : .endless(RawServer.Answer.openHead) }
        defer { server.stop() }
        #expect(try await failure(transport, request(server.url, limit: 6)) == .tooLarge(limit: 6))
        #expect(try await failure(transport, request(server.url, limit: 1 << 20)) == .tooLarge(limit: 1 << 20))
        await server.wait(hangUps: 2)
        #expect(transport.idleProcesses.isEmpty)
      }

      @Test("a worker that is killed is one failed request, with the signal", arguments: [SIGKILL, SIGTERM, SIGSEGV])
      func killed(signal: Int32) async throws {
        // In the middle of a message, too.
        let transport = try transport(script: #"printf '\002\0\0\0\100{' >&0; kill -\#(signal) $$"#)
        guard case .interrupted(let why) = try await failure(transport, request("http://127.0.0.1:1/")) else {
          Issue.record("the error is another one")
          return
        }
        #expect(why.contains("ended the process that sent the request (signal \(signal))"), "\(why)")
      }

      @Test("a worker that ended with its memory used up is one failed request that says so")
      func memory() async throws {
        let request = try request("http://127.0.0.1:1/", limit: 64 << 20)
        let memory = RequestWorker.memory(for: request)
        // Larger only where threads have larger stacks than usual.
        #expect(memory >= 384 << 20)
        // The memory of a program that it has waited for counts as a worker's own.
        let transport = try transport(
          script: "head -c \(memory) /dev/zero | tail -c \(memory) > /dev/null; kill -ILL $$")
        guard case .interrupted(let why) = await failure(transport, request) else {
          Issue.record("the error is another one")
          return
        }
        var own = rusage()
        #if canImport(Glibc)
          getrusage(RUSAGE_SELF.rawValue, &own)
        #else
          getrusage(RUSAGE_SELF, &own)
        #endif
        // Where this process is as large itself, nothing can be said of its children.
        let says = own.ru_maxrss < 200 << 10 ? "it took more than \(memory >> 20) MB of memory" : "it "
        #expect(why.hasPrefix(says), "\(why)")
      }

      @Test("a worker that ends by itself is one failed request, with the exit code")
      func exited() async throws {
        let transport = try transport(script: "exit 70")
        #expect(
          try await failure(transport, request("http://127.0.0.1:1/"))
            == .interrupted("the process that sent the request has ended with exit code 70"))
      }

      @Test(
        "nonsense of a worker is an error, and it is killed although it would go on",
        arguments: [
          #"\377"#, #"\377\0\0\0\0"#, #"\001\0\0\0\002{}"#, #"\002\377\377\377\377"#, #"\002\0\0\0\003abc"#,
          #"\003\0\0\0\001a"#,
          #"\004\0\0\0\0"#, #"\005\0\0\0\002{}"#,
        ])
      func nonsense(bytes: String) async throws {
        // What is shorter than a message is completed by zeros, which are none, either.
        let script = #"echo $$ > '\#(folder.url.path)/process'; printf '\#(bytes)\0\0\0\0\0' >&0; exec sleep 1000"#
        let error = try await failure(transport(script: script), request("http://127.0.0.1:1/"))
        guard case .interrupted(let why) = error else {
          Issue.record("the error is another one: \(String(describing: error))")
          return
        }
        #expect(why.contains("sent a malformed message"), "\(why)")
        let text = String(decoding: try folder.read("process"), as: UTF8.self)
        let process = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        // Not even as one that nobody has waited for.
        let (code, reason) = (kill(process, 0), errno)
        #expect(code == -1 && reason == ESRCH)
      }

      @Test(
        "a worker whose answer came in a coding is not kept, since it may still be decoding", arguments: [true, false])
      func codedAnswers(isCoded: Bool) async throws {
        let fields: HTTPFields = isCoded ? ["Content-Encoding": "gzip"] : ["Transfer-Encoding": "chunked"]
        let head = HTTPResponseHead(status: 404, fields: fields)
        let messages = try WorkerMessage.head(head).bytes() + WorkerMessage.end.bytes()
        try Data(messages).write(to: folder.url.appendingPathComponent("answer"))
        let transport = try transport(script: "cat '\(folder.url.path)/answer' >&0; exec sleep 1000")
        #expect(try await body(transport, request("http://127.0.0.1:1/")).isEmpty)
        #expect(transport.idleProcesses.isEmpty == isCoded)
      }

      @Test("a program that cannot be started is an error")
      func noProgram() async throws {
        let transport = WorkerTransport(program: folder.url.appendingPathComponent("none").path)
        guard case .cannotConnect(let why) = try await failure(transport, request("http://127.0.0.1:1/")) else {
          Issue.record("the error is another one")
          return
        }
        #expect(why.contains("No such file"), "\(why)")
      }

      @Test("cancelling ends the request and its worker: before the head, and in the body")
      func cancelling() async throws {
        let server = try RawServer {
          $0 == 1 ? .bytesAndSilence("") : .bytesAndSilence(RawServer.Answer.openHead + "[")
        }
        defer { server.stop() }
        for number in 1...2 {
          let request = try request(server.url)
          let task = Task { await failure(transport, request) }
          await server.wait(requests: number)
          task.cancel()
          #expect(await task.value == .cancelled)
          // The server sees that nobody listens any more.
          await server.wait(hangUps: number)
        }
        #expect(transport.idleProcesses.isEmpty)
      }

      @Test("releasing a body ends its worker")
      func abandonedBody() async throws {
        let server = try RawServer { _ in .bytesAndSilence(RawServer.Answer.openHead + "[") }
        defer { server.stop() }
        var exchange: HTTPExchange? = try await transport.send(request(server.url))
        #expect(exchange?.head.status == 200)
        exchange = nil
        await server.wait(hangUps: 1)
      }

      @Test("a worker that ended while it waited is replaced")
      func replaced() async throws {
        let server = try RawServer { .json("[\($0)]") }
        defer { server.stop() }
        #expect(try await body(transport, request(server.url)) == Array("[1]".utf8))
        let first = try #require(transport.idleProcesses.first)
        kill(first, SIGKILL)
        // It has ended, and is not reaped here.
        var information = siginfo_t()
        #expect(waitid(P_PID, id_t(first), &information, WEXITED | WNOWAIT) == 0)
        #expect(try await body(transport, request(server.url)) == Array("[2]".utf8))
        #expect(transport.idleProcesses.first != first)
      }

      @Test("no descriptor and no process is left after many requests that failed in many ways")
      func nothingLeft() async throws {
        let server = try RawServer { number in
          switch number % 4 {
          case 0: .cutHead
          case 1: .json("[]")
          case 2: .endless(RawServer.Answer.openHead)
          default: .bytes(RawServer.Answer.openHead)
          }
        }
        defer { server.stop() }
        func descriptors() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
        var own: WorkerTransport? = WorkerTransport(program: try CommandLineTool().executable.path)
        func round(_ count: Int) async throws {
          for _ in 0..<count { if let own { _ = try await failure(own, request(server.url, limit: 100_000)) } }
        }
        try await round(4)
        let sockets = own?.idleProcesses.count
        let before = try descriptors()
        try await round(20)
        own = nil
        await server.wait(hangUps: 24)
        // Other tests of this process open and close descriptors, too; 24 workers that were lost would keep 24 open for good.
        let closed = await eventually { ((try? descriptors()) ?? .max) < before + 12 }
        #expect(closed, "\(sockets ?? 0) were kept")
      }

      @Test("the hidden subcommand is in no help, and does nothing where nobody has started it as a worker")
      func hidden() throws {
        let tool = try CommandLineTool()
        let help = try tool.run(["--help"], in: folder)
        #expect(help.status == 0 && !help.text.contains(RequestWorker.commandName))
        let outcome = try tool.run([RequestWorker.commandName], in: folder)
        #expect(outcome.status == 64 && outcome.output.isEmpty)
        #expect(outcome.errors.contains("watch starts this by itself"), "\(outcome.errors)")
      }
    }
  #endif
#endif
