internal import BenchmarkHarness
internal import RecordFormats

/// A workload of one size and one kind of element, as it is requested.
struct Cell: Hashable {
  /// The workload's name.
  var workload: String
  /// The number of old rows.
  var size: Int
  /// The kind of element, by the name that the runner's option takes; nil for its own default.
  var elements: String?
  /// Where the workload's random numbers start; nil for its own seed.
  var seed: UInt64?

  /// The options that request it.
  var arguments: [String] {
    ["--workload", workload] + (elements.map { ["--elements", $0] } ?? []) + ["--size", "\(size)"]
      + (seed.map { ["--seed", "\($0)"] } ?? [])
  }

  /// Whether a run is what was requested.
  func isMet(by run: WorkloadRun) -> Bool {
    run.name == workload && run.size == size && (elements == nil || run.elements == elements)
  }
}

/// A program that measures, and keeps the protocol of the page "A suite of your own". Its options are in its help.
struct Runner {
  /// Where it is.
  let path: String
  /// The revision that it was built from, where that is known.
  let commit: String?

  /// How a benchmark run is to be taken.
  enum Manner {
    /// Answers and counts; the times are of no use.
    case counts
    /// One chunk of times of these strategies.
    case times(of: [String])
    /// All of it, floors included.
    case whole
  }

  /// One chunk of times is a process of its own, because where its memory lies and how its tables are seeded makes some
  /// per cent. It is as short as its start is worth: about 10 ms for each strategy.
  private static let chunk = ["--rounds", "9", "--milliseconds", "10"]

  /// The largest file that it may write: a run of all workloads of this package has a hundredth of that.
  private static let mostBytes = 256_000_000
  /// With it, hashes are the same in every run.
  private static let deterministic = (name: "SWIFT_DETERMINISTIC_HASHING", value: "1")

  /// A process of it; what one of that number left behind is removed.
  private func command(
    _ arguments: [String], _ number: Int, adding environment: [(name: String, value: String)] = [],
    in folder: ScratchFolder
  ) -> ChildProcess.Command {
    for file in [folder.record(number), folder.errors(number)] { folder.remove(file) }
    return ChildProcess.Command(
      path: path, arguments: arguments, environment: environment, errors: folder.errors(number),
      mostBytes: Self.mostBytes)
  }

  /// What it says that it can measure; nil where it says nothing, as runners did before they had `--list`.
  ///
  /// - Parameter left: the seconds that are left for it; nil where there is no limit.
  /// - Throws: a failure that says what the program complained of, what is wrong with the list, or that none came in time;
  ///   ``ChildProcess/Ending``.
  func listing(
    with processes: ChildProcess, in folder: ScratchFolder, left: () -> Double? = { nil }
  ) throws -> SuiteListing? {
    folder.remove(folder.listing)
    var command = command(["--list"], 0, in: folder)
    command.output = folder.listing
    guard let outcome = try processes.run([command], left: left).first ?? nil else {
      throw Failure("\(path): gave no list of workloads in the time that --within gives it; give it more")
    }
    // Wrong usage: it has no such option.
    if outcome == .exited(64) { return nil }
    try check(outcome, "list of workloads", 0, in: folder)
    guard let source = folder.text(in: folder.listing), source.count > 0 else { return nil }
    do {
      return try SuiteListing(json: source.bytes(in: 0..<source.count))
    } catch let error as DecodingError {
      throw Failure("\(path): what --list prints is no list of workloads: \(BenchmarkRunReader.description(of: error))")
    }
  }

  /// The process that records a cell, to be run by itself or beside others.
  func command(for cell: Cell, _ manner: Manner, _ number: Int = 0, in folder: ScratchFolder) -> ChildProcess.Command {
    var arguments = cell.arguments + ["--record", folder.record(number)]
    var environment = [(name: "SECTION_DIFF_COMMIT", value: commit ?? "unknown")]
    switch manner {
    case .counts:
      arguments += ["--brief", "--rounds", "1", "--milliseconds", "1"]
      // Tables of the runtime are seeded by chance otherwise, and grow at other times.
      environment.append(Self.deterministic)
    case .times(let strategies):
      arguments += ["--brief"] + Self.chunk + strategies.flatMap { ["--strategy", $0] }
    // What it holds was counted so, too.
    case .whole: environment.append(Self.deterministic)
    }
    return command(arguments, number, adding: environment, in: folder)
  }

  /// The process that records what a pair of files in the folder makes.
  func commandForFiles(in folder: ScratchFolder) -> ChildProcess.Command {
    command(["--old", folder.old, "--new", folder.new, "--record", folder.record(0)], 0, in: folder)
  }

  /// The benchmark run that such a process wrote; its files are removed.
  ///
  /// - Throws: a failure that says what the build complained of, or what it measured instead.
  func run(
    of cell: Cell?, _ number: Int = 0, after outcome: ChildProcess.Outcome, in folder: ScratchFolder
  ) throws(Failure) -> BenchmarkRun {
    try check(outcome, "benchmark run", number, in: folder)
    guard let source = folder.text(in: folder.record(number)) else {
      throw Failure("\(path): exited with 0, but wrote no benchmark run; does it keep the protocol?")
    }
    let run: BenchmarkRun
    do {
      run = try BenchmarkRunReader.run(in: SourceText(source.bytes(in: 0..<source.count), name: "its benchmark run"))
    } catch {
      throw Failure("\(path): \(error)")
    }
    if let cell, let other = run.workloads.first(where: { !cell.isMet(by: $0) }) {
      throw Failure("\(path): measured \(other.name), \(other.size) \(other.elements), which was not requested")
    }
    for file in [folder.record(number), folder.errors(number)] { folder.remove(file) }
    return run
  }

