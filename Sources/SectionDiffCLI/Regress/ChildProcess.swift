#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Programs that this one starts and waits for, so that a signal ends both.
///
/// SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM and SIGCHLD are blocked and waited for, instead of handled: nothing can arrive between a look
/// and a wait, and no code runs inside a handler. The children start with none of them blocked.
struct ChildProcess {
  /// Why a child did not come to its own end.
  enum Ending: Error, Equatable {
    /// Someone stopped this program; the child has been killed.
    case interrupted
    /// It took longer than it may; it has been killed.
    case tooSlow
    /// No time was left for it, of what all of them together may take; it has been killed.
    case outOfTime
  }

  /// How a child ended.
  enum Outcome: Equatable {
    case exited(Int32)
    case killed(signal: Int32)
  }

  /// A program with its arguments, and where it writes to.
  struct Command {
    var path: String
    /// The arguments after the path.
    var arguments: [String]
    /// Added to this program's own environment.
    var environment: [(name: String, value: String)] = []
    /// The file that standard error is added to.
    var errors: String
    /// The file that standard output is added to; by default that is thrown away.
    var output = "/dev/null"
    /// The file that is standard input; by default it is empty.
    var input = "/dev/null"
  }

  /// The longest that a child may take, in seconds, where nothing else is said. The largest input takes well below a
  /// minute.
  static let longestSeconds: UInt32 = 600

  /// The signals by which someone stops this program: by keys, by another program, and by closing its terminal.
  private static let stopping = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  private var signals = sigset_t()

  /// From now on the signals are waited for.
  init() {
    sigemptyset(&signals)
    for number in Self.stopping + [SIGALRM, SIGCHLD] { sigaddset(&signals, number) }
    // Where a signal is ignored, some systems do not keep it for one who waits.
    _ = signal(SIGCHLD) { _ in }
    sigprocmask(SIG_BLOCK, &signals, nil)
  }

  /// Ends work between two children where someone stopped this program meanwhile.
  func checkSignals() throws(Ending) {
    var pending = sigset_t()
    sigemptyset(&pending)
    sigpending(&pending)
    if Self.stopping.contains(where: { sigismember(&pending, $0) == 1 }) { throw .interrupted }
  }

  /// The signals have their usual effect again.
  func restore() {
    var signals = signals
    sigprocmask(SIG_UNBLOCK, &signals, nil)
  }

  /// How many programs run side by side where what is counted does not depend on the load: as many as there are cores.
  static var width: Int { max(1, ProcessInfo.processInfo.activeProcessorCount) }

  /// Runs programs side by side, all to their ends.
  ///
  /// - Parameters:
  ///   - commands: what is run, in the order in which they are started.
  ///   - width: how many run at a time.
  ///   - longest: the seconds that each may take, from its own start.
  ///   - isGroup: whether each is a process group, which is killed together: for a program that starts others, as a build
  ///     does. The keys that stop this program do not reach it then.
  ///   - ending: the signal that ends them when they are stopped: SIGTERM for one that tidies up, and does so at once.
  ///   - started: called with the number of each program that was started.
  ///   - isOver: called before a program is started; no further one is when it returns true.
  ///   - left: the seconds that are left for all of them, `nil` where there is no limit. When none are left, those that run
  ///     are ended.
  ///   - finished: called with the number of each program that has come to its end. What it throws ends all.
  /// - Returns: How each ended; `nil` for what was not started, and for what was ended because no time was left.
  /// - Throws: ``Ending`` after all have been ended; a failure when one cannot be started.
  @discardableResult
  func run(
    _ commands: [Command], width: Int = .max, longest: UInt32 = ChildProcess.longestSeconds, isGroup: Bool = false,
    ending: Int32 = SIGKILL, started: (Int) -> Void = { _ in }, until isOver: () -> Bool = { false },
    left: () -> Double? = { nil }, finished: (Int, Outcome) throws -> Void = { _, _ in }
  ) throws -> [Outcome?] {
    /// A program that runs, and when it will have taken too long.
    struct Running {
      var number: Int
      var due: Int
    }
    var running: [pid_t: Running] = [:]
    var outcomes = [Outcome?](repeating: nil, count: commands.count)
    var next = 0
    var isUp = false
    func end() {
      for child in running.keys {
        let target = isGroup ? -child : child
        kill(target, ending)
        // Who was stopped hears nothing before that.
        kill(target, SIGCONT)
        var left = ending == SIGKILL ? 0 : 100
        while left > 0, Self.outcome(of: child, waiting: false) == nil {
          usleep(20_000)
          left -= 1
        }
        if ending != SIGKILL, left > 0 { continue }
        kill(target, SIGKILL)
        _ = Self.outcome(of: child, waiting: true)
      }
    }
    forgetAlarm()
    defer { alarm(0) }
    do {
      while true {
        while next < commands.count, running.count < width, !isUp, !isOver() {
          let child = try start(commands[next], isGroup)
          running[child] = Running(number: next, due: Self.now + Int(longest) * 1_000_000_000)
          started(next)
          next += 1
        }
        guard let due = running.values.map(\.due).min() else { break }
        var ended: [(number: Int, outcome: Outcome)] = []
        for (child, program) in running {
          guard let outcome = Self.outcome(of: child, waiting: false) else { continue }
          running[child] = nil
          outcomes[program.number] = outcome
          ended.append((program.number, outcome))
        }
        for (number, outcome) in ended { try finished(number, outcome) }
        if isUp {
          end()
          break
        }
        if !ended.isEmpty { continue }
        // The one that is due first, or all of them: the alarm says that the nearer of the two has come.
        let ofOne = Double(due - Self.now) / 1e9
        let ofAll = left() ?? .infinity
        if try waitForSignal(atMost: min(ofOne, ofAll)) { continue }
        guard ofAll <= ofOne else { throw Ending.tooSlow }
        // What has come to its end meanwhile counts.
        isUp = true
      }
    } catch {
      end()
      throw error
    }
    return outcomes
  }

