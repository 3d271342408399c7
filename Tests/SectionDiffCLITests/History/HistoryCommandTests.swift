#if CommandLine
  import Foundation
  import MeasuringSupport
  import TestScale
  import Testing

  /// The command on repositories that are made for each test, with a suite that is a shell script.
  @Suite("section-diff regress history")
  struct HistoryCommandTests {
    let tool: CommandLineTool
    let folder: Scratch

    init() throws {
      tool = try CommandLineTool()
      folder = try Scratch()
    }

    /// Nothing of this machine's configuration, and the same days in every run.
    static let environment = [
      "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "GIT_AUTHOR_NAME": "a",
      "GIT_AUTHOR_EMAIL": "a@b",
      "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b", "GIT_AUTHOR_DATE": "2026-11-24T12:00:00Z",
      "GIT_COMMITTER_DATE": "2026-11-24T12:00:00Z",
    ]

    @discardableResult
    func git(_ arguments: String...) throws -> String {
      let outcome = try tool.run(
        ["git"] + arguments, in: folder, environment: Self.environment, program: "/usr/bin/env")
      #expect(outcome.status == 0, "git \(arguments): \(outcome.errors)")
      return outcome.text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    func history(
      _ arguments: [String], environment: [String: String] = [:]
    ) throws -> CommandLineTool.Outcome {
      try tool.run(
        ["regress", "history"] + arguments, in: folder,
        environment: Self.environment.merging(environment) { $1 })
    }

    func history(_ arguments: String...) throws -> CommandLineTool.Outcome { try history(arguments) }

    /// A repository whose commits hold what each is to count and take, and the suite that measures them.
    func repository(_ figures: [(tokens: Int, time: Int)]) throws -> [String] {
      try git("init", "--quiet", "--initial-branch=main")
      try folder.writeScript(
        "suite",
        "read tokens time < figures\n" + Self.run(tokens: "$tokens", time: "$time") + " > \"$SECTION_DIFF_RECORD\"")
      try git("add", "suite")
      return try figures.enumerated().map { number, figures in
        try folder.write("figures", "\(figures.tokens) \(figures.time)\n")
        try git("add", "figures")
        try git("commit", "--quiet", "--allow-empty", "--message", "change \(number)")
        return try git("rev-parse", "HEAD")
      }
    }

    /// A shell command that prints a benchmark run.
    static func run(tokens: String, time: String, commit: String = "unknown") -> String {
      """
      echo '{"format":"section-diff-benchmark/1","environment":{"commit":"\(commit)","host":"h","toolchain":"t",'\
      '"allocator":"a"},"workloads":[{"name":"chat log","size":100,"elements":"text","old":100,"table":{"rows":['\
      '{"series":{"name":"bytes","rounds":[{"first":100,"second":100}]}},'\
      '{"metrics":{"tokens":'"\(tokens)"'},"series":{"name":"parser","rounds":'\
      '[{"first":'"\(time)"',"second":'"\(time)"'}]}}]}}]}'
      """
    }

    /// Writes a run to a file.
    func write(_ name: String, tokens: Int, time: Int = 1_000, commit: String = "unknown") throws {
      let path = try folder.writeScript(name + ".sh", Self.run(tokens: "\(tokens)", time: "\(time)", commit: commit))
      let outcome = try tool.run([path], in: folder, program: "/bin/sh")
      try folder.write(name, outcome.output)
    }

    let backfill = ["backfill", "--record", "./suite", "--processes", "1"]

    @Test(
      "records of a branch: added, backfilled, listed, shown, accepted; in a folder and in notes",
      arguments: [[], ["--notes"]])
    func whole(place: [String]) throws {
      let commits = try repository((0..<6).map { (tokens: $0 < 3 ? 10 : 12, time: 1_000) })
      try write("run.json", tokens: 12)
      let added = try history(["add", "run.json"] + place)
      #expect(added.status == 0, "\(added.errors)")
      #expect(added.text.hasPrefix("\(commits[5].prefix(12)): 1 contenders recorded in "))

      let filled = try history(backfill + place)
      #expect(filled.status == 0, "\(filled.errors)")
      #expect(filled.text.hasSuffix(": 5 recorded, 1 were before\n"))
      // The ends first; the last one was there.
      #expect(filled.errorLines.first == "1 of 5: \(commits[4].prefix(12)) recorded", "\(filled.errors)")
      #expect(try git("worktree", "list").split(separator: "\n").count == 1)
      let again = try history(backfill + place)
      #expect(again.status == 0 && again.text.hasSuffix(": 0 recorded, 6 were before\n") && again.errors.isEmpty)

      let list = try history(["list"] + place)
      #expect(list.status == 0)
      #expect(list.text.split(separator: "\n").count == 7)
      #expect(list.text.hasPrefix("\(commits[5].prefix(12))  2026-11-24  1 contenders  1 process"), "\(list.text)")

      let shown = try history(["show"] + place)
      #expect(shown.status == 1, "\(shown.text) \(shown.errors)")
      #expect(
        shown.text.contains(
          "\nWorse\n  parser on chat log, 100 text  tokens  10 → 12  +20.0 %  \(commits[3].prefix(12)) change 3\n"),
        "\(shown.text)")
      let other = try history(["bless", String(commits[2]), "--reason", "none"] + place)
      #expect(other.status == 2 && other.errors.contains("nothing became worse there"), "\(other.errors)")
      let blessed = try history(["bless", String(commits[3]), "--reason", "reads quotes, too"] + place)
      #expect(
        blessed.status == 0 && blessed.text == "\(commits[3].prefix(12)): 1 change accepted\n", "\(blessed.errors)")
      let accepted = try history(["show"] + place)
      #expect(accepted.status == 0, "\(accepted.text)")
      #expect(accepted.text.contains("\nWorse, and accepted\n  parser on chat log, 100 text  tokens  10 → 12"))
      #expect(accepted.text.contains(": reads quotes, too\n"))
      #expect(try history(["list"] + place).text.contains("change 3 (1 accepted)"))

      let json = try history(["show", "--format", "json"] + place)
      let object = try JSONSerialization.jsonObject(with: json.output)
      #expect(try JSONSchema(named: "section-diff-trend-1").problem(in: object, isWhole: true) == nil)
      let trend = try #require(object as? [String: Any])
      #expect(trend["format"] as? String == "section-diff-trend/1" && trend["verdict"] as? String == "pass")
      let series = try #require(trend["series"] as? [[String: Any]])
      let tokens = try #require(series.first { $0["metric"] as? String == "tokens" })
      let changes = try #require(tokens["changes"] as? [[String: Any]])
      #expect(changes.count == 1 && changes[0]["status"] as? String == "blessed" && changes[0]["to"] as? Int == 3)
    }

    @Test(
      "a commit between two records may be the one; what was accepted stays so when it is recorded",
      .enabled(if: TestScale.isFull))
    func between() throws {
      let commits = try repository([(10, 1_000), (10, 1_000), (12, 1_000), (12, 1_000)])
      for offset in [0, 3] {
        try write("run.json", tokens: offset == 0 ? 10 : 12)
        #expect(try history("add", "run.json", "--commit", commits[offset]).status == 0)
      }
      let shown = try history("show")
      #expect(shown.status == 1)
      #expect(
        shown.text.contains("one of 3 commits, \(commits[0].prefix(12))..\(commits[3].prefix(12))"), "\(shown.text)")
      #expect(try history("bless", commits[3], "--reason", "so be it").status == 0)
      #expect(try history("show").status == 0)
      #expect(try history(backfill).status == 0)
      let filled = try history("show")
      #expect(filled.status == 0, "\(filled.text)")
      #expect(filled.text.contains("\(commits[2].prefix(12)) change 2"))
    }

    @Test("a time that drifts is found, beside counts that stay", .enabled(if: TestScale.isFull))
    func drift() throws {
      let commits = try repository(
        (0..<30).map { number in (10, 10_000 + number * 37 % 11 * 5 + (number < 18 ? 0 : 200 * (number - 17))) })
      let twice = try history("backfill", "--record", "./suite", "--processes", "2")
      #expect(twice.status == 2 && twice.errors.contains("gave the same benchmark run twice"), "\(twice.errors)")
      // The floor of another process takes another time, if only by a trace.
      let record = "./suite; sed -i 's/\"second\":100}/\"second\":100.000'$$'}/' \"$SECTION_DIFF_RECORD\""
      let filled = try history(["backfill", "--record", record, "--processes", "2"])
      #expect(filled.status == 0, "\(filled.errors)")
      let shown = try history("show", "--metric", "time")
      #expect(shown.status == 1, "\(shown.text)")
      #expect(shown.text.contains("drift over"), "\(shown.text)")
      #expect(!shown.text.contains("tokens"))
      // The first twenty alone are flat but for two.
      #expect(try history("show", commits[19]).status == 0)
    }

    @Test("two that write at once lose nothing", arguments: [[], ["--notes"]])
    func concurrent(place: [String]) async throws {
      let commits = try repository((0..<8).map { (tokens: 10, time: 1_000 + $0) })
      try write("run.json", tokens: 10)
      try await withThrowingTaskGroup(of: Int32.self) { group in
        for commit in commits {
          group.addTask { try history(["add", "run.json", "--commit", commit] + place).status }
        }
        for try await status in group { #expect(status == 0) }
      }
      #expect(try history(["list"] + place).text.contains("8 of 8 commits recorded"))
    }

    /// The lock of a repository, or that of a folder, which may be that of several.
    @Test(
      "who waits for a lock says who has it, and a signal ends the wait", arguments: [SIGINT, SIGTERM], [false, true])
    func stoppedHolder(signal: Int32, isFolder: Bool) throws {
      let commits = try repository([(10, 1_000)])
      try write("run.json", tokens: 10)
      let add = ["add", "run.json", "--commit", commits[0], "--folder", "shared"]
      let path = folder.url.appendingPathComponent(isFolder ? "shared" : ".git/section-diff-history.lock").path
      if isFolder { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
      let lock = isFolder ? open(path, O_RDONLY | O_CLOEXEC) : open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
      if !isFolder { #expect(pwrite(lock, "4711\n", 5, 0) == 5) }
      let (process, errors) = (Process(), Pipe())
      process.executableURL = tool.executable
      process.arguments = ["regress", "history"] + add
      process.currentDirectoryURL = folder.url
      process.environment = ProcessInfo.processInfo.environment.merging(Self.environment) { $1 }
      process.standardError = errors
      try process.run()
      let said = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
      let holder = isFolder ? "shared: locked by another process" : "section-diff-history.lock: locked by process 4711"
      #expect(said.hasSuffix("\(holder); waiting for its end\n"), "\(said)")
      kill(process.processIdentifier, signal)
      process.waitUntilExit()
      #expect(process.terminationReason == .exit && process.terminationStatus == 3)
      close(lock)
      #expect(try history(add).status == 0)
    }

    @Test("a git that is stopped does not keep a signal waiting")
    func stoppedGit() throws {
      _ = try repository([(10, 1_000)])
      try FileManager.default.createDirectory(
        at: folder.url.appendingPathComponent("bin"), withIntermediateDirectories: true)
      let gate = folder.url.appendingPathComponent("gate").path
      #expect(mkfifo(gate, 0o600) == 0)
      try folder.writeScript("bin/git", "echo x > '\(gate)'; kill -STOP $$")
      let process = Process()
      process.executableURL = tool.executable
      process.arguments = ["regress", "history", "list"]
      process.currentDirectoryURL = folder.url
      var environment = ProcessInfo.processInfo.environment.merging(Self.environment) { $1 }
      environment["PATH"] = folder.url.appendingPathComponent("bin").path + ":/usr/bin:/bin"
      process.environment = environment
      process.standardError = FileHandle.nullDevice
      try process.run()
      _ = try #require(FileHandle(forReadingAtPath: gate)).readToEnd()
      kill(process.processIdentifier, SIGINT)
      process.waitUntilExit()
      #expect(process.terminationReason == .exit && process.terminationStatus == 3)
    }

    @Test("trouble is one line that says what, where and what to do, and nothing is lost")
    func trouble() throws {
      let nowhere = try history("show")
      #expect(nowhere.status == 2 && nowhere.errors.contains(".: no git repository"), "\(nowhere.errors)")
      let commits = try repository([(10, 1_000), (11, 1_000)])
      for (arguments, words) in [
        (["show"], "BenchmarkHistory: the history cannot be read: No such file or directory; record a commit"),
        (
          ["list", "--notes"], "there are no notes refs/notes/section-diff; record a commit, or get them with git fetch"
        ),
        (["add", "nowhere.json"], "nowhere.json: no such file"),
        (["add", "figures"], "figures:"),
        (["add", "figures", "--commit", "nothing"], "there is no commit nothing"),
        (["show", "nothing"], "BenchmarkHistory"),
        (["backfill", "nothing", "--record", "true"], "no commits of nothing"),
        (["backfill", "HEAD..HEAD", "--record", "true"], "names no commits"),
      ] {
        let outcome = try history(arguments)
        #expect(outcome.status == 2, "\(arguments): \(outcome.text)")
        #expect(outcome.output.isEmpty && outcome.errorLines.count == 1, "\(outcome.errors)")
        #expect(outcome.errors.contains(words), "\(arguments): \(outcome.errors)")
      }
      try write("run.json", tokens: 10, commit: String(commits[0].prefix(12)))
      let elsewhere = try history("add", "run.json")
      #expect(elsewhere.status == 2 && elsewhere.errors.contains("the run is of commit \(commits[0].prefix(12))"))
      #expect(try history("add", "run.json", "--commit", commits[0]).status == 0)
      let twice = try history("add", "run.json", "--commit", commits[0])
      #expect(twice.status == 2 && twice.errors.contains("has a record; --replace replaces it"), "\(twice.errors)")
      #expect(try history("add", "run.json", "--commit", commits[0], "--replace").status == 0)
      try write("more.json", tokens: 11)
      try write("run.json", tokens: 10)
      // A count that differs is no reason to lose the rest.
      let different = try history("add", "run.json", "more.json", "--commit", commits[1])
      #expect(different.status == 0, "\(different.errors)")
      #expect(
        different.errors
          == "section-diff: left out: tokens of parser on chat log, 100 text, which differed from run to run\n")
      let shown = try history("show")
      #expect(shown.status == 3, "\(shown.text)")
      #expect(
        shown.text.contains(
          "\nCounts left out: they differed between runs of a commit\n"
            + "  parser on chat log, 100 text  tokens  10 to 11 in the last of 1 record\n"
        ), "\(shown.text)")
      #expect(try !history("show", "--metric", "time").text.contains("Counts left out"))
      let json = try history("show", "--format", "json")
      #expect(json.text.contains("\"metric\":\"tokens\",\"records\":1,\"least\":10,\"most\":11}]"))
      let object = try JSONSerialization.jsonObject(with: json.output)
      #expect(try JSONSchema(named: "section-diff-trend-1").problem(in: object, isWhole: true) == nil)
    }

    @Test("a damaged record is named, and left as it is")
    func damaged() throws {
      let commits = try repository([(10, 1_000), (11, 1_000)])
      #expect(try history(backfill).status == 0)
      let file = "BenchmarkHistory/\(commits[1]).json"
      let good = try folder.read(file)
      for (text, words) in [
        (String(decoding: good.dropLast(20), as: UTF8.self), "no entry of a history: "),
        ("{}", "format is missing; restore the file, or delete it and record the commit again"),
        (
          "{\"format\":\"section-diff-history/0\",\"commit\":\"\",\"blessings\":[]}",
          "in the form section-diff-history/0"
        ),
        (
          String(decoding: good, as: UTF8.self).replacingOccurrences(of: "chat log", with: "chat\\u001blog"),
          "cannot be shown"
        ),
      ] {
        try folder.write(file, text)
        for arguments in [["show"], ["list"], backfill, ["bless", commits[1], "--reason", "none"]] {
          let outcome = try history(arguments)
          #expect(outcome.status == 2 && outcome.output.isEmpty, "\(text): \(outcome.text)")
          #expect(outcome.errorLines.count == 1 && outcome.errors.contains(commits[1]), "\(outcome.errors)")
          #expect(outcome.errors.contains(words), "\(outcome.errors)")
        }
        #expect(try String(decoding: folder.read(file), as: UTF8.self) == text)
      }
      // Others are judged without it, and it can be replaced.
      #expect(try history("list", commits[0]).status == 0)
      try write("run.json", tokens: 10)
      #expect(try history("add", "run.json").status == 2)
      let replaced = try history("add", "run.json", "--replace")
      #expect(replaced.status == 0 && replaced.errors.contains("it is replaced, with all that was accepted there"))
      #expect(try history("show").status == 0)
      // A note is no different.
      try git("notes", "--ref=section-diff", "add", "--message", "nonsense", commits[0])
      let note = try history("show", "--notes")
      #expect(note.status == 2 && note.errors.contains("note on \(commits[0])"), "\(note.errors)")
    }

    @Test("an empty record, as a loss of power leaves one, is said; the others are used, and it can be recorded again")
    func emptyRecord() throws {
      let commits = try repository([(10, 1_000), (10, 1_000), (10, 1_000)])
      #expect(try history(backfill).status == 0)
      for text in ["", "\0\0\0"] {
        try folder.write("BenchmarkHistory/\(commits[1]).json", text)
        let outcome = try history("show", "--format", "json")
        let without = #"[{"commit":0,"value":10},{"commit":2,"value":10}]"#
        #expect(outcome.status == 0 && outcome.text.contains(without), "\(outcome.text)")
        #expect(outcome.errorLines.count == 1 && outcome.errors.contains("\(commits[1]).json: the entry is empty"))
        #expect(try history(backfill).status == 0)
        let whole = try history("show", "--format", "json")
        #expect(
          whole.text.contains(#"{"commit":1,"value":10}"#) && whole.errors.isEmpty, "\(whole.text)\(whole.errors)")
      }
    }

    @Test("a shallow clone says so, unless what it has is enough", .enabled(if: TestScale.isFull))
    func shallow() throws {
      let commits = try repository((0..<5).map { (tokens: 10, time: 1_000 + $0) })
      #expect(try history(backfill + ["--notes"]).status == 0)
      try git("clone", "--quiet", "--depth", "2", "file://\(folder.url.path)", "clone")
      try git("-C", "clone", "fetch", "--quiet", "origin", "refs/notes/section-diff:refs/notes/section-diff")
      let outcome = try history("show", "--notes", "--repository", "clone")
      #expect(outcome.status == 2 && outcome.errorLines.count == 1)
      #expect(outcome.errors.contains("a shallow clone, which has only 2 commits"), "\(outcome.errors)")
      #expect(outcome.errors.contains("git fetch --unshallow (fetch-depth: 0 in GitHub Actions)"))
      // The record before them is beyond its end.
      let lacking = try history("show", "--notes", "--repository", "clone", "--last", "2")
      #expect(lacking.status == 2 && lacking.errors.contains("lacks the records that these commits are compared with"))
      let enough = try history("show", "--notes", "--repository", "clone", "--last", "1")
      #expect(enough.status == 0, "\(enough.errors)")
      #expect(enough.text.contains("2 of 2 commits recorded"))
      let missing = try history("add", "suite", "--notes", "--repository", "clone", "--commit", commits[0])
      #expect(missing.status == 2 && missing.errors.contains("in this shallow clone"), "\(missing.errors)")
    }

    @Test("notes can be written where git does not know who writes")
    func identity() throws {
      _ = try repository([(10, 1_000)])
      try write("run.json", tokens: 10)
      try git("config", "user.useConfigOnly", "true")
      let nobody = Dictionary(
        uniqueKeysWithValues: ["AUTHOR", "COMMITTER"].flatMap { ["GIT_\($0)_NAME", "GIT_\($0)_EMAIL"] }.map { ($0, "") }
      )
      let outcome = try history(["add", "run.json", "--notes"], environment: nobody)
      #expect(outcome.status == 0, "\(outcome.errors)")
    }

    @Test("fewer than two records say nothing")
    func cannotTell() throws {
      _ = try repository([(10, 1_000)])
      try write("run.json", tokens: 10)
      #expect(try history("add", "run.json").status == 0)
      let outcome = try history("show")
      #expect(outcome.status == 3 && outcome.text.hasSuffix("verdict: cannot tell\n"))
      let nothing = try history("show", "--workload", "search")
      #expect(nothing.status == 2 && nothing.errors.contains("holds nothing of what was requested"))
    }

    @Test("help and names: history is found below regress, and files of that name are still compared")
    func names() throws {
      for arguments in [["regress", "history", "--help"], ["help", "regress", "history"], ["history", "--help"]] {
        let outcome = try tool.run(arguments, in: folder)
        #expect(outcome.status == 0 && outcome.text.contains("backfill"), "\(arguments): \(outcome.errors)")
      }
      for name in ["add", "backfill", "list", "show", "bless"] {
        #expect(try tool.run(["regress", "history", name, "--help"], in: folder).text.contains("EXAMPLES"))
      }
      let files = try tool.run(["regress", "history", "head.json"], in: folder)
      #expect(files.status == 2 && files.errors.contains("history: no such file"), "\(files.errors)")
    }

    @Test(
      "wrong usage is reported",
      arguments: [
        ["add"], ["show", "--last", "0"], ["show", "--notes", "--folder", "x"], ["bless", "HEAD"],
        ["bless", "HEAD", "--reason", " "], ["bless", "HEAD", "--reason", "a\nb"],
        ["bless", "HEAD", "--reason", "a", "--metric", "b", "--metric", "c"], ["backfill"],
        ["backfill", "--record", "true", "--processes", "0"], ["backfill", "--record", "true", "--every", "0"],
        ["show", "--format", "xml"], ["show", "-nan"], ["show", "--last", "-nan"], ["add", "-nan"],
        ["backfill", "--record", "true", "--timeout=nan"],
      ])
    func usage(arguments: [String]) throws {
      #expect(try history(arguments).status == 64)
    }
  }
#endif
