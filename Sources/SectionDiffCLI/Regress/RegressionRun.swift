#if CommandLineGate
  internal import BenchmarkHarness
  internal import RegressionGate
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

    /// Both sides, where they are builds.
    var builds: (base: Runner, head: Runner)? {
      question.base.runner.flatMap { base in question.head.runner.map { (base, $0) } }
    }
    var isPaired: Bool { builds != nil }

    /// What the two sides say that they can measure.
    typealias Listings = (base: SuiteListing?, head: SuiteListing?)

    /// Runs every gate.
    func regression() throws -> Regression {
      let listings = (base: try listing(of: question.base), head: try listing(of: question.head))
      let cells = try CellPlan(
        base: inventory(question.base, listings.base), head: inventory(question.head, listings.head), question)
      let counted = try runs(cells, listings)
      let unknown = try unknownContenders(counted)
      let wanted = Set(question.gates)
      var trades = question.accepted
      let plan = trades.applied(
        to: ComparisonPlan(
          base: counted.base, head: counted.head, lost: cells.others + unknown + counted.lost + counted.left,
          isPaired: isPaired,
          allowsOtherHost: question.allowsOtherHost,
          besides: wanted.subtracting(question.reported).contains(.time) ? [.time] : []))
      let instructions = wanted.contains(.instructions) ? try self.instructions(plan, listings) : Instructions()
      // Of a gate that is not asked for nothing is found.
      func seen(by gate: Gate) -> ComparisonPlan { wanted.contains(gate) ? plan : .nothing }
      var regression = Regression(
        question: question, base: counted.base.environment, head: counted.head.environment, gates: [], plan: plan,
        counts: trades.applied(to: CountGate(seen(by: .counts))),
        growth: trades.applied(
          to: GrowthGate(seen(by: .growth), instructions: wanted.contains(.growth) ? instructions.findings : [])),
        regret: trades.applied(to: RegretGate(of: Strategy.standard.name, seen(by: .regret))),
        instructions: trades.applied(
          to: InstructionGate(instructions.findings.filter { !instructions.extra.contains($0.key) })),
        times: [], recordedTimes: nil)
      regression.plan.leaveOut(instructions.left)
      for gate in Gate.allCases where wanted.contains(gate) {
        switch gate {
        case .counts: regression.gates.append(countResult(regression.counts, counted))
        case .growth: regression.gates.append(growthResult(regression.growth))
        case .regret: regression.gates.append(regretResult(regression.regret))
        case .instructions: regression.gates.append(instructionResult(regression.instructions, instructions))
        case .time where isPaired:
          let times = try times(plan, listings)
          regression.plan.add(times.wrong)
          regression.times = times.findings
          regression.plan.leaveOut(times.left)
          regression.gates.append(timeResult(times))
        case .time:
          let recorded = RecordedTimeGate(plan, threshold: question.threshold)
          regression.recordedTimes = recorded
          let summary =
            recorded.reasons.isEmpty
            ? "\(recorded.findings.count) recorded times, no slow-down" : recorded.reasons.joined(separator: "; ")
          regression.gates.append(
            recorded.verdict.map { GateResult(gate: .time, verdict: $0, summary: summary) }
              ?? GateResult(skipping: .time, summary))
        }
      }
      regression.trades = trades.remarks(
        on: [counted.base, counted.head], workloads: names(listings, counted.base, counted.head)
      ) { trade in
        // What is not asked for is not judged.
        if let asked = question.workloads, trade.workload.map({ !asked.contains($0) }) ?? true { return false }
        let gate: Gate =
          switch trade.metric {
          case CountKind.instructions.rawValue: .instructions
          case FigureName.regret, FigureName.meanRegret: .regret
          case let metric where metric.hasPrefix(FigureName.growth): .growth
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

    /// The benchmark runs of both sides, of what was requested.
    private func runs(_ cells: CellPlan, _ listings: Listings) throws -> CountedRuns {
      var counted: CountedRuns
      if case .file(let base, _) = question.base, case .file(let head, _) = question.head {
        counted = CountedRuns(base: base, head: head)
      } else {
        counted = try self.counted(cells, listings)
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
      plan.base.diffs.filter(\.row.isJudged).map(\.key).grouped(by: \.unsized).map { _, keys in
        let entry = (listings.base ?? listings.head)?.entry(keys[0].workload, keys[0].elements)
        let sizes = keys.map(\.size).sorted()
        let wanted = entry?.timedSize ?? Self.timedSize
        // One that both have.
        return (keys, sizes.contains(wanted) ? wanted : sizes[sizes.count / 2])
      }
    }

    /// What was requested of a benchmark run. A build was asked for nothing else, and may call its only kind otherwise.
    func selected(_ run: BenchmarkRun, of side: Side) -> BenchmarkRun {
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

    /// The kind of element to request; nil for the only kind that a workload of a runner without a list has.
    func option(_ elements: String, _ listings: Listings) -> String? {
      let runners = [question.base, question.head].count { $0.runner != nil }
      let listed = [listings.base, listings.head].count { $0 != nil }
      // There the option does not have that name, and colliding ids are a workload of their own.
      return listed < runners && elements == "colliding" ? nil : elements
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
          skipping: .growth, "takes three sizes of a workload in both, the largest 8 times the smallest or more")
      }
      let worse = gate.judged.count { $0.isWorse }
      return GateResult(
        gate: .growth, verdict: verdict, summary: "\(gate.judged.count) exponents: \(worse) rose by more than 0.15")
    }

    private func regretResult(_ gate: RegretGate) -> GateResult {
      guard let verdict = gate.verdict else {
        return GateResult(skipping: .regret, "takes \(Strategy.standard) and another strategy in both")
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

    private func instructionResult(_ gate: InstructionGate, _ found: Instructions) -> GateResult {
      if let result = found.result { return result }
      let worse = gate.findings.count { $0.isWorse }
      let better = gate.findings.count { $0.isBetter }
      var parts = ["\(gate.findings.count) runs: \(worse) more, \(better) fewer than chance makes"]
      if found.long > 0 { parts.append("\(found.long) too long to be counted at any size") }
      if found.late > 0 { parts.append("left out by --within: \(found.late)") }
      var verdict: Verdict? = gate.verdict
      if gate.findings.isEmpty {
        // What was not judged has not passed.
        if found.late > 0 { verdict = .cannotTell } else if found.long > 0 { verdict = nil }
      }
      return GateResult(gate: .instructions, verdict: verdict, parts, found.failures)
    }

    private func timeResult(_ times: Times) -> GateResult {
      let verdicts = times.findings.map(\.finding.verdict)
      let unsure = verdicts.count { $0 == .cannotTell }
      var parts = ["\(verdicts.count) times: \(verdicts.count { $0 == .regressed }) slower"]
      if unsure > 0 { parts[0] += ", \(unsure) uncertain" }
      if !times.left.isEmpty { parts.append("inputs left out by --within: \(times.left.count)") }
      return GateResult(
        gate: .time, verdict: verdicts.isEmpty ? .cannotTell : .combined(verdicts), parts, times.failures)
    }
  }
#endif
