#if CommandLineCore
  internal import ArgumentParser
  internal import BenchmarkHarness
  internal import DiffWorkloads
  internal import RecordFormats
  internal import SectionDiff

  /// `section-diff advise`: runs every strategy on an input and says which to use.
  @available(LiveSystems, *)
  struct AdviseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "advise",
      abstract: "Measures every strategy on your data and recommends one.",
      discussion: """
        Every answer is verified before it is timed. The strategies run in turn, so that all see the same machine. \
        Two lower bounds run alongside: scan (compare each pair at equal offsets once) and dict (build one \
        Dictionary, look each item up once). Reading files is not measured. Without arguments it measures the \
        workload mixed.

        Regret is what choosing a strategy costs, in two numbers: its time over that of the fastest strategy whose \
        answer is as small, and its changes over the fewest of all strategies. By balance it recommends the fastest \
        of the answers with at most 1.15 times the fewest changes; by speed the fastest, however large its answer; by \
        fewest-changes the smallest answer, however slow; by memory the one that requests the fewest bytes. Adaptive \
        is measured favoring the same (balance for memory).

        If chance hides which strategy is the fastest, it takes more rounds, twice four times as many; then it says that \
        it cannot tell. It then recommends the default, \
        adaptive, if that may be the fastest, otherwise the fastest as measured. In JSON, recommended is that \
        strategy, reason begins with "cannot tell", and undecided names all that may be the fastest; otherwise \
        undecided is empty.

        With --runner it chooses among the contenders of a runner: a suite of your own, with your own types. A runner that \
        takes files is a rival: its diff is measured on a built-in workload beside the strategies. Its answer is replayed \
        first; a wrong one is called wrong and is not timed. A rival's times are of its own process, their ratios not paired.

        EXAMPLES
          section-diff advise
          section-diff advise old.csv new.csv --id id --section-by country
          section-diff advise --workload shuffle --size 10000 --elements string
          section-diff advise old.txt new.txt --favor speed
          section-diff advise old.json new.json --favor fewest-changes --format json
          section-diff advise --runner ChatSuite --workload "chat history"
          section-diff advise --runner ./rival.py --workload mixed --size 1000
          scripts/with-jemalloc section-diff advise

        EXIT CODES
          0   measured, or stopped by a signal
          2   error, reported in one line
          64  wrong usage
        """)

    @Argument(help: "The old file; - is standard input.")
    var old: String?

    @Argument(help: "The new file; - is standard input.")
    var new: String?

    @Option(
      help: ArgumentHelp(
        "A built-in workload instead of files, workload list names all; or one of the runner.", valueName: "name"))
    var workload: String?

    @Option(help: ArgumentHelp("Size of the workload.", valueName: "n"))
    var size: Int?

    @Option(help: ArgumentHelp("Seed of the workload's random numbers.", valueName: "s"))
    var seed: UInt64?

    @Option(
      help: ArgumentHelp(
        """
        Kind of the workload's elements: ids as numbers (int), as texts of 36 characters (string), as texts whose storage both \
        sides share (string-shared), records of five fields (record), or objects of a class (object); or one of the runner.
        """, valueName: "kind"))
    var elements: String?

    @Option(
      help: ArgumentHelp(
        "A program that measures: its contenders instead of, or a rival beside, the strategies.", valueName: "program"))
    var runner: String?

    @Flag(help: "All columns, as wide as they are; without it the table is 100 columns wide or less.")
    var wide = false

    @OptionGroup var comparison: ComparisonArguments

    @Option(
      name: [.customLong("favor"), .customLong("prefer")],
      help: "What the recommendation is based on, and what adaptive favors; --prefer is the same option.")
    var preference: Advisor.Preference = .balance

    @Option(help: "Text for people, JSON for programs.")
    var format: OutputFormat = .text

    /// The workload of a run without arguments: quick, and no strategy wins it for free.
    static let defaultWorkload = "mixed"

    func validate() throws {
      guard let old else {
        if runner == nil {
          _ = try choice()
          _ = try kind()
        } else if let size, size < 0 {
          throw ValidationError("--size takes a number from 0 up, not \(size)")
        }
        guard comparison.isDefault else {
          throw ValidationError("the options of diff are for files; give OLD and NEW, or leave them out")
        }
        return
      }
      guard let new else { throw ValidationError("advise takes two files, OLD and NEW, or none") }
      if old == "-", new == "-" { throw ValidationError("only one of OLD and NEW can be standard input (-)") }
      if workload != nil || size != nil || seed != nil || elements != nil || runner != nil {
        throw ValidationError(
          "--workload, --size, --seed, --elements and --runner are for built-in workloads; leave them out, or the files"
        )
      }
      _ = try comparison.format(of: old, new)
    }

    private func choice() throws -> WorkloadChoice {
      try WorkloadChoice(workload ?? Self.defaultWorkload, size: size, seed: seed)
    }

    private func kind() throws -> ElementKind {
      guard let elements else { return .int }
      guard let kind = ElementKind(rawValue: elements) else {
        let kinds = ElementKind.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("there are no elements \(VisibleText.shortened(elements, to: 60)); there are \(kinds)")
      }
      return kind
    }

    func run() throws {
      if let runner { return try advise(by: runner) }
      Interruption.endsWithSuccess()
      let bar = ProgressBar()
      defer { bar.finish() }
      if let old, let new {
        let input = try comparison.format(of: old, new)
        try reportingFailures {
          bar.show("reading", 0)
          var rules = comparison.rules(for: input)
          let pair = try RecordPair(old, new, format: input, rules: &rules) { _, _ in }
          try pair.checkNames(rules)
          try tell(MeasuredInput(pair, rules: rules, favoring: preference.goal), bar)
        }
      } else {
        let choice = try choice()
        let kind = try kind()
        try reportingFailures {
          bar.show("making the workload", 0)
          try tell(MeasuredInput(choice, elements: kind, favoring: preference.goal), bar)
        }
      }
    }

    private func tell(
      _ input: MeasuredInput, beside rivals: [Measured] = [], of runner: String? = nil, _ bar: ProgressBar
    ) throws(Failure) {
      var input = input
      if let runner {
        input.subject.title += ", beside \(VisibleText.escaped(runner))"
        input.subject.members.append(("runner", JSONText.literal(runner)))
      }
      let advice: Advice
      do {
        advice = try Advice(
          on: input.contenders, input.subject, preferring: preference, with: Harness(clock: SystemClock()),
          beside: rivals
        ) { bar.show($0, $1) }
      } catch {
        throw Failure("\(error); please report this")
      }
      // That of a rival is shown; one of these is a defect of this package.
      for failure in advice.wrong where !rivals.contains(where: { $0.name == failure.contender }) {
        throw Failure("\(failure); please report this")
      }
      try write(advice, bar)
    }

    private func write(_ advice: Advice, _ bar: ProgressBar) throws(Failure) {
      bar.finish()
      try Terminal.write(format == .json ? advice.json : Array(advice.text(isWide: wide).utf8), to: .output)
    }

    // MARK: Runners

    private func advise(by path: String) throws {
      // As the command ends when it measures itself.
      let processes = ChildProcess(saying: nil, code: 0)
      let bar = ProgressBar()
      defer { bar.finish() }
      do {
        try reportingFailures {
          guard let (choice, kind, rows, name) = try rivals(of: path, processes, bar) else { return }
          bar.show("making the workload", 0)
          try tell(MeasuredInput(choice, elements: kind, favoring: preference.goal), beside: rows, of: name, bar)
        }
      } catch ChildProcess.Ending.interrupted {
        // The same where the runner was stopped.
      }
    }

    /// What a rival measured; nil where the runner has a workload of its own, of which the advice has been written then.
    private func rivals(
      of path: String, _ processes: ChildProcess, _ bar: ProgressBar
    ) throws -> (WorkloadChoice, ElementKind, [Measured], name: String)? {
      guard let runner = try Side(path: path, commit: nil).runner else {
        throw Failure("\(VisibleText.escaped(path)): a benchmark run, not a program; --runner takes a program")
      }
      let folder = try processes.scratchFolder()
      defer { folder.remove() }
      let asked = RunnerAdvice(runner: runner, processes: processes, folder: folder)
      bar.show("listing workloads", 0)
      let listing = try asked.listing()
      if let entry = try asked.entry(workload, elements, in: listing) {
        bar.show("\(runner.path) measures \(entry.name)", 0)
        try write(try asked.advice(on: entry, size: size, seed: seed, preferring: preference), bar)
        return nil
      }
      let (choice, kind) = (try choice(), try kind())
      bar.show("\(runner.path) measures \(choice.workload.name)", 0)
      return (choice, kind, try asked.rows(on: choice, kind), runner.path)
    }
  }

  @available(LiveSystems, *)
  extension ComparisonArguments {
    /// Whether nothing was requested.
    fileprivate var isDefault: Bool {
      input == nil && id.isEmpty && sectionBy.isEmpty && sectionOrder == .appearance && sortBy.isEmpty
        && ignore.isEmpty && only.isEmpty && duplicates == nil && idScope == .global
    }
  }
#endif
