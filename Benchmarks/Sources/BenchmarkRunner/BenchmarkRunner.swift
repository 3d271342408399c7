import BenchmarkHarness
import DiffWorkloads

/// This package's own suite: every strategy on the workloads of the catalogue, by the same means as anyone's suite; and
/// studies of what is no workload.
@main
enum BenchmarkRunner: BenchmarkSuite {
  static var benchmarks: [Benchmark] {
    let quick = Set(Catalogue.quick.map(\.name))
    let measuresLists = CommandLine.arguments.contains(listsOption)
    return Catalogue.all.flatMap {
      CatalogueBenchmarks.entries(of: $0, isDefault: quick.contains($0.name), measuringLists: measuresLists)
    }
  }

  private static let listsOption = "--lists"
  private static let setOption = "--set"

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    // Without the values of options, `--flooding` and its like are only ever options.
    if arguments.contains(where: Studies.options.contains) { return Studies.main(arguments) }
    main(suiteArguments(arguments))
    // Not reached: the suite ends the process.
  }

  /// The arguments that every suite takes, with a set of workloads spelled out. The option of lists has been looked at.
  private static func suiteArguments(_ arguments: [String]) -> [String] {
    var result: [String] = []
    var rest = arguments[...]
    while let word = rest.popFirst() {
      if word == listsOption { continue }
      guard word == setOption, let name = rest.first, let set = WorkloadSet(rawValue: name) else {
        result.append(word)
        continue
      }
      rest.removeFirst()
      result += set.workloads.flatMap { ["--workload", $0.name] }
    }
    return result
  }
}
