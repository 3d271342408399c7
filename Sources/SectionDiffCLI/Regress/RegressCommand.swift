#if CommandLineGate
  internal import ArgumentParser
  internal import BenchmarkHarness
  internal import RegressionGate

  /// `section-diff regress`: judges whether one build is worse than another.
  @available(LiveSystems, *)
  struct RegressCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "regress",
      abstract: "Reports whether HEAD does more work, or takes longer, than BASE.",
      discussion: """
        BASE and HEAD are two builds of a runner, or benchmark runs that it wrote to files. A runner is this package's \
        BenchmarkRunner, a suite of your own (the page "A suite of your own" of the module BenchmarkHarness), or any \
        program that keeps the protocol. The gates, in this order: exact \
        counts (one more of anything is a regression); how counts grow with the size; regret, what the choice of \
        adaptive costs (its changes over the fewest of all strategies: at most 1.15 times, and 1.05 in the mean, or no \
        more than in BASE); instructions, where valgrind is installed; times. Times are taken in turn, each in a \
        process of its own, in as many rounds as the noise of this machine requires. A slow-down is reported when the \
        whole interval is above half of the threshold and a fresh sample confirms it; a slow-down of the threshold is \
        detected in 95 of 100 runs. Two files can only show that there is no slow-down; to detect one, give two \
        builds. What is on one side only, of another input or of another machine is named, and passes only where it is new, \
        accepted or allowed. What many small changes add up to over many commits is found by section-diff regress history.

        Where no workload is named, all that the runner lists are judged, in three minutes: counts, then instructions, then \
        times of as many as the rest of it is enough for. A program that still runs when the time of its gate is over is \
        ended, to the second. What was left out is listed; another --rotation begins with other workloads.

        EXAMPLES
          section-diff regress base/BenchmarkRunner head/BenchmarkRunner
          section-diff regress base.json head.json
          section-diff regress base/BenchmarkRunner head/BenchmarkRunner --workload mixed --size 10000 --gate time
          section-diff regress base/ChatSuite head/ChatSuite --contender parser
          scripts/with-jemalloc section-diff regress base/BenchmarkRunner head/BenchmarkRunner --format json
          section-diff regress base/ChatSuite head/ChatSuite --within 10m --accepted accepted.json
          section-diff regress base/ChatSuite head/ChatSuite --format markdown >>"$GITHUB_STEP_SUMMARY"
          scripts/compare-revisions main HEAD
          section-diff regress history --help

        EXIT CODES
          0   passed
          1   regressed
          2   error, reported in one line
          3   cannot tell, or stopped by a signal
          64  wrong usage
        """)

    @Argument(help: "The build, or the file of a run, to compare with.")
    var base: String

    @Argument(help: "The build, or the file of a run, to judge.")
    var head: String

    @Option(
      help: ArgumentHelp(
        "A workload to measure (repeatable); default: those that the runner runs by default.", valueName: "name"))
    var workload: [String] = []

    @Option(
      help: ArgumentHelp(
        """
        A size to judge at (repeatable); default: counts at the sizes that the runner lists, instructions and times at the \
        middle one. Of files all sizes.
        """, valueName: "n"))
    var size: [Int] = []

    @Option(
      help: ArgumentHelp(
        "Kind of the workload's elements, for builds; default: the first of each workload.", valueName: "kind"))
    var elements: String?

    @Option(
      name: [.customLong("strategy"), .customLong("contender")],
      help: ArgumentHelp(
        "A strategy, or another contender, to judge (repeatable); default: all.", valueName: "name"))
    var strategy: [String] = []

    @Option(help: "A gate to apply (repeatable); default: all.")
    var gate: [Gate] = []

    @Option(help: ArgumentHelp("A gate whose verdict is shown and decides nothing (repeatable).", valueName: "gate"))
    var report: [Gate] = []

    @Option(help: ArgumentHelp("The slow-down to catch, 1% to 1000%.", valueName: "percent"))
    var threshold = Percentage(share: 0.1)

    @Option(
      help: ArgumentHelp(
        "The most rounds of a sample of times; where they are too few, it cannot tell.", valueName: "n"))
    var maxRounds = 400

    @Option(
      help: ArgumentHelp(
        """
        How long all of it may take, such as 3m; 0 for no limit. It holds for all programs that are run; reading files and \
        judging take a moment more. What is left out is listed; another --rotation begins with other workloads. Default: 3m \
        where neither --workload nor --gate is given, else 0.
        """, valueName: "time"))
    var within: TimeSpan?

    @Option(
      help: ArgumentHelp(
        """
        Where no workload is given, which kind of element each has besides its first, and what comes first where --within \
        does not reach all: any number, such as that of the commit.
        """, valueName: "n"))
    var rotation = 0

    @Flag(
      help: """
        Pass though the runs are of two machines, compilers or allocators, or do not say: times and memory are left out then.
        """)
    var allowOtherHost = false

    @Option(
      help: ArgumentHelp(
        """
        A file of trades that are accepted (JSON): {"release": "1.2.0", "accepted": [{"metric": "hashes", "workload": \
        "mixed", "from": 100, "to": 120, "why": "…"}]}; size, elements and contender narrow one. The metric removal, without \
        from and to, accepts that contenders are gone.
        """, valueName: "file"))
    var accepted: String?

    @Option(
      help: ArgumentHelp(
        "The release that is being worked on: accepted trades of another one have expired.", valueName: "version"))
    var release: String?

    @Option(help: ArgumentHelp("Decides which side comes first in each round.", valueName: "s"))
    var seed: UInt64 = 1

    @Option(
      help: """
        Text for people, JSON for programs; a comment (markdown), a test report (junit), annotations (github) for CI. \
        Comments and annotations are cut to what GitHub shows.
        """)
    var format: RegressionFormat = .text

    @Option(help: "Colour of the text report; auto is on a terminal, unless NO_COLOR is set.")
    var color: ColourChoice = .auto

    func validate() throws {
      if base == "-" || head == "-" { throw ValidationError("BASE and HEAD are files; - is not taken") }
      guard threshold.share >= 0.01, threshold.share <= 10 else {
        throw ValidationError("--threshold takes 1% to 1000%")
      }
      guard maxRounds >= 12 else { throw ValidationError("--max-rounds takes a number from 12 up, not \(maxRounds)") }
      guard Set(size).count == size.count, Set(workload).count == workload.count else {
        throw ValidationError("a --workload or --size is given twice")
      }
      guard rotation >= 0 else { throw ValidationError("--rotation takes a number from 0 up, not \(rotation)") }
      if let report = report.first(where: { !gate.isEmpty && !gate.contains($0) }) {
        throw ValidationError("--report \(report.rawValue) goes with --gate \(report.rawValue)")
      }
      if release != nil, accepted == nil { throw ValidationError("--release goes with --accepted") }
      for size in size where size < 1 { throw ValidationError("--size takes a number from 1 up, not \(size)") }
    }

    func run() throws {
      let stopped = "section-diff: stopped; there is no verdict"
      let processes = ChildProcess(saying: stopped)
      let bar = ProgressBar()
      do {
        try reportingFailures {
          let regression: Regression
          do {
            defer { bar.finish() }
            regression = try judge(with: processes) { bar.show($0, $1) }
          }
          let palette = Palette(isColoured: format == .text && color.isColoured)
          try Terminal.write(regression.report(as: format, palette), to: .output)
          switch regression.verdict {
          case .pass: break
          case .regressed: throw ExitCode.differs
          case .cannotTell: throw ExitCode.unsure
          }
        }
      } catch ChildProcess.Ending.interrupted {
        Terminal.printError(stopped)
        throw ExitCode.unsure
      }
    }

    private func judge(
      with processes: ChildProcess, progress: @escaping (String, Double) -> Void
    ) throws -> Regression {
      // Since here: reading the files takes time, too.
      let clock = SystemClock()
      let trades = try accepted.map { try AcceptedTrades.read(at: $0) } ?? AcceptedTrades()
      let isExpired = release.map { $0 != trades.release && !trades.accepted.isEmpty } ?? false
      let isChosen = !workload.isEmpty || !gate.isEmpty
      let limit = within?.duration ?? (isChosen ? .zero : .seconds(180))
      let question = Regression.Question(
        base: try Side(path: base, commit: EnvironmentList.value(of: "SECTION_DIFF_BASE_COMMIT")),
        head: try Side(path: head, commit: EnvironmentList.value(of: "SECTION_DIFF_HEAD_COMMIT")),
        workloads: workload.isEmpty ? nil : workload, sizes: size.isEmpty ? nil : size, elements: elements,
        strategies: strategy.isEmpty ? nil : strategy,
        gates: gate.isEmpty ? Gate.allCases : gate, reported: report,
        threshold: threshold.share, maximumRounds: maxRounds, seed: seed,
        valgrind: ProgramSearch.path(of: "valgrind"), seconds: limit == .zero ? nil : limit / .seconds(1),
        rotation: rotation, allowsOtherHost: allowOtherHost, accepted: isExpired ? AcceptedTrades() : trades,
        expired: isExpired
          ? "the trades in \(accepted ?? "") have expired: they are of release \(trades.release); take them out" : nil)
      let folder = try processes.scratchFolder()
      defer { folder.remove() }
      return try RegressionRun(
        question: question, processes: processes, folder: folder,
        limit: TimeLimit(seconds: question.seconds, clock: clock, gates: question.gatesThatTakeTime),
        progress: progress
      ).regression()
    }
  }
#endif
