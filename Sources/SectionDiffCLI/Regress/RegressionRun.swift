internal import BenchmarkHarness
internal import DiffWorkloads

/// Finds out whether head is worse than base: gate by gate, the surest and cheapest first.
struct RegressionRun {
  let question: Regression.Question
  let processes: ChildProcess
  let folder: ScratchFolder
  /// Receives what is being done, and the share of it that is done.
  let progress: (String, Double) -> Void

  /// Sizes at which counts are taken when none is requested and the builds list none: two powers of ten, so that growth
  /// shows.
  private static let countedSizes = [1_000, 10_000, 100_000]
  /// The size at which times and instructions are taken then: large enough to be about the algorithm, small enough for
  /// many rounds.
  private static let timedSize = 10_000

  /// What the two sides say that they can measure.
  private typealias Listings = (base: SuiteListing?, head: SuiteListing?)

  /// Runs every gate.
  func regression() throws -> Regression {
    let listings = (base: try listing(of: question.base), head: try listing(of: question.head))
    let (base, head) = try runs(listings)
    var regression = Regression(
      question: question, base: base.environment, head: head.environment, gates: [],
      counts: CountGate(base: base, head: head),
      wrong: head.diffs.compactMap { diff in diff.row.wrong.map { (diff.key, $0) } },
      growth: GrowthGate(base: base, head: head),
      regret: RegretGate(of: Strategy.standard.name, base: base, head: head),
      instructions: InstructionGate([]), times: [], recordedTimes: nil)
    for gate in Gate.allCases where question.gates.contains(gate) {
      switch gate {
      case .counts: regression.gates.append(countResult(regression.counts, [base.environment, head.environment]))
      case .growth: regression.gates.append(growthResult(regression.growth))
      case .regret: regression.gates.append(regretResult(regression.regret))
      case .instructions:
        let (gate, skipped) = try instructions(common(base, head), listings)
        regression.instructions = gate
        regression.gates.append(instructionResult(gate, skipped))
      case .time:
        if let before = question.base.runner, let after = question.head.runner {
          regression.times = try times(before, after, common(base, head), listings)
          regression.gates.append(timeResult(regression.times))
        } else {
          let recorded = RecordedTimeGate(base: base, head: head, threshold: question.threshold)
          regression.recordedTimes = recorded
          let skipped = recorded.verdict == nil ? "skipped: " : ""
          regression.gates.append(
            GateResult(
              gate: .time, verdict: recorded.verdict,
              summary: recorded.reasons.isEmpty
                ? "\(recorded.findings.count) recorded times, no slow-down"
                : skipped + recorded.reasons.joined(separator: "; ")))
        }
      }
    }
    return regression
  }

  // MARK: Benchmark runs

  /// The benchmark runs of both sides: as they are, or as the builds give them. A build that is compared with a run
  /// measures what it holds.
  private func runs(
    _ listings: Listings
  ) throws -> (base: BenchmarkRun, head: BenchmarkRun) {
    switch (question.base, question.head) {
    case (.file(let base, let path), .file(let head, let other)):
      return (try selected(base, path), try selected(head, other))
    case (.file(let run, let path), .runner(let runner)):
      let base = try selected(run, path)
      return (base, try measured(by: runner, like: base, listings))
    case (.runner(let runner), .file(let run, let path)):
      let head = try selected(run, path)
      return (try measured(by: runner, like: head, listings), head)
    case (.runner(let base), .runner(let head)):
      let names = try workloads(listings)
      return (
        try counted(base, "base", names, listings.base ?? listings.head, listings),
        try counted(head, "head", names, listings.head ?? listings.base, listings)
      )
    }
  }

  // MARK: What builds can measure

  private func listing(of side: Side) throws -> SuiteListing? {
    progress("listing workloads", 0)
    return try side.runner?.listing(with: processes, in: folder)
  }

  /// The workloads to measure: those that were requested, or all that one of the builds runs by default.
  private func workloads(_ listings: Listings) throws(Failure) -> [String] {
    let known = [listings.head, listings.base].compactMap { $0 }
    guard let requested = question.workloads else {
      let defaults = known.flatMap(\.defaults)
      var seen: Set<String> = []
      return known.isEmpty ? Catalogue.quick.map(\.name) : defaults.filter { seen.insert($0).inserted }
    }
    for name in requested {
      let largest: Int?
      if known.isEmpty {
        largest = Catalogue.workload(name)?.largestSize
      } else {
        largest = known.compactMap { $0.entry(name, question.elements) }.map { $0.largestSize ?? .max }.max()
      }
      let shown = VisibleText.shortened(name, to: 60)
      guard let largest else {
        let kind = question.elements.map { " with elements \($0)" } ?? ""
        throw Failure(
          usage: "there is no workload \(shown)\(kind); HEAD --list, or section-diff workload list, names all")
      }
      if let size = question.sizes?.first(where: { $0 > largest }) {
        throw Failure(usage: "the workload \(shown) takes a --size up to \(largest), not \(size)")
      }
    }
    return requested
  }

