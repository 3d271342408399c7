#if CommandLineCore
  internal import ArgumentParser

  /// `section-diff plan-moves`: which runs of records move, for engines that hold the records elsewhere.
  @available(LiveSystems, *)
  struct PlanMovesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "plan-moves",
      abstract: "Plumbing: prints which runs of records move, where a database holds the records.",
      discussion: """
        A record of a kept section that stays in it has a rank, its place among such records, before and after. A run \
        is a stretch of records that were neighbours and are, by these ranks: a line SECTION,START,LENGTH with its \
        first rank before, all of them whole numbers from 0. Lines come in the new order; sections are numbered, and \
        their numbers ascend. A first line of other words is skipped.

        For each section the runs of the greatest length in all whose ranks increase stay. Among as long ones: from the \
        last run on, the latest in the new order. Those that move are printed as they were read, with a fourth field \
        that says whether there are no fewer: SECTION,START,LENGTH,MINIMAL. A run that is cut in two moves as a whole.

        Each section is printed when the next one begins. It takes about 50 bytes for each run of the largest section; \
        with --max-runs no more than that of so many. A section of more runs is planned part by part, and may move more \
        than it has to: MINIMAL is false then.

        EXAMPLES
          printf '0,3,1\\n0,0,3\\n' | section-diff plan-moves
          section-diff plan-moves --max-runs 10000000 < runs.csv > moved.csv

        EXIT CODES
          0   all runs are planned
          2   error, reported in one line
          64  wrong usage
        """)

    @Option(help: "Plan at most so many runs at once.")
    var maxRuns: Int?

    func validate() throws {
      if let maxRuns, !RunPlanner.maxRuns.contains(maxRuns) {
        throw ValidationError("--max-runs takes 1 to \(RunPlanner.maxRuns.upperBound)")
      }
    }

    func run() throws {
      try reportingFailures {
        var planner = RunPlanner(maxRuns: maxRuns) { bytes throws(Failure) in try Terminal.write(bytes, to: .output) }
        var reader = RunReader()
        while let bytes = try Terminal.read() { try reader.read(bytes) { run throws(Failure) in try planner.add(run) } }
        try reader.finish { run throws(Failure) in try planner.add(run) }
        try planner.finish()
      }
    }
  }
#endif