  /// Nanoseconds since some moment.
  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
  }

  /// Waits for a signal; false when the time was up before.
  private func waitForSignal(atMost seconds: Double) throws(Ending) -> Bool {
    // Whole seconds, and none would be no alarm at all.
    alarm(UInt32(max(1, min(seconds.rounded(.up), 86_400))))
    var signals = signals
    var number: Int32 = 0
    while sigwait(&signals, &number) != 0 {}
    if Self.stopping.contains(number) { throw .interrupted }
    return number != SIGALRM
  }

  /// An alarm that went off when what it was set for had just ended says nothing of what is started now.
  private func forgetAlarm() {
    var pending = sigset_t()
    sigemptyset(&pending)
    sigpending(&pending)
    guard sigismember(&pending, SIGALRM) == 1 else { return }
    var alone = sigset_t()
    sigemptyset(&alone)
    sigaddset(&alone, SIGALRM)
    var number: Int32 = 0
    while sigwait(&alone, &number) != 0 {}
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

  /// Starts a program: in the same process group, so that the keys that stop this one reach it as well, or in its own.
  private func start(_ command: Command, _ isGroup: Bool) throws(Failure) -> pid_t {
    let attributes = SystemValue(size: MemoryLayout<posix_spawnattr_t>.size)
    defer { attributes.free() }
    posix_spawnattr_init(attributes.pointer())
    defer { posix_spawnattr_destroy(attributes.pointer()) }
    var none = sigset_t()
    sigemptyset(&none)
    var defaults = signals
    sigaddset(&defaults, SIGPIPE)
    posix_spawnattr_setsigmask(attributes.pointer(), &none)
    posix_spawnattr_setsigdefault(attributes.pointer(), &defaults)
    posix_spawnattr_setpgroup(attributes.pointer(), 0)
    let group = isGroup ? Int16(POSIX_SPAWN_SETPGROUP) : 0
    posix_spawnattr_setflags(attributes.pointer(), Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | group)
    let files = SystemValue(size: MemoryLayout<posix_spawn_file_actions_t>.size)
    defer { files.free() }
    posix_spawn_file_actions_init(files.pointer())
    defer { posix_spawn_file_actions_destroy(files.pointer()) }
    posix_spawn_file_actions_addopen(files.pointer(), 0, command.input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(files.pointer(), 1, command.output, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    posix_spawn_file_actions_addopen(files.pointer(), 2, command.errors, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    var child: pid_t = 0
    let code = CStrings.with([command.path] + command.arguments) { arguments in
      CStrings.with(EnvironmentList.current(adding: command.environment)) { environment in
        posix_spawn(&child, command.path, files.pointer(), attributes.pointer(), arguments, environment)
      }
    }
    guard code == 0 else {
      throw Failure("\(command.path): cannot be started: \(String(cString: strerror(code)))")
    }
    return child
  }
}

/// Memory for a value that the system makes, reads and destroys, such as `posix_spawnattr_t`.
///
/// That type is a struct on Linux, an optional pointer on Apple's systems, and on Android a pointer that some functions
/// take as an optional and others do not. The pointer gets the type that each function declares; all have one layout.
private struct SystemValue {
  private let memory: UnsafeMutableRawPointer

  /// Takes memory for a value of so many bytes.
  init(size: Int) {
    memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: MemoryLayout<Int>.alignment)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
  }

  func pointer<Value>() -> UnsafeMutablePointer<Value> { memory.bindMemory(to: Value.self, capacity: 1) }

  /// Gives the memory back, after the value has been destroyed.
  func free() { memory.deallocate() }
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

/// Programs by their names.
enum ProgramSearch {
  /// Whether the file at a path may be run.
  static func isProgram(_ path: String) -> Bool { access(path, X_OK) == 0 }

  /// Where a program is, as the shell would find it; nil when it is not installed.
  static func path(of name: String) -> String? {
    let folders = (EnvironmentList.value(of: "PATH") ?? "").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first(where: isProgram)
  }
}

/// The variables of the environment.
enum EnvironmentList {
  /// With these git overrides the folder that it is called for: in a hook, a call for a worktree would change the caller's
  /// repository. No child gets them.
  private static let repositoryVariables = [
    "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_PREFIX", "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE",
  ]

  /// This program's own, with some replaced or added, as a child is given them.
  static func current(adding added: [(name: String, value: String)]) -> [String] {
    var variables = ProcessInfo.processInfo.environment
    for name in repositoryVariables { variables[name] = nil }
    for (name, value) in added { variables[name] = value }
    return variables.map { "\($0.key)=\($0.value)" }.sorted()
  }

  /// The value of a variable; nil when it is not set, or empty.
  static func value(of name: String) -> String? {
    ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }
}
