internal import BenchmarkHarness
internal import DiffWorkloads

/// Finds out whether head is worse than base: gate by gate, the surest and cheapest first.
struct RegressionRun {
  let question: Regression.Question
  let processes: ChildProcess
  let folder: ScratchFolder
  /// How long it may take.
  let limit: TimeLimit
  /// Receives what is being done, and the share of it that is done.
  let progress: (String, Double) -> Void

  static let nothingToMeasure = Failure("no workload takes any of these sizes; give a smaller --size")
  static let nothingCounted = Failure(
    "nothing was counted in the time that --within gives it; give it more, or name a --workload")

  /// The size at which times and instructions are taken of a runner without a list: large enough to be about the algorithm,
  /// small enough for many rounds.
  private static let timedSize = 10_000

  /// What the two sides say that they can measure.
  typealias Listings = (base: SuiteListing?, head: SuiteListing?)

  /// Runs every gate.
  func regression() throws -> Regression {
    let listings = (base: try listing(of: question.base), head: try listing(of: question.head))
    let cells = try CellPlan(
      base: inventory(question.base, listings.base), head: inventory(question.head, listings.head), question)
    let counted = try runs(cells, listings)
    let unknown = try unknownContenders(counted)
    let isPaired = question.base.runner != nil && question.head.runner != nil
    let wanted = Set(question.gates)
    var trades = question.accepted
    let plan = trades.applied(
      to: ComparisonPlan(
        base: counted.base, head: counted.head, lost: cells.others + unknown + counted.lost + counted.left,
        isPaired: isPaired,
        allowsOtherHost: question.allowsOtherHost,
        besides: wanted.subtracting(question.reported).contains(.time) ? [.time] : []))
    let (instructions, instructionsLeft) =
      wanted.contains(.instructions) ? try self.instructions(plan, listings) : ([], InstructionsLeft())
    // Of a gate that is not asked for nothing is found.
    func seen(by gate: Gate) -> ComparisonPlan { wanted.contains(gate) ? plan : .nothing }
    var regression = Regression(
      question: question, base: counted.base.environment, head: counted.head.environment, gates: [], plan: plan,
      counts: trades.applied(to: CountGate(seen(by: .counts))),
      growth: trades.applied(
        to: GrowthGate(seen(by: .growth), instructions: wanted.contains(.growth) ? instructions : [])),
      regret: trades.applied(to: RegretGate(of: Strategy.standard.name, seen(by: .regret))),
      instructions: trades.applied(
        to: InstructionGate(instructions.filter { !instructionsLeft.extra.contains($0.key) })),
      times: [], recordedTimes: nil)
    regression.plan.leaveOut(instructionsLeft.cells)
    for gate in Gate.allCases where wanted.contains(gate) {
      switch gate {
      case .counts: regression.gates.append(countResult(regression.counts, counted))
      case .growth: regression.gates.append(growthResult(regression.growth))
      case .regret: regression.gates.append(regretResult(regression.regret))
      case .instructions: regression.gates.append(instructionResult(regression.instructions, instructionsLeft))
      case .time where isPaired:
        let (times, left, failures, wrong) = try times(plan, listings)
        regression.plan.add(wrong)
        regression.times = times
        regression.plan.leaveOut(left)
        regression.gates.append(timeResult(times, left, failures))
      case .time:
        let recorded = RecordedTimeGate(plan, threshold: question.threshold)
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
    regression.trades = trades.remarks(
      on: [counted.base, counted.head], workloads: names(listings, counted.base, counted.head)
    ) { metric in
      let gate: Gate =
        switch metric {
        case AcceptedTrade.instructions: .instructions
        case AcceptedTrade.regret, AcceptedTrade.meanRegret: .regret
        case _ where metric.hasPrefix(AcceptedTrade.growth): .growth
        default: .counts
        }
      return regression.gates.contains { $0.gate == gate && $0.verdict != nil }
        && regression.left(of: gate).isEmpty && regression.left(of: .counts).isEmpty
    }
    return regression
  }

  private func inventory(_ side: Side, _ listing: SuiteListing?) -> Inventory {
    if case .file(let run, _) = side { Inventory(run) } else { Inventory(listing) }
  }

  /// The contenders that are asked for and were not met: what was left out, or failed, may have them.
  ///
  /// - Throws: A failure of usage where nothing was.
  private func unknownContenders(_ counted: CountedRuns) throws(Failure) -> [ComparisonPlan.Figure] {
    let found = Set((counted.base.diffs + counted.head.diffs).filter(\.row.isJudged).map(\.key.contender))
    let unknown = (question.strategies ?? []).filter { !found.contains($0) }
    if let name = unknown.first, counted.left.isEmpty, counted.lost.isEmpty {
      throw Failure(usage: "nothing is called \(VisibleText.shortened(name, to: 60)) on either side")
    }
    return unknown.map { name in
      let key = DiffKey(workload: "", size: 0, seed: 0, elements: "", contender: name)
      let shown = VisibleText.shortened(name, to: 60)
      return .init(key: key, standing: .failed, "nothing is called \(shown) in what was measured")
    }
  }

  /// The names of all workloads that there are; nil where only some were looked at.
  private func names(_ listings: Listings, _ base: BenchmarkRun, _ head: BenchmarkRun) -> Set<String>? {
    let listed = [listings.base, listings.head].compactMap { $0 }.flatMap(\.names)
    if !listed.isEmpty { return Set(listed) }
    return question.workloads == nil ? Set((base.workloads + head.workloads).map(\.name)) : nil
  }

  // MARK: Benchmark runs

  /// The benchmark runs of both sides: as they are, or as the builds give them. A build that is compared with a run
  /// measures what it holds.
  private func runs(_ cells: CellPlan, _ listings: Listings) throws -> CountedRuns {
    var counted: CountedRuns
    switch (question.base, question.head) {
    case (.file(let base, _), .file(let head, _)): counted = CountedRuns(base: base, head: head)
    case (.file(let run, _), .runner(let runner)):
      counted = try measured(by: runner, like: selected(run, of: question.base), isHead: true, cells, listings)
    case (.runner(let runner), .file(let run, _)):
      counted = try measured(by: runner, like: selected(run, of: question.head), isHead: false, cells, listings)
    case (.runner(let base), .runner(let head)): counted = try self.counted(base, head, cells, listings)
    }
    counted.base = selected(counted.base, of: question.base)
    counted.head = selected(counted.head, of: question.head)
    guard (counted.base.diffs + counted.head.diffs).contains(where: \.row.isJudged) || !counted.lost.isEmpty else {
      throw Failure("nothing of what was requested is there; leave out --workload, --size or --strategy")
    }
    return counted
  }

  // MARK: What builds can measure

  private func listing(of side: Side) throws -> SuiteListing? {
    progress("listing workloads", 0)
    return try side.runner?.listing(with: processes, in: folder) { limit.left(.counts) }
  }

  /// What is right on both sides, each contender at all its sizes, and the size at which it is timed.
  func families(_ plan: ComparisonPlan, _ listings: Listings) -> [(keys: [DiffKey], timed: Int)] {
    var families: [(keys: [DiffKey], timed: Int)] = []
    var offsets: [DiffKey: Int] = [:]
    for (key, _, row) in plan.base.diffs where row.isJudged {
      var family = key
      family.size = 0
      let offset = offsets[family] ?? families.count
      offsets[family] = offset
      if offset == families.count { families.append(([], 0)) }
      families[offset].keys.append(key)
    }
    for (offset, (keys, _)) in families.enumerated() {
      let entry = (listings.base ?? listings.head)?.entry(keys[0].workload, keys[0].elements)
      let sizes = keys.map(\.size).sorted()
      let wanted = entry?.timedSize ?? Self.timedSize
      // One that both have.
      families[offset].timed = sizes.contains(wanted) ? wanted : sizes[sizes.count / 2]
    }
    return families
  }

  /// What was requested of a benchmark run. A build was asked for nothing else, and may call its only kind otherwise.
  private func selected(_ run: BenchmarkRun, of side: Side) -> BenchmarkRun {
    var run = run
    run.workloads.removeAll { workload in
      question.workloads.map { !$0.contains(workload.name) } ?? false
        || question.sizes.map { !$0.contains(workload.size) } ?? false
        || side.runner == nil && question.elements.map { $0 != workload.elements } ?? false
    }
    if let strategies = question.strategies {
      for index in run.workloads.indices {
        run.workloads[index].table.rows.removeAll { $0.isJudged && !strategies.contains($0.name) }
      }
    }
    return run
  }

  /// A run from a file, and the same as a build measures it: of as many workloads as the limit allows, one after the
  /// other, as times are taken, too. Others come first in each rotation.
  private func measured(
    by runner: Runner, like run: BenchmarkRun, isHead: Bool, _ plan: CellPlan, _ listings: Listings
  ) throws -> CountedRuns {
    // What the build does not take is on one side only.
    let known = Set(plan.entries.filter { isHead ? $0.isInHead : $0.isInBase }.map(\.cell.key))
    let taken = run.workloads.filter { workload in
      known.contains(Cell(workload: workload.name, size: workload.size, elements: workload.elements).key)
    }
    let cells = taken.map {
      Cell(
        workload: $0.name, size: $0.size, elements: option($0.elements, listings),
        // Without random numbers it has none.
        seed: $0.seed == 0 ? nil : $0.seed)
    }
    // The run in the file has come to its end.
    var jobs = [false, true].flatMap { side in
      cells.map { CountedRuns.Job(cell: $0, isHead: side, isStarted: side != isHead, isDone: side != isHead) }
    }
    let first = isHead ? cells.count : 0
    var parts = [BenchmarkRun?](repeating: nil, count: cells.count)
    let all = Array(cells.indices)
    let order = question.seconds == nil ? all : Turns.order(all, question.rotation) { cells[$0] }
    var pace = TimeLimit.Pace()
    for (done, index) in order.enumerated() where !limit.isOver(.counts) {
      let cell = cells[index]
      progress("measuring: \(cell.workload), \(cell.size)", Double(done) / Double(cells.count))
      pace.start(index, limit.left(.counts))
      do {
        parts[index] = try runner.run([cell], .whole, with: processes, in: folder) { limit.left(.counts) }
      } catch let failure as Failure {
        jobs[first + index].failure = failure
        continue
      } catch ChildProcess.Ending.outOfTime {
        // What had no more time than others took has only come late. No other build shows how long it may take.
        jobs[first + index].isStarted = pace.isEnough(index)
        break
      }
      pace.end(index, limit.left(.counts))
      jobs[first + index].isStarted = true
      jobs[first + index].isDone = true
    }
    let isWrong = isHead ? parts.contains { $0?.wrongAnswers.isEmpty == false } : !run.wrongAnswers.isEmpty
    let (left, lost) = try CountedRuns.unfinished(jobs, isWrong: isWrong)
    if left.count == cells.count, lost.isEmpty, !isWrong, !cells.isEmpty { throw Self.nothingCounted }
    let whole = BenchmarkRun(joining: parts.compactMap { $0 })
    var run = run
    let isLost = left.union(jobs.filter { $0.failure != nil }.map(\.cell))
    let missed = Set(zip(cells, taken).filter { isLost.contains($0.0) }.map { $0.1.key(of: "") })
    // A wrong answer of head decides, whatever became of the base.
    let wrong = isHead ? [] : run.workloads.filter { missed.contains($0.key(of: "")) }
    run.workloads.removeAll { missed.contains($0.key(of: "")) }
    run.workloads += BenchmarkRun(environment: run.environment, workloads: wrong).wrongAnswers
    return CountedRuns(
      base: isHead ? run : whole, head: isHead ? whole : run, left: cells.filter(left.contains).map { $0.leftOut() },
      lost: lost)
  }

  /// The kind of element to request; nil for the only kind that a workload of a runner without a list has.
  func option(_ elements: String, _ listings: Listings) -> String? {
    let runners = [question.base, question.head].count { $0.runner != nil }
    let listed = [listings.base, listings.head].count { $0 != nil }
    // There the option does not have that name, and colliding ids are a workload of their own.
    return listed < runners && elements == "colliding" ? nil : elements
  }

  // MARK: Time

  /// Times, of as many workloads as the limit allows; others come first in each rotation.
  private func times(
    _ plan: ComparisonPlan, _ listings: Listings
  ) throws -> (
    times: [(key: DiffKey, finding: TimeFinding)], left: [ComparisonPlan.Figure], failures: [Failure],
    wrong: [ComparisonPlan.WrongAnswer]
  ) {
    guard let base = question.base.runner, let head = question.head.runner else { return ([], [], [], []) }
    let timed = families(plan, listings).flatMap { keys, size in
      keys.filter { question.sizes?.contains($0.size) ?? ($0.size == size) }
    }
    let isTimed = Set(timed)
    var all: [(cell: Cell, strategies: [String])] = []
    var inputs: [Cell: WorkloadRun] = [:]
    for (key, workload, _) in plan.base.diffs where isTimed.contains(key) {
      let cell = Cell(workload: key.workload, size: key.size, elements: option(key.elements, listings))
      inputs[cell] = workload
      if all.last?.cell == cell {
        all[all.count - 1].strategies.append(key.contender)
      } else {
        all.append((cell, [key.contender]))
      }
    }
    var failures: [Failure] = []
    let cells = try reachable(
      question.seconds == nil ? all : Turns.order(all, question.rotation, by: \.cell), base, &failures)
    let goal = TimeGoal(
      threshold: question.threshold, series: cells.reduce(0) { $0 + $1.strategies.count },
      maximumRounds: question.maximumRounds)
    var orders = PairedRound.Orders(seed: question.seed)
    var findings: [(key: DiffKey, finding: TimeFinding)] = []
    var wrong: [ComparisonPlan.WrongAnswer] = []
    var done: Set<Cell> = []
    for (index, (cell, strategies)) in cells.enumerated() {
      if limit.isOver(.time) { break }
      let timer = CellTimer(base: base, head: head, cell: cell, input: inputs[cell], goal: goal)
      let (found, failed, bad) = try timer.findings(
        of: strategies, orders: &orders, with: processes, in: folder, until: { limit.isOver(.time) },
        left: { limit.left(.time) }
      ) { share in
        progress("timing in turn: \(cell.workload), \(cell.size)", (Double(index) + share) / Double(cells.count))
      }
      findings += found
      failures += failed
      wrong += bad
      if !failed.isEmpty || !bad.isEmpty || found.count == strategies.count { done.insert(cell) }
    }
    return (findings, all.map(\.cell).filter { !done.contains($0) }.map { $0.leftOut(.time) }, failures, wrong)
  }

  /// As many of them as the time is enough for where the machine is quiet; none where one process takes all of it. The
  /// fewer there are, the fewer rounds all their intervals together take, so it is better to know than to try.
  private func reachable(
    _ cells: [(cell: Cell, strategies: [String])], _ runner: Runner, _ failures: inout [Failure]
  ) throws -> [(cell: Cell, strategies: [String])] {
    guard let first = cells.first, !limit.isOver(.time), limit.left(.time) != nil else { return cells }
    let before = limit.left(.time) ?? 0
    do {
      _ = try runner.run([first.cell], .times(of: first.strategies), with: processes, in: folder) { limit.left(.time) }
    } catch let failure as Failure {
      failures.append(failure)
      return Array(cells.dropFirst())
    } catch ChildProcess.Ending.outOfTime {
      return []
    }
    let left = limit.left(.time) ?? 0
    // A pilot and a comparison, each of the fewest rounds, of four processes each.
    let seconds = (before - left) * Double(2 * 4 * TimeGoal().minimumRounds)
    return Array(cells.prefix(seconds * Double(cells.count) <= left ? cells.count : max(1, Int(left / seconds))))
  }

  // MARK: Results

  private func countResult(_ gate: CountGate, _ counted: CountedRuns) -> GateResult {
    let worse = gate.findings.count { $0.isWorse }
    let better = gate.findings.count { !$0.isChangeForTheWorse }
    var parts = ["\(Figures.grouped(gate.compared)) counts: \(worse) worse, \(better) better"]
    let runs = [counted.base, counted.head]
    if !runs.allSatisfy({ $0.diffs.contains { $0.row.allocations != nil } }) {
      let isOnSystem = runs.contains { $0.environment.allocator == RunEnvironment.systemAllocator }
      parts.append(isOnSystem ? "no allocations without jemalloc (scripts/with-jemalloc)" : "no allocations")
    }
    if !counted.left.isEmpty { parts.append("inputs left out by --within: \(counted.left.count)") }
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
    guard let verdict = gate.verdict else {
      return GateResult(
        gate: .regret, verdict: nil, summary: "skipped: takes \(Strategy.standard) and another strategy in both")
    }
    guard let head = gate.head else {
      return GateResult(gate: .regret, verdict: verdict, summary: "\(gate.unjudged.count) without times")
    }
    func part(_ name: String, _ mean: Double, _ worst: Double) -> String {
      "\(name) \(Figures.fixed(mean, places: 3)) in the mean, \(Figures.fixed(worst, places: 3)) at worst"
    }
    var parts = [part("size", head.meanSize, head.regrets[head.largest].sizeRatio)]
    if !gate.unjudged.isEmpty { parts.append("\(gate.unjudged.count) without times") }
    if let times = gate.times?.head {
      let slowest = times.regrets[times.slowest].timeRatio.median
      parts.append(part("time of unique identities", times.meanTime, slowest))
    }
    let worse = gate.findings.count { $0.isWorse }
    if worse > 0 { parts.append("\(worse) too large") }
    if gate.isMeanWorse { parts.append("the mean size is too large") }
    if gate.isTimeDoubtful { parts.append("the mean time has risen; measure again on a quiet machine") }
    return GateResult(gate: .regret, verdict: verdict, summary: parts.joined(separator: "; "))
  }

  private func instructionResult(_ gate: InstructionGate, _ left: InstructionsLeft) -> GateResult {
    if let reason = left.reason {
      return GateResult(
        gate: .instructions, verdict: left.isGone ? .cannotTell : nil,
        summary: (left.isGone ? "" : "skipped: ") + reason)
    }
    let worse = gate.findings.count { $0.isWorse }
    let better = gate.findings.count { $0.isBetter }
    var parts = ["\(gate.findings.count) runs: \(worse) more, \(better) fewer than chance makes"]
    if left.long > 0 { parts.append("\(left.long) too long to be counted at any size") }
    if left.late > 0 { parts.append("left out by --within: \(left.late)") }
    var verdict: Verdict? = gate.verdict
    if gate.findings.isEmpty {
      // What was not judged has not passed.
      if left.late > 0 { verdict = .cannotTell } else if left.long > 0 { verdict = nil }
    }
    return GateResult(gate: .instructions, verdict: verdict, parts, left.failures)
  }

  private func timeResult(
    _ times: [(key: DiffKey, finding: TimeFinding)], _ left: [ComparisonPlan.Figure], _ failures: [Failure]
  ) -> GateResult {
    let slower = times.count { $0.finding.verdict == .regressed }
    let unsure = times.count { $0.finding.verdict == .cannotTell }
    var summary = "\(times.count) times: \(slower) slower"
    if unsure > 0 { summary += ", \(unsure) uncertain" }
    var parts = [summary]
    if !left.isEmpty { parts.append("inputs left out by --within: \(left.count)") }
    let verdict = times.isEmpty ? Verdict.cannotTell : Verdict.combined(times.map(\.finding.verdict))
    return GateResult(gate: .time, verdict: verdict, parts, failures)
  }
}