  /// The cells of a workload, those sizes left out that are too large for it; none where the build does not have it.
  private func cells(_ name: String, _ listing: SuiteListing?, _ listings: Listings) -> [Cell] {
    guard let listing else {
      let largest = Catalogue.workload(name)?.largestSize ?? .max
      return (question.sizes ?? Self.countedSizes).filter { $0 <= largest }.map {
        Cell(workload: name, size: $0, elements: question.elements ?? "int")
      }
    }
    guard let entry = listing.entry(name, question.elements) else { return [] }
    return (question.sizes ?? entry.sizes).filter { $0 <= entry.largestSize ?? .max }.map {
      Cell(workload: name, size: $0, elements: option(entry.elements, listings))
    }
  }

  /// The sizes at which a workload is timed.
  private func timedSizes(_ key: DiffKey, _ listing: SuiteListing?) -> [Int] {
    question.sizes ?? [listing?.entry(key.workload, key.elements)?.timedSize ?? Self.timedSize]
  }

  /// What was requested of a benchmark run.
  private func selected(_ run: BenchmarkRun, _ path: String) throws(Failure) -> BenchmarkRun {
    var run = run
    run.workloads.removeAll { workload in
      question.workloads.map { !$0.contains(workload.name) } ?? false
        || question.sizes.map { !$0.contains(workload.size) } ?? false
    }
    if let strategies = question.strategies {
      for index in run.workloads.indices {
        run.workloads[index].table.rows.removeAll { $0.isJudged && !strategies.contains($0.name) }
      }
    }
    guard run.diffs.contains(where: \.row.isJudged) else {
      throw Failure("\(path): holds nothing of what was requested; leave out --workload, --size or --strategy")
    }
    return run
  }

  private func measured(by runner: Runner, like run: BenchmarkRun, _ listings: Listings) throws -> BenchmarkRun {
    try joined(
      runner, "the build", .whole,
      run.workloads.map { workload in
        let elements = option(workload.elements, listings)
        return [Cell(workload: workload.name, size: workload.size, elements: elements, seed: workload.seed)]
      })
  }

  /// The kind of element to request; nil for the only kind that a workload of a runner without a list has.
  private func option(_ elements: String, _ listings: Listings) -> String? {
    let runners = [question.base, question.head].count { $0.runner != nil }
    let listed = [listings.base, listings.head].count { $0 != nil }
    // There the option does not have that name, and colliding ids are a workload of their own.
    return listed < runners && elements == "colliding" ? nil : elements
  }

  private func counted(
    _ runner: Runner, _ name: String, _ workloads: [String], _ listing: SuiteListing?, _ listings: Listings
  ) throws -> BenchmarkRun {
    let run = try joined(runner, name, .counts, workloads.map { cells($0, listing, listings) })
    return try selected(run, runner.path)
  }

  private func joined(
    _ runner: Runner, _ name: String, _ manner: Runner.Manner, _ groups: [[Cell]]
  ) throws -> BenchmarkRun {
    var run: BenchmarkRun?
    for (index, group) in groups.enumerated() where !group.isEmpty {
      progress("counting, \(name): \(group[0].workload)", Double(index) / Double(groups.count))
      let part = try runner.run(group, manner, with: processes, in: folder)
      if run == nil { run = part } else { run?.workloads += part.workloads }
    }
    guard let run else { throw Failure("no workload takes any of these sizes; give a smaller --size") }
    return run
  }

  // MARK: Instructions

  /// What both sides have an answer for; what one of them lacks, the counts tell.
  private func common(_ base: BenchmarkRun, _ head: BenchmarkRun) -> [DiffKey] {
    let others = Set(head.diffs.filter { $0.row.isJudged && $0.row.wrong == nil }.map(\.key))
    return base.diffs.filter { $0.row.isJudged && $0.row.wrong == nil && others.contains($0.key) }.map(\.key)
  }

  private func instructions(
    _ keys: [DiffKey], _ listings: Listings
  ) throws -> (InstructionGate, skipped: String?) {
    guard let before = question.base.runner, let after = question.head.runner else {
      return (InstructionGate([]), "files of runs hold no instructions; give two programs")
    }
    guard let valgrind = question.valgrind else { return (InstructionGate([]), "valgrind is not installed") }
    if listings.head?.instructions == false { return (InstructionGate([]), "HEAD counts no instructions") }
    if listings.base?.instructions == false { return (InstructionGate([]), "BASE counts no instructions") }
    let listing = listings.head ?? listings.base
    let keys = keys.filter { $0.size == timedSizes($0, listing).min() }
    var findings: [InstructionFinding] = []
    for (index, key) in keys.enumerated() {
      progress("instructions: \(key)", Double(index) / Double(keys.count))
      let elements = option(key.elements, listings)
      let cell = Cell(workload: key.workload, size: key.size, elements: elements)
      let counts = try [before, after].map {
        try $0.instructions(of: key.contender, on: cell, valgrind: valgrind, with: processes, in: folder)
      }
      findings.append(InstructionFinding(key: key, base: counts[0], head: counts[1]))
    }
    return (InstructionGate(findings), nil)
  }

