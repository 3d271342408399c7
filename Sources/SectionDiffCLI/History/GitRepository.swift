internal import BenchmarkHarness
internal import RecordFormats

/// A git repository, as far as a history needs it.
struct GitRepository {
  /// A commit of the history, the oldest at offset zero.
  struct Commit {
    /// Its hash, whole.
    var hash: String
    /// The day that it was committed on.
    var date: String
    /// The first line of its message.
    var subject: String

    /// The hash as it is shown.
    var short: String { String(hash.prefix(Self.shown)) }
    /// So many digits are shown.
    static let shown = 12
  }

  /// So many commits make a list that is still read at once.
  static let most = 100_000

  /// Where it is, as it was given.
  let path: String
  /// The folder that all its worktrees share.
  let gitFolder: String
  /// The file that is locked while a history changes.
  var historyLock: String { "\(gitFolder)/section-diff-history.lock" }
  private let program: String
  private let processes: ChildProcess
  private let folder: ScratchFolder

  /// Looks whether there is a repository at a path, or above it.
  ///
  /// - Throws: a failure that says what is there instead; ``ChildProcess/Ending``.
  init(at path: String, with processes: ChildProcess, in folder: ScratchFolder) throws {
    guard let program = ProgramSearch.path(of: "git") else {
      throw Failure("git is not installed; a history belongs to the commits of a git repository")
    }
    self.path = path
    self.program = program
    self.processes = processes
    self.folder = folder
    let result = try Self.run(
      program, processes, folder, ["-C", path, "rev-parse", "--absolute-git-dir", "--git-common-dir"])
    let lines = result.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard result.isSuccess, lines.count >= 2, !lines[0].isEmpty else {
      throw Failure(
        "\(path): no git repository\(result.complaint); a history belongs to its commits, name it with --repository")
    }
    // The second one is relative to where git ran.
    gitFolder = lines[1].hasPrefix("/") ? lines[1] : "\(path)/\(lines[1])"
  }

  /// Whether someone has stopped this program meanwhile: it waits for signals only while git runs.
  ///
  /// - Throws: ``ChildProcess/Ending/interrupted``.
  func checkSignals() throws(ChildProcess.Ending) { try processes.checkSignals() }

  // MARK: Commits

  /// The whole hash of a revision.
  func commit(_ revision: String) throws -> String {
    guard !revision.hasPrefix("-"), !revision.isEmpty else { throw Failure(usage: "\(revision) is no revision") }
    let result = try git(["rev-parse", "--verify", "--quiet", "\(revision)^{commit}"])
    let hash = result.text.split(separator: "\n").first.map(String.init) ?? ""
    guard result.isSuccess, Self.isHash(hash) else {
      throw Failure("\(path): there is no commit \(revision)\(try shallowAdvice())")
    }
    return hash
  }

  /// What is wrong with a run that says it is of a commit; nil where it is that one, or does not say.
  func problem(ofRun name: String, of hash: String) throws -> String? {
    // git takes four digits for a hash.
    if name == RunEnvironment.unknown || name.count >= 4 && hash.hasPrefix(name.lowercased()) { return nil }
    do {
      guard try commit(name) == hash else {
        return "the run is of commit \(name), not \(hash.prefix(Commit.shown)); say --commit \(name)"
      }
      // Other names are of another commit tomorrow; `git describe` ends its own with the hash.
      let isTag = try git(["show-ref", "--verify", "--quiet", "refs/tags/\(name)"]).isSuccess
      let end = name.split(separator: "-").dropFirst().last ?? ""
      if isTag || end.hasPrefix("g") && end.count > 4 && hash.hasPrefix(end.dropFirst()) { return nil }
      return "the run is of commit \(name), a name that moves; measure with a hash or a tag in SECTION_DIFF_COMMIT"
    } catch is Failure {
      return "the run is of commit \(name), which git does not know here; measure with its hash in SECTION_DIFF_COMMIT"
    }
  }

  /// The last commits of a revision or a range, from first parent to first parent, the oldest first.
  ///
  /// - Throws: a failure where a shallow clone ends before that many were found.
  func commits(of revision: String, last count: Int) throws -> [Commit] {
    guard !revision.hasPrefix("-"), !revision.isEmpty else { throw Failure(usage: "\(revision) is no revision") }
    let (result, commits) = try log(revision, last: count)
    guard result.isSuccess else { throw Failure("\(path): no commits of \(revision)\(result.complaint)") }
    guard let oldest = commits.last else {
      throw Failure("\(path): \(revision) names no commits; give a revision or a range such as main~20..main")
    }
    if commits.count < count, try boundary().contains(oldest.hash) {
      throw Failure(
        "\(path): a shallow clone, which has only \(commits.count) commits of \(revision), and so only a part of the "
          + "history; get the rest with git fetch --unshallow (fetch-depth: 0 in GitHub Actions)")
    }
    return commits.reversed()
  }

