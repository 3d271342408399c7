import Testing
import MeasuringSupport

@testable import BenchmarkHarness
@testable import RegressionGate

/// What is accepted, and what goes further than that.
@Suite("Accepted trades")
struct AcceptedTradeTests {
  private func trades(_ change: (inout AcceptedTrade) -> Void = { _ in }) -> AcceptedTrades {
    var trade = AcceptedTrade(metric: "comparisons", workload: "mixed", from: 100, to: 120, why: "a reason")
    change(&trade)
    return AcceptedTrades(release: "1", accepted: [trade])
  }

  /// What a gate says with a trade.
  private func applied(_ change: (inout AcceptedTrade) -> Void, to gate: CountGate) -> CountGate {
    var trades = trades(change)
    return trades.applied(to: gate)
  }

  private func gate(from base: Int, to head: Int) -> CountGate {
    CountGate(
      ComparisonPlan(
        base: MadeRecord.record([1_000: [MadeRecord.row("lis", comparisons: base)]]),
        head: MadeRecord.record([1_000: [MadeRecord.row("lis", comparisons: head)]])))
  }

  @Test("more is accepted up to the bound, and from the base that it was accepted for")
  func bounds() {
    #expect(applied({ _ in }, to: gate(from: 100, to: 120)).verdict == .pass)
    #expect(applied({ _ in }, to: gate(from: 100, to: 121)).verdict == .regressed)
    // What has become better since is not given away by it.
    #expect(applied({ _ in }, to: gate(from: 90, to: 110)).verdict == .regressed)
    #expect(applied({ _ in }, to: gate(from: 100, to: 110)).findings.map(\.accepted) == ["a reason"])
  }

