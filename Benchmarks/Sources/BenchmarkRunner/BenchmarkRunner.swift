import BenchmarkHarness
import DiffWorkloads
import Foundation

/// This package's own suite: every strategy on the workloads of the catalogue, by the same means as anyone's suite; and
/// studies of what is no workload.
@main
enum BenchmarkRunner: BenchmarkSuite {
  static var benchmarks: [Benchmark] {
    // Who names no workload wants to see some figures; section-diff regress, which reads the list, judges all there is.
    let isListed = CommandLine.arguments.contains(listOption)
    let chosen = Set((chosenSet ?? (isListed ? .everything : .quick)).workloads.map(\.name))
    let measuresLists = CommandLine.arguments.contains(listsOption)
    let diffs = Catalogue.all.flatMap {
      CatalogueBenchmarks.entries(of: $0, isDefault: chosen.contains($0.name), measuringLists: measuresLists)
    }
    return diffs + PartBenchmarks.all(areDefault: isListed)
  }

  private static let listOption = "--list"
  private static let plantsOption = "--plants"
  private static let listsOption = "--lists"
  private static let setOption = "--set"

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if let name = Plant.name, Plant.active == nil {
      FileHandle.standardError.write(Data("BenchmarkRunner: nothing is planted as \(name); --plants lists all\n".utf8))
      exit(64)
    }
    if arguments == [plantsOption] { return print(Plant.table) }
    // Without the values of options, `--flooding` and its like are only ever options.
    if arguments.contains(where: Studies.options.contains) { return Studies.main(arguments) }
    main(suiteArguments(arguments))
    // Not reached: the suite ends the process.
  }

  /// The set that runs when no workload is named; `nil` where none is given, or none that there is.
  private static var chosenSet: WorkloadSet? {
    let arguments = CommandLine.arguments
    if let equals = arguments.first(where: { $0.hasPrefix(setOption + "=") }) {
      return WorkloadSet(rawValue: String(equals.dropFirst(setOption.count + 1)))
    }
    guard let index = arguments.firstIndex(of: setOption), index + 1 < arguments.count else { return nil }
    return WorkloadSet(rawValue: arguments[index + 1])
  }

  /// The arguments that every suite takes: without the option of lists and that of a set, which have been looked at.
  private static func suiteArguments(_ arguments: [String]) -> [String] {
    guard let set = chosenSet else { return arguments.filter { $0 != listsOption } }
    var result = arguments.filter { $0 != listsOption && $0 != "\(setOption)=\(set.rawValue)" }
    if let index = result.firstIndex(of: setOption), index + 1 < result.count {
      result.removeSubrange(index...index + 1)
    }
    return result
  }
}
