import Testing

@testable import BenchmarkHarness

/// What is accepted, and what goes further than that.
@Suite("Accepted trades")
struct AcceptedTradeTests {
  private func trades(_ change: (inout AcceptedTrade) -> Void = { _ in }) -> AcceptedTrades {
    var trade = AcceptedTrade(metric: "comparisons", workload: "mixed", from: 100, to: 120, why: "a reason")
    change(&trade)
    return AcceptedTrades(release: "1", accepted: [trade])
  }

  private func gate(from base: Int, to head: Int) -> CountGate {
    CountGate(
      base: MadeRecord.record([1_000: [MadeRecord.row("lis", comparisons: base)]]),
      head: MadeRecord.record([1_000: [MadeRecord.row("lis", comparisons: head)]]))
  }

  @Test("more is accepted up to the bound, and from the base that it was accepted for")
  func bounds() {
    #expect(trades().applied(to: gate(from: 100, to: 120)).verdict == .pass)
    #expect(trades().applied(to: gate(from: 100, to: 121)).verdict == .regressed)
    // What has become better since is not given away by it.
    #expect(trades().applied(to: gate(from: 90, to: 110)).verdict == .regressed)
    #expect(trades().applied(to: gate(from: 100, to: 110)).findings.map(\.accepted) == ["a reason"])
  }

  @Test("only the metric, the workload, the size, the elements and the contender that it names")
  func narrowed() {
    let more = gate(from: 100, to: 120)
    let key = more.findings[0].key
    #expect(trades { $0.size = key.size }.applied(to: more).verdict == .pass)
    #expect(trades { $0.elements = key.elements }.applied(to: more).verdict == .pass)
    #expect(trades { $0.contender = key.contender }.applied(to: more).verdict == .pass)
    let others: [(inout AcceptedTrade) -> Void] = [
      { $0.metric = "hashes" }, { $0.workload = "other" }, { $0.size = 10 }, { $0.elements = "text" },
      { $0.contender = "heckel" },
    ]
    for change in others { #expect(trades(change).applied(to: more).verdict == .regressed) }
  }

  @Test("instructions and growth have metrics of their own; a wrong answer is never accepted")
  func metrics() {
    let key = gate(from: 1, to: 2).findings[0].key
    let instructions = InstructionGate([InstructionFinding(key: key, base: 100_000, head: 120_000)])
    #expect(instructions.verdict == .regressed)
    #expect(
      trades { ($0.metric, $0.from, $0.to) = ("instructions", 100_000, 120_000) }.applied(to: instructions).verdict
        == .pass)
    #expect(trades().applied(to: instructions).verdict == .regressed)
    func grown(_ power: Int) -> BenchmarkRun {
      MadeRecord.record(
        Dictionary(
          uniqueKeysWithValues: [1_000, 10_000, 100_000].map { size in
            (size, [MadeRecord.row("lis", comparisons: power == 1 ? size : size * size / 1_000)])
          }))
    }
    let growth = GrowthGate(base: grown(1), head: grown(2))
    #expect(growth.verdict == .regressed)
    let accepted = trades {
      ($0.metric, $0.from, $0.to) = ("growth of comparisons", 1, 2)
    }
    #expect(accepted.applied(to: growth).verdict == .pass)
    let right = MadeRecord.record([1_000: [MadeRecord.row("lis", comparisons: 1)]])
    let wrong = MadeRecord.record([1_000: [Measured("lis", wrong: "it is wrong")]])
    let any = trades { ($0.metric, $0.from, $0.to) = ("wrong", 0, 1) }
    #expect(any.applied(to: CountGate(base: right, head: wrong)).verdict == .regressed)
  }
}
