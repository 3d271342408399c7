#if CommandLine
  import BenchmarkHarness
  import Foundation
  #if canImport(FoundationXML)
    import FoundationXML
  #endif
  import SectionDiff
  import Testing

  /// What a test report says of each case.
  private final class JUnitCases: NSObject, XMLParserDelegate {
    var outcomes: [String: String] = [:]
    private var name = ""

    func parser(
      _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String] = [:]
    ) {
      if element == "testcase" {
        name = attributes["name"] ?? ""
      } else if !element.hasPrefix("testsuite") {
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
      #expect(markdown.contains("| counts | regressed | 11 counts: 1 more, 0 fewer; "), "\(markdown)")
      #expect(
        markdown.contains(
          "\n| Worse | of | |\n| --- | --- | --- |\n| counts | lis on mixed, 1000 int | 6 more: comparisons, 100 → 106 |\n"
        ))
      #expect(markdown.contains("100 % \\<another\\> \\| machine"))
      try write(benchmarkRun(time: 1_500), "slower.json")
      let slower = try regress("base.json", "slower.json", "--format", "github")
      #expect(slower.status == 3)
      #expect(
        slower.text.hasPrefix("::warning title=section-diff regress, time::1 of 1 recorded times look slower; "),
        "\(slower.text)")
      let github = try report("github").split(separator: "\n")
      #expect(
        github[0]
          == "::error title=section-diff regress, counts::lis on mixed, 1000 int: 6 more: comparisons, 100 → 106")
      #expect(github.count == 2)
      #expect(github.last?.hasPrefix("::error title=section-diff regress::regressed: counts regressed, ") == true)
      let junit = try report("junit")
      let parser = XMLParser(data: Data(junit.utf8))
      let cases = JUnitCases()
      parser.delegate = cases
      #expect(parser.parse())
      #expect(
        cases.outcomes == [
          "counts": "failure", "growth": "skipped", "regret": "skipped", "instructions": "skipped", "time": "skipped",
        ])
      #expect(junit.contains(">lis on mixed, 1000 int: 6 more: comparisons, 100 → 106\n</failure>"))
      #expect(try report("github", "base.json").hasPrefix("::notice title=section-diff regress::pass: "))
      #expect(try report("markdown", "base.json").hasPrefix("### section-diff regress: pass\n"))
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
      arguments: [["regress", "endless"], ["advise", "--runner"]])
    func tooSlow(command: [String]) throws {
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
      #expect(
        reported == "section-diff: ./endless: gave no list of workloads within 600 s; does it keep the protocol?\n")
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
