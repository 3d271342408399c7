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

        EXIT CODES
          0   diff: nothing differs; regress, history show: passed; others: done
          1   diff: something differs; regress, history show: regressed
          2   error, reported in one line
          3   regress, history show: cannot tell; history: stopped by a signal
          64  wrong usage
        """ + missing,
      version: Version.current,
      subcommands: [
        DiffCommand.self, ApplyCommand.self, AdviseCommand.self, WorkloadCommand.self, PlanMovesCommand.self,
      ] + judging + watching)

    /// What needs the gate.
    private static var judging: [any ParsableCommand.Type] {
      #if CommandLineGate
        [RegressCommand.self, HistoryCommand.self]
      #else
        []
      #endif
    }

    /// What needs stores and live results, which take as long to build as all the rest.
    private static var watching: [any ParsableCommand.Type] {
      #if CommandLine && os(Linux)
        // The last one is what `watch` starts by itself.
        [WatchCommand.self, RequestWorkerCommand.self]
      #elseif CommandLine
        [WatchCommand.self]
      #else
        []
      #endif
    }

    /// Commands that this build has not, each with the trait that has it.
    private static var absent: KeyValuePairs<String, String> {
      #if CommandLine
        [:]
      #elseif CommandLineGate
        ["watch": "CommandLine"]
      #else
        ["regress": "CommandLineGate", "watch": "CommandLine"]
      #endif
    }

    /// What the help says of them.
    private static var missing: String {
      if absent.isEmpty { return "" }
      let names = absent.map { "no \($0.key)" }.joined(separator: ", ")
      return "\n\nThis build has \(names); build it with --traits CommandLine to get all."
    }

    static func main() {
      Terminal.ignoreBrokenPipes()
      Terminal.reportShortenedFiles()
      var arguments = Array(CommandLine.arguments.dropFirst())
      if let (name, trait) = absent.first(where: { $0.key == arguments.first }) {
        exit(withError: ValidationError("this build has no \(name); build it with --traits \(trait)"))
      }
      #if CommandLineGate
        // The parser takes the words after `regress` for the files that it compares.
        if HistoryCommand.isHistory(arguments), let index = arguments.firstIndex(of: "regress") {
          arguments.remove(at: index)
        }
      #endif
      main(arguments)
    }
  }
#endif
