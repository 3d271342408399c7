#if CommandLine
  import BenchmarkHarness
  import RegressionGate
  import Foundation
  import Testing

  /// Signals and limits of time: what they end, whatever the command is doing.
  @Suite("section-diff regress: stopping")
  struct StoppingTests: RegressFixture {
    let tool: CommandLineTool
    let folder: Scratch
    private let gate: String
    private let scratch: URL

    init() throws {
      tool = try CommandLineTool()
      folder = try Scratch()
      gate = folder.url.appendingPathComponent("gate").path
      scratch = folder.url.appendingPathComponent("tmp")
      #expect(mkfifo(gate, 0o600) == 0)
      try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    }

    private func start(_ arguments: [String]) throws -> Process {
      let process = Process()
      process.executableURL = tool.executable
      process.arguments = arguments
      process.currentDirectoryURL = folder.url
      process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": scratch.path]) { $1 }
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = try FileHandle(forWritingTo: folder.emptyFile("out"))
      process.standardError = try FileHandle(forWritingTo: folder.emptyFile("err"))
      try process.run()
      return process
    }

    /// The numbers that programs write to the gate before they close it.
    private func numbers() throws -> [pid_t] {
      let text = try #require(try FileHandle(forReadingAtPath: gate)?.readToEnd())
      return String(decoding: text, as: UTF8.self).split { $0.isWhitespace }.compactMap { pid_t($0) }
    }

    private func text(_ name: String) throws -> String { String(decoding: try folder.read(name), as: UTF8.self) }

    /// What the system says of a process: R, S, T (stopped) and others; nil where there is none, or its end only has to be
    /// taken note of.
    private func state(_ process: pid_t) -> Character? {
      guard kill(process, 0) == 0 else { return nil }
      guard let line = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return "?" }
      let state = line.split(separator: ")").last?.first { $0 != " " }
      return state == "Z" || state == "X" ? nil : state
    }

    private func wait(until isSo: () -> Bool) { while !isSo() { usleep(10_000) } }

    /// Starts a comparison that reads from the gate, which is open for writing then, and has read all that is written there.
    private func startComparing() throws -> (process: Process, pipe: Int32) {
      try write(benchmarkRun(), "base")
      try write(benchmarkRun(), "head")
      let process = try start(["regress", "base", "head", "--accepted", "gate"])
      // Opened once it reads there, which ends when this is closed.
      let pipe = open(gate, O_WRONLY | O_CLOEXEC)
      let trades = Array("{\"release\":\"1.0.0\",\"accepted\":[]}".utf8)
      #expect(Foundation.write(pipe, trades, trades.count) == trades.count)
      return (process, pipe)
    }

    @Test("a signal ends it while it reads, without a verdict", arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    func comparing(number: Int32) throws {
      let (process, pipe) = try startComparing()
      #expect(kill(process.processIdentifier, number) == 0)
      process.waitUntilExit()
      close(pipe)
      #expect(process.terminationReason == .exit && process.terminationStatus == 3)
      #expect(try text("out").isEmpty)
      #expect(try text("err") == "section-diff: stopped; there is no verdict\n")
      #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).isEmpty)
    }

    /// The signal comes when it has read all: while it computes, or too late.
    @Test(
      "a signal ends it while it computes, without a verdict, or comes too late; nothing is left either way",
      arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT], 0..<4)
    func computing(number: Int32, attempt: Int) throws {
      let (process, pipe) = try startComparing()
      close(pipe)
      // It may have ended: then there is none to send it to.
      kill(process.processIdentifier, number)
      process.waitUntilExit()
      #expect(process.terminationReason == .exit)
      let isStopped = process.terminationStatus == 3
      #expect(try text("out").isEmpty == isStopped)
      #expect(try text("err") == (isStopped ? "section-diff: stopped; there is no verdict\n" : ""))
      #expect(isStopped || process.terminationStatus == 0)
      #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).isEmpty)
    }

    @Test("a signal ends a history while it is read")
    func reading() throws {
      let environment = HistoryCommandTests.environment
      func git(_ arguments: String...) throws -> String {
        try tool.run(["git"] + arguments, in: folder, environment: environment, program: "/usr/bin/env").text
      }
      _ = try git("init", "--quiet")
      _ = try git("commit", "--quiet", "--allow-empty", "--message", "one")
      let commit = try git("rev-parse", "HEAD").trimmingCharacters(in: .whitespacesAndNewlines)
      try FileManager.default.createDirectory(
        at: folder.url.appendingPathComponent("BenchmarkHistory"), withIntermediateDirectories: true)
      let record = folder.url.appendingPathComponent("BenchmarkHistory/\(commit).json").path
      #expect(mkfifo(record, 0o600) == 0)
      let process = try start(["regress", "history", "list"])
      // Opened once it reads there, which never ends.
      let pipe = open(record, O_WRONLY | O_CLOEXEC)
      #expect(kill(process.processIdentifier, SIGINT) == 0)
      process.waitUntilExit()
      close(pipe)
      #expect(process.terminationReason == .exit && process.terminationStatus == 3)
      #expect(try text("out").isEmpty && text("err") == "section-diff: stopped\n")
      #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).isEmpty)
    }

    /// A program that starts another one, and never ends.
    private let parent = "sleep 1000 & echo $$ $! > gate; wait"

    @Test("a signal ends what a program has started, too; so does its limit of time", arguments: [SIGINT, SIGALRM])
    func group(number: Int32) throws {
      try folder.writeScript("parent", parent)
      let process = try start(["regress", "parent", "parent", "--within", "0"])
      let children = try numbers()
      #expect(children.count == 2)
      #expect(kill(process.processIdentifier, number) == 0)
      process.waitUntilExit()
      #expect(process.terminationReason == .exit && process.terminationStatus == (number == SIGINT ? 3 : 2))
      wait { children.allSatisfy { state($0) == nil } }
    }

    @Test("what a program leaves behind when it has ended is ended")
    func leftover() throws {
      try suite("base", tokens: 10)
      try folder.writeScript(
        "leaving", "[ -p gate ] && { sleep 1000 & echo $! > gate; rm gate; }; exec \"$(dirname \"$0\")/base\" \"$@\"")
      let process = try start(["regress", "leaving", "base", "--gate", "counts"])
      let children = try numbers()
      process.waitUntilExit()
      let errors = try text("err")
      #expect(process.terminationReason == .exit && process.terminationStatus == 0, "\(errors)")
      wait { children.allSatisfy { state($0) == nil } }
    }

    #if os(Linux)
      @Test("Ctrl-Z stops what runs as well, and continuing continues it")
      func pausing() throws {
        try folder.writeScript("parent", parent)
        let process = try start(["regress", "parent", "parent", "--within", "0"])
        let all = [process.processIdentifier] + (try numbers())
        #expect(kill(process.processIdentifier, SIGTSTP) == 0)
        wait { all.allSatisfy { state($0) == "T" } }
        #expect(kill(process.processIdentifier, SIGCONT) == 0)
        wait { all.allSatisfy { state($0) != "T" } }
        #expect(kill(process.processIdentifier, SIGTERM) == 0)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 3)
        wait { all.dropFirst().allSatisfy { state($0) == nil } }
      }
    #endif
  }
#endif