  /// The commits before one, the oldest first.
  ///
  /// - Parameter isWanted: Looks at one after the other, the newest first: whether it belongs to them, and whether it is the first.
  /// - Throws: a failure where a shallow clone ends before one was found.
  func commits(
    before commit: Commit, _ isWanted: (Commit) throws -> (isOne: Bool, isFirst: Bool)
  ) throws -> [Commit] {
    let (_, commits) = try log("\(commit.hash)^", last: Self.most)
    var wanted = 0
    for (offset, other) in commits.enumerated() {
      let (isOne, isFirst) = try isWanted(other)
      if isOne { wanted = offset + 1 }
      if isFirst { return commits[..<wanted].reversed() }
    }
    if wanted == 0, try boundary().contains((commits.last ?? commit).hash) {
      throw Failure(
        "\(path): a shallow clone, which lacks the records that these commits are compared with; get the rest with git fetch "
          + "--unshallow (fetch-depth: 0 in GitHub Actions)")
    }
    return commits[..<wanted].reversed()
  }

  /// Commits, the newest first; none where there is no such revision.
  private func log(_ revision: String, last count: Int) throws -> (result: Result, commits: [Commit]) {
    let result = try git([
      "log", "--first-parent", "--no-show-signature", "--no-notes", "--no-color", "--max-count=\(count)",
      "--date=short",
      "--format=%H%x09%cd%x09%s", revision, "--",
    ])
    let commits = result.text.split(separator: "\n").compactMap { line -> Commit? in
      let parts = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 3, Self.isHash(parts[0]) else { return nil }
      return Commit(hash: parts[0], date: parts[1], subject: parts[2])
    }
    return (result, commits)
  }

  /// The commits at which a shallow clone ends; none of a whole one.
  private func boundary() throws -> Set<String> {
    guard try git(["rev-parse", "--is-shallow-repository"]).text.hasPrefix("true") else { return [] }
    let source = try? SourceText(path: "\(gitFolder)/shallow", access: .copied)
    let text = source.map { $0.string(in: 0..<$0.count) } ?? ""
    return Set(text.split(separator: "\n").map(String.init))
  }

  private func shallowAdvice() throws -> String {
    try boundary().isEmpty ? "" : " in this shallow clone; git fetch --unshallow gets the rest"
  }

  /// Whether this is a whole hash: 40 digits, or 64.
  static func isHash(_ text: String) -> Bool {
    (text.utf8.count == 40 || text.utf8.count == 64)
      && text.utf8.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      }
  }

  // MARK: Commands

  /// What a call of git gave.
  struct Result {
    /// Whether it ended with 0.
    var isSuccess: Bool
    /// What it printed.
    var output: [UInt8]
    /// What it complained of: a colon and its first line, or nothing.
    var complaint: String
    /// What it printed, as text.
    var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// Calls git in the repository.
  ///
  /// - Throws: ``ChildProcess/Ending``; a failure when it cannot be started.
  func git(
    _ arguments: [String], input: [UInt8]? = nil, environment: [(name: String, value: String)] = []
  ) throws -> Result {
    try Self.run(program, processes, folder, ["-C", path] + arguments, input, environment)
  }

  /// Calls git, for what must work.
  ///
  /// - Throws: as ``git(_:input:environment:)``; a failure with what git complained of.
  func require(
    _ arguments: [String], input: [UInt8]? = nil, environment: [(name: String, value: String)] = []
  ) throws -> Result {
    let result = try git(arguments, input: input, environment: environment)
    guard result.isSuccess else { throw Failure("\(path): git \(arguments.first ?? "") failed\(result.complaint)") }
    return result
  }

  private static func run(
    _ program: String, _ processes: ChildProcess, _ folder: ScratchFolder, _ arguments: [String],
    _ input: [UInt8]? = nil, _ environment: [(name: String, value: String)] = []
  ) throws -> Result {
    folder.remove(folder.errors)
    folder.remove(folder.output)
    if let input { try FileOutput.write([(path: folder.input, bytes: input)], overwrites: true) }
    // Messages in English, no questions, no pager.
    let outcomes = try processes.run(
      [
        ChildProcess.Command(
          path: program, arguments: ["--no-pager"] + arguments,
          environment: [("LC_ALL", "C"), ("GIT_TERMINAL_PROMPT", "0")] + environment, errors: folder.errors,
          output: folder.output, input: input == nil ? "/dev/null" : folder.input)
      ],
      // It removes its locks then.
      ending: SIGTERM)
    if outcomes == [.tooSlow] {
      throw Failure("git \(arguments.dropFirst(2).first ?? "") gave no answer within \(ChildProcess.longestSeconds) s")
    }
    let output = folder.text(in: folder.output)
    let complaint = folder.text(in: folder.errors).flatMap { source in
      source.string(in: 0..<source.count).split(separator: "\n").first.map {
        VisibleText.shortened(String($0), to: 200)
      }
    }
    return Result(
      isSuccess: outcomes == [.exited(0)], output: output.map { $0.bytes(in: 0..<$0.count) } ?? [],
      complaint: complaint.map { ": \($0)" } ?? "")
  }
}
