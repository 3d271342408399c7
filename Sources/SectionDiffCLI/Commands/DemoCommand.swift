#if CommandLine
  internal import ArgumentParser

  /// `section-diff demo`: shows live results at work.
  @available(LiveSystems, *)
  struct DemoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "demo",
      abstract: "Shows live results: a store that changes, sections that follow, every changeset.",
      discussion: """
        The store is in memory, and holds the flights of an airport where time flies. A results controller shows them as a \
        board, in sections. Each step is one edit of the store; it is printed as the board after it, with all that the \
        changeset says: + inserted, - deleted, ↕ moved, ~ updated. The first step is the changeset from nothing. The same \
        options give the same steps.

        With --format json each step is one object in one line; counts, sections and items are those of diff.

        EXAMPLES
          section-diff demo
          section-diff demo --sections pier --interval 300ms --steps 100
          section-diff demo --filter r --seed 7
          section-diff demo --steps 50 --format json | grep '"sectionDeletes":1'

        EXIT CODES
          0   shown, or stopped by a signal
          2   trouble, told in one line
          64  wrong usage
        """)

    @Option(
      help: ArgumentHelp("How many steps to make after the first board; 0 goes on until stopped.", valueName: "n"))
    var steps = 20

    @Option(help: ArgumentHelp("Where the random numbers start.", valueName: "s"))
    var seed: UInt64 = 1

    @Option(
      help: ArgumentHelp(
        "How long a step stays before the next: 300ms, 5s, 2m; by default 1s on a terminal, else 0.",
        valueName: "duration"))
    var interval: TimeSpan?

    @Option(help: "What the sections are.")
    var sections: BoardSections = .status

    @Option(
      help: ArgumentHelp(
        "Show only flights whose destination contains this; the others stay in the store.", valueName: "text"))
    var filter: String?

    @Option(help: "Text for people, JSON for programs.")
    var format: AdviceFormat = .text

    @Option(help: "Colour of the text; auto is on a terminal, unless NO_COLOR is set.")
    var color: ColourChoice = .auto

    func validate() throws {
      guard steps >= 0 else { throw ValidationError("--steps takes a number from 0 up, not \(steps)") }
    }

    func run() throws {
      let demo = DemoRun(
        steps: steps == 0 ? nil : steps,
        interval: interval?.duration ?? (Terminal.Stream.output.isTerminal ? .seconds(1) : .zero), seed: seed,
        sections: sections, filter: filter)
      let palette = Palette(isColoured: color.isColoured)
      let format = format
      try reportingFailures {
        try InterruptibleTask.run { () throws(Failure) in
          try await demo.run(on: ContinuousClock()) { (step) throws(Failure) in
            let bytes = format == .json ? DemoJSON.line(step) : DemoText.report(step, palette: palette)
            return try Terminal.write(bytes, to: .output)
          }
        }
      }
    }
  }
#endif
