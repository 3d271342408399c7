internal import Dispatch
internal import StoreInterface

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// Async work of a command that goes on until it is done or someone stops it.
///
/// As in ``ChildProcess``, signals are blocked and waited for, instead of handled: no code runs inside a handler, and no
/// line is cut in half. Threads that are started later begin with the same signals blocked, so this one gets them.
enum InterruptibleTask {
  /// How long cancelled work is waited for: it may hang in a write that nobody reads.
  private static let patience = 2.0

  /// Runs work to its end, while this thread waits. SIGINT (Ctrl-C) or SIGTERM cancels it, and then it is waited for, two
  /// seconds at most; the second one ends the program at once. The exit code is 0 for both.
  ///
  /// For the last thing that a command does: the signals stay blocked.
  ///
  /// - Throws: what the work throws.
  static func run(_ work: @escaping @Sendable () async throws(Failure) -> Void) throws(Failure) {
    var signals = sigset_t()
    sigemptyset(&signals)
    // The work ends with SIGUSR1, so that this thread can wait for it and for the others at once.
    for number in [SIGINT, SIGTERM, SIGUSR1] { sigaddset(&signals, number) }
    sigprocmask(SIG_BLOCK, &signals, nil)
    let outcome = Locked<Result<Void, Failure>?>(nil)
    let task = Task {
      let result: Result<Void, Failure>
      do throws(Failure) { result = .success(try await work()) } catch { result = .failure(error) }
      outcome.withLock { $0 = result }
      kill(getpid(), SIGUSR1)
    }
    while true {
      var number: Int32 = 0
      while sigwait(&signals, &number) != 0 {}
      if let result = outcome.withLock({ $0 }) { return try result.get() }
      // Anyone may send SIGUSR1.
      if number == SIGUSR1 { continue }
      if task.isCancelled { _exit(0) }
      task.cancel()
      DispatchQueue.global().asyncAfter(deadline: .now() + patience) { _exit(0) }
    }
  }
}
