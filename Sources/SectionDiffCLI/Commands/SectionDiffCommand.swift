#if CommandLine
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
          section-diff watch prices.csv --id sku --section-by aisle --web
          section-diff demo

        EXIT CODES
          0   diff: nothing differs; regress: passed; others: done
          1   diff: something differs; regress: regressed
          2   error, reported in one line
          3   regress: cannot tell
          64  wrong usage
        """,
      version: "0.1.0",
      subcommands: [
        DiffCommand.self, ApplyCommand.self, AdviseCommand.self, WorkloadCommand.self, RegressCommand.self,
        WatchCommand.self, DemoCommand.self,
      ] + hidden)

    /// What the command starts by itself.
    private static var hidden: [any ParsableCommand.Type] {
      #if os(Linux)
        [RequestWorkerCommand.self]
      #else
        []
      #endif
    }

    static func main() {
      Terminal.ignoreBrokenPipes()
      main(nil)
    }
  }
#endif
