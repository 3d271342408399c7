#if CommandLineGate
  internal import BenchmarkHarness
  internal import RegressionGate
  internal import RecordFormats

  /// Adds the instructions of each contender to a record, as valgrind counts them: the one figure of speed that a busy machine
  /// does not change, so that a history shows one per cent more at its commit.
  struct InstructionCounter {
    /// The suite, as a path.
    private let suite: String
    private let valgrind: String
    private let repository: GitRepository

    /// Looks for valgrind.
    ///
    /// - Throws: a failure where it is not installed.
    init(of suite: String, for repository: GitRepository) throws(Failure) {
      guard let valgrind = ProgramSearch.path(of: "valgrind") else {
        throw Failure("valgrind, which counts instructions, is not installed; install it, or leave out --instructions")
      }
      (self.suite, self.valgrind, self.repository) = (suite, valgrind, repository)
    }

    /// The longest run, in nanoseconds, that is counted: valgrind takes some fifty times as long.
    private static let longestRun = 10e6
    /// Valgrind takes a second to begin: so many inputs share it.
    private static let inputsOfProcess = 8

    /// Counts the instructions of what a record holds.
    ///
    /// - Parameter directory: the folder that the suite is in, where its path does not begin at the root, and that it runs in.
    /// - Returns: What was left out.
    /// - Throws: a failure that says what is wrong with the suite; ``ChildProcess/Ending/interrupted``.
    func add(to record: inout HistoryRecord, from directory: String) throws -> [String] {
      let (processes, folder) = (repository.processes, repository.folder)
      let runner = Runner(
        path: suite.hasPrefix("/") ? suite : "\(directory)/\(suite)", commit: record.environment.commit)
      guard try runner.listing(with: processes, in: folder)?.marks == true else {
        throw Failure("\(runner.path): its --list does not say that it marks runs; leave out --instructions")
      }
      var cells: [(cell: Cell, places: [Int])] = []
      var long: [DiffKey] = []
      for (place, contender) in record.measured.enumerated()
      where contender.counts[CountKind.wrong.rawValue] ?? 0 == 0 {
        guard contender.times.min() ?? 0 <= Self.longestRun else {
          long.append(contender.key)
          continue
        }
        let key = contender.key
        // Without random numbers it has no seed.
        let cell = Cell(
          workload: key.workload, size: key.size, elements: key.elements, seed: key.seed == 0 ? nil : key.seed)
        if cells.last?.cell != cell { cells.append((cell, [])) }
        cells[cells.count - 1].places.append(place)
      }
      let batches = stride(from: 0, to: cells.count, by: Self.inputsOfProcess).map { start in
        Array(cells[start..<min(cells.count, start + Self.inputsOfProcess)])
      }
      let commands = batches.enumerated().map { number, batch in
        let requests = batch.map { cell, places in
          (cell: cell, strategies: places.map { record.measured[$0].key.contender })
        }
        var command = runner.command(counting: requests, valgrind: valgrind, number, in: folder)
        command.arguments = ["-c", "cd \"$0\" && exec \"$@\"", directory, command.path] + command.arguments
        command.path = "/bin/sh"
        return command
      }
      var found: [(Int, Int)] = []
      try processes.run(
        commands, width: ChildProcess.width,
        finished: { number, outcome in
          let places = batches[number].flatMap(\.places)
          found += zip(places, try runner.instructions(of: places.count, number, after: outcome, in: folder))
        })
      // All or none.
      for (place, count) in found { record.measured[place].counts[CountKind.instructions.rawValue] = count }
      return long.map { "no instructions of \($0), which takes more than 10 ms" }
    }
  }
#endif
