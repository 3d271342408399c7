internal import BenchmarkHarness
internal import DiffWorkloads

/// Finds out whether head is worse than base: gate by gate, the surest and cheapest first.
struct RegressionRun {
  let question: Regression.Question
  let processes: ChildProcess
  let folder: ScratchFolder
  /// Says how late it is.
  let clock: any NanosecondClock
  /// Receives what is being done, and the share of it that is done.
  let progress: (String, Double) -> Void

  /// Whether the time that all of it may take is up, but for this share.
  func isOver(leaving share: Double = 0) -> Bool {
    guard let seconds = question.seconds else { return false }
    return Double(clock.now) / 1e9 >= seconds * (1 - share)
  }

  /// The most workloads that are timed under a limit: what a quiet machine reaches. The fewer there are, the fewer rounds
  /// all their intervals together take.
  private static let mostTimed = 6

  static let nothingToMeasure = Failure("no workload takes any of these sizes; give a smaller --size")

  /// Sizes at which counts are taken when none is requested and the builds list none: two powers of ten, so that growth
  /// shows.
  private static let countedSizes = [1_000, 10_000, 100_000]
  /// The size at which times and instructions are taken then: large enough to be about the algorithm, small enough for
  /// many rounds.
  private static let timedSize = 10_000

  /// What the two sides say that they can measure.
  typealias Listings = (base: SuiteListing?, head: SuiteListing?)

