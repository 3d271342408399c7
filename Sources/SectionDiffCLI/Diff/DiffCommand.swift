#if CommandLineCore
  internal import ArgumentParser
  internal import RecordFormats
  internal import SectionDiff

  /// `section-diff diff`: compares two files and prints what turns one into the other.
  @available(LiveSystems, *)
  struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "diff",
      abstract: "Prints what changed between two files.",
      discussion: """
        Content is the whole record, including the fields of section and order: a record whose section field changes \
        is both moved and updated. Use --ignore to leave a field out. Text is compared by bytes, JSON numbers by \
        their digits. Without --id a whole record is its own identity.

        Files and pipes get whole values. On a terminal long values are shortened around the difference; names never \
        are. A field that an option names must occur in at least one record of either file. If an option that takes \
        one value is given twice, the last one counts; --section-by is refused when it is given twice.

        EXAMPLES
          section-diff diff old.csv new.csv --id id
          section-diff diff old.csv new.csv --id id --section-by country
          section-diff diff old.csv new.csv --id id --sort-by name --ignore seen
          section-diff diff a.json b.json --id user.id --format json > p.json
          section-diff diff old.txt new.txt --format unified | patch old.txt
          section-diff diff old.txt new.txt --favor fewest-changes --explain
          zcat new.csv.gz | section-diff diff old.csv - --id id

        EXIT CODES
          0   nothing differs
          1   something differs, also a record that --duplicates first or last dropped
          2   error, reported in one line
          64  wrong usage
        """)

    @Argument(help: "The old file; - is standard input.")
    var old: String

    @Argument(help: "The new file; - is standard input.")
    var new: String

    @OptionGroup var comparison: ComparisonArguments

    @Option(help: "How old and new records are matched.")
    var strategy: Strategy = .standard

    @Option(
      help: ArgumentHelp(
        """
        What adaptive favors where records repeat: a small answer in little time (balance), the time (speed), or the \
        smallest answer as long as --max-work lasts (fewest-changes). Default: balance. Of lists of up to six records \
        with all repeats, answers of balance have 1.05 times the fewest changes in sum at most, those of fewest-changes \
        never more than one too many.
        """))
    var favor: AdaptiveDiff.Goal?

    @Option(
      help: "What happened (identity), what a list view accepts in one batch (batch), or that in steps (stages).")
    var view: ChangeView = .identity

    @Option(
      help:
        "Text for people, JSON for programs and apply, one line of counts, or unified for patch (lines only).")
    var format: ReportFormat = .text

    @Flag(help: "Apply the result to OLD and compare with NEW before printing; exit 2 if they differ.")
    var check = false

    @Flag(help: "Also report what the diff did to get its answer.")
    var explain = false

    @Flag(help: "With --format json: also the names of all sections of both files, in their order.")
    var sectionNames = false

    @Option(
      help: ArgumentHelp(
        "Budget in work units; when spent, the answer is right but longer. Where records repeat, it replaces the bound of "
          + "adaptive's search: a large one lets it find a smaller answer.", valueName: "n"))
    var maxWork: Int?

    @Option(help: "Colour of the text report; auto is on a terminal, unless NO_COLOR is set.")
    var color: ColourChoice = .auto

    func validate() throws {
      if old == "-", new == "-" { throw ValidationError("only one of OLD and NEW can be standard input (-)") }
      if let maxWork, maxWork < 0 {
        throw ValidationError("--max-work takes a number from 0 up, not \(maxWork)")
      }
      if favor != nil, strategy.favors == nil {
        throw ValidationError("--favor is for the strategy adaptive, which has a choice; \(strategy) has none")
      }
      if sectionNames, format != .json { throw ValidationError("--section-names is for --format json") }
      let input = try comparison.format(of: old, new)
      guard format == .unified else { return }
      if input.shape != .line {
        throw ValidationError("--format unified is for lines; these files are read as \(input)")
      }
      if let choice = comparison.duplicates, choice == .keepFirst || choice == .keepLast {
        throw ValidationError("--format unified needs all lines; leave out --duplicates \(choice.commandName)")
      }
    }

    func run() throws {
      let input = try comparison.format(of: old, new)
      try reportingFailures {
        let diff = try compare(input)
        if check { try PatchProof.run(diff, view: view) }
        try report(diff)
        if format != .text, diff.droppedDifferences > 0 {
          Terminal.printError(
            "note: \(diff.droppedDifferences) of the records that --duplicates \(diff.rules.duplicates.commandName) dropped "
              + "differ between OLD and NEW")
        }
        if diff.isDifferent { throw ExitCode.differs }
      }
    }

    private func compare(_ input: RecordFormat) throws(Failure) -> RecordDiff {
      var rules = comparison.rules(for: input)
      var progress: Progress?
      defer { progress?.finish() }
      let pair = try RecordPair(old, new, format: input, rules: &rules) { doing, bytes in
        progress = Progress(bytes: bytes)
        progress?.say(doing)
      }
      progress?.say("comparing \(pair.old.document.count) and \(pair.new.document.count) records")
      try pair.checkNames(rules)
      return try RecordDiff(
        pair, rules: rules, strategy: strategy.favoring(favor ?? .balance),
        budget: maxWork.map { DiffBudget(workUnits: $0) } ?? .standard)
    }

    private func report(_ diff: RecordDiff) throws(Failure) {
      switch format {
      case .text:
        try TextReport.write(diff, view: view, palette: color.palette, withReceipt: explain) { bytes throws(Failure) in
          try Terminal.write(bytes, to: .output)
        }
      case .json:
        let patch = try PatchWriter.patch(
          diff, view: view, withReceipt: explain, withSectionNames: sectionNames)
        try Terminal.write(patch, to: .output)
      case .summary:
        var text = SummaryLine.complete(diff.counts(view)) + "\n"
        if explain { text += diff.explanation.joined(separator: "\n") + "\n" }
        try Terminal.write(Array(text.utf8), to: .output)
      case .unified:
        if explain { for line in diff.explanation { Terminal.printError(line) } }
        try Terminal.write(try UnifiedReport.report(diff, oldName: old, newName: new), to: .output)
      }
    }
  }
#endif
