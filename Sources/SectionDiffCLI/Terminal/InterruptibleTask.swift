#if CommandLine
  internal import Dispatch
  internal import StoreInterface

  /// Async work of a command that continues until it is done or someone stops it.
  ///
  /// As in ``ChildProcess``, signals are blocked and waited for, instead of handled: no code runs inside a handler, and no
  /// line is cut in half.
  enum InterruptibleTask {
    /// How long cancelled work is waited for: it may hang in a write that no one reads.
    private static let patience = 2.0

    /// Runs work to its end, while this thread waits. SIGINT (Ctrl-C) or SIGTERM cancels it, and then it is waited for, two
    /// seconds at most; the second one ends the program at once. The exit code is 0 for both.
    ///
    /// For the only thing that a command does: the signals stay blocked, in this thread and in all that are started later. A
    /// thread that was started before would be ended by them, and the program with it. So `work` makes what it uses itself.
    ///
    /// - Throws: what the work throws.
    static func run(_ work: @escaping @Sendable () async throws(Failure) -> Void) throws(Failure) {
      var signals = sigset_t()
      sigemptyset(&signals)
      for number in [SIGINT, SIGTERM] { sigaddset(&signals, number) }
      sigprocmask(SIG_BLOCK, &signals, nil)
      let outcome = Locked<Result<Void, Failure>>(.success(()))
      let end = DispatchSemaphore(value: 0)
      let task = Task {
        do throws(Failure) { try await work() } catch { outcome.withLock { $0 = .failure(error) } }
        end.signal()
      }
      // A thread of its own, until the program ends.
      DispatchQueue(label: "section-diff.signals").async { [signals] in
        while true {
          var signals = signals
          var number: Int32 = 0
          while sigwait(&signals, &number) != 0 {}
          if task.isCancelled { _exit(0) }
          task.cancel()
          DispatchQueue.global().asyncAfter(deadline: .now() + patience) { _exit(0) }
        }
      }
      end.wait()
      try outcome.withLock { $0 }.get()
    }
  }
#endif
