import DiffWorkloads
import Foundation
import SectionDiff
import Testing

@testable import BenchmarkHarness

/// A suite as its command line runs it.
@Suite("A suite's runner")
struct SuiteRunTests {
  private let clock = ManualClock()
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "section-diff-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func parser(
    _ name: String, tokens: Int, problem: String? = nil, taking nanoseconds: Int = 1_000
  ) -> Contender {
    Contender(
      name, verify: { if let problem { throw VerificationFailure(name, problem) } }, counts: { ["tokens": tokens] },
      run: clock.contender(name, taking: nanoseconds).run)
  }

  private func suite(_ more: [Benchmark] = []) -> [Benchmark] {
    [
      Benchmark("songs", "lists of songs", elements: "int", size: 100, largestSize: 2_000, seed: 5) { size, seed in
        let pair = try #require(Catalogue.workload("few-moves")).pair(size: size, seed: seed)
        return .diffs(
          from: pair.old.snapshot(of: IntElement.self, from: ()), to: pair.new.snapshot(of: IntElement.self, from: ()))
      },
      Benchmark("songs", elements: "string", size: 100) { size, _ in
        BenchmarkInput(items: size, [self.parser("of strings", tokens: 1)])
      },
      Benchmark("text", size: 10) { size, _ in
        BenchmarkInput(
          items: size, [self.parser("one", tokens: size), self.parser("two", tokens: 2 * size)],
          floors: [self.clock.contender("scan", taking: 100)])
      },
      Benchmark("rare", size: 10, isDefault: false) { size, _ in
        BenchmarkInput(items: size, [self.parser("one", tokens: size)])
      },
    ] + more
  }

  private func run(_ arguments: String..., suite: [Benchmark]? = nil) throws -> (code: Int32, text: String) {
    var text = ""
    let code = try SuiteRun(benchmarks: suite ?? self.suite(), clock: clock).run(arguments) { text += $0 + "\n" }
    return (code, text)
  }

  private func record(
    _ arguments: String..., suite: [Benchmark]? = nil, clock: ManualClock? = nil
  ) throws -> BenchmarkRun {
    let file = folder.appending(path: "record.json")
    let run = SuiteRun(benchmarks: suite ?? self.suite(), clock: clock ?? self.clock)
    #expect(try run.run(arguments + ["--record", file.path]) { _ in } == 0)
    return try BenchmarkRun(json: Array(Data(contentsOf: file)))
  }

  @Test("its list names workloads, kinds, sizes and defaults")
  func list() throws {
    let text = try run("--list").text
    let listing = try SuiteListing(json: Array(text.utf8))
    #expect(listing.names == ["songs", "text", "rare"])
    #expect(listing.defaults == ["songs", "text"])
    #expect(listing.marks == true)
    #expect(listing.entry("songs", nil)?.elements == "int")
    #expect(listing.entry("songs", "string")?.largestSize == nil)
    #expect(listing.entry("songs", "double") == nil)
    #expect(listing.entry("text", "double") == nil)
    #expect(listing.entry("text", "item")?.sizes == [1, 10, 100])
    #expect(listing.entry("songs", "int")?.sizes == [10, 100, 1_000])
    #expect(listing.entry("songs", "int")?.timedSize == 100)
  }

  @Test("there is always a size to judge at, however small the largest one is")
  func sizes() {
    func sizes(_ size: Int, _ sizes: [Int]? = nil, largest: Int = .max) -> [Int] {
      Benchmark("any", size: size, sizes: sizes, largestSize: largest) { size, _ in BenchmarkInput(items: size, []) }
        .sizes
    }
    #expect(sizes(5_000) == [500, 5_000, 50_000])
    #expect(sizes(5_000, largest: 300) == [30, 300])
    #expect(sizes(5_000, largest: 7) == [7])
    #expect(sizes(5_000, [1_000, 10_000], largest: 300) == [300])
    #expect(sizes(3) == [3, 30])
    #expect(sizes(.max / 2) == [.max / 20, .max / 2, .max])
  }

  @Test("without a choice every default workload is run")
  func defaults() throws {
    let record = try record("--rounds", "2", "--milliseconds", "1", clock: ManualClock(tick: 1_000_000))
    #expect(record.workloads.map(\.name) == ["songs", "text"])
    #expect(record.workloads.map(\.elements) == ["int", "item"])
  }

  @Test("a record has a row for each contender: answers of diffs, counts of what is none, floors without either")
  func whole() throws {
    let diffs = try record(
      "--workload", "songs", "--elements", "int", "--rounds", "2", "--milliseconds", "1",
      clock: ManualClock(tick: 1_000_000))
    #expect(diffs.workloads[0].seed == 5 && diffs.workloads[0].old == 100)
    let rows = diffs.workloads[0].table.rows
    #expect(rows.map(\.name) == ["scan", "dict", "stdlib"] + DiffStrategy.all.map(\.name))
    #expect(rows.filter { $0.answer != nil }.count == DiffStrategy.all.count)
    let text = try record("--workload", "text", "--rounds", "2", "--milliseconds", "1").workloads[0].table
    #expect(text.rows.map(\.name) == ["scan", "one", "two"])
    #expect(text["two"]?.metrics == ["tokens": 20] && text["scan"]?.metrics == nil)
    #expect(text["one"]?.ratios["scan"]?.median == 10)
  }

  @Test("three rounds are taken however long one takes, and no more than are asked for")
  func rounds() throws {
    let slow = Benchmark("slow", size: 1) { size, _ in
      BenchmarkInput(items: size, [self.parser("slow", tokens: 1, taking: 5_000_000)])
    }
    for (asked, taken) in [(1, 1), (2, 2), (3, 3), (9, 3)] {
      let rows = try record("--rounds", "\(asked)", "--milliseconds", "1", suite: [slow]).workloads[0].table.rows
      #expect(rows.map(\.series.rounds.count) == [taken], "\(asked)")
    }
  }

  @Test("a brief record has what is judged and nothing else; contenders can be named")
  func brief() throws {
    let record = try record("--workload", "text", "--size", "3", "--size", "5", "--brief", "--strategy", "two")
    #expect(record.workloads.map(\.size) == [3, 5])
    #expect(record.workloads.map { $0.table.rows.map(\.name) } == [["two"], ["two"]])
    let own = try self.record("--workload", "text", "--size", "3", "--own-size", "--brief")
    #expect(own.workloads.map(\.size) == [3, 10])
    let strings = try self.record("--elements", "string", "--brief")
    #expect(strings.workloads.map { "\($0.name) \($0.elements)" } == ["songs string"])
  }

  @Test("a record says in which contenders other threads take part, with and without jemalloc, brief or not")
  func threads() throws {
    var threaded = parser("on all cores", tokens: 1)
    threaded.countsAllocations = false
    let suite = [
      Benchmark("text", size: 10) { [threaded] size, _ in
        BenchmarkInput(items: size, [self.parser("alone", tokens: 1), threaded])
      }
    ]
    let file = folder.appending(path: "record.json")
    for brief in [[], ["--brief"]] {
      let run = SuiteRun(benchmarks: suite, clock: clock)
      #expect(try run.run(["--rounds", "2", "--record", file.path] + brief) { _ in } == 0)
      let data = try Data(contentsOf: file)
      let rows = try BenchmarkRun(json: Array(data)).workloads[0].table.rows
      #expect(rows.map(\.name) == ["alone", "on all cores"] && rows.map(\.usesThreads) == [false, true])
      #expect(String(decoding: data, as: UTF8.self).components(separatedBy: "\"threads\"").count == 2)
    }
  }

  @Test("a wrong answer is a row without times, and the others are measured")
  func wrong() throws {
    let broken = Benchmark("broken", size: 1) { size, _ in
      BenchmarkInput(
        items: size, [self.parser("right", tokens: 1), self.parser("fast", tokens: 0, problem: "it loses a token")])
    }
    let file = folder.appending(path: "wrong.json").path
    // In a file it is told, and by the exit code where there is none.
    #expect(try run("--workload", "broken", "--record", file, suite: [broken]).code == 0)
    let outcome = try run("--workload", "broken", suite: [broken])
    #expect(outcome.code == 1)
    #expect(outcome.text.contains("fast is wrong: it loses a token"))
    let table = try BenchmarkRun(json: Array(Data(contentsOf: URL(filePath: file)))).workloads[0].table
    #expect(table["fast"]?.wrong == "it loses a token")
    #expect(table["fast"]?.series.rounds.isEmpty == true)
    #expect(table["right"]?.series.rounds.isEmpty == false)
    #expect(!clock.log.contains("fast"))
  }

  @Test("one contender runs alone, as often as requested")
  func alone() throws {
    #expect(try run("--workload", "text", "--only-run", "two", "--times", "3").code == 0)
    #expect(clock.log == ["two", "two", "two"])
    let marked = try run("--workload", "text", "--only-run", "two", "--only-run", "one", "--times", "2")
    #expect(marked.text == "two, one ran 2 times; 4 marks, checksum 4\n", "\(marked.text)")
    #expect(clock.log.suffix(4) == ["two", "two", "one", "one"])
    let both = try run("--workload", "text", "--only-run", "two", "--then", "--workload", "rare", "--only-run", "one")
    #expect(both.text.split(separator: "\n").map { $0.prefix(7) } == ["two ran", "one ran"], "\(both.text)")
    #expect(throws: SuiteUsageError("--then goes between requests with --only-run")) {
      try run("--workload", "text", "--only-run", "two", "--then", "--workload", "rare")
    }
    #expect(try run("--workload", "songs", "--only-run", "stdlib", "--times", "1").code == 0)
    #expect(throws: SuiteUsageError("nothing is called three; there are scan, one, two")) {
      try run("--workload", "text", "--only-run", "three")
    }
    #expect(throws: SuiteUsageError.self) { try run("--only-run", "two") }
  }

  @Test("a slow-down is a share of the time")
  func slowDown() throws {
    // The clock moves while it is read, so that idling ends.
    final class TickingClock: NanosecondClock {
      private var ticks = 0
      var now: Int {
        ticks += 1
        return ticks
      }
    }
    let clock = TickingClock()
    let contender = Contender("x", verify: {}, run: { clock.now })
    let start = clock.now
    _ = try contender.run()
    let plain = clock.now - start
    let slowed = contender.slowed(by: 10, clock: clock)
    let before = clock.now
    _ = try slowed.run()
    #expect(clock.now - before > 10 * plain / 2)
    #expect(try slowed.check() == nil && slowed.counts?() == [:])
  }

  @Test(
    "wrong usage is reported in one line",
    arguments: [
      ["--workload", "nothing"], ["--workload", "songs", "--size", "2001"], ["--size", "-1"], ["--size"],
      ["--workload", "songs", "--elements", "double"], ["--elements", "double", "--workload", "songs"], ["--colour"],
      ["--workload", "text", "--contender", "three"], ["--rounds", "0"], ["--milliseconds", "99999999999999"],
      ["--workload", "text", "--elements", "double"], ["--seed", "-1"], ["--slow-down", "1001"],
      ["text"],
    ])
  func usage(arguments: [String]) throws {
    let error = #expect(throws: SuiteUsageError.self) {
      try SuiteRun(benchmarks: suite(), clock: clock).run(arguments) { _ in }
    }
    #expect(error?.description.contains("\n") == false)
    #expect(clock.log.isEmpty)
  }

  @Test("options take their values in both ways, and help names them all")
  func options() throws {
    let both = try SuiteArguments(["--size=5", "--size", "7", "--seed=3", "--own-size"])
    #expect(both.sizes == [5, 7] && both.seed == 3 && both.hasOwnSize)
    #expect(try SuiteArguments(["--workload=a=b=c"]).workloads == ["a=b=c"])
    let (code, help) = try run("--help")
    #expect(code == 0)
    for option in ["--list", "--workload", "--record", "--only-run", "--times", "--brief", "--contender"] {
      #expect(help.contains(option))
    }
    #expect(
      help.contains("EXAMPLES\n") && help.contains("EXIT CODES\n") && help.contains(" --workload songs --size 100\n"))
  }

  @Test("a suite takes each call of it in its help, and the help has those of section-diff")
  func examples() throws {
    let help = SuiteArguments.help("ChatSuite", workload: ("mother's chat log", 500))
    let examples = help.split(separator: "\n").filter { $0.hasPrefix("  ChatSuite") || $0.hasPrefix("  section-diff") }
    #expect(examples.count == 7, "\(help)")
    #expect(examples.contains("  ChatSuite --workload 'mother'\\''s chat log' --size 500"), "\(help)")
    #expect(examples.contains("  section-diff regress base/ChatSuite head/ChatSuite"), "\(help)")
    let plain = SuiteArguments.help("ChatSuite", workload: nil).split(separator: "\n")
    for line in plain where line.hasPrefix("  ChatSuite") {
      _ = try SuiteArguments(line.split(separator: " ").dropFirst().map(String.init))
    }
  }

  @Test("two workloads of one name and kind, and two contenders of one name, are refused")
  func doubles() throws {
    let double = Benchmark("text", size: 1) { size, _ in BenchmarkInput(items: size, []) }
    #expect(throws: SuiteUsageError("the suite has two workloads text, item")) {
      try run("--list", suite: suite([double]))
    }
    let twice = Benchmark("twice", size: 1) { size, _ in
      BenchmarkInput(items: size, [self.parser("one", tokens: 1), self.parser("one", tokens: 1)])
    }
    #expect(throws: SuiteUsageError("twice has two contenders one")) { try run(suite: [twice]) }
  }
}
