/// A program that measures: workloads of your own, and what is measured on them.
///
/// Its options are those of the protocol of `section-diff regress` and `section-diff advise --runner`:
///
///     @main enum Suite: BenchmarkSuite {
///       static var benchmarks: [Benchmark] {
///         [
///           Benchmark("playlist", size: 5_000) { size, seed in
///             let old = Playlist.make(size, seed: seed)
///             return .diffs(from: FlatSnapshot(old), to: FlatSnapshot(old.edited(seed: seed)))
///           }
///         ]
///       }
///     }
public protocol BenchmarkSuite {
  /// The workloads, in the order of tables and benchmark runs.
  static var benchmarks: [Benchmark] { get throws }
}

@available(LiveSystems, *)
extension BenchmarkSuite {
  /// Runs what the command line requests, and ends the process: with 0 when all went well, 1 when an answer is wrong, 2 on
  /// an error, 64 on wrong usage.
  public static func main() { main(Array(CommandLine.arguments.dropFirst())) }

  /// Runs what `arguments` request, and ends the process: for a program with options of its own beside those of the
  /// protocol.
  public static func main(_ arguments: [String]) {
    do {
      let run = SuiteRun(benchmarks: try benchmarks, clock: SystemClock())
      CurrentProcess.end(try run.run(arguments) { print($0) })
    } catch let error as SuiteUsageError {
      CurrentProcess.printError("\(error.description); --help has all options")
      CurrentProcess.end(64)
    } catch {
      CurrentProcess.printError("\(error)")
      CurrentProcess.end(2)
    }
  }
}
