#if CommandLineCore
  internal import ArgumentParser

  /// The program: what turns one snapshot of records into another.
  @available(LiveSystems, *)
  @main
  struct SectionDiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "section-diff",
      abstract: "Shows what changed between two files of records, and applies it.",
      discussion: """
        Compares two files of records (CSV, TSV, NDJSON, JSON, lines, sections): what was deleted, inserted, moved \
        and updated, section by section.

        EXAMPLES
          section-diff diff old.csv new.csv --id id
          section-diff diff old.csv new.csv --id id --section-by country
          section-diff diff old.csv new.csv --id id --format json > changes.json
          section-diff apply changes.json old.csv > new.csv
          section-diff advise old.csv new.csv --id id
          section-diff regress base/BenchmarkRunner head/BenchmarkRunner
          section-diff regress history show
          section-diff watch prices.csv --id sku --section-by aisle --web
          section-diff demo

        EXIT CODES
          0   diff: nothing differs; regress, history show: passed; others: done
          1   diff: something differs; regress, history show: regressed
          2   error, reported in one line
          3   regress, history show: cannot tell; history: stopped by a signal
          64  wrong usage
        """ + missing,
      version: Version.current,
      subcommands: [
        DiffCommand.self, ApplyCommand.self, AdviseCommand.self, WorkloadCommand.self, RegressCommand.self,
        HistoryCommand.self, PlanMovesCommand.self,
      ] + watching)

    /// What needs stores and live results, which take as long to build as all the rest.
    private static var watching: [any ParsableCommand.Type] {
      #if CommandLine && os(Linux)
        // The last one is what `watch` starts by itself.
        [WatchCommand.self, DemoCommand.self, RequestWorkerCommand.self]
      #elseif CommandLine
        [WatchCommand.self, DemoCommand.self]
      #else
        []
      #endif
    }

    /// What the help says of two commands, where they are missing.
    private static var missing: String {
      #if CommandLine
        ""
      #else
        "\n\nThis build has no watch and no demo; build it with --traits CommandLine to get them."
      #endif
    }

    static func main() {
      Terminal.ignoreBrokenPipes()
      Terminal.reportShortenedFiles()
      #if !CommandLine
        if let name = CommandLine.arguments.dropFirst().first, ["watch", "demo"].contains(name) {
          exit(withError: ValidationError("this build has no \(name); build it with --traits CommandLine"))
        }
      #endif
      var arguments = Array(CommandLine.arguments.dropFirst())
      // The parser takes the words after `regress` for the files that it compares.
      if HistoryCommand.isHistory(arguments), let index = arguments.firstIndex(of: "regress") {
        arguments.remove(at: index)
      }
      main(arguments)
    }
  }
#endif
