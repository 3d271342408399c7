import BenchmarkHarness
import MeasuringSupport
import RegressionGate
import SectionDiff
import Testing

@Suite("Regret gate")
struct RegretGateTests {
  /// A record of adaptive and others by their moves; adaptive takes so many times as long as they do.
  private func record(
    _ moves: [(adaptive: Int, others: [String: Int])], slower: Double = 1, rounds: Int = 1
  ) -> BenchmarkRun {
    let cells = moves.enumerated().map { index, moves in
      let times = [Double](repeating: 100, count: rounds)
      return (
        index + 10,
        [MadeRecord.row("adaptive", moves: moves.adaptive, times: times.map { $0 * slower })]
          + moves.others.sorted { $0.key < $1.key }.map { MadeRecord.row($0.key, moves: $0.value, times: times) }
      )
    }
    return MadeRecord.record(Dictionary(uniqueKeysWithValues: cells))
  }

  private func gate(_ base: BenchmarkRun, _ head: BenchmarkRun) -> RegretGate {
    RegretGate(of: "adaptive", ComparisonPlan(base: base, head: head))
  }

  @Test("an answer that became more than 1.15 times the smallest is a regression, with both figures")
  func larger() throws {
    let base = record([(100, ["lis": 100]), (115, ["lis": 100])])
    #expect(gate(base, base).verdict == .pass)
    let worse = gate(base, record([(100, ["lis": 100]), (116, ["lis": 100])]))
    #expect(worse.verdict == .regressed)
    let found = worse.findings.filter(\.isWorse)
    let finding = try #require(found.first)
    #expect(finding.key.description == "adaptive on mixed, 11 int")
    #expect(finding.base.sizeRatio == 1.15 && finding.head.sizeRatio == 1.16)
    #expect(found.count == 1)
  }

  @Test("what was as bad before is no regression, nor what became better")
  func before() {
    let bad = record([(300, ["lis": 100])])
    #expect(gate(bad, bad).verdict == .pass)
    #expect(gate(bad, record([(299, ["lis": 100])])).verdict == .pass)
    #expect(gate(bad, record([(301, ["lis": 100])])).verdict == .regressed)
  }

  @Test("small losses everywhere are a regression of the mean")
  func mean() {
    let base = record([(100, ["lis": 100]), (100, ["lis": 100])])
    #expect(gate(base, record([(104, ["lis": 100]), (105, ["lis": 100])])).verdict == .pass)
    let worse = gate(base, record([(106, ["lis": 100]), (106, ["lis": 100])]))
    #expect(worse.verdict == .regressed && worse.isMeanWorse && !worse.findings.contains(where: \.isWorse))
  }

  @Test("a strategy that only one side has takes no part")
  func added() {
    let base = record([(150, ["lis": 150])])
    #expect(gate(base, record([(150, ["lis": 150, "myers-moves": 100])])).verdict == .pass)
    #expect(gate(base, record([(150, ["heckel": 100])])).verdict == nil, "there is none to compare it with")
  }

  @Test("without the strategy, or without others, there is nothing to judge")
  func nothing() {
    #expect(gate(MadeRecord.record([:]), MadeRecord.record([:])).verdict == nil)
    let lis = MadeRecord.record([10: [MadeRecord.row("lis"), MadeRecord.row("heckel")]])
    #expect(gate(lis, lis).verdict == nil)
    let alone = record([(100, [:])])
    #expect(gate(alone, alone).verdict == nil)
  }

  @Test("times of five rounds or more: where their mean rose above 1.05 it cannot tell, and never more")
  func time() {
    let quick = record([(100, ["lis": 100])], rounds: 5)
    let slow = record([(100, ["lis": 100])], slower: 1.06, rounds: 5)
    #expect(gate(quick, slow).times?.head.meanTime == 1.06)
    #expect(gate(quick, slow).verdict == .cannotTell)
    #expect(gate(slow, slow).verdict == .pass)
    #expect(gate(slow, quick).verdict == .pass)
    #expect(gate(quick, record([(100, ["lis": 100])], slower: 1.04, rounds: 5)).verdict == .pass)
    let brief = gate(record([(100, ["lis": 100])], rounds: 4), record([(100, ["lis": 100])], slower: 9, rounds: 4))
    #expect(brief.times == nil && brief.verdict == .pass)
  }

  @Test("times of identities that repeat are not in that mean: neither against it nor for it")
  func unique() {
    func both(_ unique: Double, _ repeated: Double) -> BenchmarkRun {
      var run = record([(100, ["lis": 100])], slower: unique, rounds: 5)
      var second = record([(100, ["lis": 100])], slower: repeated, rounds: 5).workloads[0]
      second.name = "repeats-20"
      run.workloads.append(second)
      return run
    }
    // The mean of both is 1.04 and 1.5.
    #expect(gate(both(1, 1), both(1.08, 1)).verdict == .cannotTell)
    #expect(gate(both(1, 1), both(1, 2.25)).verdict == .pass)
    #expect(gate(both(1, 1), both(1.04, 0.5)).verdict == .pass)
    let repeated = record([(100, ["lis": 100])], slower: 3, rounds: 5)
    var alone = repeated
    alone.workloads[0].name = "repeats-20"
    #expect(gate(alone, alone).times == nil && gate(alone, alone).verdict == .pass)
  }
}
