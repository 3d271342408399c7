#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// Programs that this one starts and waits for, so that a signal ends both.
///
/// SIGINT, SIGTERM, SIGALRM and SIGCHLD are blocked and waited for, instead of handled: nothing can arrive between a look
/// and a wait, and no code runs inside a handler. The children start with none of them blocked.
struct ChildProcess {
  /// Why a child did not come to its own end.
  enum Ending: Error, Equatable {
    /// Someone stopped this program; the child has been killed.
    case interrupted
    /// It took longer than it may; it has been killed.
    case tooSlow
  }

  /// How a child ended.
  enum Outcome: Equatable {
    case exited(Int32)
    case killed(signal: Int32)
  }

  /// The longest that a child may take, in seconds. The largest input takes well below a minute.
  static let longestSeconds: UInt32 = 600

  private var signals = sigset_t()

  /// From now on the signals are waited for.
  init() {
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGALRM, SIGCHLD] { sigaddset(&signals, number) }
    // Where a signal is ignored, some systems do not keep it for one who waits.
    _ = signal(SIGCHLD) { _ in }
    sigprocmask(SIG_BLOCK, &signals, nil)
  }

  /// The signals have their usual effect again.
  func restore() {
    var signals = signals
    sigprocmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Runs programs side by side, all to their ends.
  ///
  /// - Parameters:
  ///   - commands: for each the path and the arguments after it.
  ///   - environment: added to this program's own.
  ///   - errors: the file that the standard error of all is written to; standard output is thrown away.
  /// - Throws: ``Ending`` after all have been killed; a failure when one cannot be started.
  func run(
    _ commands: [(path: String, arguments: [String])], environment: [(name: String, value: String)],
    errors: String
  ) throws -> [Outcome] {
    var running: [pid_t: Int] = [:]
    var outcomes = [Outcome?](repeating: nil, count: commands.count)
    do {
      for (index, command) in commands.enumerated() {
        running[try start(command, environment, errors)] = index
      }
      alarm(Self.longestSeconds)
      defer { alarm(0) }
      while !running.isEmpty {
        for (child, index) in running {
          guard let outcome = Self.outcome(of: child, waiting: false) else { continue }
          outcomes[index] = outcome
          running[child] = nil
        }
        if !running.isEmpty { try waitForSignal() }
      }
    } catch {
      for child in running.keys {
        kill(child, SIGKILL)
        _ = Self.outcome(of: child, waiting: true)
      }
      throw error
    }
    return outcomes.compactMap { $0 }
  }

  private func waitForSignal() throws(Ending) {
    var signals = signals
    var number: Int32 = 0
    while sigwait(&signals, &number) != 0 {}
    if number == SIGINT || number == SIGTERM { throw .interrupted }
    if number == SIGALRM { throw .tooSlow }
  }

  private static func outcome(of child: pid_t, waiting: Bool) -> Outcome? {
    var status: Int32 = 0
    var result: pid_t
    repeat { result = waitpid(child, &status, waiting ? 0 : WNOHANG) } while result == -1 && errno == EINTR
    guard result == child else { return nil }
    // The low seven bits are the signal, the next byte the exit code.
    let number = status & 0x7F
    return number == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: number)
  }

  /// Starts a program in the same process group, so that the keys that stop this one reach it as well.
  private func start(
    _ command: (path: String, arguments: [String]), _ environment: [(name: String, value: String)],
    _ errors: String
  ) throws(Failure) -> pid_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    var defaults = signals
    sigaddset(&defaults, SIGPIPE)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&files, 2, errors, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    var child: pid_t = 0
    let code = CStrings.with([command.path] + command.arguments) { arguments in
      CStrings.with(EnvironmentList.current(adding: environment)) { environment in
        posix_spawn(&child, command.path, &files, &attributes, arguments, environment)
      }
    }
    guard code == 0 else {
      throw Failure("\(command.path): cannot be started: \(String(cString: strerror(code)))")
    }
    return child
  }
}

/// Lists of C strings, as programs take them.
enum CStrings {
  /// Hands over a list that ends with a null pointer; it is freed afterwards.
  static func with<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}
