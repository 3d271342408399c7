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

  /// What it says that it can measure; nil where it says nothing, as runners did before they had `--list`.
  ///
  /// - Parameter left: the seconds that are left for it; nil where there is no limit.
  /// - Throws: a failure that says what the program complained of, what is wrong with the list, or that none came in time;
  ///   ``ChildProcess/Ending``.
  func listing(
    with processes: ChildProcess, in folder: ScratchFolder, left: () -> Double? = { nil }
  ) throws -> SuiteListing? {
    folder.remove(folder.listing)
    folder.remove(folder.errors)
    let outcomes = try processes.run(
      [
        ChildProcess.Command(
          path: path, arguments: ["--list"], errors: folder.errors, output: folder.listing, mostBytes: Self.mostBytes)
      ],
      left: left)
    // Wrong usage: it has no such option.
    if outcomes == [.exited(64)] { return nil }
    for outcome in outcomes {
      guard let outcome else {
        throw Failure("\(path): gave no list of workloads in the time that --within gives it; give it more")
      }
      try check(outcome, "list of workloads", complaining: folder.errors, in: folder)
    }
    guard let source = folder.text(in: folder.listing), source.count > 0 else { return nil }
    do {
      return try SuiteListing(json: source.withSpan { span in span.indices.map { span[$0] } })
    } catch let error as DecodingError {
      throw Failure("\(path): what --list prints is no list of workloads: \(BenchmarkRunReader.description(of: error))")
    }
  }

  /// Has a workload recorded.
  ///
  /// - Parameter left: the seconds that are left for it; nil where there is no limit.
  /// - Throws: a failure that says what the build complained of, or that it measured something else;
  ///   ``ChildProcess/Ending``.
  func run(
    _ cells: [Cell], _ manner: Manner, with processes: ChildProcess, in folder: ScratchFolder,
    left: () -> Double? = { nil }
  ) throws -> BenchmarkRun {
    let (arguments, environment) = try request(cells, manner, to: folder.record)
    let run = try record(arguments, environment, with: processes, in: folder, left: left)
    try check(run) { workload in cells.contains { $0.isMet(by: workload) } }
    return run
  }

  /// The process that records a cell, to be run beside others.
  func command(
    for cell: Cell, _ manner: Manner, _ number: Int, in folder: ScratchFolder
  ) throws -> ChildProcess.Command {
    let (arguments, environment) = try request([cell], manner, to: folder.record(number))
    return ChildProcess.Command(
      path: path, arguments: arguments, environment: environment, errors: folder.errors(number),
      mostBytes: Self.mostBytes)
  }

  /// The largest file that it may write: a run of all workloads of this package has a hundredth of that.
  private static let mostBytes = 256_000_000

  /// The benchmark run that such a process wrote; its files are removed.
  ///
  /// - Throws: a failure that says what the build complained of, or what it measured instead.
  func run(
    of cell: Cell, _ number: Int, after outcome: ChildProcess.Outcome, in folder: ScratchFolder
  ) throws(Failure) -> BenchmarkRun {
    try check(outcome, complaining: folder.errors(number), in: folder)
    let run = try run(in: folder.record(number), folder)
    try check(run) { cell.isMet(by: $0) }
    folder.remove(folder.record(number))
    folder.remove(folder.errors(number))
    return run
  }

  /// Refuses a run of what was not requested.
  private func check(_ run: BenchmarkRun, _ wasRequested: (WorkloadRun) -> Bool) throws(Failure) {
    for workload in run.workloads where !wasRequested(workload) {
      throw Failure(
        "\(path): measured \(workload.name), \(workload.size) \(workload.elements), which was not requested")
    }
  }

  /// The arguments and the environment that have workloads recorded.
  private func request(
    _ cells: [Cell], _ manner: Manner, to record: String
  ) throws(Failure) -> (arguments: [String], environment: [(name: String, value: String)]) {
    guard let first = cells.first else { throw Failure("no workload was requested; please report this") }
    var arguments = ["--workload", first.workload, "--record", record]
    if let elements = first.elements { arguments += ["--elements", elements] }
    for cell in cells { arguments += ["--size", "\(cell.size)"] }
    if let seed = first.seed { arguments += ["--seed", "\(seed)"] }
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
    return (arguments, environment)
  }

  /// With it, hashes are the same in every run.
  private static let deterministic = (name: "SWIFT_DETERMINISTIC_HASHING", value: "1")

  /// Has it write a benchmark run.
  func record(
    _ arguments: [String], _ environment: [(name: String, value: String)], with processes: ChildProcess,
    in folder: ScratchFolder, left: () -> Double? = { nil }
  ) throws -> BenchmarkRun {
    folder.remove(folder.record)
    folder.remove(folder.errors)
    let command = ChildProcess.Command(
      path: path, arguments: arguments, environment: environment, errors: folder.errors, mostBytes: Self.mostBytes)
    for outcome in try processes.run([command], left: left) {
      guard let outcome else { throw ChildProcess.Ending.outOfTime }
      try check(outcome, complaining: folder.errors, in: folder)
    }
    return try run(in: folder.record, folder)
  }

  private func run(in file: String, _ folder: ScratchFolder) throws(Failure) -> BenchmarkRun {
    guard let source = folder.text(in: file) else {
      throw Failure("\(path): exited with 0, but wrote no benchmark run; does it keep the protocol?")
    }
    do {
      return try BenchmarkRunReader.run(in: SourceText(source.bytes(in: 0..<source.count), name: "its benchmark run"))
    } catch {
      throw Failure("\(path): \(error)")
    }
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
      let cell = request.cell
      if offset > 0 { arguments.append("--then") }
      arguments += ["--workload", cell.workload, "--size", "\(cell.size)", "--times", "\(Self.markedRuns)"]
      for strategy in request.strategies { arguments += ["--only-run", strategy] }
      if let elements = cell.elements { arguments += ["--elements", elements] }
      if let seed = cell.seed { arguments += ["--seed", "\(seed)"] }
    }
    return ChildProcess.Command(
      path: valgrind, arguments: arguments, environment: [Self.deterministic], errors: folder.errors(number),
      mostBytes: Self.mostBytes)
  }

  /// The first run fills whatever is filled once; of the others the one with the fewest instructions is taken, as the
  /// allocator's tidying up falls into one or the other.
  static let markedRuns = 4

  /// The instructions that such a process has counted, of one run of each strategy, in order; its files are removed.
  func instructions(
    of strategies: Int, _ number: Int, after outcome: ChildProcess.Outcome, in folder: ScratchFolder
  ) throws(Failure) -> [Int] {
    try check(outcome, "count of instructions", complaining: folder.errors(number), in: folder)
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
  func complaint(in file: String, of folder: ScratchFolder) -> String {
    guard let source = folder.text(in: file) else { return "" }
    // Of what is longer, the middle says nothing.
    let ends = source.count > 1 << 17 ? [0..<1 << 16, source.count - 1 << 16..<source.count] : [0..<source.count]
    let lines = ends.flatMap { source.string(in: $0).split(separator: "\n") }
    let isBelow = lines.first.map { $0.hasPrefix("Traceback ") || $0.lowercased().hasPrefix("usage:") } ?? false
    let line = isBelow ? lines.last : lines.first
    return line.map { ": \(VisibleText.shortened(String($0), to: 200))" } ?? ""
  }

  /// Says what a build complained of that did not exit with 0.
  private func check(
    _ outcome: ChildProcess.Outcome, _ what: String = "benchmark run", complaining file: String,
    in folder: ScratchFolder
  ) throws(Failure) {
    if outcome == .exited(0) { return }
    let how =
      switch outcome {
      case .exited(let code): "exited with \(code)"
      case .killed(let signal) where signal == SIGXFSZ: "wrote more than \(Self.mostBytes / 1_000_000) MB"
      case .killed(let signal): "was ended by signal \(signal)"
      case .tooSlow: "gave no \(what) within \(ChildProcess.longestSeconds) s"
      }
    throw Failure("\(path): \(how)\(complaint(in: file, of: folder)); does it keep the protocol?")
  }
}
