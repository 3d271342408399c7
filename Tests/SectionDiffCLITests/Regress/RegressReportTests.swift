#if CommandLine
  import BenchmarkHarness
  import RegressionGate
  import Foundation
  #if canImport(FoundationXML)
    import FoundationXML
  #endif
  import SectionDiff
  import TestScale
  import Testing

  /// What a test report says of each case, and of all together.
  private final class JUnitCases: NSObject, XMLParserDelegate {
    var outcomes: [String: String] = [:]
    var totals: [[String: String]] = []
    private var name = ""

    init(_ report: Data) {
      super.init()
      let parser = XMLParser(data: report)
      parser.delegate = self
      #expect(parser.parse(), "\(String(decoding: report, as: UTF8.self))")
    }

    /// How many cases have that outcome.
    func count(_ outcome: String) -> Int { outcomes.values.count { $0 == outcome } }

    func parser(
      _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String] = [:]
    ) {
      if element == "testcase" {
        name = attributes["name"] ?? ""
      } else if element.hasPrefix("testsuite") {
        var attributes = attributes
        attributes["name"] = nil
        totals.append(attributes)
      } else {
        outcomes[name] = element
      }
    }
  }

  /// What the command prints for CI, and what it says of runs and programs that are no good.
  @Suite("section-diff regress: reports and refusals")
  struct RegressReportTests: RegressFixture {
    let tool: CommandLineTool
    let folder: Scratch

    init() throws {
      tool = try CommandLineTool()
      folder = try Scratch()
    }

    @Test("of what is chosen by strategy the floors stay: a machine that was half as fast is no regression")
    func floorsOfTheChosen() throws {
      try write(benchmarkRun(), "base.json")
      try write(benchmarkRun(time: 2_000, floor: 1_000), "slow.json")
      try write(benchmarkRun(time: 2_000), "worse.json")
      // Files of two sessions show no more than that something may be slower.
      for (head, right) in [("slow.json", "pass"), ("worse.json", "cannot tell")] {
        for options in [[], ["--strategy", "lis"]] {
          let outcome = try tool.run(["regress", "base.json", head, "--format", "json"] + options, in: folder)
          let times = try #require(try verdict(outcome)["recordedTimes"] as? [[String: Any]])
          #expect(times.map { $0["verdict"] as? String } == [right], "\(head), \(options): \(outcome.text)")
        }
      }
    }

    @Test("reports for CI: a comment, a test report, annotations; the exit code is that of the text")
    func reports() throws {
      try write(benchmarkRun(), "base.json")
      try write(benchmarkRun(comparisons: 106, host: "100 % <another> | machine"), "head.json")
      func report(_ format: String, _ head: String = "head.json") throws -> String {
        let outcome = try regress("base.json", head, "--format", format)
        #expect(outcome.status == (head == "head.json" ? 1 : 0) && outcome.errors.isEmpty, "\(outcome.errors)")
        return outcome.text
      }
      let markdown = try report("markdown")
      #expect(markdown.hasPrefix("### section-diff regress: regressed\n"))
      #expect(markdown.contains("| counts | regressed | 11 counts: 1 worse, 0 better; "), "\(markdown)")
      #expect(
        markdown.contains(
          "\n| Worse | of | |\n| --- | --- | --- |\n| counts | lis on mixed, 1000 int | 6 more: comparisons, 100 → 106 |\n"
        ))
      #expect(markdown.contains("100 % \\<another\\> \\| machine"))
      try write(benchmarkRun(time: 1_500), "slower.json")
      let slower = try regress("base.json", "slower.json", "--format", "github")
      #expect(slower.status == 3)
      let unsure = try #require(WorkflowCommand.all(in: slower.text).last ?? nil)
      #expect(unsure.level == "warning" && unsure.title == "section-diff regress, time", "\(slower.text)")
      #expect(unsure.text.hasPrefix("1 of 1 recorded times look slower; "), "\(slower.text)")
      let github = WorkflowCommand.all(in: try report("github")).compactMap { $0 }
      #expect(github.map(\.level) == ["error", "error", "warning"])
      #expect(
        github.map(\.title) == [
          "section-diff regress", "section-diff regress, counts", "section-diff regress, compared",
        ]
      )
      #expect(github[2].text.hasPrefix("the hosts differ: a machine and 100 % <another> | machine: no time; "))
      #expect(github[0].text.hasPrefix("regressed: compared: cannot tell, counts regressed, "))
      #expect(github[1].text == "lis on mixed, 1000 int: 6 more: comparisons, 100 → 106")
      let junit = try report("junit")
      #expect(
        JUnitCases(Data(junit.utf8)).outcomes == [
          "compared": "error", "counts": "failure", "growth": "skipped", "regret": "skipped", "instructions": "skipped",
          "time": "skipped",
        ])
      #expect(junit.contains(">lis on mixed, 1000 int: 6 more: comparisons, 100 → 106\n</failure>"))
      let passed = try #require(WorkflowCommand.all(in: try report("github", "base.json")).first ?? nil)
      #expect(passed.level == "notice" && passed.title == "section-diff regress" && passed.text.hasPrefix("pass: "))
      #expect(try report("markdown", "base.json").hasPrefix("### section-diff regress: pass\n"))
    }

    /// Two suites, of which one has more of each of 60 counts.
    private func manyCounts(_ name: String) throws {
      let names = (0..<20).map { "\(name) \($0)" }
      try suite("base", tokens: 10, names: names)
      try suite("head", tokens: 11, names: names)
    }

    @Test(
      "annotations: the verdict first; of each level as many as GitHub shows, then how many more there are",
      .enabled(if: TestScale.isFull))
    func manyAnnotations() throws {
      try manyCounts("a: 100 %, %2C")
      for (sides, status, level, change) in [
        (["base", "head"], 1, "error", "1 more: tokens, 10 → 11"),
        (["head", "base"], 0, "notice", "1 fewer: tokens, 11 → 10"),
      ] {
        let outcome = try tool.run(["regress"] + sides + ["--gate", "counts", "--format", "github"], in: folder)
        #expect(Int(outcome.status) == status, "\(outcome.errors)")
        let commands = WorkflowCommand.all(in: outcome.text).compactMap { $0 }
        #expect(commands.count == 10 && commands.count == outcome.text.split(separator: "\n").count, "\(outcome.text)")
        #expect(commands.allSatisfy { $0.level == level })
        #expect(commands.first?.title == "section-diff regress" && commands.last?.title == "section-diff regress")
        #expect(
          commands[0].text.hasPrefix(
            status == 1 ? "regressed: compared: pass, counts regressed (" : "pass: compared: pass, counts pass ("))
        #expect(commands[1...8].allSatisfy { $0.title == "section-diff regress, counts" })
        #expect(commands[1].text == "parser on a: 100 %, %2C 0, 10 text: \(change)", "\(commands[1].text)")
        #expect(commands[9].text == "52 more: --format json lists all")
      }
    }

    @Test(
      "a comment has 50 rows of a level, says how many more there are, and mentions nobody",
      .enabled(if: TestScale.isFull))
    func manyRows() throws {
      try manyCounts("@team|log")
      for (sides, title) in [(["base", "head"], "Worse"), (["head", "base"], "For information")] {
        let comment = try tool.run(["regress"] + sides + ["--gate", "counts", "--format", "markdown"], in: folder).text
        let rows = comment.split(separator: "\n").filter { $0.hasPrefix("| counts | parser on ") }
        #expect(rows.count == 50)
        #expect(rows.first?.hasPrefix("| counts | parser on <code>@</code>team\\|log 0, 10 text | 1 ") == true)
        #expect(comment.contains("\n\n\(title): and 10 more; `--format json` has all.\n"), "\(comment)")
        #expect(!comment.replacing("<code>@</code>", with: "").contains("@"))
      }
    }

    @Test("however long names are, a comment is one that GitHub takes", .enabled(if: TestScale.isFull))
    func longRows() throws {
      try manyCounts(String(repeating: "@", count: 300))
      let comment = try regress("base", "head", "--gate", "counts", "--format", "markdown").text
      let rows = comment.split(separator: "\n").count { $0.hasPrefix("| counts | parser on ") }
      #expect(comment.utf8.count <= 65_536 && (5..<50).contains(rows), "\(comment.utf8.count)")
      #expect(comment.contains("\nWorse: and \(60 - rows) more; "))
    }

    @Test("a test report has failures or errors exactly where the exit code is not 0", .enabled(if: TestScale.isFull))
    func junit() throws {
      try write(benchmarkRun(), "base.json")
      try write(benchmarkRun(comparisons: 106), "more.json")
      try write(benchmarkRun(time: 1_500), "slower.json")
      try write(benchmarkRun(host: "another"), "elsewhere.json")
      try suite("right", tokens: 10)
      try suite("wrong", tokens: 10, wrong: true)
      try suite("two", tokens: 10, names: ["chat log", "search"])
      try program("base", giving: benchmarkRun())
      try program("slow", giving: benchmarkRun(time: 1_200))
      let timed = ["base", "slow", "--size", "1000", "--workload", "mixed", "--gate", "counts", "--gate", "time"]
      let cases: [(arguments: [String], status: Int32, outcomes: [String: String])] = [
        (["base.json", "base.json"], 0, ["counts": "system-out", "time": "system-out"]),
        (["base.json", "more.json"], 1, ["counts": "failure"]),
        (["base.json", "more.json", "--report", "counts", "--report", "time"], 3, ["compared": "error"]),
        (["base.json", "slower.json"], 3, ["counts": "system-out", "time": "error"]),
        (["base.json", "slower.json", "--report", "time"], 0, ["time": "system-out"]),
        (["base.json", "elsewhere.json", "--gate", "time"], 3, ["time": "skipped", "compared": "error"]),
        (["right", "wrong", "--gate", "counts"], 1, ["compared": "failure", "counts": "failure"]),
        (["right", "wrong", "--gate", "time"], 1, ["compared": "failure", "time": "error"]),
        (["right", "wrong", "--report", "counts"], 1, ["compared": "failure", "counts": "system-out"]),
        (
          ["right", "wrong", "--gate", "counts", "--report", "counts"], 1,
          ["compared": "failure", "counts": "system-out"]
        ),
        (["wrong", "wrong", "--gate", "counts"], 1, ["compared": "failure", "counts": "system-out"]),
        (["two", "right", "--gate", "counts"], 3, ["compared": "error", "counts": "system-out"]),
        (["two", "right", "--gate", "growth"], 3, ["compared": "error"]),
        (
          ["right", "right", "--gate", "counts", "--report", "counts"], 3,
          ["compared": "error", "counts": "system-out"]
        ),
        (timed, 1, ["counts": "system-out", "time": "failure"]),
        (timed + ["--report", "time"], 0, ["counts": "system-out", "time": "system-out"]),
      ]
      for (arguments, status, outcomes) in cases {
        let outcome = try tool.run(["regress"] + arguments + ["--format", "junit"], in: folder)
        #expect(outcome.status == status, "\(arguments): \(outcome.text) \(outcome.errors)")
        let report = JUnitCases(outcome.output)
        let bad = report.count("failure") + report.count("error")
        #expect((bad == 0) == (status == 0), "\(arguments): \(outcome.text)")
        #expect(report.outcomes.merging(outcomes) { $1 } == report.outcomes, "\(arguments): \(outcome.text)")
        let totals = [
          "tests": report.outcomes.count, "failures": report.count("failure"), "errors": report.count("error"),
          "skipped": report.count("skipped"),
        ].mapValues { "\($0)" }
        #expect(report.totals == [totals, totals], "\(arguments): \(outcome.text)")
      }
      let wrong = try regress("right", "wrong", "--report", "counts", "--format", "junit").text
      let words = "; wrong answers: 3\">parser on chat log, 10 text: its answer is wrong: it loses a token\n"
      #expect(wrong.contains(words), "\(wrong)")
    }

    @Test("JSON is as its schema describes, whatever was found")
    func schema() throws {
      try write(benchmarkRun(), "base.json")
      try write(benchmarkRun(comparisons: 106, time: 1_500), "head.json")
      try suite("right", tokens: 10, marks: "\"marks\":true,")
      try suite("wrong", tokens: 10, wrong: true)
      try suite("two", tokens: 10, names: ["chat log", "search"])
      // A run costs 1,000 instructions.
      let environment = try valgrind(
        """
        for argument in "$@"; do
          case $argument in --callgrind-out-file=*) out=${argument#*=};; esac
        done
        number=0
        while [ $number -lt 64 ]; do number=$((number + 1)); echo "summary: 1000" > "$out.$number"; done
        """)
      for (arguments, members) in [
        (["base.json", "head.json"], ["counts", "recordedTimes"]), (["right", "wrong"], ["wrong", "counts"]),
        (["two", "right", "--gate", "counts"], ["missing", "notCompared"]),
        (["right", "right", "--gate", "growth", "--gate", "instructions"], ["growth", "instructions"]),
      ] {
        let outcome = try tool.run(
          ["regress"] + arguments + ["--format", "json"], in: folder, environment: environment)
        let answer = try verdict(outcome)
        for member in members {
          #expect((answer[member] as? [Any])?.isEmpty == false, "\(arguments), \(member): \(outcome.text)")
        }
      }
    }

    @Test("figures that no run can give are refused")
    func impossible() throws {
      try write(benchmarkRun(), "base.json")
      let one = benchmarkRun()
      var twice = one
      twice.workloads += one.workloads
      try write(twice, "twice.json")
      var negative = one
      negative.workloads[0].table.rows[1].answer?.receipt.hashes = -1
      try write(negative, "negative.json")
      var time = one
      time.workloads[0].table.rows[1].series.rounds[0].first = -5
      try write(time, "time.json")
      var huge = one
      huge.workloads[0].table.rows[1].answer?.counts.deletes = .max
      huge.workloads[0].table.rows[1].answer?.counts.inserts = .max
      try write(huge, "huge.json")
      var work = one
      work.workloads[0].table.rows[1].answer?.receipt.comparisons = .max
      try write(work, "work.json")
      var untimed = one
      untimed.workloads[0].table.rows[1].series.rounds = []
      try write(untimed, "untimed.json")
      var metric = one
      metric.workloads[0].table.rows[1].metrics = ["wrong": 1]
      try write(metric, "metric.json")
      var allocator = one
      allocator.environment.allocator = "a\u{1B}[2J"
      try write(allocator, "allocator.json")
      var empty = one
      empty.workloads = []
      try write(empty, "empty.json")
      for (path, words) in [
        ("twice.json", "occurs twice"), ("negative.json", "-1 hashes"), ("time.json", "not a positive number"),
        ("empty.json", "no workloads"), ("huge.json", "changes"), ("work.json", "comparisons"),
        ("untimed.json", "has no times"), ("metric.json", "a count of its own that is called wrong"),
        ("allocator.json", "the allocator's name"),
      ] {
        let outcome = try regress("base.json", path)
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
      }
    }

    @Test(
      "wrong usage is reported",
      arguments: [
        ["--threshold", "0%"], ["--threshold", "much"], ["--size", "0"],
        ["--max-rounds", "3"],
        ["--gate", "colour"], ["--size", "5", "--size", "5"],
      ])
    func usage(arguments: [String]) throws {
      #expect(try tool.run(["regress", "a", "b"] + arguments, in: folder).status == 64)
    }

    @Test(
      "a list that does not come in time is trouble, not a verdict",
      arguments: [
        (["regress", "endless"], "in the time that --within gives it; give it more"),
        (["regress", "--within", "0", "endless"], "within 600 s; does it keep the protocol?"),
        (["advise", "--runner"], "within 600 s; does it keep the protocol?"),
      ])
    func tooSlow(command: [String], words: String) throws {
      let gate = folder.url.appendingPathComponent("gate").path
      #expect(mkfifo(gate, 0o600) == 0)
      try folder.writeScript("endless", "echo $$ > '\(gate)'; exec sleep 1000")
      let process = Process()
      process.executableURL = tool.executable
      process.arguments = command + ["endless"]
      process.currentDirectoryURL = folder.url
      process.standardOutput = FileHandle.nullDevice
      let errors = try folder.emptyFile("errors")
      process.standardError = try FileHandle(forWritingTo: errors)
      try process.run()
      let pipe = try #require(FileHandle(forReadingAtPath: gate))
      _ = try pipe.readToEnd()
      // The time is up when the alarm says so.
      #expect(kill(process.processIdentifier, SIGALRM) == 0)
      process.waitUntilExit()
      #expect(process.terminationReason == .exit && process.terminationStatus == 2)
      let reported = String(decoding: try Data(contentsOf: errors), as: UTF8.self)
      #expect(reported == "section-diff: ./endless: gave no list of workloads \(words)\n")
    }

    @Test("a signal ends it and what it runs, and leaves nothing behind", arguments: [SIGINT, SIGTERM])
    func interrupted(number: Int32) throws {
      let gate = folder.url.appendingPathComponent("gate").path
      #expect(mkfifo(gate, 0o600) == 0)
      // Says its number once it runs, then never ends.
      try folder.writeScript("endless", "echo $$ > '\(gate)'; exec sleep 1000")
      let scratch = folder.url.appendingPathComponent("tmp")
      try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
      let process = Process()
      process.executableURL = tool.executable
      process.arguments = ["regress", "endless", "endless"]
      process.currentDirectoryURL = folder.url
      process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": scratch.path]) { $1 }
      process.standardOutput = FileHandle.nullDevice
      let errors = try folder.emptyFile("errors")
      process.standardError = try FileHandle(forWritingTo: errors)
      try process.run()
      // Opening the other end waits for the child to write.
      let pipe = try #require(FileHandle(forReadingAtPath: gate))
      let text = String(decoding: try #require(try pipe.readToEnd()), as: UTF8.self)
      let child = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
      #expect(kill(process.processIdentifier, number) == 0)
      process.waitUntilExit()
      #expect(process.terminationReason == .exit && process.terminationStatus == 3)
      #expect(kill(child, 0) == -1 && errno == ESRCH)
      #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).isEmpty)
      let reported = String(decoding: try Data(contentsOf: errors), as: UTF8.self)
      #expect(reported == "section-diff: stopped; there is no verdict\n")
    }
  }
#endif