  /// Has one process come to its end.
  ///
  /// - Parameter left: the seconds that are left for it; nil where there is no limit.
  /// - Throws: a failure, as above; ``ChildProcess/Ending``.
  func run(
    _ command: ChildProcess.Command, of cell: Cell?, with processes: ChildProcess, in folder: ScratchFolder,
    left: () -> Double? = { nil }
  ) throws -> BenchmarkRun {
    guard let outcome = try processes.run([command], left: left).first ?? nil else {
      throw ChildProcess.Ending.outOfTime
    }
    return try run(of: cell, after: outcome, in: folder)
  }

  /// Has a workload recorded.
  func run(
    _ cell: Cell, _ manner: Manner, with processes: ChildProcess, in folder: ScratchFolder,
    left: () -> Double? = { nil }
  ) throws -> BenchmarkRun {
    try run(command(for: cell, manner, in: folder), of: cell, with: processes, in: folder, left: left)
  }

  // MARK: - Instructions

  /// The process that runs strategies of some cells one after the other, each ``markedRuns`` times, and has callgrind end a
  /// count at every mark. It takes a second to begin, so that it had better do something.
  func command(
    counting requests: [(cell: Cell, strategies: [String])], valgrind: String, _ number: Int, in folder: ScratchFolder
  ) -> ChildProcess.Command {
    var arguments = [
      "--tool=callgrind", "--vgdb=no", "--cache-sim=no", "--branch-sim=no",
      "--callgrind-out-file=\(folder.counted(number))",
      "--dump-before=\(InstructionMark.pattern)", "--log-file=/dev/null", path,
    ]
    for (offset, request) in requests.enumerated() {
      if offset > 0 { arguments.append("--then") }
      arguments += request.cell.arguments + ["--times", "\(Self.markedRuns)"]
      for strategy in request.strategies { arguments += ["--only-run", strategy] }
    }
    var command = command(arguments, number, adding: [Self.deterministic], in: folder)
    command.path = valgrind
    return command
  }

  /// The first run fills whatever is filled once; of the others the one with the fewest instructions is taken, as the
  /// allocator's tidying up falls into one or the other.
  static let markedRuns = 4

  /// The instructions that such a process has counted, of one run of each strategy, in order; its files are removed.
  func instructions(
    of strategies: Int, _ number: Int, after outcome: ChildProcess.Outcome, in folder: ScratchFolder
  ) throws(Failure) -> [Int] {
    try check(outcome, "count of instructions", number, in: folder)
    defer {
      let prefix = "valgrind-\(number)."
      for name in ScratchFolder.names(in: folder.path) where name.hasPrefix(prefix) {
        folder.remove("\(folder.path)/\(name)")
      }
      folder.remove(folder.counted(number))
      folder.remove(folder.errors(number))
    }
    return try (0..<strategies).map { index throws(Failure) in
      // Each part ends at a mark; they are numbered from 1.
      let parts = (1..<Self.markedRuns).map { Self.markedRuns * index + $0 + 1 }
      return try parts.map { part throws(Failure) in
        try Self.counted(in: "\(folder.counted(number)).\(part)", path)
      }.min() ?? 0
    }
  }

  /// Reads `summary: 34013668` from what callgrind wrote at a mark.
  private static func counted(in file: String, _ path: String) throws(Failure) -> Int {
    let source: SourceText
    do {
      source = try SourceText(path: file, access: .copied)
    } catch {
      throw Failure(
        "\(path): valgrind found no mark in it; was it built without names of functions? If so, \(Self.withoutInstructions)"
      )
    }
    for line in source.string(in: 0..<source.count).split(separator: "\n") where line.hasPrefix("summary:") {
      // Where it counts misses, too, they follow.
      if let count = line.dropFirst(8).split(separator: " ").first.flatMap({ Int($0) }), (0...1 << 53).contains(count) {
        return count
      }
    }
    throw Failure("valgrind gave no count of instructions; \(Self.withoutInstructions)")
  }

  /// What to do where the gate of instructions is of no use: all others are named, as only what is named runs.
  private static let withoutInstructions =
    "leave the gate out with --gate counts --gate growth --gate regret --gate time"

  /// What a program complained of, after a colon; empty where it did not.
  ///
  /// It is the first line on standard error. Below a usage, and below the trace of an interpreter, it is the last one.
  func complaint(_ number: Int = 0, in folder: ScratchFolder) -> String {
    guard let source = folder.text(in: folder.errors(number)) else { return "" }
    // Of what is longer, the middle says nothing.
    let ends = source.count > 1 << 17 ? [0..<1 << 16, source.count - 1 << 16..<source.count] : [0..<source.count]
    let lines = ends.flatMap { source.string(in: $0).split(separator: "\n") }
    let isBelow = lines.first.map { $0.hasPrefix("Traceback ") || $0.lowercased().hasPrefix("usage:") } ?? false
    let line = isBelow ? lines.last : lines.first
    return line.map { ": \(VisibleText.shortened(String($0), to: 200))" } ?? ""
  }

  /// Says what a build complained of that did not exit with 0.
  private func check(
    _ outcome: ChildProcess.Outcome, _ what: String, _ number: Int, in folder: ScratchFolder
  ) throws(Failure) {
    if outcome == .exited(0) { return }
    let how =
      switch outcome {
      case .exited(let code): "exited with \(code)"
      case .killed(let signal) where signal == SIGXFSZ: "wrote more than \(Self.mostBytes / 1_000_000) MB"
      case .killed(let signal): "was ended by signal \(signal)"
      case .tooSlow: "gave no \(what) within \(ChildProcess.longestSeconds) s"
      }
    throw Failure("\(path): \(how)\(complaint(number, in: folder)); does it keep the protocol?")
  }
}
