#if CommandLineGate
  internal import BenchmarkHarness
  internal import RegressionGate
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
      var short: String { Self.short(hash) }

      /// A hash as it is shown.
      static func short(_ hash: String) -> String { String(hash.prefix(12)) }
    }

    /// So many commits make a list that is still read at once.
    static let most = 100_000

    /// Where it is, as it was given.
    let path: String
    /// The folder that all its worktrees share.
    private(set) var gitFolder = ""
    /// The file that is locked while a history changes.
    var historyLock: String { "\(gitFolder)/section-diff-history.lock" }
    let processes: ChildProcess
    let folder: ScratchFolder
    private let program: String

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
      let result = try git(["rev-parse", "--absolute-git-dir", "--git-common-dir"])
      let lines = result.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      guard result.isSuccess, lines.count >= 2, !lines[0].isEmpty else {
        throw Failure(
          "\(path): no git repository\(result.complaint); a history belongs to its commits, name it with --repository")
      }
      // The second one is relative to where git ran.
      gitFolder = lines[1].hasPrefix("/") ? lines[1] : "\(path)/\(lines[1])"
    }

    // MARK: Commits

    /// The whole hash of a revision.
    func commit(_ revision: String) throws -> String {
      guard !revision.hasPrefix("-"), !revision.isEmpty else { throw Failure(usage: "\(revision) is no revision") }
      let result = try git(["rev-parse", "--verify", "--quiet", "\(revision)^{commit}"])
      let hash = result.text.split(separator: "\n").first.map(String.init) ?? ""
      guard result.isSuccess, Self.isHash(hash) else {
        let advice = try boundary().isEmpty ? "" : " in this shallow clone; git fetch --unshallow gets the rest"
        throw Failure("\(path): there is no commit \(revision)\(advice)")
      }
      return hash
    }

    /// What is wrong with a run that says it is of a commit; nil where it is that one, or does not say.
    func problem(ofRun name: String, of hash: String) throws -> String? {
      if name == RunEnvironment.unknown { return nil }
      do {
        // git takes four digits for a hash, unless a branch is called like that.
        let isBranch = try git(["show-ref", "--verify", "--quiet", "refs/heads/\(name)"]).isSuccess
        if name.count >= 4, hash.hasPrefix(name.lowercased()), !isBranch { return nil }
        guard try commit(name) == hash else {
          return "the run is of commit \(name), not \(Commit.short(hash)); say --commit \(name)"
        }
        // Other names are of another commit tomorrow; `git describe` ends its own with the hash.
        let isTag = try git(["show-ref", "--verify", "--quiet", "refs/tags/\(name)"]).isSuccess
        let end = name.split(separator: "-").dropFirst().last ?? ""
        if isTag || end.hasPrefix("g") && end.count > 4 && hash.hasPrefix(end.dropFirst()) { return nil }
        return "the run is of commit \(name), a name that moves; measure with a hash or a tag in SECTION_DIFF_COMMIT"
      } catch is Failure {
        return
          "the run is of commit \(name), which git does not know here; measure with its hash in SECTION_DIFF_COMMIT"
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

    /// The commits before one, the newest first.
    func commits(before commit: Commit) throws -> [Commit] { try log("\(commit.hash)^", last: Self.most).commits }

    /// - Throws: a failure where a shallow clone ends at a commit, before one that was looked for was found.
    func checkWhole(at commit: Commit) throws {
      guard try boundary().contains(commit.hash) else { return }
      throw Failure(
        "\(path): a shallow clone, which lacks the records that these commits are compared with; get the rest with git fetch "
          + "--unshallow (fetch-depth: 0 in GitHub Actions)")
    }

    /// Commits, the newest first; none where there is no such revision.
    private func log(_ revision: String, last count: Int) throws -> (result: Result, commits: [Commit]) {
      let result = try git([
        "log", "--first-parent", "--no-show-signature", "--no-notes", "--no-color", "--max-count=\(count)",
        "--date=short", "--format=%H%x09%cd%x09%s", revision, "--",
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
      return Set(folder.lines(in: "\(gitFolder)/shallow"))
    }

    /// Whether this is a whole hash: 40 digits, or 64.
    static func isHash(_ text: String) -> Bool {
      [40, 64].contains(text.utf8.count) && text.utf8.allSatisfy("0123456789abcdef".utf8.contains)
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
    /// - Parameter isNeeded: Whether it is a failure that git does not do it.
    /// - Throws: ``ChildProcess/Ending``; a failure when it cannot be started.
    func git(
      _ arguments: [String], input: [UInt8]? = nil, environment: [(name: String, value: String)] = [],
      isNeeded: Bool = false
    ) throws -> Result {
      if let input { try FileOutput.write([(path: folder.input, bytes: input)], overwrites: true) }
      // Messages in English, no questions, no pager.
      let outcome = try run(
        program, ["--no-pager", "-C", path] + arguments, input: input == nil ? "/dev/null" : folder.input,
        environment: [("LC_ALL", "C"), ("GIT_TERMINAL_PROMPT", "0")] + environment,
        // It removes its locks then.
        ending: SIGTERM)
      if outcome == .tooSlow {
        throw Failure("git \(arguments.first ?? "") gave no answer within \(ChildProcess.longestSeconds) s")
      }
      let output = folder.text(in: folder.output)
      let result = Result(
        isSuccess: outcome == .exited(0), output: output.map { $0.bytes(in: 0..<$0.count) } ?? [],
        complaint: folder.complaint(folder.lines(in: folder.errors).first))
      if isNeeded, !result.isSuccess {
        throw Failure("\(path): git \(arguments.first ?? "") failed\(result.complaint)")
      }
      return result
    }

    /// Runs a program; what it prints, and what it complains of, is in files of the scratch folder.
    func run(
      _ program: String, _ arguments: [String], input: String = "/dev/null",
      environment: [(name: String, value: String)], longest: UInt32 = ChildProcess.longestSeconds,
      ending: Int32 = SIGKILL
    ) throws -> ChildProcess.Outcome? {
      folder.remove(folder.errors)
      folder.remove(folder.output)
      let command = ChildProcess.Command(
        path: program, arguments: arguments, environment: environment, errors: folder.errors, output: folder.output,
        input: input)
      return try processes.run([command], longest: longest, ending: ending).first ?? nil
    }
  }

  extension ScratchFolder {
    /// The lines of a file; none where there is no ordinary one.
    func lines(in file: String) -> [String] {
      text(in: file).map { $0.string(in: 0..<$0.count).split(separator: "\n").map(String.init) } ?? []
    }

    /// A line as the end of a message: a colon and what it begins with, or nothing.
    func complaint(_ line: String?) -> String { line.map { ": \(VisibleText.shortened($0, to: 200))" } ?? "" }
  }
#endif
