#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import StoreInterface

/// Programs that this one starts and waits for, so that a signal ends both.
///
/// Each program is the leader of a process group, which ends as one: when it is stopped, when its time is up, and when the
/// leader has come to its end before what it started. What left the group, as a daemon does, is not reached. Nor is
/// anything where SIGKILL ends this program: nothing that `posix_spawn` can set makes a child end with its parent.
///
/// Signals are blocked and waited for, instead of handled: nothing can arrive between a look and a wait, and no code runs
/// inside a handler. SIGALRM and SIGCHLD are for who waits for children. Those that stop this program have a thread of their
/// own. It leaves the end to the main thread while programs run or a lock is held, for that looks soon, and tidies up.
/// Otherwise it ends this program at once, whatever that computes or reads. SIGTSTP (Ctrl-Z), which reaches no other group,
/// stops the groups and then this program; SIGCONT continues them. The children start with none of the signals blocked.
struct ChildProcess {
  /// Why a child did not come to its own end.
  enum Ending: Error, Equatable {
    /// Someone stopped this program; the child has been killed.
    case interrupted
    /// No time was left for it, of what all of them together may take; it has been killed.
    case outOfTime
  }

  /// How a child ended.
  enum Outcome: Equatable {
    case exited(Int32)
    case killed(signal: Int32)
    /// It took longer than it may, and has been killed.
    case tooSlow
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
    /// The largest file that it may write, in bytes; SIGXFSZ ends it there. Only Linux keeps to it.
    var mostBytes: Int?
  }

  /// The longest that a child may take, in seconds, where nothing else is said. The largest input takes well below a
  /// minute.
  static let longestSeconds: UInt32 = 600

  /// The signals by which someone stops this program: by keys, by another program, and by closing its terminal.
  private static let stopping = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  /// The signals that the thread of their own waits for, and those that the main thread waits for.
  private static let watched = stopping + [SIGTSTP, SIGCONT]
  private static let awaited = [SIGALRM, SIGCHLD]

  /// What both threads know.
  private struct State {
    /// The programs that run, which are also the numbers of their groups.
    var groups: Set<pid_t> = []
    /// How many locks are held.
    var locks = 0
    /// Whether someone stopped this program, and the main thread has yet to see that.
    var isStopped = false
    /// The last words, and the exit code, where that thread is not waited for; and the folder that is removed then.
    var words: String?
    var code: Int32 = 3
    var folder: ScratchFolder?
  }
  private static let state = Locked(State())

  /// From now on the signals are waited for.
  ///
  /// - Parameters:
  ///   - words: what is said on standard error where someone stops this program while it computes; nil for nothing.
  ///   - code: its exit code then.
  init(saying words: String? = "section-diff: stopped", code: Int32 = 3) {
    Self.state.withLock { ($0.words, $0.code) = (words, code) }
    // Where a signal is ignored, some systems do not keep it for one who waits.
    for number in [SIGCHLD, SIGCONT] { _ = signal(number) { _ in } }
    var signals = Self.signalSet(Self.watched + Self.awaited)
    sigprocmask(SIG_BLOCK, &signals, nil)
    let thread = SystemValue(size: MemoryLayout<pthread_t>.size)
    defer { thread.free() }
    let error = pthread_create(thread.pointer(), nil, { _ in ChildProcess.watch() }, nil)
    precondition(error == 0, "a thread for signals cannot be made: error \(error)")
  }

  /// A folder for files that come and go, which is removed wherever this program is stopped.
  func scratchFolder() throws(Failure) -> ScratchFolder {
    // Made under the lock: whoever stops this program finds it noted, or not there.
    try Self.state.withLock { state throws(Failure) in
      let folder = try ScratchFolder()
      state.folder = folder
      return folder
    }
  }