  /// Runs every gate.
  func regression() throws -> Regression {
    let listings = (base: try listing(of: question.base), head: try listing(of: question.head))
    let (base, head) = try runs(listings)
    var regression = Regression(
      question: question, base: base.environment, head: head.environment, gates: [],
      counts: question.accepted.applied(to: CountGate(base: base, head: head)),
      wrong: head.diffs.compactMap { diff in diff.row.wrong.map { (diff.key, $0) } },
      growth: question.accepted.applied(to: GrowthGate(base: base, head: head)),
      regret: RegretGate(of: Strategy.standard.name, base: base, head: head),
      instructions: InstructionGate([]), times: [], recordedTimes: nil)
    for gate in Gate.allCases where question.gates.contains(gate) {
      switch gate {
      case .counts: regression.gates.append(countResult(regression.counts, [base.environment, head.environment]))
      case .growth: regression.gates.append(growthResult(regression.growth))
      case .regret: regression.gates.append(regretResult(regression.regret))
      case .instructions:
        let (gate, left) = try instructions(base, head, listings)
        regression.instructions = question.accepted.applied(to: gate)
        regression.gates.append(instructionResult(regression.instructions, left))
      case .time:
        if let before = question.base.runner, let after = question.head.runner {
          let (times, left) = try times(before, after, common(base, head), listings)
          regression.times = times
          regression.gates.append(timeResult(times, left))
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
      return try counted(base, head, try workloads(listings), listings)
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

  /// The cells of workloads, those sizes left out that are too large: of each workload with its first kind of element, or
  /// with the one that was requested; where nothing was chosen, with one of its others besides, in turn.
  func cells(_ names: [String], _ listings: Listings) -> [Cell] {
    guard let listing = listings.head ?? listings.base else {
      return names.flatMap { name in
        let largest = Catalogue.workload(name)?.largestSize ?? .max
        return (question.sizes ?? Self.countedSizes).filter { $0 <= largest }.map {
          Cell(workload: name, size: $0, elements: question.elements ?? "int")
        }
      }
    }
    return names.enumerated().flatMap { offset, name in
      var entries = [listing.entry(name, question.elements) ?? listings.base?.entry(name, question.elements)]
      let others = listing.workloads.filter { $0.name == name }.dropFirst()
      if question.workloads == nil, question.elements == nil, !others.isEmpty {
        entries.append(
          others[others.startIndex + (offset % others.count + question.rotation % others.count) % others.count])
      }
      return entries.compactMap { $0 }.flatMap { entry in
        (question.sizes ?? entry.sizes).filter { $0 <= entry.largestSize ?? .max }.map {
          Cell(workload: name, size: $0, elements: option(entry.elements, listings))
        }
      }
    }
  }

  /// The sizes at which a workload is timed.
  func timedSizes(_ key: DiffKey, _ listing: SuiteListing?) -> [Int] {
    question.sizes ?? [listing?.entry(key.workload, key.elements)?.timedSize ?? Self.timedSize]
  }

  /// What was requested of a benchmark run.
  func selected(_ run: BenchmarkRun, _ path: String) throws(Failure) -> BenchmarkRun {
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
    var whole: BenchmarkRun?
    for (index, workload) in run.workloads.enumerated() {
      progress("measuring: \(workload.name)", Double(index) / Double(run.workloads.count))
      let elements = option(workload.elements, listings)
      let cell = Cell(workload: workload.name, size: workload.size, elements: elements, seed: workload.seed)
      let part = try runner.run([cell], .whole, with: processes, in: folder)
      for found in part.workloads where !cell.isMet(by: found) {
        throw Failure(
          "\(runner.path): measured \(found.name), \(found.size) \(found.elements), which was not requested")
      }
      if whole == nil { whole = part } else { whole?.workloads += part.workloads }
    }
    guard let whole else { throw Self.nothingToMeasure }
    return whole
  }

  /// The kind of element to request; nil for the only kind that a workload of a runner without a list has.
  func option(_ elements: String, _ listings: Listings) -> String? {
    let runners = [question.base, question.head].count { $0.runner != nil }
    let listed = [listings.base, listings.head].count { $0 != nil }
    // There the option does not have that name, and colliding ids are a workload of their own.
    return listed < runners && elements == "colliding" ? nil : elements
  }

  /// What both sides have an answer for; what one of them lacks, the counts tell.
  func common(_ base: BenchmarkRun, _ head: BenchmarkRun) -> [DiffKey] {
    let others = Set(head.diffs.filter { $0.row.isJudged && $0.row.wrong == nil }.map(\.key))
    return base.diffs.filter { $0.row.isJudged && $0.row.wrong == nil && others.contains($0.key) }.map(\.key)
  }

  // MARK: Time

  /// Times, of as many workloads as the limit allows.
  private func times(
    _ base: Runner, _ head: Runner, _ keys: [DiffKey], _ listings: Listings
  ) throws -> (times: [(key: DiffKey, finding: TimeFinding)], left: Int) {
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
    // Where not all are reached, others come first in each rotation.
    if question.seconds != nil, !cells.isEmpty {
      let start = question.rotation % cells.count
      cells = Array((cells[start...] + cells[..<start]).prefix(Self.mostTimed))
    }
    let goal = TimeGoal(
      threshold: question.threshold, series: cells.reduce(0) { $0 + $1.strategies.count },
      maximumRounds: question.maximumRounds)
    var orders = PairedRound.Orders(seed: question.seed)
    var findings: [(key: DiffKey, finding: TimeFinding)] = []
    for (index, (cell, strategies)) in cells.enumerated() {
      if isOver() { break }
      let timer = CellTimer(base: base, head: head, cell: cell, goal: goal)
      findings += try timer.findings(
        of: strategies, orders: &orders, with: processes, in: folder, until: { isOver() }
      ) { share in
        progress("timing in turn: \(cell.workload), \(cell.size)", (Double(index) + share) / Double(cells.count))
      }
    }
    return (findings, keys.count - findings.count)
  }

  // MARK: Results

  private func countResult(_ gate: CountGate, _ environments: [RunEnvironment]) -> GateResult {
    let worse = gate.findings.count { $0.isWorse }
    let better = gate.findings.count { !$0.isMore }
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

  private func instructionResult(_ gate: InstructionGate, _ left: InstructionsLeft) -> GateResult {
    if let reason = left.reason { return GateResult(gate: .instructions, verdict: nil, summary: "skipped: \(reason)") }
    let worse = gate.findings.count { $0.isWorse }
    let better = gate.findings.count { $0.isBetter }
    var parts = ["\(gate.findings.count) runs: \(worse) more, \(better) fewer, by 1 % or above"]
    if left.long > 0 { parts.append("\(left.long) too long to be counted at any size") }
    if left.late > 0 { parts.append("\(left.late) left out by --within") }
    var verdict: Verdict? = gate.verdict
    if gate.findings.isEmpty {
      // What was not judged has not passed.
      if left.late > 0 { verdict = .cannotTell } else if left.long > 0 { verdict = nil }
    }
    return GateResult(gate: .instructions, verdict: verdict, summary: parts.joined(separator: "; "))
  }

  private func timeResult(_ times: [(key: DiffKey, finding: TimeFinding)], _ left: Int) -> GateResult {
    let slower = times.count { $0.finding.verdict == .regressed }
    let unsure = times.count { $0.finding.verdict == .cannotTell }
    var summary = "\(times.count) times: \(slower) slower"
    if unsure > 0 { summary += ", \(unsure) uncertain" }
    if left > 0 { summary += "; \(left) left out: within a limit at most \(Self.mostTimed) inputs are timed" }
    let verdict = times.isEmpty ? Verdict.cannotTell : Verdict.combined(times.map(\.finding.verdict))
    return GateResult(gate: .time, verdict: verdict, summary: summary)
  }
}