  // MARK: Time

  private func times(
    _ base: Runner, _ head: Runner, _ keys: [DiffKey], _ listings: Listings
  ) throws -> [(key: DiffKey, finding: TimeFinding)] {
    let listing = listings.head ?? listings.base
    let keys = keys.filter { timedSizes($0, listing).contains($0.size) }
    var cells: [(cell: Cell, strategies: [String])] = []
    for key in keys {
      let elements = option(key.elements, listings)
      let cell = Cell(workload: key.workload, size: key.size, elements: elements)
      if cells.last?.cell == cell {
        cells[cells.count - 1].strategies.append(key.contender)
      } else {
        cells.append((cell, [key.contender]))
      }
    }
    let goal = TimeGoal(
      threshold: question.threshold, series: keys.count, maximumRounds: question.maximumRounds)
    var orders = PairedRound.Orders(seed: question.seed)
    var findings: [(key: DiffKey, finding: TimeFinding)] = []
    for (index, (cell, strategies)) in cells.enumerated() {
      let timer = CellTimer(base: base, head: head, cell: cell, goal: goal)
      findings += try timer.findings(of: strategies, orders: &orders, with: processes, in: folder) { share in
        progress("timing in turn: \(cell.workload), \(cell.size)", (Double(index) + share) / Double(cells.count))
      }
    }
    return findings
  }

  // MARK: Results

  private func countResult(_ gate: CountGate, _ environments: [RunEnvironment]) -> GateResult {
    let worse = gate.findings.count { $0.isWorse }
    let better = gate.findings.count - worse
    var parts = ["\(Figures.grouped(gate.compared)) counts: \(worse) more, \(better) fewer"]
    if gate.uncounted.contains(CountKind.allocations) {
      let isOnSystem = environments.contains { $0.allocator == RunEnvironment.systemAllocator }
      parts.append(isOnSystem ? "no allocations without jemalloc (scripts/with-jemalloc)" : "no allocations")
    }
    if !gate.missing.isEmpty { parts.append("\(gate.missing.count) not comparable") }
    return GateResult(gate: .counts, verdict: gate.verdict, summary: parts.joined(separator: "; "))
  }

  private func growthResult(_ gate: GrowthGate) -> GateResult {
    guard let verdict = gate.verdict else {
      return GateResult(
        gate: .growth, verdict: nil,
        summary: "skipped: takes three sizes of a workload in both, the largest 8 times the smallest or more")
    }
    let worse = gate.judged.count { $0.isWorse }
    return GateResult(
      gate: .growth, verdict: verdict, summary: "\(gate.judged.count) exponents: \(worse) rose by more than 0.15")
  }

  private func regretResult(_ gate: RegretGate) -> GateResult {
    guard let verdict = gate.verdict, let head = gate.head else {
      return GateResult(
        gate: .regret, verdict: nil, summary: "skipped: takes \(Strategy.standard) and another strategy in both")
    }
    func part(_ name: String, _ mean: Double, _ worst: Double) -> String {
      "\(name) \(Figures.fixed(mean, places: 3)) in the mean, \(Figures.fixed(worst, places: 3)) at worst"
    }
    var parts = [part("size", head.meanSize, head.regrets[head.largest].sizeRatio)]
    if let times = gate.times?.head {
      let slowest = times.regrets[times.slowest].timeRatio.median
      parts.append(part("time of unique identities", times.meanTime, slowest))
    }
    let worse = gate.findings.count { $0.isWorse }
    if worse > 0 { parts.append("\(worse) too large") }
    if gate.isMeanWorse { parts.append("the mean size is too large") }
    if verdict == .cannotTell { parts.append("the mean time has risen; measure again on a quiet machine") }
    return GateResult(gate: .regret, verdict: verdict, summary: parts.joined(separator: "; "))
  }

  private func instructionResult(_ gate: InstructionGate, _ skipped: String?) -> GateResult {
    if let skipped { return GateResult(gate: .instructions, verdict: nil, summary: "skipped: \(skipped)") }
    let worse = gate.findings.count { $0.isWorse }
    let better = gate.findings.count { $0.isBetter }
    return GateResult(
      gate: .instructions, verdict: gate.verdict,
      summary: "\(gate.findings.count) contenders: \(worse) more, \(better) fewer, by 1 % or above")
  }

  private func timeResult(_ times: [(key: DiffKey, finding: TimeFinding)]) -> GateResult {
    let slower = times.count { $0.finding.verdict == .regressed }
    let unsure = times.count { $0.finding.verdict == .cannotTell }
    var summary = "\(times.count) times: \(slower) slower"
    if unsure > 0 { summary += ", \(unsure) uncertain" }
    return GateResult(
      gate: .time, verdict: times.isEmpty ? .cannotTell : Verdict.combined(times.map(\.finding.verdict)),
      summary: summary)
  }
}