  /// Waits for the signals that stop, pause and continue this program, until it ends.
  private static func watch() -> Never {
    var signals = signalSet(watched)
    while true {
      var number: Int32 = 0
      while sigwait(&signals, &number) != 0 {}
      state.withLock { state in
        switch number {
        case SIGTSTP, SIGCONT:
          for group in state.groups { kill(-group, number == SIGCONT ? SIGCONT : SIGSTOP) }
          if number == SIGTSTP { kill(getpid(), SIGSTOP) }
        default:
          state.isStopped = true
          endIfStopped(state)
          // It may wait for children.
          kill(getpid(), SIGCHLD)
        }
      }
    }
  }

  /// Ends this program where someone stopped it, and the main thread has nothing to tidy up.
  private static func endIfStopped(_ state: State) {
    guard state.isStopped, state.groups.isEmpty, state.locks == 0 else { return }
    state.folder?.remove()
    ProgressBar().finish()
    if let words = state.words { Terminal.printError(words) }
    _exit(state.code)
  }

  private static func signalSet(_ numbers: [Int32]) -> sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in numbers { sigaddset(&signals, number) }
    return signals
  }

  /// Ends work between two children where someone stopped this program meanwhile.
  func checkSignals() throws(Ending) {
    try Self.state.withLock { state throws(Ending) in
      defer { state.isStopped = false }
      if state.isStopped { throw .interrupted }
    }
  }

  /// Runs what must come to an end of its own, because it holds a lock: someone who stops this program is heard by the
  /// next child, or afterwards.
  static func holding<Result>(_ body: () throws -> Result) rethrows -> Result {
    state.withLock { $0.locks += 1 }
    defer {
      state.withLock { state in
        state.locks -= 1
        endIfStopped(state)
      }
    }
    return try body()
  }

  /// How many programs run side by side where what is counted does not depend on the load: as many as there are cores.
  static var width: Int { max(1, ProcessInfo.processInfo.activeProcessorCount) }

  /// Runs programs side by side, all to their ends.
  ///
  /// - Parameters:
  ///   - commands: what is run, in the order in which they are started.
  ///   - width: how many run at a time.
  ///   - longest: the seconds that each may take, from its own start.
  ///   - ending: the signal that ends them when they are stopped: SIGTERM for one that tidies up, and does so at once.
  ///   - started: called with the number of each program that was started.
  ///   - isOver: called before a program is started; no further one is when it returns true.
  ///   - left: the seconds that are left for all of them, `nil` where there is no limit. When none are left, those that run
  ///     are ended.
  ///   - finished: called with the number of each program that has come to its end. What it throws ends all.
  /// - Returns: How each ended; `nil` for what was not started, and for what was ended because no time was left.
  /// - Throws: ``Ending`` after all have been ended; a failure when one cannot be started, after those that run have ended.
  @discardableResult
  func run(
    _ commands: [Command], width: Int = .max, longest: UInt32 = ChildProcess.longestSeconds,
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
    var late: pid_t?
    // Why one cannot be started; those that run come to their ends.
    var failure: Failure?
    func end(_ children: [pid_t]) {
      for child in children {
        kill(-child, ending)
        // Who was stopped hears nothing before that.
        kill(-child, SIGCONT)
      }
      // A second at most, for all of them.
      var left = ending == SIGKILL ? 0 : 50
      for child in children {
        while left > 0, Self.outcome(of: child, waiting: false) == nil {
          usleep(20_000)
          left -= 1
        }
        if left > 0 { continue }
        kill(-child, SIGKILL)
        _ = Self.outcome(of: child, waiting: true)
      }
    }
    forgetAlarm()
    defer { alarm(0) }
    do {
      while true {
        try checkSignals()
        while next < commands.count, running.count < width, !isUp, failure == nil, !isOver() {
          let child: pid_t
          do throws(Failure) {
            child = try Self.start(commands[next])
          } catch {
            failure = error
            break
          }
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
        if let child = late, let program = running.removeValue(forKey: child) {
          end([child])
          outcomes[program.number] = .tooSlow
          ended.append((program.number, .tooSlow))
        }
        late = nil
        for (number, outcome) in ended { try finished(number, outcome) }
        if isUp {
          end(Array(running.keys))
          break
        }
        if !ended.isEmpty { continue }
        // The one that is due first, or all of them: the alarm says that the nearer of the two has come.
        let ofOne = Double(due - Self.now) / 1e9
        let ofAll = left() ?? .infinity
        if waitForSignal(atMost: min(ofOne, ofAll)) { continue }
        // What has come to its end meanwhile counts.
        if ofAll <= ofOne { isUp = true } else { late = running.first { $0.value.due == due }?.key }
      }
      try checkSignals()
      if let failure { throw failure }
    } catch {
      end(Array(running.keys))
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
  private func waitForSignal(atMost seconds: Double) -> Bool {
    // Whole seconds, and none would be no alarm at all.
    alarm(UInt32(max(1, min(seconds.rounded(.up), 86_400))))
    var signals = Self.signalSet(Self.awaited)
    var number: Int32 = 0
    while sigwait(&signals, &number) != 0 {}
    return number != SIGALRM
  }

  /// An alarm that went off when what it was set for had just ended says nothing of what is started now.
  private func forgetAlarm() {
    var pending = sigset_t()
    sigemptyset(&pending)
    sigpending(&pending)
    guard sigismember(&pending, SIGALRM) == 1 else { return }
    var alone = Self.signalSet([SIGALRM])
    var number: Int32 = 0
    while sigwait(&alone, &number) != 0 {}
  }

  /// How a program ended, with all that was left of its group; nil while it runs.
  private static func outcome(of child: pid_t, waiting: Bool) -> Outcome? {
    var info = siginfo_t()
    // As long as it is not taken, its number, which is that of its group, is nobody else's.
    while waitid(P_PID, id_t(child), &info, WEXITED | WNOWAIT | (waiting ? 0 : WNOHANG)) != 0, errno == EINTR {}
    guard info.si_signo == SIGCHLD else { return nil }
    kill(-child, SIGKILL)
    return state.withLock { state in
      state.groups.remove(child)
      var status: Int32 = 0
      while waitpid(child, &status, 0) == -1, errno == EINTR {}
      // The low seven bits are the signal, the next byte the exit code.
      let number = status & 0x7F
      return number == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: number)
    }
  }

  /// Starts a program in a process group of its own.
  private static func start(_ command: Command) throws(Failure) -> pid_t {
    let attributes = SystemValue(size: MemoryLayout<posix_spawnattr_t>.size)
    defer { attributes.free() }
    posix_spawnattr_init(attributes.pointer())
    defer { posix_spawnattr_destroy(attributes.pointer()) }
    var none = signalSet([])
    var defaults = signalSet(watched + awaited + [SIGPIPE])
    posix_spawnattr_setsigmask(attributes.pointer(), &none)
    posix_spawnattr_setsigdefault(attributes.pointer(), &defaults)
    posix_spawnattr_setpgroup(attributes.pointer(), 0)
    posix_spawnattr_setflags(
      attributes.pointer(), Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
    let files = SystemValue(size: MemoryLayout<posix_spawn_file_actions_t>.size)
    defer { files.free() }
    posix_spawn_file_actions_init(files.pointer())
    defer { posix_spawn_file_actions_destroy(files.pointer()) }
    posix_spawn_file_actions_addopen(files.pointer(), 0, command.input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(files.pointer(), 1, command.output, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    posix_spawn_file_actions_addopen(files.pointer(), 2, command.errors, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    let (code, child) = CStrings.with([command.path] + command.arguments) { arguments in
      CStrings.with(EnvironmentList.current(adding: command.environment)) { environment in
        // Who stops or pauses this program stops or pauses this one as well.
        state.withLock { state in
          var child: pid_t = 0
          #if os(Linux)
            let limit = command.mostBytes.flatMap { most in
              SystemLimit.fileSize.value.map { ($0, rlim_t(clamping: most)) }
            }
            if let (usual, most) = limit { SystemLimit.fileSize.set(to: min(usual, most)) }
            defer { if let (usual, _) = limit { SystemLimit.fileSize.set(to: usual) } }
          #endif
          let code = posix_spawn(&child, command.path, files.pointer(), attributes.pointer(), arguments, environment)
          if code == 0 { state.groups.insert(child) }
          return (code, child)
        }
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
