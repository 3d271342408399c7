import ArgumentParser
import BenchmarkHarness
import DiffWorkloads
import Foundation

/// What the runner measures besides workloads.
struct Studies: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "BenchmarkRunner",
    abstract: "Measures what is no workload: live results, ids that collide, the regret of adaptive's choice.",
    discussion: """
      Without one of --live, --flooding and --regret it is a suite of workloads, with other options: \
      BenchmarkRunner --help. To these it adds --set quick|catalogue|judging|everything instead of names, and --lists, which measures \
      the changeset without a receipt and the making of snapshots, too.

      EXAMPLES
        BenchmarkRunner --set judging --record judging.json && BenchmarkRunner --set judging --regret judging.json
        BenchmarkRunner --live --size 1000 --size 10000 --size 100000 --size 1000000
        BenchmarkRunner --flooding --size 10000
      """)

  /// The options that choose a study.
  static let options = ["--live", "--flooding", "--regret"]

  @Flag(help: "What ids cost that collide under the fast hash, at each --size (100000).")
  var flooding = false

  @Flag(help: "What 1, 10 and 100 changes cost live results, at each --size (1000000).")
  var live = false

  @Option(
    help: ArgumentHelp(
      """
      Time nothing; print what adaptive's choice costs: in time by this file, in changes as they are counted now. Without \
      --size at all sizes in the file.
      """,
      valueName: "file"))
  var regret: String?

  @Option(help: "The workloads of --regret when none is named.")
  var set: WorkloadSet = .quick

  @Option(help: ArgumentHelp("A workload of --regret (repeatable).", valueName: "name"))
  var workload: [String] = []

  @Option(help: ArgumentHelp("A size (repeatable).", valueName: "n"))
  var size: [Int] = []

  @Option(help: ArgumentHelp("The most rounds of a table, each out and back.", valueName: "r"))
  var rounds = 25

  @Option(help: ArgumentHelp("About how long each contender is timed for.", valueName: "ms"))
  var milliseconds = 500

  @Option(help: ArgumentHelp("Write the run of --live to this file.", valueName: "file"))
  var record: String?

  @Option(help: ArgumentHelp("Run this of --live alone, without checking or timing it.", valueName: "name"))
  var onlyRun: String?

  @Option(help: ArgumentHelp("How often --only-run runs it.", valueName: "t"))
  var times = 1

  func validate() throws {
    guard rounds > 0, milliseconds > 0, times >= 0, size.allSatisfy({ $0 >= 0 }) else {
      throw ValidationError("numbers are from 1 up, sizes and times from 0")
    }
    guard [flooding, live, regret != nil].count(where: { $0 }) == 1 else {
      throw ValidationError("one of \(Self.options.joined(separator: ", ")) at a time")
    }
    if onlyRun != nil, !live || size.count > 1 { throw ValidationError("--only-run takes --live and one --size") }
    if record != nil, !live { throw ValidationError("--record takes --live here") }
  }

  func run() throws {
    if flooding {
      for size in size.isEmpty ? [100_000] : size { print(try Flooding.report(size: size, with: harness)) }
    } else if let onlyRun {
      try LiveUpdates(size: size.first ?? 1_000_000).runAlone(onlyRun, times: times)
    } else if live {
      let runs = try (size.isEmpty ? [1_000_000] : size).map { try LiveUpdates(size: $0).measure(with: harness) }
      print(LiveUpdates.report(runs))
      try write(runs)
    } else if let regret {
      print(try RegretTable(of: try benchmarks, at: size, in: BenchmarkRun(path: regret)).text)
    }
  }

  /// The workloads to judge, of elements with numbers for ids.
  private var benchmarks: [Benchmark] {
    get throws {
      let names = workload.isEmpty ? set.workloads.map(\.name) : workload
      return try names.map { name in
        guard let found = BenchmarkRunner.benchmarks.first(where: { $0.name == name }) else {
          throw ValidationError("there is no workload \(name); section-diff workload list names all")
        }
        return found
      }
    }
  }

  private func write(_ workloads: [WorkloadRun]) throws {
    guard let record else { return }
    let environment = RunEnvironment.current(seed: harness.bootstrap.seed)
    try BenchmarkRun(environment: environment, workloads: workloads).write(to: record)
  }

  private var harness: Harness<SystemClock> {
    Harness(
      plan: SamplingPlan(
        // The first run of a few changes finds nothing in the caches: a later one tells how many to time together.
        warmUps: live ? 4 : 1, minimumRounds: min(3, rounds), maximumRounds: rounds,
        nanosecondsPerContender: milliseconds * 1_000_000),
      clock: SystemClock())
  }
}
