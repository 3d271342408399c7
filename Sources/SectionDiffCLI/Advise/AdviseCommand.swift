#if CommandLineCore
  internal import ArgumentParser
  internal import BenchmarkHarness
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

        If chance hides which strategy is the fastest, it says that it cannot tell. It then recommends the default, \
        adaptive, if that may be the fastest, otherwise the fastest as measured. In JSON, recommended is that \
        strategy, reason begins with "cannot tell", and undecided names all that may be the fastest; otherwise \
        undecided is empty.

        EXAMPLES
          section-diff advise
          section-diff advise old.csv new.csv --id id --section-by country
          section-diff advise --workload shuffle --size 10000 --elements string
          section-diff advise old.txt new.txt --favor speed
          section-diff advise old.json new.json --favor fewest-changes --format json
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

    @Option(help: ArgumentHelp("A built-in workload instead of files; workload list names all.", valueName: "name"))
    var workload: String?

    @Option(help: ArgumentHelp("Size of the workload.", valueName: "n"))
    var size: Int?

    @Option(help: ArgumentHelp("Seed of the workload's random numbers.", valueName: "s"))
    var seed: UInt64?

    @Option(
      help: """
        Kind of the workload's elements: ids as numbers, as texts of 36 characters, as texts whose storage both sides \
        share, or numbers of objects of a class.
        """)
    var elements: ElementKind?

    @OptionGroup var comparison: ComparisonArguments

    @Option(
      name: [.customLong("favor"), .customLong("prefer")],
      help: "What the recommendation is based on, and what adaptive favors; --prefer is the same option.")
    var preference: Preference = .balance

    @Option(help: "Text for people, JSON for programs.")
    var format: OutputFormat = .text

    /// The workload of a run without arguments: quick, and no strategy wins it for free.
    static let defaultWorkload = "mixed"

    func validate() throws {
      guard let old else {
        _ = try choice()
        guard comparison.isDefault else {
          throw ValidationError("the options of diff are for files; give OLD and NEW, or leave them out")
        }
        return
      }
      guard let new else { throw ValidationError("advise takes two files, OLD and NEW, or none") }
      if old == "-", new == "-" { throw ValidationError("only one of OLD and NEW can be standard input (-)") }
      if workload != nil || size != nil || seed != nil || elements != nil {
        throw ValidationError(
          "--workload, --size, --seed and --elements are for built-in workloads; leave them out, or the files")
      }
      _ = try comparison.format(of: old, new)
    }

    private func choice() throws -> WorkloadChoice {
      try WorkloadChoice(workload ?? Self.defaultWorkload, size: size, seed: seed)
    }

    func run() throws {
      Interruption.endsWithSuccess()
      let bar = ProgressBar()
      defer { bar.finish() }
      if let old, let new {
        let input = try comparison.format(of: old, new)
        try reportingFailures {
          bar.show("reading", 0)
          let rules = comparison.rules(for: input)
          let pair = RecordPair(
            old: try RecordFile(path: old, format: input, rules: rules),
            new: try RecordFile(path: new, format: input, rules: rules))
          try pair.checkNames(rules)
          try tell(MeasuredInput(pair, rules: rules, favoring: preference.goal), bar)
        }
      } else {
        let choice = try choice()
        try reportingFailures {
          bar.show("making the workload", 0)
          try tell(MeasuredInput(choice, elements: elements ?? .int, favoring: preference.goal), bar)
        }
      }
    }

    private func tell(_ input: MeasuredInput, _ bar: ProgressBar) throws(Failure) {
      let harness = Harness(clock: SystemClock())
      let advice = try Advice(on: input, preferring: preference, with: harness) { bar.show($0, $1) }
      bar.finish()
      try Terminal.write(format == .json ? advice.json : Array(advice.text.utf8), to: .output)
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
