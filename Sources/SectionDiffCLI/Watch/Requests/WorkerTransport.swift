#if CommandLine
  internal import RESTAdapter

  #if os(Linux)
    internal import Foundation
    internal import RESTAdapter
    internal import StoreInterface

    /// Sends requests by other processes with a limit to their memory, so that an answer that crashes, fills or hangs
    /// URLSession is one request that failed.
    ///
    /// A worker whose answer came whole is kept for the next request, and with it its connections. Any other is killed:
    /// after a failure, when the task is cancelled, when the body is too large or no one reads it; also after an answer
    /// in a coding, whatever its status, since libcurl may still be decoding what no one wants.
    ///
    /// A body is read as it is requested: a worker waits while no one reads.
    final class WorkerTransport: HTTPTransport {
      /// So many workers wait for requests at most. A store sends one request at a time.
      private static let idleLimit = 2

      private let idle = Locked<[WorkerProcess]>([])
      private let program: String

      /// Makes a transport.
      ///
      /// - Parameter program: The executable of a worker: this one, except in tests.
      init(program: String = "/proc/self/exe") {
        self.program = program
        // The command may be started with it ignored; then a process that ends is gone before its end is read.
        _ = signal(SIGCHLD, SIG_DFL)
      }

      func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPExchange {
        if Task.isCancelled { throw .cancelled }
        let response = WorkerResponse(worker: try worker(), request: request) { [idle] worker in
          idle.withLock { if $0.count < Self.idleLimit { $0.append(worker) } }
        }
        let head = try await response.head()
        return HTTPExchange(head: head, body: AsyncThrowingStream { try await response.next() })
      }

      /// The processes of the workers that wait for requests.
      var idleProcesses: [pid_t] { idle.withLock { $0.compactMap(\.identifier) } }

      private func worker() throws(HTTPTransportError) -> WorkerProcess {
        // One that waited may have ended meanwhile, or have gone mad.
        while let worker = idle.withLock({ $0.popLast() }) { if worker.isIdle { return worker } }
        do throws(Failure) {
          return try WorkerProcess(program)
        } catch {
          throw .cannotConnect("no process can be started that sends the request: \(error)")
        }
      }
    }

    /// A response on its way from a worker, which belongs to it until the response is complete.
    private final class WorkerResponse: Sendable {
      private enum State: Sendable {
        case waiting
        case receiving(Int, isCoded: Bool)
        case complete
      }

      private let worker: WorkerProcess
      private let request: HTTPRequest
      private let giveBack: @Sendable (WorkerProcess) -> Void
      private let state = Locked(State.waiting)

      init(worker: WorkerProcess, request: HTTPRequest, giveBack: @escaping @Sendable (WorkerProcess) -> Void) {
        self.worker = worker
        self.request = request
        self.giveBack = giveBack
      }

      // Whatever is in progress is in vain now.
      deinit { if case .complete = state.withLock({ $0 }) {} else { worker.kill() } }

      func head() async throws(HTTPTransportError) -> HTTPResponseHead {
        guard case .head(let head) = try await message([.head, .failure]) else {
          throw .interrupted("there is no head")
        }
        let transfer = head.fields["Transfer-Encoding"]?.lowercased() ?? "chunked"
        let isCoded = head.fields["Content-Encoding"] != nil || transfer != "chunked"
        state.withLock { $0 = .receiving(0, isCoded: isCoded) }
        return head
      }

      func next() async throws(HTTPTransportError) -> [UInt8]? {
        guard case .receiving(let before, let isCoded) = state.withLock({ $0 }) else { return nil }
        switch try await message([.piece, .end, .failure]) {
        case .piece(let bytes):
          let received = before + bytes.count
          if received > request.maximumBodyBytes { throw failed(.tooLarge(limit: request.maximumBodyBytes)) }
          state.withLock { $0 = .receiving(received, isCoded: isCoded) }
          return bytes
        default:
          state.withLock { $0 = .complete }
          if isCoded { worker.kill() } else { giveBack(worker) }
          return nil
        }
      }

      private func failed(_ error: HTTPTransportError) -> HTTPTransportError {
        worker.kill()
        return error
      }

      private func message(_ allowed: [WorkerMessage.Kind]) async throws(HTTPTransportError) -> WorkerMessage {
        let memory = RequestWorker.memory(for: request)
        let result = await withTaskCancellationHandler { () async -> Result<WorkerMessage, WorkerProcess.Trouble> in
          do throws(WorkerProcess.Trouble) {
            if allowed.contains(.head) { try await worker.send(request) }
            return .success(try await worker.receive(allowed, memory: memory))
          } catch {
            return .failure(error)
          }
        } onCancel: {
          worker.kill()
        }
        if Task.isCancelled { throw failed(.cancelled) }
        switch result {
        case .success(.failure(let error)): throw failed(error)
        case .success(let message): return message
        case .failure(let trouble): throw failed(HTTPTransportError(trouble, memory: memory))
        }
      }
    }

    extension HTTPTransportError {
      /// What the end of a worker says about the answer that it was receiving.
      fileprivate init(_ trouble: WorkerProcess.Trouble, memory: Int) {
        let advice = "build with --traits CommandLine,AsyncHTTPClient for a client that withstands such responses"
        switch trouble {
        case .ended(_, _, usedMemory: true):
          self = .interrupted("it took more than \(memory >> 20) MB of memory; \(advice)")
        case .ended(signal: 0, let code, _):
          self = .interrupted("the process that sent the request has ended with exit code \(code)")
        case .ended(let signal, _, _):
          self = .interrupted("it ended the process that sent the request (signal \(signal)); \(advice)")
        case .malformed(let malformed):
          self = .interrupted("the process that sent the request sent a malformed message: \(malformed)")
        }
      }
    }
  #endif

  /// What sends the requests of the command.
  enum CommandTransport {
    /// Makes the transport: on Linux, where a server can end a process that uses URLSession, other processes; the usual one
    /// elsewhere, and where the package trait `AsyncHTTPClient` is on.
    static func make() -> any HTTPTransport {
      #if os(Linux) && !AsyncHTTPClient
        WorkerTransport()
      #else
        DefaultTransport.make()
      #endif
    }
  }
#endif
