#if CommandLineGate
  internal import ArgumentParser
  internal import BenchmarkHarness
  internal import RegressionGate

  /// Where a history is, as all its commands take it.
  @available(LiveSystems, *)
  struct HistoryArguments: ParsableArguments {
    @Option(help: ArgumentHelp("The folder that keeps a file for each commit.", valueName: "dir"))
    var folder: String?

    @Flag(help: "Keep the history in git notes (\(HistoryStore.notesName)) instead.")
    var notes = false

    @Option(help: ArgumentHelp("The git repository, or a folder in it.", valueName: "dir"))
    var repository = "."

    /// The folder where none is named.
    static let defaultFolder = "BenchmarkHistory"

    func validate() throws {
      if notes, folder != nil { throw ValidationError("--notes and --folder exclude each other") }
      if folder?.isEmpty ?? false { throw ValidationError("--folder takes a name") }
    }

    /// Opens repository and store, and runs the body of a command.
    ///
    /// - Throws: exit codes: 2 after a failure has been reported, 3 when it was stopped.
    func run(_ command: some ParsableCommand, _ body: (HistoryStore) throws -> Void) throws {
      let processes = ChildProcess()
      do {
        try command.reportingFailures {
          let scratch = try processes.scratchFolder()
          defer { scratch.remove() }
          let git = try GitRepository(at: repository, with: processes, in: scratch)
          // Beside the repository that is named, wherever one stands.
          let place = folder ?? (repository == "." ? Self.defaultFolder : "\(repository)/\(Self.defaultFolder)")
          try body(HistoryStore(repository: git, folder: notes ? nil : place))
        }
      } catch ChildProcess.Ending.interrupted {
        Terminal.printError("section-diff: stopped")
        throw ExitCode.unsure
      }
    }
  }

  /// What is recorded besides what a benchmark run holds.
  @available(LiveSystems, *)
  struct CountingArguments: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "The built suite whose instructions are counted by valgrind, too; for backfill, in the worktree.",
        valueName: "runner"))
    var instructions: String?

    func validate() throws {
      if instructions?.isEmpty ?? false { throw ValidationError("--instructions takes the path of a runner") }
    }

    /// Counts them; nil where none are.
    func counter(for repository: GitRepository) throws(Failure) -> InstructionCounter? {
      guard let instructions else { return nil }
      return try InstructionCounter(of: instructions, for: repository)
    }
  }

  /// Which commits, as the commands take them that read a history.
  @available(LiveSystems, *)
  struct BranchArguments: ParsableArguments {
    @Argument(help: "The branch, or a range of commits.")
    var revision = "HEAD"

    @OptionGroup var span: SpanArguments
  }

  /// How many commits are read.
  @available(LiveSystems, *)
  struct SpanArguments: ParsableArguments {
    @Option(help: ArgumentHelp("How many commits to look back, from first parent to first parent.", valueName: "n"))
    var last = 1_000

    func validate() throws { try Self.check("--last", last, upTo: GitRepository.most) }

    /// - Throws: wrong usage.
    static func check(_ option: String, _ number: Int, upTo most: Int) throws {
      guard (1...most).contains(number) else {
        throw ValidationError("\(option) takes a number from 1 to \(most), not \(number)")
      }
    }
  }

  /// Which series of a history.
  @available(LiveSystems, *)
  struct SeriesArguments: ParsableArguments {
    @Option(help: ArgumentHelp("A workload (repeatable); default: all.", valueName: "name"))
    var workload: [String] = []

    @Option(
      name: [.customLong("strategy"), .customLong("contender")],
      help: ArgumentHelp("A strategy, or another contender (repeatable); default: all.", valueName: "name"))
    var strategy: [String] = []

    @Option(help: ArgumentHelp("time, or the name of a count (repeatable); default: all.", valueName: "name"))
    var metric: [String] = []

    /// What was chosen.
    var choice: SeriesChoice { SeriesChoice(workloads: workload, contenders: strategy, metrics: metric) }
  }
#endif
