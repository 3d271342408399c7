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
  /// - Throws: a failure that says what the program complained of, what is wrong with the list, or that none came in time;
  ///   ``ChildProcess/Ending``.
  func listing(with processes: ChildProcess, in folder: ScratchFolder) throws -> SuiteListing? {
    folder.remove(folder.listing)
    folder.remove(folder.errors)
    let outcomes: [ChildProcess.Outcome]
    do {
      outcomes = try processes.run(
        [(path, ["--list"])], environment: [], errors: folder.errors, output: folder.listing)
    } catch ChildProcess.Ending.tooSlow {
      throw tooSlow("list of workloads")
    }
    // Wrong usage: it has no such option.
    if outcomes == [.exited(64)] { return nil }
    try check(outcomes, folder)
    guard let source = folder.text(in: folder.listing), source.count > 0 else { return nil }
    do {
      return try SuiteListing(json: source.withSpan { span in span.indices.map { span[$0] } })
    } catch let error as DecodingError {
      throw Failure("\(path): what --list prints is no list of workloads: \(BenchmarkRunReader.description(of: error))")
    }
  }

  /// Has a workload recorded.
  ///
  /// - Throws: a failure that says what the build complained of, or that it measured something else;
  ///   ``ChildProcess/Ending``.
  func run(
    _ cells: [Cell], _ manner: Manner, with processes: ChildProcess, in folder: ScratchFolder
  ) throws -> BenchmarkRun {
    guard let first = cells.first else { throw Failure("no workload was requested; please report this") }
    var arguments = ["--workload", first.workload, "--record", folder.record]
    if let elements = first.elements { arguments += ["--elements", elements] }
    for cell in cells { arguments += ["--size", "\(cell.size)"] }
    if let seed = first.seed { arguments += ["--seed", "\(seed)"] }
    var environment = [(name: "SECTION_DIFF_COMMIT", value: commit ?? "unknown")]
    switch manner {
    case .counts:
      arguments += ["--brief", "--rounds", "1", "--milliseconds", "1"]
      // Tables of the runtime are seeded by chance otherwise, and grow at other times.
      environment.append(("SWIFT_DETERMINISTIC_HASHING", "1"))
    case .times(let strategies):
      arguments += ["--brief"] + Self.chunk + strategies.flatMap { ["--strategy", $0] }
    case .whole: break
    }
    let run = try record(arguments, environment, with: processes, in: folder)
    for workload in run.workloads where !cells.contains(where: { $0.isMet(by: workload) }) {
      throw Failure(
        "\(path): measured \(workload.name), \(workload.size) \(workload.elements), which was not requested")
    }
    return run
  }

  /// Has it write a benchmark run.
  func record(
    _ arguments: [String], _ environment: [(name: String, value: String)], with processes: ChildProcess,
    in folder: ScratchFolder
  ) throws -> BenchmarkRun {
    folder.remove(folder.record)
    try run([(path, arguments)], environment, processes, folder)
    guard let source = folder.text(in: folder.record) else {
      throw Failure("\(path): exited with 0, but wrote no benchmark run; does it keep the protocol?")
    }
    do {
      return try BenchmarkRunReader.run(in: SourceText(source.bytes(in: 0..<source.count), name: "its benchmark run"))
    } catch {
      throw Failure("\(path): \(error)")
    }
  }

  /// Counts the instructions of one run of a strategy: what the second run adds to the first.
  ///
  /// - Throws: as ``run(_:_:with:in:)``.
  func instructions(
    of strategy: String, on cell: Cell, valgrind: String, with processes: ChildProcess, in folder: ScratchFolder
  ) throws -> Int {
    let commands = [1, 2].map { times in
      (
        path: valgrind,
        arguments: [
          "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null",
          "--log-file=\(folder.counted(times - 1))", path, "--workload", cell.workload, "--size", "\(cell.size)",
          "--only-run", strategy, "--times", "\(times)",
        ] + (cell.elements.map { ["--elements", $0] } ?? []) + (cell.seed.map { ["--seed", "\($0)"] } ?? [])
      )
    }
    try run(commands, [("SWIFT_DETERMINISTIC_HASHING", "1")], processes, folder)
    let counts = try (0..<2).map { try Self.counted(in: folder.counted($0)) }
    return counts[1] - counts[0]
  }

  private func tooSlow(_ what: String) -> Failure {
    Failure("\(path): gave no \(what) within \(ChildProcess.longestSeconds) s; does it keep the protocol?")
  }

  /// Reads `I refs: 34,013,668` from what valgrind says.
  static func counted(in path: String) throws(Failure) -> Int {
    let source = try reading { () throws(FormatError) in try SourceText(path: path, access: .copied) }
    for line in source.string(in: 0..<source.count).split(separator: "\n") {
      let words = line.split(separator: " ")
      guard let offset = words.firstIndex(of: "refs:"), offset > 0, words[offset - 1] == "I",
        let count = words.dropFirst(offset + 1).first.flatMap({ Int($0.filter { $0 != "," }) })
      else { continue }
      return count
    }
    throw Failure("valgrind gave no count of instructions; leave the gate out with --gate counts --gate time")
  }

  private func run(
    _ commands: [(path: String, arguments: [String])], _ environment: [(name: String, value: String)],
    _ processes: ChildProcess, _ folder: ScratchFolder
  ) throws {
    folder.remove(folder.errors)
    let outcomes: [ChildProcess.Outcome]
    do {
      outcomes = try processes.run(commands, environment: environment, errors: folder.errors)
    } catch ChildProcess.Ending.tooSlow {
      throw tooSlow("benchmark run")
    }
    try check(outcomes, folder)
  }

  /// What the program that ran last complained of, after a colon; empty where it did not.
  ///
  /// It is the first line on standard error. Below a usage, and below the trace of an interpreter, it is the last one.
  func complaint(in folder: ScratchFolder) -> String {
    guard let source = folder.text(in: folder.errors) else { return "" }
    let lines = source.string(in: 0..<source.count).split(separator: "\n")
    let isBelow = lines.first.map { $0.hasPrefix("Traceback ") || $0.lowercased().hasPrefix("usage:") } ?? false
    let line = isBelow ? lines.last : lines.first
    return line.map { ": \(VisibleText.shortened(String($0), to: 200))" } ?? ""
  }

  /// Throws a failure with what a program complained of, where it did not exit with 0.
  private func check(_ outcomes: [ChildProcess.Outcome], _ folder: ScratchFolder) throws(Failure) {
    guard let bad = outcomes.first(where: { $0 != .exited(0) }) else { return }
    let how =
      switch bad {
      case .exited(let code): "exited with \(code)"
      case .killed(let signal): "was ended by signal \(signal)"
      }
    throw Failure("\(path): \(how)\(complaint(in: folder)); does it keep the protocol?")
  }
}
