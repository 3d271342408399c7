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
    let counted = try runs(listings)
    let (base, head) = (counted.base, counted.head)
    var trades = question.accepted
    var regression = Regression(
      question: question, base: base.environment, head: head.environment, gates: [],
      counts: trades.applied(to: CountGate(base: base, head: head)),
      wrong: head.diffs.compactMap { diff in diff.row.wrong.map { (diff.key, $0) } },
      growth: trades.applied(to: GrowthGate(base: base, head: head)),
      regret: trades.applied(to: RegretGate(of: Strategy.standard.name, base: base, head: head)),
      instructions: InstructionGate([]), times: [], recordedTimes: nil)
    (regression.left, regression.unended) = (counted.left, counted.unended)
    for gate in Gate.allCases where question.gates.contains(gate) {
      switch gate {
      case .counts: regression.gates.append(countResult(regression.counts, counted))
      case .growth: regression.gates.append(growthResult(regression.growth))
      case .regret: regression.gates.append(regretResult(regression.regret))
      case .instructions:
        let (gate, left) = try instructions(base, head, listings)
        regression.instructions = trades.applied(to: gate)
        regression.left += left.cells
        regression.gates.append(instructionResult(regression.instructions, left))
      case .time:
        if let before = question.base.runner, let after = question.head.runner {
          let (times, left) = try times(before, after, common(base, head), listings)
          regression.times = times
          regression.left += left
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
    regression.trades = trades.remarks(on: [base, head], workloads: names(listings, base, head)) { metric in
      let gate: Gate =
        switch metric {
        case AcceptedTrade.instructions: .instructions
        case AcceptedTrade.regret, AcceptedTrade.meanRegret: .regret
        case _ where metric.hasPrefix(AcceptedTrade.growth): .growth
        default: .counts
        }
      return regression.gates.contains { $0.gate == gate && $0.verdict != nil }
        && !regression.left.contains { $0.gate == gate || $0.gate == .counts }
    }
    return regression
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
  private func runs(
    _ listings: Listings
  ) throws -> CountedRuns {
    switch (question.base, question.head) {
    case (.file(let base, let path), .file(let head, let other)):
      return CountedRuns(base: try selected(base, path), head: try selected(head, other))
    case (.file(let run, let path), .runner(let runner)):
      return try measured(by: runner, like: try selected(run, path), isHead: true, listings)
    case (.runner(let runner), .file(let run, let path)):
      return try measured(by: runner, like: try selected(run, path), isHead: false, listings)
    case (.runner(let base), .runner(let head)):
      return try counted(base, head, try workloads(listings), listings)
    }
  }

  // MARK: What builds can measure

  private func listing(of side: Side) throws -> SuiteListing? {
    progress("listing workloads", 0)
    return try side.runner?.listing(with: processes, in: folder) { limit.left(.counts) }
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

  /// A run from a file, and the same as a build measures it: of as many workloads as the limit allows, one after the
  /// other, as times are taken, too. Others come first in each rotation.
  private func measured(
    by runner: Runner, like run: BenchmarkRun, isHead: Bool, _ listings: Listings
  ) throws -> CountedRuns {
    let cells = run.workloads.map {
      Cell(workload: $0.name, size: $0.size, elements: option($0.elements, listings), seed: $0.seed)
    }
    // The run in the file has come to its end.
    var jobs = [false, true].flatMap { side in
      cells.map { CountedRuns.Job(cell: $0, isHead: side, isStarted: side != isHead, isDone: side != isHead) }
    }
    let first = isHead ? cells.count : 0
    var parts = [BenchmarkRun?](repeating: nil, count: cells.count)
    let all = Array(cells.indices)
    let order = question.seconds == nil ? all : Turns.order(all, question.rotation) { cells[$0] }
    var longest = 0.0
    for (done, index) in order.enumerated() where !limit.isOver(.counts) {
      let cell = cells[index]
      progress("measuring: \(cell.workload), \(cell.size)", Double(done) / Double(cells.count))
      let given = limit.left(.counts)
      do {
        parts[index] = try runner.run([cell], .whole, with: processes, in: folder) { limit.left(.counts) }
      } catch ChildProcess.Ending.outOfTime {
        // What had no more time than others took has only come late. No other build shows how long it may take.
        jobs[first + index].isStarted = TimeLimit.isEnough(given, longest: longest)
        break
      }
      if let given, let left = limit.left(.counts) { longest = max(longest, given - left) }
      jobs[first + index].isStarted = true
      jobs[first + index].isDone = true
    }
    guard var whole = parts.compactMap({ $0 }).first else {
      throw cells.isEmpty ? Self.nothingToMeasure : Self.nothingCounted
    }
    whole.workloads = parts.compactMap { $0 }.flatMap(\.workloads)
    let (left, unended) = CountedRuns.unfinished(jobs)
    var run = run
    run.workloads = zip(cells, run.workloads).filter { left[$0.0] == nil }.map(\.1)
    return CountedRuns(
      base: isHead ? run : whole, head: isHead ? whole : run, left: cells.compactMap { left[$0] }, unended: unended)
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

  /// Times, of as many workloads as the limit allows; others come first in each rotation.
  private func times(
    _ base: Runner, _ head: Runner, _ keys: [DiffKey], _ listings: Listings
  ) throws -> (times: [(key: DiffKey, finding: TimeFinding)], left: [LeftOut]) {
    let listing = listings.head ?? listings.base
    var all: [(cell: Cell, strategies: [String])] = []
    for key in keys where timedSizes(key, listing).contains(key.size) {
      let cell = Cell(workload: key.workload, size: key.size, elements: option(key.elements, listings))
      if all.last?.cell == cell {
        all[all.count - 1].strategies.append(key.contender)
      } else {
        all.append((cell, [key.contender]))
      }
    }
    let cells = try reachable(question.seconds == nil ? all : Turns.order(all, question.rotation, by: \.cell), base)
    let goal = TimeGoal(
      threshold: question.threshold, series: cells.reduce(0) { $0 + $1.strategies.count },
      maximumRounds: question.maximumRounds)
    var orders = PairedRound.Orders(seed: question.seed)
    var findings: [(key: DiffKey, finding: TimeFinding)] = []
    var timed: Set<Cell> = []
    for (index, (cell, strategies)) in cells.enumerated() {
      if limit.isOver(.time) { break }
      let timer = CellTimer(base: base, head: head, cell: cell, goal: goal)
      let found = try timer.findings(
        of: strategies, orders: &orders, with: processes, in: folder, until: { limit.isOver(.time) },
        left: { limit.left(.time) }
      ) { share in
        progress("timing in turn: \(cell.workload), \(cell.size)", (Double(index) + share) / Double(cells.count))
      }
      findings += found
      if found.count == strategies.count { timed.insert(cell) }
    }
    return (findings, all.map(\.cell).filter { !timed.contains($0) }.map { LeftOut(.time, $0) })
  }

  /// As many of them as the time is enough for where the machine is quiet; none where one process takes all of it. The
  /// fewer there are, the fewer rounds all their intervals together take, so it is better to know than to try.
  private func reachable(
    _ cells: [(cell: Cell, strategies: [String])], _ runner: Runner
  ) throws -> [(cell: Cell, strategies: [String])] {
    guard let first = cells.first, !limit.isOver(.time), limit.left(.time) != nil else { return cells }
    let before = limit.left(.time) ?? 0
    do {
      _ = try runner.run([first.cell], .times(of: first.strategies), with: processes, in: folder) { limit.left(.time) }
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
    let better = gate.findings.count { !$0.isMore }
    var parts = ["\(Figures.grouped(gate.compared)) counts: \(worse) more, \(better) fewer"]
    if gate.uncounted.contains(CountKind.allocations) {
      let isOnSystem = [counted.base, counted.head].map(\.environment).contains {
        $0.allocator == RunEnvironment.systemAllocator
      }
      parts.append(isOnSystem ? "no allocations without jemalloc (scripts/with-jemalloc)" : "no allocations")
    }
    let missing = gate.missing.count { $0.accepted == nil } + counted.unended.count
    if missing > 0 { parts.append("\(missing) not comparable") }
    if !counted.left.isEmpty { parts.append("inputs left out by --within: \(counted.left.count)") }
    let verdict = Verdict.combined([gate.verdict, counted.unended.isEmpty ? .pass : .cannotTell])
    return GateResult(gate: .counts, verdict: verdict, summary: parts.joined(separator: "; "))
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
    var parts = ["\(gate.findings.count) runs: \(worse) more, \(better) fewer than chance makes"]
    if left.long > 0 { parts.append("\(left.long) too long to be counted at any size") }
    if left.late > 0 { parts.append("left out by --within: \(left.late)") }
    var verdict: Verdict? = gate.verdict
    if gate.findings.isEmpty {
      // What was not judged has not passed.
      if left.late > 0 { verdict = .cannotTell } else if left.long > 0 { verdict = nil }
    }
    return GateResult(gate: .instructions, verdict: verdict, summary: parts.joined(separator: "; "))
  }

  private func timeResult(_ times: [(key: DiffKey, finding: TimeFinding)], _ left: [LeftOut]) -> GateResult {
    let slower = times.count { $0.finding.verdict == .regressed }
    let unsure = times.count { $0.finding.verdict == .cannotTell }
    var summary = "\(times.count) times: \(slower) slower"
    if unsure > 0 { summary += ", \(unsure) uncertain" }
    if !left.isEmpty { summary += "; inputs left out by --within: \(left.count)" }
    let verdict = times.isEmpty ? Verdict.cannotTell : Verdict.combined(times.map(\.finding.verdict))
    return GateResult(gate: .time, verdict: verdict, summary: summary)
  }
}
