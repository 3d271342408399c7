#if CommandLine
  #if os(Linux)
    @preconcurrency internal import Dispatch
    internal import RESTAdapter
    internal import StoreInterface

    /// A worker as the command sees it: a process that sends one request at a time, and that can be killed at any moment.
    ///
    /// Its process is killed and reaped at the latest when no one holds this object any more.
    final class WorkerProcess: Sendable {
      /// Why there is no message of a worker.
      enum Trouble: Error, Hashable {
        /// The worker has ended, by a signal or with an exit code; `usedMemory` says whether it had used up its memory.
        case ended(signal: Int32, code: Int32, usedMemory: Bool)
        /// What came is no message.
        case malformed(WorkerMessage.Malformed)
      }

      /// What is known of the process, so that no signal is ever sent to one that has been reaped, whose number may have been
      /// given to another.
      private enum Life: Sendable {
        case running(pid_t)
        case killed(pid_t)
        case reaped
      }

      private let socket: WorkerSocket
      private let life: Locked<Life>
      /// What blocks is done here: reading, writing, waiting for the end.
      private let queue = DispatchQueue(label: "section-diff.worker")

      /// Starts a worker.
      ///
      /// - Throws: ``Failure``: the system has no room for another process.
      init(_ program: String) throws(Failure) {
        let (own, other) = try WorkerSocket.pair()
        defer { other.close() }
        do throws(Failure) {
          life = Locked(.running(try Self.start(program, input: other)))
        } catch {
          own.close()
          throw error
        }
        socket = own
      }

      deinit {
        kill()
        socket.close()
        guard case .killed(let process) = life.withLock({ $0 }) else { return }
        queue.async { _ = Self.wait(for: process) }
      }

      /// Whether it runs, and has nothing to say.
      var isIdle: Bool {
        guard case .running = life.withLock({ $0 }) else { return false }
        return socket.isQuiet
      }

      /// The process, for as long as it has not been reaped.
      var identifier: pid_t? {
        switch life.withLock({ $0 }) {
        case .running(let process), .killed(let process): process
        case .reaped: nil
        }
      }

      /// Kills the process. A call that waits for a message of it gets none.
      func kill() {
        life.withLock { life in
          guard case .running(let process) = life else { return }
          _ = systemKill(process, SIGKILL)
          life = .killed(process)
        }
      }

      /// Has a request sent.
      func send(_ request: HTTPRequest) async throws(Trouble) {
        let result: Result<Void, Trouble> = await onQueue { [self] in
          do throws(WorkerMessage.Malformed) {
            return try socket.send(.request(request)) ? .success(()) : .failure(reap(memory: 0))
          } catch {
            return .failure(.malformed(error))
          }
        }
        try result.get()
      }

      /// Waits for the next message.
      ///
      /// - Parameters:
      ///   - allowed: The kinds that make sense now. After anything else the process is killed.
      ///   - memory: What the worker may use.
      func receive(_ allowed: [WorkerMessage.Kind], memory: Int) async throws(Trouble) -> WorkerMessage {
        let result: Result<WorkerMessage, Trouble> = await onQueue { [self] in
          do throws(WorkerMessage.Malformed) {
            if let message = try socket.receive(allowed) { return .success(message) }
            return .failure(reap(memory: memory))
          } catch {
            let end = reap(memory: memory)
            return .failure(error.isCut ? end : .malformed(error))
          }
        }
        return try result.get()
      }

      private func onQueue<Value: Sendable>(
        _ work: @escaping @Sendable () -> Result<Value, Trouble>
      ) async -> Result<Value, Trouble> {
        await withCheckedContinuation { continuation in queue.async { continuation.resume(returning: work()) } }
      }

      /// Waits for the end of the process, which has hung up; on the queue.
      private func reap(memory: Int) -> Trouble {
        // One that has hung up and continues is not waited for; one that has ended already keeps its own end.
        kill()
        guard let process = identifier else { return .ended(signal: SIGKILL, code: 0, usedMemory: false) }
        let (status, peak) = Self.wait(for: process)
        life.withLock { $0 = .reaped }
        // One that has used up its memory has not touched the last of its stacks. A process inherits the peak of the one that
        // started it, so a high one says something only where that one's is low.
        let full = memory / 4 * 3
        let isFull = memory > 0 && peak > full && Self.ownPeak < full
        // The low seven bits are the signal, the next byte the exit code.
        return .ended(signal: status & 0x7F, code: status >> 8 & 0xFF, usedMemory: isFull)
      }

      // MARK: - The system

      /// Starts a program as a worker.
      private static func start(_ program: String, input: WorkerSocket) throws(Failure) -> pid_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        var defaults = sigset_t()
        sigemptyset(&defaults)
        for number in [SIGINT, SIGTERM, SIGPIPE, SIGCHLD] { sigaddset(&defaults, number) }
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        // A group of its own: the keys of the terminal are for the command, which ends its workers.
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
          &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        posix_spawn_file_actions_adddup2(&files, input.descriptor, STDIN_FILENO)
        // A worker that crashes would say so at length.
        posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        // Nothing of a request is an argument or in the environment: others can read those.
        let arguments = ["section-diff", RequestWorker.commandName]
        // Without it a crash would take half a minute.
        let environment = EnvironmentList.current(adding: [("SWIFT_BACKTRACE", "enable=no")])
        var process: pid_t = 0
        let code = CStrings.with(arguments) { arguments in
          CStrings.with(environment) { environment in
            posix_spawn(&process, program, &files, &attributes, arguments, environment)
          }
        }
        guard code == 0 else { throw Failure(String(cString: strerror(code))) }
        return process
      }

      /// Waits for the end of a process: its status, and the most memory that it has used, in bytes.
      private static func wait(for process: pid_t) -> (status: Int32, peak: Int) {
        var status: Int32 = 0
        var usage = rusage()
        while wait4(process, &status, 0, &usage) == -1, errno == EINTR {}
        return (status, usage.ru_maxrss * 1024)
      }

      private static var ownPeak: Int {
        var usage = rusage()
        #if canImport(Glibc)
          getrusage(RUSAGE_SELF.rawValue, &usage)
        #else
          getrusage(RUSAGE_SELF, &usage)
        #endif
        return usage.ru_maxrss * 1024
      }
    }

    private func systemKill(_ process: pid_t, _ signal: Int32) -> Int32 { kill(process, signal) }
  #endif
#endif
