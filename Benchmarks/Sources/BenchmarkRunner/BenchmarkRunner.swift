import ArgumentParser
import BenchmarkHarness
import DiffWorkloads
import Subjects

/// Measures the library from outside, as its users call it, and writes what it found to a file.
@main
struct BenchmarkRunner: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measures every strategy on the workloads of the catalogue.",
    discussion: """
      Each answer is checked and counted before anything is timed; then all strategies and the floors scan and dict run \
      in turn, out and back, so that all see the same machine. The standard library's difference is timed too, unless \
      it would take more than 20 s or 2 GiB.

      THE PROTOCOL
        section-diff regress asks a build for its figures like this, and nothing else is agreed on:

        BenchmarkRunner --workload NAME --size N --elements KIND --brief
            --rounds R --milliseconds M --record FILE
        exits with 0 and has written FILE: a benchmark run in the form section-diff-benchmark/1 (JSON), one entry for each \
      workload and size, one row for each strategy and floor, with its answer's counts, its allocations where the process \
      runs on jemalloc, and its times. Any other exit code is error, reported on standard error.

        BenchmarkRunner --workload NAME --size N --elements KIND --only-run STRATEGY --times T
        runs that strategy T times, times nothing and writes nothing, so that the difference between two numbers of \
      times is what a run costs under valgrind. Set SWIFT_DETERMINISTIC_HASHING=1 for equal counts in every run.

      EXAMPLES
        BenchmarkRunner
        BenchmarkRunner --set catalogue --size 10000 --record head.json
        BenchmarkRunner --workload shuffle --size 1000 --size 10000 --elements string
        BenchmarkRunner --set judging --record judging.json && BenchmarkRunner --set judging --regret judging.json
        BenchmarkRunner --set judging --own-size --size 10 --size 1000 --record judging.json
        scripts/with-jemalloc BenchmarkRunner --workload mixed --record head.json
        BenchmarkRunner --live --size 1000 --size 10000 --size 100000 --size 1000000
        valgrind --tool=cachegrind BenchmarkRunner --workload mixed --size 1000 --only-run lis --times 2
      """)

  @Option(help: ArgumentHelp("A workload of the catalogue (repeatable).", valueName: "name"))
  var workload: [String] = []

  @Option(help: "Workloads to run when none is named: six typical ones, all, or those that nothing is tuned on.")
  var set: WorkloadSet = .quick

  @Option(help: ArgumentHelp("The number of old rows (repeatable); by default that of the catalogue.", valueName: "n"))
  var size: [Int] = []

  @Flag(help: "Besides each --size, the one of the catalogue.")
  var ownSize = false

  @Option(help: "The kind of element (repeatable); by default int.")
  var elements: [ElementKind] = []

  @Option(help: ArgumentHelp("Where the workload's random numbers start; by default its own.", valueName: "s"))
  var seed: UInt64?

  @Option(help: "A strategy to measure (repeatable); by default all.")
  var strategy: [Strategy] = []

  @Option(help: ArgumentHelp("The most rounds of a table, each out and back.", valueName: "r"))
  var rounds = 25

  @Option(help: ArgumentHelp("About how long each contender is timed for.", valueName: "ms"))
  var milliseconds = 500

  @Option(help: ArgumentHelp("Write the run to this file.", valueName: "file"))
  var record: String?

  @Option(
    help: ArgumentHelp(
      """
      Time nothing; print what adaptive's choice costs, for the workloads that would be run: in time by this file, in \
      changes as they are counted now. Without --size at all sizes in the file.
      """,
      valueName: "file"))
  var regret: String?

  @Flag(help: "No standard library, no floors, no intervals, no noise floor: what regress repeats many times.")
  var brief = false

  @Flag(help: "Measure the changeset without a receipt, and making the snapshots of both sides, too.")
  var lists = false

  @Option(help: ArgumentHelp("Run this strategy or floor alone, without checking or timing it.", valueName: "name"))
  var onlyRun: String?

  @Flag(help: "Only measure what ids cost that collide under the fast hash, at each --size (100000).")
  var flooding = false

  @Flag(help: "Only measure what a diff in several tasks takes beside one in the caller's, at each --size (1000000).")
  var tasks = false

  @Flag(help: "Only measure what 1, 10 and 100 changes cost live results, at each --size (1000000).")
  var live = false

  @Option(help: ArgumentHelp("How often --only-run runs it.", valueName: "t"))
  var times = 1

  @Option(
    help: ArgumentHelp(
      "Let every strategy idle for this share of its time after each run: a slow-down to try the gate with.",
      valueName: "percent"))
  var slowDown = 0.0

  func validate() throws {
    guard rounds > 0, milliseconds > 0 else {
      throw ValidationError("--rounds and --milliseconds take numbers from 1 up")
    }
    guard slowDown >= 0, slowDown <= 1_000 else {
      throw ValidationError("--slow-down takes a percentage from 0 to 1000, not \(slowDown)")
    }
    guard times >= 0 else { throw ValidationError("--times takes a number from 0 up, not \(times)") }
    if onlyRun != nil, !live, try inputs().count != 1 {
      throw ValidationError("--only-run takes one --workload and one --size")
    }
    if onlyRun != nil, live, size.count > 1 { throw ValidationError("--only-run takes one --size") }
    if regret != nil, record != nil || onlyRun != nil {
      throw ValidationError("--regret reads a file and measures nothing; leave out --record and --only-run")
    }
  }

  /// What is to be measured, in order.
  private func inputs() throws -> [InputChoice] {
    let chosen = try workload.isEmpty ? set.workloads : workload.map { try Self.workload($0) }
    let sized = try chosen.flatMap { workload in
      try (size.isEmpty || ownSize ? size + [workload.defaultSize] : size).compactMap { size -> (Workload, Int)? in
        if size >= 0, size <= workload.largestSize { return (workload, size) }
        // One that was named is missed; of a set it is left out, as many have no use for other sizes.
        if self.workload.isEmpty, size > workload.largestSize { return nil }
        throw ValidationError("\(workload.name) takes a --size from 0 to \(workload.largestSize), not \(size)")
      }
    }
    return (elements.isEmpty ? [.int] : elements).flatMap { elements in
      sized.map { workload, size in
        InputChoice(workload: workload, size: size, seed: seed ?? workload.defaultSeed, elements: elements)
      }
    }
  }

  private static func workload(_ name: String) throws -> Workload {
    guard let workload = Catalogue.workload(name) else {
      throw ValidationError("there is no workload \(name); section-diff workload list names all")
    }
    return workload
  }

  func run() throws {
    if flooding {
      for size in size.isEmpty ? [100_000] : size { print(try Flooding.report(size: size, with: plan.harness)) }
      return
    }
    if tasks {
      for size in size.isEmpty ? [1_000_000] : size { print(try TaskTimes.report(size: size, with: plan.harness)) }
      return
    }
    if live {
      if let onlyRun {
        try LiveUpdates(size: size.first ?? 1_000_000).runAlone(onlyRun, times: times)
        return
      }
      let runs = try (size.isEmpty ? [1_000_000] : size).map {
        try LiveUpdates(size: $0).measure(with: plan.harness)
      }
      print(LiveUpdates.report(runs))
      try write(runs)
      return
    }
    let inputs = try inputs()
    if let onlyRun {
      try inputs.first?.runAlone(onlyRun, times: times)
      return
    }
    if let regret {
      let run = try BenchmarkRun(path: regret)
      let judged = size.isEmpty ? inputs.flatMap { $0.atAnySize(in: run) } : inputs
      print(try RegretTable(of: judged, in: run).text)
      return
    }
    var workloads: [WorkloadRun] = []
    for input in inputs {
      let measured = try input.measure(with: plan)
      print(ResultTable(measured).text)
      workloads.append(measured)
    }
    try write(workloads)
  }

  private func write(_ workloads: [WorkloadRun]) throws {
    guard let record else { return }
    let environment = RunEnvironment.current(seed: plan.harness.bootstrap.seed)
    try BenchmarkRun(environment: environment, workloads: workloads).write(to: record)
  }

  private var plan: MeasuringPlan {
    MeasuringPlan(
      harness: Harness(
        plan: SamplingPlan(
          minimumRounds: brief ? 1 : min(3, rounds), maximumRounds: rounds,
          nanosecondsPerContender: milliseconds * 1_000_000),
        clock: SystemClock(), bootstrap: brief ? Bootstrap(resamples: 1) : Bootstrap()),
      strategies: strategy.isEmpty ? Strategy.all : Strategy.all.filter { strategy.contains($0) },
      measuresLists: lists, isBrief: brief, slowDown: slowDown / 100)
  }
}
