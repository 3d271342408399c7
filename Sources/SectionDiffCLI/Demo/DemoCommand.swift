#if CommandLine
  internal import ArgumentParser

  /// `section-diff demo`: shows live results at work.
  @available(LiveSystems, *)
  struct DemoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "demo",
      abstract: "Shows live results: a store that changes, sections that follow, and every changeset.",
      discussion: """
        The store is in memory and holds the flights of an airport with a simulated clock. A results controller \
        shows them as a board, in sections. Each step is one edit of the store. It is printed as the board after the \
        edit, with all changes: + inserted, - deleted, ↕ moved, ~ updated. The first step is the changeset from \
        nothing. The same options give the same steps.

        With --format json each step is one object per line; counts, sections and items are those of diff.

        EXAMPLES
          section-diff demo
          section-diff demo --sections pier --interval 300ms --steps 100
          section-diff demo --filter r --seed 7
          section-diff demo --steps 50 --format json | grep '"sectionDeletes":1'

        EXIT CODES
          0   shown, or stopped by a signal
          2   error, reported in one line
          64  wrong usage
        """)

    @Option(
      help: ArgumentHelp("How many steps to make after the first board; 0 continues until stopped.", valueName: "n"))
    var steps = 20

    @Option(help: ArgumentHelp("Seed of the random numbers.", valueName: "s"))
    var seed: UInt64 = 1

    @Option(
      help: ArgumentHelp(
        "Pause between steps: 300ms, 5s, 2m; by default 1s on a terminal, else 0.",
        valueName: "duration"))
    var interval: TimeSpan?

    @Option(help: "What the sections are made of.")
    var sections: BoardSections = .status

    @Option(
      help: ArgumentHelp(
        "Show only flights whose destination contains this; the others stay in the store.", valueName: "text"))
    var filter: String?

    @Option(help: "Text for people, JSON for programs.")
    var format: OutputFormat = .text

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
