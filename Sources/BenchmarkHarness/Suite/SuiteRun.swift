#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Runs a suite as its command line requests.
struct SuiteRun<Clock: NanosecondClock> {
  let benchmarks: [Benchmark]
  let clock: Clock

  /// A workload at one size.
  private struct Cell {
    var benchmark: Benchmark
    var size: Int
    var seed: UInt64
  }

  /// Runs, and returns the exit code.
  func run(_ arguments: [String], print: (String) -> Void) throws -> Int32 {
    let requests = arguments.split(separator: SuiteArguments.then, omittingEmptySubsequences: false).map(Array.init)
    if requests.count == 1 { return try runOne(requests[0], print: print) }
    let parsed = try requests.map { request throws(SuiteUsageError) in try SuiteArguments(request) }
    guard parsed.allSatisfy({ !$0.onlyRun.isEmpty }) else {
      throw SuiteUsageError("\(SuiteArguments.then) goes between requests with --only-run")
    }
    for request in requests { _ = try runOne(request, print: print) }
    return 0
  }

  private func runOne(_ arguments: [String], print: (String) -> Void) throws -> Int32 {
    let arguments = try SuiteArguments(arguments)
    if arguments.helps {
      let program = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "suite"
      print(SuiteArguments.help(program, workload: benchmarks.first.map { ($0.name, $0.size) }))
      return 0
    }
    if let twice = firstTwice(benchmarks.map { "\($0.name), \($0.elements)" }) {
      throw SuiteUsageError("the suite has two workloads \(twice)")
    }
    if arguments.lists {
      print(String(decoding: try SuiteListing(benchmarks).json().dropLast(), as: UTF8.self))
      return 0
    }
    let cells = try cells(arguments)
    if !arguments.onlyRun.isEmpty {
      guard let cell = cells.first, cells.count == 1 else {
        throw SuiteUsageError("--only-run takes one --workload and one --size")
      }
      print(try runAlone(arguments.onlyRun, cell, times: arguments.times))
      return 0
    }
    var workloads: [WorkloadRun] = []
    for cell in cells {
      guard let run = try measure(cell, arguments) else { continue }
      print(ResultTable(run).text)
      workloads.append(run)
    }
    guard !workloads.isEmpty else {
      let names = arguments.contenders.joined(separator: ", ")
      throw SuiteUsageError(cells.isEmpty ? "no workload takes any of these sizes" : "nothing is called \(names)")
    }
    if let record = arguments.record {
      let environment = RunEnvironment.current(seed: harness(arguments).bootstrap.seed)
      let json = try BenchmarkRun(environment: environment, workloads: workloads).json()
      // Who waits for the file sees nothing or all of it.
      try Data(json).write(to: URL(fileURLWithPath: record), options: .atomic)
      return 0
    }
    return workloads.contains { $0.table.rows.contains { $0.wrong != nil } } ? 1 : 0
  }

  // MARK: What is run

  private func cells(_ arguments: SuiteArguments) throws(SuiteUsageError) -> [Cell] {
    var cells: [Cell] = []
    for benchmark in try chosen(arguments) {
      let sizes = arguments.sizes + (arguments.sizes.isEmpty || arguments.hasOwnSize ? [benchmark.size] : [])
      for size in sizes {
        if size > benchmark.largestSize {
          // One that was named is missed; of all it is left out, as many have no use for other sizes.
          if arguments.workloads.isEmpty { continue }
          throw SuiteUsageError("\(benchmark.name) takes a --size up to \(benchmark.largestSize), not \(size)")
        }
        cells.append(Cell(benchmark: benchmark, size: size, seed: arguments.seed ?? benchmark.seed))
      }
    }
    return cells
  }

