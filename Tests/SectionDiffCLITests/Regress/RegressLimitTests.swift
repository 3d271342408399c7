#if CommandLine
  import BenchmarkHarness
  import Foundation
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

    @Test("what runs when its time is up is ended; what was left out is listed, and none of it has passed")
    func ended() throws {
      try suite("base", tokens: 10, instructions: "\"marks\":true,")
      let gate = folder.url.appendingPathComponent("gate").path
      #expect(mkfifo(gate, 0o600) == 0)
      // The counts are there when it is started. It says its number, then never ends.
      let programs = folder.url.appendingPathComponent("programs")
      try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
      try folder.writeScript("programs/valgrind", "echo $$ > '\(gate)'; exec sleep 1000")
      let process = Process()
      process.executableURL = tool.executable
      process.arguments = [
        "regress", "base", "base", "--gate", "counts", "--gate", "instructions", "--within", "5m",
      ]
      process.currentDirectoryURL = folder.url
      let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
      process.environment = ProcessInfo.processInfo.environment.merging(["PATH": "\(programs.path):\(path)"]) { $1 }
      let output = try folder.emptyFile("output")
      process.standardOutput = try FileHandle(forWritingTo: output)
      process.standardError = FileHandle.nullDevice
      try process.run()
      let pipe = try #require(FileHandle(forReadingAtPath: gate))
      let text = String(decoding: try #require(try pipe.readToEnd()), as: UTF8.self)
      let children = text.split(separator: "\n").compactMap { pid_t($0) }
      #expect(!children.isEmpty)
      // The time is up when the alarm says so: that of all is nearer than that of one program.
      #expect(kill(process.processIdentifier, SIGALRM) == 0)
      process.waitUntilExit()
      #expect(process.terminationReason == .exit && process.terminationStatus == 3)
      for child in children { #expect(kill(child, 0) == -1 && errno == ESRCH) }
      let answer = String(decoding: try Data(contentsOf: output), as: UTF8.self)
      #expect(answer.contains("6 counts: 0 more"), "\(answer)")
      #expect(answer.contains("left out by --within: 1"), "\(answer)")
      #expect(
        answer.contains(
          "Left out by --within; another --rotation begins with other workloads\n  instructions  chat log text 100\n"),
        "\(answer)")
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
        // Before what runs is ended, nothing more is started; a round of times is never ended.
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
    func unended() {
      func jobs(_ size: Int, base: Bool, head: (started: Bool, done: Bool)) -> [CountedRuns.Job] {
        let cell = Cell(workload: "a", size: size, elements: "int")
        return [
          CountedRuns.Job(cell: cell, isHead: false, isStarted: true, isDone: base),
          CountedRuns.Job(cell: cell, isHead: true, isStarted: head.started, isDone: head.done),
        ]
      }
      let found = CountedRuns.unfinished(
        jobs(1, base: true, head: (true, true)) + jobs(2, base: true, head: (true, false))
          + jobs(3, base: true, head: (false, false)) + jobs(4, base: false, head: (true, false))
          + jobs(5, base: false, head: (true, true)))
      #expect(Set(found.left.keys.map(\.size)) == [2, 3, 4, 5])
      #expect(found.unended == ["a, 2 int did not come to its end in head"])
    }
  }
#endif
