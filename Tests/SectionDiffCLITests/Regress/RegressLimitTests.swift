#if CommandLine
  import BenchmarkHarness
  import RegressionGate
  import Foundation
  import TestScale
  import Testing

  @testable import SectionDiffCLI

  /// `--within`: who gets how much of the time, what is left out, and that a few rotations reach all.
  @Suite("section-diff regress: the limit of time")
  struct RegressLimitTests: RegressFixture {
    let tool: CommandLineTool
    let folder: Scratch

    init() throws {
      tool = try CommandLineTool()
      folder = try Scratch()
    }

    /// A clock that a test sets.
    private final class SetClock: NanosecondClock {
      var now = 0
    }

    @Test("where time is too short for a single count, that is said, with what to do")
    func nothing() throws {
      try suite("base", tokens: 10)
      let outcome = try regress("base", "base", "--within", "1ms")
      #expect(outcome.status == 2 && outcome.output.isEmpty, "\(outcome.text)")
      #expect(outcome.errors.contains("nothing was counted in the time that --within gives it; give it more"))
    }

    /// Says its number at a gate, then never ends.
    private var endless: String { "echo $$ > '\(folder.url.appendingPathComponent("gate").path)'; exec sleep 1000" }

    /// A program that never ends where it is called with these arguments, and is another one otherwise.
    private func program(_ name: String, endlessWith pattern: String, else other: String) throws {
      try folder.writeScript(
        name, "case \"$* \" in *'\(pattern)'*) \(endless);; esac\nexec \"$(dirname \"$0\")/\(other)\" \"$@\"")
    }

    /// What `regress` prints under a limit of time that is up when a program has come to the gate and never ends; that
    /// program is ended.
    private func ended(
      _ arguments: [String], status: Int32, environment: [String: String] = [:]
    ) throws -> CommandLineTool.Outcome {
      let gate = folder.url.appendingPathComponent("gate").path
      #expect(mkfifo(gate, 0o600) == 0)
      let process = Process()
      process.executableURL = tool.executable
      process.arguments = ["regress"] + arguments + ["--within", "5m"]
      process.currentDirectoryURL = folder.url
      process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
      let output = try folder.emptyFile("output")
      process.standardOutput = try FileHandle(forWritingTo: output)
      let errors = try folder.emptyFile("errors")
      process.standardError = try FileHandle(forWritingTo: errors)
      try process.run()
      let pipe = try #require(FileHandle(forReadingAtPath: gate))
      let text = String(decoding: try #require(try pipe.readToEnd()), as: UTF8.self)
      let children = text.split(separator: "\n").compactMap { pid_t($0) }
      #expect(!children.isEmpty)
      // The time is up when the alarm says so: that of all is nearer than that of one program.
      #expect(kill(process.processIdentifier, SIGALRM) == 0)
      process.waitUntilExit()
      let outcome = CommandLineTool.Outcome(
        status: process.terminationStatus, isSignal: process.terminationReason == .uncaughtSignal,
        output: try Data(contentsOf: output), errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
      #expect(outcome.status == status && !outcome.isSignal, "\(outcome.text)\(outcome.errors)")
      #expect(outcome.errors.isEmpty)
      for child in children { #expect(kill(child, 0) == -1 && errno == ESRCH) }
      return outcome
    }

    /// What a verdict says was left out, as `counts 100`.
    private func left(_ answer: [String: Any]) -> [String] {
      (answer["leftOut"] as? [[String: Any]] ?? []).map { "\($0["gate"] ?? "") \($0["size"] ?? "")" }
    }

    @Test("what runs when its time is up is ended; what was left out is listed, and none of it has passed")
    func instructions() throws {
      try suite("base", tokens: 10, marks: "\"marks\":true,")
      // The counts are there when it is started.
      let answer = try ended(
        ["base", "base", "--gate", "counts", "--gate", "instructions"], status: 3, environment: valgrind(endless)
      ).text
      #expect(answer.contains("6 counts: 0 worse"), "\(answer)")
      #expect(answer.contains("left out by --within: 1"), "\(answer)")
      #expect(
        answer.contains(
          "Left out by --within; another --rotation begins with other workloads\n  instructions  chat log text 100\n"),
        "\(answer)")
    }

    @Test("a build beside a file: what it does not come to the end of is ended, and taken out of the file's run, too")
    func besideFile() throws {
      try suite("quick", tokens: 10)
      try program("slow", endlessWith: "--size 100 ", else: "quick")
      let sizes = [10, 100, 1_000].flatMap { ["--size", "\($0)"] }
      let made = try tool.run(
        ["--workload", "chat log", "--record", "run.json"] + sizes, in: folder,
        program: folder.url.appendingPathComponent("quick").path)
      #expect(made.status == 0)
      let unsure = try verdict(ended(["run.json", "slow", "--allow-other-host", "--format", "json"], status: 3))
      #expect(left(unsure) == ["counts 100", "counts 1000"])
      #expect(unsure["missing"] as? [String] == ["chat log, 100 text did not come to its end in head"])
      try FileManager.default.removeItem(at: folder.url.appendingPathComponent("gate"))
      // That base takes longer is no reason to doubt.
      let passed = try verdict(ended(["slow", "run.json", "--allow-other-host", "--format", "json"], status: 0))
      #expect(left(passed) == ["counts 100", "counts 1000"])
      #expect((passed["missing"] as? [String])?.isEmpty == true)
      let none = try regress("run.json", "quick", "--within", "1ms")
      #expect(none.status == 2 && none.output.isEmpty, "\(none.text)")
    }

    @Test(
      "times: a process that runs when the time is up is ended, and its round does not count",
      .enabled(if: TestScale.isFull), arguments: [true, false])
    func times(isHead: Bool) throws {
      try suite("quick", tokens: 10)
      try program("slow", endlessWith: "--strategy", else: "quick")
      // That of the base is the first process of all, by which it is known how many are reached.
      let sides = isHead ? ["quick", "slow"] : ["slow", "quick"]
      let answer = try verdict(
        ended(sides + ["--gate", "counts", "--gate", "time", "--format", "json"], status: 3))
      // A base that is slower than head is no reason to doubt.
      #expect(left(answer) == (isHead ? [] : ["time 100"]))
      #expect((answer["times"] as? [Any])?.isEmpty == true)
      let gates = try #require(answer["gates"] as? [[String: Any]])
      #expect(gates.map { $0["verdict"] as? String } == ["pass", "cannot tell"])
      let lost = "failed: ./slow: chat log, 100 text did not come to its end in head, where it is timed"
      #expect(
        gates[1]["summary"] as? String
          == "0 times: 0 slower; " + (isHead ? lost : "inputs left out by --within: 1"))
    }

    @Test("counts, instructions and times have a share each; without a limit none of them ends")
    func shares() {
      let clock = SetClock()
      let limit = TimeLimit(seconds: 100, clock: clock, gates: Gate.allCases)
      let ends: [(Gate, Double)] = [(.counts, 55), (.instructions, 85), (.time, 100)]
      for (gate, end) in ends {
        clock.now = 0
        #expect(!limit.isOver(gate))
        #expect(abs((limit.left(gate) ?? 0) - end) < 1e-9)
        // Before what runs is ended, nothing more is started; a round of times is so short that one begins until the end.
        clock.now = Int((end - 1) * 1e9)
        #expect(limit.isOver(gate) == (gate != .time))
        clock.now = Int((end + 0.001) * 1e9)
        #expect(limit.isOver(gate) && limit.left(gate) ?? 1 <= 0)
      }
      // What others do not need is there.
      #expect(abs((TimeLimit(seconds: 100, clock: SetClock(), gates: [.counts]).left(.counts) ?? 0) - 100) < 1e-9)
      let endless = TimeLimit(seconds: nil, clock: clock, gates: Gate.allCases)
      #expect(Gate.allCases.allSatisfy { !endless.isOver($0) && endless.left($0) == nil })
    }

    @Test("a build beside a file has all of the time: no gate behind the counts takes any")
    func sharesBesideFile() {
      let build = Side.runner(Runner(path: "./suite", commit: nil))
      let file = Side.file(benchmarkRun(), path: "run.json")
      func gates(_ base: Side, _ head: Side, valgrind: String? = "/valgrind") -> [Gate] {
        Regression.Question(
          base: base, head: head, gates: Gate.allCases, threshold: 0.1, maximumRounds: 12, seed: 1, valgrind: valgrind
        ).gatesThatTakeTime
      }
      #expect(gates(file, build) == [.counts] && gates(build, file) == [.counts] && gates(file, file) == [.counts])
      #expect(gates(build, build) == Gate.allCases)
      #expect(gates(build, build, valgrind: nil) == [.counts, .growth, .regret, .time])
      let limit = TimeLimit(seconds: 100, clock: SetClock(), gates: gates(file, build))
      #expect(abs((limit.left(.counts) ?? 0) - 100) < 1e-9)
    }

    @Test(
      "suspected where it is ended is what had three times as long as others took, or twice as long as the same in base"
    )
    func enough() {
      var pace = TimeLimit.Pace()
      #expect(!pace.isEnough(0) && !pace.isEnough(0, like: 1))
      pace.start(0, 0.1)
      #expect(pace.isEnough(0))
      pace.start(1, 100)
      pace.end(1, 90)
      for (number, left, isEnough) in [(2, nil, true), (3, 30, true), (4, 29.9, false)] as [(Int, Double?, Bool)] {
        pace.start(number, left)
        #expect(pace.isEnough(number) == isEnough)
      }
      // Who is as fast as base, but begun too late, has only come late.
      pace.start(5, 15)
      pace.end(5, 7)
      for (number, left, isEnough) in [(6, 7, false), (7, 16, true), (8, 15.9, false)] as [(Int, Double?, Bool)] {
        pace.start(number, left)
        #expect(pace.isEnough(number, like: 5) == isEnough && !pace.isEnough(number, like: 6) && !pace.isEnough(number))
      }
    }

    @Test("whatever quarter of them is reached, six rotations in a row reach all", arguments: [2, 5, 7, 20, 47, 94])
    func turns(count: Int) {
      let all = Array(0..<count)
      let reached = (count + 3) / 4
      for first in [0, 1, 17, 1_000] {
        let seen = (first..<first + 6).flatMap { Turns.order(all, $0).prefix(reached) }
        #expect(Set(seen).count == count, "from \(first)")
        #expect(Turns.order(all, first).sorted() == all)
      }
    }

    @Test("each workload with its first kind of element comes before those that take turns")
    func kinds() {
      let cells = ["a", "b", "c", "d"].flatMap { name in
        ["int", "text"].map { Cell(workload: name, size: 10, elements: $0) }
      }
      for rotation in 0..<9 {
        let order = Turns.order(cells, rotation) { $0 }
        #expect(order.prefix(4).allSatisfy { $0.elements == "int" } && Set(order).count == 8)
      }
      #expect(Set((0..<9).map { Turns.order(cells, $0) { $0 }[0].workload }).count == 4)
    }

    @Test("what head alone did not come to the end of is not only left out: a rotation would hide it")
    func unended() throws {
      func jobs(_ size: Int, base: Bool, head: (enough: Bool, done: Bool)) -> [CountedRuns.Job] {
        let cell = Cell(workload: "a", size: size, elements: "int")
        return [
          CountedRuns.Job(cell: cell, isHead: false, isEnough: true, run: base ? benchmarkRun() : nil),
          CountedRuns.Job(cell: cell, isHead: true, isEnough: head.enough, run: head.done ? benchmarkRun() : nil),
        ]
      }
      let found = try CountedRuns(
        jobs(1, base: true, head: (true, true)) + jobs(2, base: true, head: (true, false))
          + jobs(3, base: true, head: (false, false)) + jobs(4, base: false, head: (true, false))
          + jobs(5, base: false, head: (true, true)))
      #expect(Set(found.left.map(\.key.size)) == [2, 3, 4, 5])
      #expect(found.lost.map(\.description) == ["a, 2 int did not come to its end in head"])
    }
  }
#endif
