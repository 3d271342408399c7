#if CommandLineGate
  internal import ArgumentParser

  @available(LiveSystems, *)
  extension HistoryCommand {
    /// `section-diff regress history backfill`.
    struct Backfill: ParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "backfill",
        abstract: "Records commits of the past, each built and measured in a worktree.",
        discussion: """
          Commands run in a shell, in a worktree of the commit; SECTION_DIFF_COMMIT names the commit, and \
          SECTION_DIFF_RECORD the file that a benchmark run is to be written to. What is recorded is skipped, and each \
          commit is written when it is done: stop it whenever you like, the same call goes on, first with what it has \
          not tried, then with what could not be recorded. The ends of the range come first, then the middle, then the \
          middles of the halves in a random order: a slow hour of the machine does not look like a change.

          EXAMPLES
            section-diff regress history backfill --build "swift build -c release --product ChatSuite" \\
              --record '.build/release/ChatSuite --record "$SECTION_DIFF_RECORD"' \\
              --instructions .build/release/ChatSuite
            section-diff regress history backfill v1.0..main --every 5 --notes --processes 1 \\
              --record 'python3 suite.py --record "$SECTION_DIFF_RECORD"'

          EXIT CODES
            0   all commits of the range are recorded
            2   error, or some could not be recorded; the others are
            3   stopped by a signal; what was done is recorded
            64  wrong usage
          """)

      @Argument(help: "The branch, or a range of commits.")
      var revision = "HEAD"

      @Option(
        help: ArgumentHelp("A shell command that measures, and writes to $SECTION_DIFF_RECORD.", valueName: "command"))
      var record: String

      @Option(
        help: ArgumentHelp("A shell command that builds what is measured, once for each commit.", valueName: "command"))
      var build: String?

      @OptionGroup var counting: CountingArguments

      @Option(help: ArgumentHelp("How many commits to look back, from first parent to first parent.", valueName: "n"))
      var last = 50

      @Option(help: ArgumentHelp("Record each n-th of them only, the last one included.", valueName: "n"))
      var every = 1

      @Option(
        help: ArgumentHelp("In how many processes each commit is measured, which steadies its times.", valueName: "n"))
      var processes = 5

      @Option(help: ArgumentHelp("The longest that a command may take.", valueName: "time"))
      var timeout = TimeSpan(.seconds(3_600))

      @OptionGroup var place: HistoryArguments

      func validate() throws {
        try SpanArguments.check("--last", last, upTo: GitRepository.most)
        try SpanArguments.check("--processes", processes, upTo: 100)
        guard every >= 1 else { throw ValidationError("--every takes a number from 1 up, not \(every)") }
        guard timeout.duration >= .seconds(1) else { throw ValidationError("--timeout takes a second or more") }
        if record.allSatisfy(\.isWhitespace) { throw ValidationError("--record takes a command") }
      }

      func run() throws {
        try place.run(self) { store in
          let git = store.repository
          let all = try git.commits(of: revision, last: last)
          // Counted from the last one, so that the next call skips what this one has recorded.
          let commits = all.enumerated().filter { (all.count - 1 - $0.offset) % every == 0 }.map(\.element)
          let backfill = BackfillRun(
            build: build, record: record, processes: processes,
            longest: UInt32(clamping: timeout.duration.components.seconds), store: store,
            instructions: try counting.counter(for: git))
          let outcome = try backfill.run(commits)
          try Terminal.say("\(store.name): \(outcome.recorded) recorded, \(outcome.known) were before")
          if outcome.isInterrupted {
            let left = commits.count - outcome.known - outcome.recorded - outcome.failures.count
            Terminal.printError("section-diff: stopped; \(left) commits are left, the same call goes on with them")
            throw ExitCode.unsure
          }
          guard outcome.failures.isEmpty else {
            let names = outcome.failures.prefix(5).map(\.short).joined(separator: ", ")
            throw Failure(
              "\(outcome.failures.count) of \(commits.count) commits could not be recorded (\(names)"
                + (outcome.failures.count > 5 ? ", …" : "")
                + "); the reasons are above, and the same call tries them again, after all others")
          }
        }
      }
    }
  }
#endif