  @Test("only the metric, the workload, the size, the elements and the contender that it names")
  func narrowed() {
    let more = gate(from: 100, to: 120)
    let key = more.findings[0].key
    #expect(applied({ $0.size = key.size }, to: more).verdict == .pass)
    #expect(applied({ $0.elements = key.elements }, to: more).verdict == .pass)
    #expect(applied({ $0.contender = key.contender }, to: more).verdict == .pass)
    let others: [(inout AcceptedTrade) -> Void] = [
      { $0.metric = "hashes" }, { $0.workload = "other" }, { $0.size = 10 }, { $0.elements = "text" },
      { $0.contender = "heckel" },
    ]
    for change in others { #expect(applied(change, to: more).verdict == .regressed) }
  }

  @Test("instructions and growth have metrics of their own; a wrong answer is never accepted")
  func metrics() {
    let key = gate(from: 1, to: 2).findings[0].key
    let instructions = InstructionGate([InstructionFinding(key: key, base: 100_000, head: 120_000)])
    #expect(instructions.verdict == .regressed)
    var more = trades { ($0.metric, $0.from, $0.to) = ("instructions", 100_000, 120_000) }
    #expect(more.applied(to: instructions).verdict == .pass)
    var other = trades()
    #expect(other.applied(to: instructions).verdict == .regressed)
    func grown(_ power: Int) -> BenchmarkRun {
      MadeRecord.record(
        Dictionary(
          uniqueKeysWithValues: [1_000, 10_000, 100_000].map { size in
            (size, [MadeRecord.row("lis", comparisons: power == 1 ? size : size * size / 1_000)])
          }))
    }
    let growth = GrowthGate(ComparisonPlan(base: grown(1), head: grown(2)))
    #expect(growth.verdict == .regressed)
    var accepted = trades {
      ($0.metric, $0.from, $0.to) = ("growth of comparisons", 1, 2)
    }
    #expect(accepted.applied(to: growth).verdict == .pass)
    let right = MadeRecord.record([1_000: [MadeRecord.row("lis", comparisons: 1)]])
    let wrong = MadeRecord.record([1_000: [Measured("lis", wrong: "it is wrong")]])
    var any = trades { ($0.metric, $0.from, $0.to) = ("wrong", 0, 1) }
    #expect(any.applied(to: CountGate(ComparisonPlan(base: right, head: wrong))).verdict == .regressed)
  }

  @Test(
    "instructions that are measured again may be beyond an accepted trade by as much as the gate lets pass, and no more"
  )
  func instructions() {
    let key = DiffKey(workload: "mixed", size: 1_000, seed: 1, elements: "int", contender: "lis")
    func verdict(_ head: Int) -> Verdict {
      var trades = AcceptedTrades(accepted: [
        AcceptedTrade(metric: "instructions", workload: "mixed", from: 1_000_000, to: 1_200_000, why: "checks more")
      ])
      return trades.applied(to: InstructionGate([InstructionFinding(key: key, base: 1_000_000, head: head)])).verdict
    }
    #expect(verdict(1_200_000) == .pass && verdict(1_200_010) == .pass)
    #expect(verdict(1_230_000) == .regressed)
  }

  @Test("a larger answer and a larger mean of the default strategy are accepted, each by its own metric")
  func regrets() throws {
    func run(_ moves: Int) -> BenchmarkRun {
      MadeRecord.record([10: [MadeRecord.row("adaptive", moves: moves), MadeRecord.row("lis", moves: 100)]])
    }
    let gate = RegretGate(of: "adaptive", ComparisonPlan(base: run(100), head: run(130)))
    #expect(gate.verdict == .regressed && gate.isMeanWorse)
    let regret = AcceptedTrade(metric: "regret", workload: "mixed", from: 1, to: 1.3, why: "quicker")
    let mean = AcceptedTrade(metric: "mean regret", from: 1, to: 1.3, why: "quicker in the mean")
    func verdict(_ accepted: AcceptedTrade...) -> Verdict? {
      var trades = AcceptedTrades(accepted: accepted)
      return trades.applied(to: gate).verdict
    }
    #expect(verdict(regret) == .regressed && verdict(mean) == .regressed)
    #expect(verdict(regret, mean) == .pass)
    var narrow = regret
    narrow.to = 1.29
    #expect(verdict(narrow, mean) == .regressed)
    var both = AcceptedTrades(accepted: [regret, mean])
    let found = both.applied(to: gate)
    #expect(found.findings.map(\.accepted) == ["quicker"] && found.meanAccepted == "quicker in the mean")
    #expect(both.used == [0, 1])
  }

  @Test("what is gone is accepted: a contender, or one of its counts; what is another input is not")
  func removals() {
    func row(_ name: String, _ metrics: [String: Int]) -> Measured {
      Measured(answer: nil, metrics: metrics, allocations: nil, series: TimeSeries(name: name), ratios: [:])
    }
    let base = MadeRecord.record([10: [row("parser", ["tokens": 1, "sum": 7]), row("old", ["tokens": 1])]])
    let head = MadeRecord.record([10: [row("parser", ["tokens": 1])]])
    let plan = ComparisonPlan(base: base, head: head)
    #expect(plan.verdict == .cannotTell && plan.gaps.count == 2)
    func verdict(_ metrics: String...) -> Verdict {
      var trades = AcceptedTrades(
        accepted: metrics.map { AcceptedTrade(metric: $0, workload: "mixed", why: "a reason") })
      return trades.applied(to: plan).verdict
    }
    #expect(verdict("removal") == .cannotTell && verdict("removal of sum") == .cannotTell)
    #expect(verdict("removal", "removal of sum") == .pass)
    #expect(verdict("removal", "removal of tokens") == .cannotTell)
    var changed = head
    changed.workloads[0].old += 1
    let other = ComparisonPlan(base: head, head: changed)
    var trades = AcceptedTrades(accepted: [AcceptedTrade(metric: "removal", workload: "mixed", why: "a reason")])
    #expect(trades.applied(to: other).verdict == .cannotTell && trades.used.isEmpty)
  }
}
