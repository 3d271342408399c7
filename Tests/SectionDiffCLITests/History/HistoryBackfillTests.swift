#if CommandLine
  import Foundation
  import TestScale
  import Testing

  /// Commits of the past, and signals.
  extension HistoryCommandTests {
    @Test(
      "what cannot be recorded is named, tried again, and no reason to lose the rest", .enabled(if: TestScale.isFull))
    func failures() throws {
      let commits = try repository((0..<5).map { (tokens: 10, time: 1_000 + $0) })
      let command = "test \"$SECTION_DIFF_COMMIT\" != \(commits[2]) || { echo no such thing >&2; exit 7; }; ./suite"
      let outcome = try history("backfill", "--record", command, "--processes", "1")
      #expect(outcome.status == 2)
      #expect(outcome.text.hasSuffix(": 4 recorded, 0 were before\n"))
      #expect(
        outcome.errors.contains("\(commits[2].prefix(12)) not recorded: the measurement exited with 7: no such thing"),
        "\(outcome.errors)")
      #expect(outcome.errorLines.last?.contains("1 of 5 commits could not be recorded") == true)
      #expect(try history(backfill).text.hasSuffix(": 1 recorded, 4 were before\n"))
      let silent = try history("backfill", "--record", "true", "--folder", "other")
      #expect(silent.status == 2 && silent.errors.contains("3 commits in a row"), "\(silent.errors)")
      #expect(silent.errors.contains("wrote no benchmark run to $SECTION_DIFF_RECORD"))
      let slow = try history("backfill", "--record", "sleep 1000", "--timeout", "1s", "--folder", "other")
      #expect(slow.status == 2 && slow.errors.contains("took more than 1 s"), "\(slow.errors)")
      #expect(try git("worktree", "list").split(separator: "\n").count == 1)
    }

    /// Starts the command, with the text that `mark` writes to a pipe once something is under way; that is waited for.
    private func start(
      _ arguments: [String], path: String? = nil, waitingAt gate: String
    ) throws -> (process: Process, said: String) {
      let gate = folder.url.appendingPathComponent(gate).path
      #expect(mkfifo(gate, 0o600) == 0)
      try FileManager.default.createDirectory(
        at: folder.url.appendingPathComponent("tmp"), withIntermediateDirectories: true)
      let process = Process()
      process.executableURL = tool.executable
      process.arguments = ["regress", "history"] + arguments
      process.currentDirectoryURL = folder.url
      var environment = ProcessInfo.processInfo.environment.merging(Self.environment) { $1 }
      environment["TMPDIR"] = folder.url.appendingPathComponent("tmp").path
      if let path { environment["PATH"] = path + ":" + (environment["PATH"] ?? "") }
      process.environment = environment
      process.standardOutput = try FileHandle(forWritingTo: try folder.emptyFile("out"))
      process.standardError = try FileHandle(forWritingTo: try folder.emptyFile("err"))
      try process.run()
      let pipe = try #require(FileHandle(forReadingAtPath: gate))
      let text = String(decoding: try pipe.readToEnd() ?? Data(), as: UTF8.self)
      return (process, text.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// What is left in the folder for files that come and go.
    private func left() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder.url.appendingPathComponent("tmp").path)
    }

    /// A measurement that starts a child, which would go on for ever, for one commit.
    private func command(stuckAt commit: String) -> String {
      "if [ \"$SECTION_DIFF_COMMIT\" = \(commit) ]; then sleep 1000 & echo $! > '\(folder.url.path)/gate'; wait; fi; ./suite"
    }

    private func text(_ name: String) throws -> String { String(decoding: try folder.read(name), as: UTF8.self) }

    @Test(
      "stopped in the middle it keeps what it has, ends what it started, leaves the rest as it was, and goes on",
      .enabled(if: TestScale.isFull),
      arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    func stopped(signal: Int32) throws {
      let commits = try repository((0..<4).map { (tokens: 10, time: 1_000 + $0) })
      // The second commit is the first one of the branch.
      let (process, said) = try start(
        ["backfill", "--record", command(stuckAt: commits[0]), "--processes", "1"], waitingAt: "gate")
      let child = try #require(pid_t(said))
      kill(process.processIdentifier, signal)
      process.waitUntilExit()
      let errors = try text("err")
      #expect(process.terminationReason == .exit && process.terminationStatus == 3, "\(errors)")
      #expect(errors.contains("stopped; 3 commits are left"), "\(errors)")
      #expect(try text("out").hasSuffix(": 1 recorded, 0 were before\n"))
      // Killed; it may be there as a zombie until its new parent has looked.
      let state = try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)
      #expect(kill(child, 0) != 0 || state?.contains(") Z ") == true)
      #expect(try git("worktree", "list").split(separator: "\n").count == 1)
      #expect(try left().isEmpty)
      #expect(try git("rev-parse", "--abbrev-ref", "HEAD") == "main")
      #expect(try git("diff", "HEAD", "--stat").isEmpty)
      // What was not tried to its end has not failed.
      let again = try history(backfill)
      #expect(again.text.hasSuffix(": 3 recorded, 1 were before\n") && !again.errors.contains("come last"))
    }

    @Test(
      "killed, it leaves a worktree, which the next call removes; none that is in use, and none of another maker",
      .enabled(if: TestScale.isFull))
    func killed() throws {
      let commits = try repository((0..<4).map { (tokens: 10, time: 1_000 + $0) })
      let arguments = ["backfill", "--record", command(stuckAt: commits[0]), "--processes", "1"]
      let (process, said) = try start(arguments, waitingAt: "gate")
      let child = try #require(pid_t(said))
      try git("worktree", "add", "--quiet", "--detach", "tmp/section-diff-abcdef/worktree")
      try git("worktree", "add", "--quiet", "--detach", "mine")
      #expect(try git("worktree", "list").split(separator: "\n").count == 4)
      let beside = try history(backfill + ["--folder", "other"])
      #expect(beside.status == 0 && !beside.errors.contains("removed"), "\(beside.errors)")
      #expect(try git("worktree", "list").split(separator: "\n").count == 4)

      kill(process.processIdentifier, SIGKILL)
      // And all that it had started, which would keep the end of the command from being seen.
      kill(-getpgid(child), SIGKILL)
      process.waitUntilExit()
      #expect(try git("worktree", "list").split(separator: "\n").count == 4)
      let next = try history(backfill)
      #expect(next.status == 0 && next.text.hasSuffix(": 3 recorded, 1 were before\n"), "\(next.errors)")
      #expect(next.errorLines.first?.hasSuffix("/worktree removed, which a killed call has left") == true)
      let trees = try git("worktree", "list")
      #expect(trees.split(separator: "\n").count == 3, "\(trees)")
      #expect(trees.contains("section-diff-abcdef/worktree") && trees.contains("/mine"), "\(trees)")
      #expect(try left() == ["section-diff-abcdef"])
    }

    @Test(
      "commits that fail again and again do not keep the others from being recorded", .enabled(if: TestScale.isFull))
    func stuck() throws {
      let commits = try repository((0..<6).map { (tokens: 10, time: 1_000 + $0) })
      // Those that come first: the ends, and the middle.
      let broken = [commits[5], commits[0], commits[2]].joined(separator: "|")
      let arguments = [
        "backfill", "--record", "case $SECTION_DIFF_COMMIT in \(broken)) exit 1;; esac; ./suite", "--processes", "1",
      ]
      let first = try history(arguments)
      #expect(first.status == 2 && first.errors.contains("the same call tries other commits first"), "\(first.errors)")
      let second = try history(arguments)
      #expect(second.status == 2 && second.text.hasSuffix(": 3 recorded, 0 were before\n"), "\(second.errors)")
      #expect(second.errorLines.first == "3 of 6 could not be recorded before, and come last", "\(second.errors)")
      let mended = try history(backfill)
      #expect(mended.status == 0 && mended.text.hasSuffix(": 3 recorded, 3 were before\n"), "\(mended.errors)")
      // They are forgotten then.
      #expect(try folder.read(".git/section-diff-history-failed").isEmpty)
    }

    @Test(
      "each command that is stopped says so, and changes nothing", .enabled(if: TestScale.isFull),
      arguments: [
        ["show"], ["list"], ["add", "run.json"], ["bless", "HEAD", "--reason", "none"],
        ["backfill", "--record", "true"],
      ])
    func interrupted(arguments: [String]) throws {
      let commits = try repository([(10, 1_000), (12, 1_000)])
      try write("run.json", tokens: 12)
      #expect(try history(["add", "run.json", "--commit", commits[0]]).status == 0)
      // A git that takes for ever.
      try FileManager.default.createDirectory(
        at: folder.url.appendingPathComponent("bin"), withIntermediateDirectories: true)
      try folder.writeScript("bin/git", "echo x > '\(folder.url.path)/gate'; exec sleep 1000")
      let (process, _) = try start(arguments, path: folder.url.appendingPathComponent("bin").path, waitingAt: "gate")
      kill(process.processIdentifier, SIGINT)
      process.waitUntilExit()
      #expect(process.terminationReason == .exit && process.terminationStatus == 3)
      #expect(try text("err") == "section-diff: stopped\n")
      #expect(try text("out").isEmpty)
      #expect(try left().isEmpty)
      #expect(try history("list").text.contains("1 of 2 commits recorded"))
    }

    @Test(
      "instructions are counted in the worktree of each commit; ten commits of two per cent show at the first",
      .enabled(if: TestScale.isFull))
    func instructions() throws {
      let commits = try repository((0..<14).map { (tokens: 1_000 + max(0, $0 - 3) * 20, time: 1_000) })
      try FileManager.default.createDirectory(
        at: folder.url.appendingPathComponent("bin"), withIntermediateDirectories: true)
      // Stands for valgrind: it writes a count at each mark, of what is in the folder that it runs in.
      try folder.writeScript(
        "bin/valgrind",
        """
        for word; do case $word in --callgrind-out-file=*) out=${word#*=};; esac; done
        read tokens time < figures
        for mark in 1 2 3 4; do echo "summary: ${tokens}000" > "$out.$mark"; done
        """)
      let entry = "{\"name\":\"chat log\",\"elements\":\"text\",\"sizes\":[100]}"
      try folder.writeScript(
        "runner", "echo '{\"format\":\"section-diff-suite/1\",\"marks\":true,\"workloads\":[\(entry)]}'")
      let path = ["PATH": folder.url.appendingPathComponent("bin").path + ":/usr/bin:/bin"]
      let runner = folder.url.appendingPathComponent("runner").path
      let filled = try history(backfill + ["--instructions", runner], environment: path)
      #expect(filled.status == 0 && !filled.errors.contains("no instructions"), "\(filled.errors)")
      let shown = try history("show", "--metric", "instructions")
      #expect(shown.status == 1)
      #expect(
        shown.text.contains("instructions  1,000,000 → 1,020,000  +2.0 %  \(commits[4].prefix(12)) change 4\n"),
        "\(shown.text)")
      // A commit whose runner does not count is recorded without.
      try folder.writeScript("old", "exit 64")
      let old = folder.url.appendingPathComponent("old").path
      let without = try history(
        backfill + ["--folder", "other", "--last", "1", "--instructions", old], environment: path)
      #expect(
        without.status == 0 && without.errors.contains("no instructions: \(old): its --list"), "\(without.errors)")
      try write("run.json", tokens: 10)
      let added = try history(["add", "run.json", "--replace", "--instructions", old], environment: path)
      #expect(added.status == 2 && added.errorLines.count == 1 && added.output.isEmpty, "\(added.errors)")
      let replaced = try history(["add", "run.json", "--replace", "--instructions", runner], environment: path)
      #expect(replaced.status == 0, "\(replaced.errors)")
    }

    @Test("called by a hook, it leaves the repository alone that the hook is of")
    func hook() throws {
      let commits = try repository((0..<3).map { (tokens: 10, time: 1_000 + $0) })
      let git = folder.url.appendingPathComponent(".git").path
      let outcome = try history(
        backfill, environment: ["GIT_DIR": git, "GIT_INDEX_FILE": git + "/index", "GIT_WORK_TREE": folder.url.path])
      #expect(outcome.status == 0 && outcome.text.hasSuffix(": 3 recorded, 0 were before\n"), "\(outcome.errors)")
      #expect(try self.git("rev-parse", "HEAD") == commits[2])
      #expect(try self.git("rev-parse", "--abbrev-ref", "HEAD") == "main")
      #expect(try self.git("diff", "HEAD", "--stat").isEmpty)
    }

    @Test("more commits than patience has may fail where others are recorded")
    func patience() throws {
      let commits = try repository((0..<6).map { (tokens: 10, time: 1_000 + $0) })
      try write("run.json", tokens: 10)
      #expect(try history("add", "run.json").status == 0)
      let broken = commits[1...3].joined(separator: "|")
      let command = "case $SECTION_DIFF_COMMIT in \(broken)) exit 1;; esac; ./suite"
      for known in [1, 3] {
        let outcome = try history("backfill", "--record", command, "--processes", "1")
        #expect(outcome.status == 2)
        #expect(outcome.text.hasSuffix(": \(3 - known) recorded, \(known) were before\n"), "\(outcome.text)")
        #expect(outcome.errors.contains("3 of 6 commits could not be recorded"), "\(outcome.errors)")
        #expect(outcome.errors.contains("3 of 3 could not be recorded before, and come last") == (known == 3))
      }
    }
  }
#endif