  private func chosen(_ arguments: SuiteArguments) throws(SuiteUsageError) -> [Benchmark] {
    let listing = SuiteListing(benchmarks)
    for name in arguments.workloads where !listing.names.contains(name) {
      throw SuiteUsageError("there is no workload \(name); --list names all")
    }
    let names = arguments.workloads.isEmpty ? listing.defaults : arguments.workloads
    let kinds = arguments.elements.isEmpty ? [nil] : arguments.elements.map(Optional.some)
    var chosen: [Benchmark] = []
    for kind in kinds {
      for name in names {
        guard let entry = listing.entry(name, kind) else {
          if arguments.workloads.isEmpty { continue }
          throw SuiteUsageError("\(name) has no elements \(kind ?? ""); --list names all")
        }
        let isThere = chosen.contains { $0.name == entry.name && $0.elements == entry.elements }
        guard !isThere, let found = benchmarks.first(where: { $0.name == entry.name && $0.elements == entry.elements })
        else { continue }
        chosen.append(found)
      }
    }
    if chosen.isEmpty {
      throw SuiteUsageError("no workload has elements \(arguments.elements.joined(separator: ", "))")
    }
    return chosen
  }

  private func input(_ cell: Cell) throws -> BenchmarkInput {
    let input = try cell.benchmark.input(size: cell.size, seed: cell.seed)
    if let twice = firstTwice((input.floors + input.contenders).map(\.name)) {
      throw SuiteUsageError("\(cell.benchmark.name) has two contenders \(twice)")
    }
    return input
  }

  private func firstTwice(_ names: [String]) -> String? {
    var seen: Set<String> = []
    return names.first { !seen.insert($0).inserted }
  }

  /// Runs contenders so many times each, with a mark after every run.
  private func runAlone(_ names: [String], _ cell: Cell, times: Int) throws -> String {
    let input = try input(cell)
    let everything = input.floors + input.contenders + [input.standard?.contender].compactMap { $0 }
    let contenders = try names.map { name in
      guard let contender = everything.first(where: { $0.name == name }) else {
        throw SuiteUsageError(
          "nothing is called \(name); there are \(everything.map(\.name).joined(separator: ", "))")
      }
      return contender
    }
    var (checksum, marks) = (0, 0)
    for contender in contenders {
      for _ in 0..<times {
        checksum &+= try contender.run()
        InstructionMark.instructionmark(&marks)
      }
    }
    return "\(names.joined(separator: ", ")) ran \(times) times; \(marks) marks, checksum \(checksum)"
  }

  // MARK: Measuring

  private func harness(_ arguments: SuiteArguments) -> Harness<Clock> {
    Harness(
      plan: SamplingPlan(
        minimumRounds: arguments.isBrief ? 1 : min(3, arguments.rounds), maximumRounds: arguments.rounds,
        nanosecondsPerContender: arguments.milliseconds * 1_000_000),
      clock: clock, bootstrap: arguments.isBrief ? Bootstrap(resamples: 1) : Bootstrap())
  }

  /// Checks, counts and times; `nil` where none of the requested contenders is there.
  private func measure(_ cell: Cell, _ arguments: SuiteArguments) throws -> WorkloadRun? {
    let input = try input(cell)
    let harness = harness(arguments)
    let chosen = input.contenders.filter { contender in
      contender.isJudged
        ? arguments.contenders.isEmpty || arguments.contenders.contains(contender.name) : !arguments.isBrief
    }
    guard let first = chosen.first(where: \.isJudged) else { return nil }
    let contenders = chosen.map { $0.slowed(by: arguments.slowDown, clock: clock) }
    if arguments.isBrief { return record(cell, input, try harness.measureRight(contenders), standard: nil) }
    let cost = input.standard?.cost(clock)
    // Where it is quick it takes part in the rounds, and ratios to it are paired; else it was timed once.
    let standard = cost?.isRepeatable == true ? input.standard.map { [$0.contender] } ?? [] : []
    let beside = input.floors + standard
    let table = try harness.measureRight(beside + contenders, against: beside.map(\.name), noiseOf: first.name)
    return record(cell, input, table, standard: table[Floors.standardName]?.median ?? cost?.nanoseconds)
  }

  private func record(
    _ cell: Cell, _ input: BenchmarkInput, _ table: MeasuredTable, standard: Double?
  ) -> WorkloadRun {
    return WorkloadRun(
      name: cell.benchmark.name, size: cell.size, seed: cell.seed, elements: cell.benchmark.elements,
      old: input.oldCount, new: input.newCount, table: table, standardNanoseconds: standard)
  }
}
