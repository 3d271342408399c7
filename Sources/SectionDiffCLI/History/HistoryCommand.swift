#if CommandLineGate
  internal import ArgumentParser
  internal import BenchmarkHarness
  internal import RegressionGate
  #if canImport(FoundationEssentials)
    internal import FoundationEssentials
  #else
    internal import Foundation
  #endif
  internal import RecordFormats

  /// `section-diff regress history`: records of many commits, and where something changed.
  @available(LiveSystems, *)
  struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "history",
      abstract: "Keeps benchmark runs of many commits, and finds the commits that changed something.",
      discussion: """
        Also written section-diff regress history. A record of a commit has the counts and times of a benchmark run, as \
        any runner writes it. It is kept in a folder, which can be committed, or in git notes, which are pushed and \
        fetched by themselves. A count is exact: each change of it is found, at its commit. Instructions \
        (--instructions, where valgrind is installed) do not depend on how busy the machine is: what adds up to 1 % is \
        found at that commit. Times are noisy: a change is found once four or five records are beyond it, and so is a \
        drift of many small ones; nineteen records must be there.

        EXAMPLES
          section-diff regress history add run.json
          section-diff regress history backfill --build "swift build -c release --product ChatSuite" \\
            --record '.build/release/ChatSuite --record "$SECTION_DIFF_RECORD"' --last 30
          section-diff regress history show
          section-diff regress history bless 4f0c2a91 --reason "answers are minimal now" --metric moves
          section-diff regress history list --notes
        """,
      subcommands: [Add.self, Backfill.self, List.self, Show.self, Bless.self])

    /// What may follow `regress history`; anything else is two files that `regress` compares.
    static func isHistory(_ arguments: some Collection<String>) -> Bool {
      var words = Array(arguments)
      if words.first == "help" { words.removeFirst() }
      guard words.starts(with: ["regress", "history"]) else { return false }
      guard let next = words.dropFirst(2).first else { return true }
      return ["-h", "--help"].contains(next)
        || configuration.subcommands.contains { $0.configuration.commandName == next }
    }
  }

  @available(LiveSystems, *)
  extension HistoryCommand {
    /// `section-diff regress history add`.
    struct Add: ParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Adds the record of one commit.",
        discussion: """
          Several runs, each of a process of its own, make one record: of their times the best one counts, or the median \
          of what they take by a floor. A count that differs between them is left out, and named. Where a run says of \
          which commit it is (SECTION_DIFF_COMMIT), by a hash or a tag, that must be the one. --replace replaces a \
          damaged record, too.

          EXAMPLES
            section-diff regress history add run.json
            section-diff regress history add 1.json 2.json 3.json 4.json 5.json --notes
            section-diff regress history add run.json --instructions .build/release/ChatSuite
            section-diff regress history add old.json --commit v1.2

          EXIT CODES
            0   recorded, whole or not at all
            2   error, reported in one line
            3   stopped by a signal; nothing is recorded
            64  wrong usage
          """)

      @Argument(help: ArgumentHelp("Files that a runner wrote with --record.", valueName: "run"))
      var runs: [String]

      @Option(help: ArgumentHelp("The commit that was measured.", valueName: "revision"))
      var commit = "HEAD"

      @Flag(help: "Replace a record of this commit; without it that is an error.")
      var replace = false

      @OptionGroup var counting: CountingArguments

      @OptionGroup var place: HistoryArguments

      func run() throws {
        try place.run(self) { store in
          let git = store.repository
          let hash = try git.commit(commit)
          var read: [BenchmarkRun] = []
          for path in runs {
            let source = try reading { () throws(FormatError) in try SourceText(path: path, access: .copied) }
            let run = try BenchmarkRunReader.run(in: source)
            if let first = read.firstIndex(where: run.isCopy) {
              throw Failure("\(path): the same run as \(runs[first]); name each run once")
            }
            if let problem = try git.problem(ofRun: run.environment.commit, of: hash) {
              throw Failure("\(path): \(problem)")
            }
            read.append(run)
          }
          var record: HistoryRecord
          do {
            record = try HistoryRecord(read, of: hash)
          } catch {
            throw Failure("\(runs.joined(separator: ", ")): \(error)")
          }
          var remarks = record.remarks
          if let counter = try counting.counter(for: git) { remarks += try counter.add(to: &record, from: ".") }
          let name = GitRepository.Commit.short(hash)
          try store.update(hash, replaces: replace) { entry in
            guard entry.record == nil || replace else {
              throw Failure("\(store.name): commit \(name) has a record; --replace replaces it")
            }
            entry.record = record
          }
          for remark in remarks { Terminal.printError(VisibleText.escaped("section-diff: \(remark)")) }
          try Terminal.say("\(name): \(record.measured.count) contenders recorded in \(store.name)")
        }
      }
    }

    /// `section-diff regress history list`.
    struct List: ParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the commits that are recorded, the newest first.",
        discussion: """
          EXAMPLES
            section-diff regress history list
            section-diff regress history list main --notes --last 50

          EXIT CODES
            0   listed
            2   error, reported in one line
            3   stopped by a signal
            64  wrong usage
          """)

      @OptionGroup var branch: BranchArguments

      @OptionGroup var place: HistoryArguments

      func run() throws {
        try place.run(self) { store in
          let history = try History(store, of: branch.revision, last: branch.span.last, comparesFirst: false)
          try Terminal.write(Array(history.list.utf8), to: .output)
        }
      }
    }

    /// `section-diff regress history show`.
    struct Show: ParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Reports at which commits something became worse, or better.",
        discussion: """
          Times are set against the floor that steadies them most, or against none. Their changes are found as Hunter \
          does it (Fleming and others, 2023): splits by the statistic of E-divisive (Matteson and James, 2014), which \
          Student's test must confirm at a level that is shared by all series and all places in them; and a permutation \
          test, whatever the noise is like, at one in a thousand for each series. A change of less than 1 % is none. How \
          large a step must be to be seen depends on the noise, and is printed. Where that figure is 4.5 % or less, ten \
          commits of +2 % are seen within the first five of them in at least 80 % of simulated \
          series. Instructions show the first of them, on a busy machine, too.

          A change that is worse and has not been accepted (bless), nor undone by a later one, is a regression, and so is \
          an answer that is wrong in the last record. Of what earlier records have and the last one does not, of an input \
          that became another, and of times, memory and instructions on another machine, nothing is compared; that is \
          reported, too, until it is accepted. Times are judged from the nineteenth record on, counts from the second; \
          what is not judged yet is listed. The first commit is compared with the last record before it.

          EXAMPLES
            section-diff regress history show
            section-diff regress history show main --last 100 --workload "chat history" --metric time
            section-diff regress history show --format json > trend.json

          EXIT CODES
            0   nothing is worse
            1   something is worse
            2   error, reported in one line
            3   cannot tell: nothing is judged yet, something ended and is not accepted, the last commit has no record; \
          or stopped by a signal
            64  wrong usage
          """)

      @OptionGroup var branch: BranchArguments

      @OptionGroup var series: SeriesArguments

      @Option(help: "Text for people; JSON for programs, and for scripts/report.")
      var format: OutputFormat = .text

      @Option(help: "Colour of the text report; auto is on a terminal, unless NO_COLOR is set.")
      var color: ColourChoice = .auto

      @OptionGroup var place: HistoryArguments

      func run() throws {
        try place.run(self) { store in
          let history = try History(store, of: branch.revision, last: branch.span.last).chosen(series.choice)
          let text = { Array(history.text(Palette(isColoured: color.isColoured)).utf8) }
          try Terminal.write(format == .json ? history.json : text(), to: .output)
          switch history.report.verdict {
          case .pass: break
          case .regressed: throw ExitCode.differs
          case .cannotTell: throw ExitCode.unsure
          }
        }
      }
    }

    /// `section-diff regress history bless`.
    struct Bless: ParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "bless",
        abstract: "Accepts what became worse at a commit, with the reason.",
        discussion: """
          The reason is kept with the record of that commit, and shown with the change, which is no regression from then \
          on. Each change is accepted by itself, as large as it is: a later one, or a larger one, is not. Without a choice \
          all are accepted that happened at this commit. What ended there has a metric, too: removal of a contender, \
          "removal of" a count or time, input, where another one began, or place, where it goes on elsewhere. A wrong \
          answer is not accepted.

          EXAMPLES
            section-diff regress history bless 4f0c2a91 --reason "answers are minimal now" --metric moves
            section-diff regress history bless HEAD --reason "verifies checksums" --workload "chat log" --notes
            section-diff regress history bless 4f0c2a91 --reason "nobody chose it" --metric removal

          EXIT CODES
            0   accepted
            2   error, reported in one line; also when nothing became worse or ended there
            3   stopped by a signal; nothing is accepted
            64  wrong usage
          """)

      @Argument(help: ArgumentHelp("The commit, as show names it.", valueName: "commit"))
      var commit: String

      @Option(help: ArgumentHelp("Why it is accepted.", valueName: "text"))
      var reason: String

      @Option(help: ArgumentHelp("The branch that the commit is judged on.", valueName: "revision"))
      var on = "HEAD"

      @OptionGroup var span: SpanArguments

      @OptionGroup var series: SeriesArguments

      @OptionGroup var place: HistoryArguments

      func validate() throws {
        guard !reason.allSatisfy(\.isWhitespace) else { throw ValidationError("--reason takes the reason") }
        guard VisibleText.escaped(reason) == reason else { throw ValidationError("--reason takes one line of text") }
        for (name, values) in [
          ("--workload", series.workload), ("--strategy", series.strategy), ("--metric", series.metric),
        ] where values.count > 1 { throw ValidationError("\(name) is given twice; bless one after the other") }
      }

      func run() throws {
        try place.run(self) { store in
          let hash = try store.repository.commit(commit)
          let history = try History(store, of: on, last: span.last)
          guard let offset = history.commits.firstIndex(where: { $0.hash == hash }) else {
            throw Failure(
              "\(commit): not one of the last \(history.commits.count) commits of \(on); name another with --on")
          }
          let date = Date.now.formatted(.iso8601.year().month().day())
          let changes = try history.blessings(of: offset, series.choice, reason: reason, date: date)
          guard !changes.isEmpty else {
            throw Failure(
              "\(commit): nothing became worse there, or ended, that has not been accepted and can be: a wrong answer "
                + "cannot; section-diff regress history show names the commits")
          }
          try store.update(hash) { $0.blessings += changes }
          let count = "\(changes.count) change\(changes.count == 1 ? "" : "s")"
          try Terminal.say("\(history.commits[offset].short): \(count) accepted")
        }
      }
    }
  }
#endif
