import SectionDiff
import MeasuringSupport
import Testing

@testable import BenchmarkHarness
@testable import RegressionGate

@Suite("Count gate")
struct CountGateTests {
  private func plan(_ base: [Measured], _ head: [Measured]) -> ComparisonPlan {
    ComparisonPlan(base: MadeRecord.record([1_000: base]), head: MadeRecord.record([1_000: head]))
  }

  private func gate(_ base: [Measured], _ head: [Measured]) -> CountGate { CountGate(plan(base, head)) }

  @Test("equal counts pass")
  func equal() {
    let gate = gate([MadeRecord.row("lis")], [MadeRecord.row("lis")])
    #expect(gate.verdict == .pass && gate.findings.isEmpty)
    #expect(gate.compared == CountKind.diff.count - 2)
  }

  @Test("one more of anything is a regression")
  func more() {
    let base = MadeRecord.row("lis", allocations: 4)
    for head in [
      MadeRecord.row("lis", comparisons: 101, allocations: 4), MadeRecord.row("lis", hashes: 11, allocations: 4),
      MadeRecord.row("lis", moves: 4, allocations: 4), MadeRecord.row("lis", allocations: 5),
    ] { #expect(gate([base], [head]).verdict == .regressed) }
  }

  @Test("one fewer is reported, and passes")
  func fewer() throws {
    let gate = gate([MadeRecord.row("lis")], [MadeRecord.row("lis", comparisons: 99)])
    #expect(gate.verdict == .pass)
    let finding = try #require(gate.findings.first)
    #expect(finding.kind == .comparisons && finding.base == 100 && finding.head == 99 && !finding.isWorse)
    #expect(finding.key.description == "lis on mixed, 1000 int")
  }

  @Test("an answer that is no longer minimal is a regression")
  func minimal() {
    var head = MadeRecord.row("lis")
    head.answer?.receipt.isMinimal = false
    #expect(gate([MadeRecord.row("lis")], [head]).findings.map(\.kind) == [.notMinimal])
    head = MadeRecord.row("lis")
    head.answer?.receipt.budgetExhausted = true
    #expect(gate([MadeRecord.row("lis")], [head]).verdict == .regressed)
  }

  @Test("a diff that is gone, and one on other input, cannot be compared; one that is new is fine")
  func missing() {
    let lis = MadeRecord.row("lis")
    let both = [lis, MadeRecord.row("heckel")]
    #expect(plan(both, [lis]).verdict == .cannotTell)
    #expect(plan(both, [lis]).gaps.map(\.description) == ["heckel on mixed, 1000 int is in the base only"])
    #expect(plan([lis], both).verdict == .pass)
    let other = ComparisonPlan(base: MadeRecord.record([9: [lis]]), head: MadeRecord.record([9: [lis]], old: 10))
    #expect(other.verdict == .cannotTell)
    #expect(
      other.gaps.map(\.description)
        == ["lis on mixed, 9 int is another input in head: it had 9 to 9 items, and has 10 to 9"])
    let nothing = CountGate(ComparisonPlan(base: MadeRecord.record([:]), head: MadeRecord.record([:])))
    #expect(nothing.verdict == .cannotTell)
  }

  private func parser(_ tokens: Int?, wrong: String? = nil) -> Measured {
    var row = MadeRecord.floor("parser", times: [1, 2, 3])
    row.metrics = tokens.map { ["tokens": $0] } ?? [:]
    row.wrong = wrong
    return row
  }

  @Test("what is no diff is judged by its own counts, and by those of all")
  func ownCounts() throws {
    let more = gate([parser(10)], [parser(11)])
    #expect(more.verdict == .regressed)
    var tokens = ComparisonPlan.Figure(
      key: more.findings[0].key, kind: CountKind(rawValue: "tokens"), standing: .both, base: 10, head: 11)
    tokens.isCost = true
    #expect(more.findings == [tokens])
    #expect(gate([parser(10)], [parser(10)]).verdict == .pass)
    #expect(gate([parser(10)], [parser(9)]).findings.map(\.isWorse) == [false])
    // A count that is gone cannot be compared; one that is new is fine.
    #expect(
      plan([parser(10)], [parser(nil)]).gaps.map(\.description)
        == ["parser on mixed, 1000 int has tokens in the base only"])
    #expect(plan([parser(nil)], [parser(10)]).verdict == .pass)
    var counted = parser(10)
    counted.allocations = AllocationCount(allocations: 7, bytes: 70)
    var leaner = counted
    leaner.allocations?.allocations = 8
    #expect(gate([counted], [leaner]).findings.map(\.kind) == [.allocations])
    // A floor is judged by nobody.
    #expect(gate([MadeRecord.floor("scan", times: [1])], [MadeRecord.floor("scan", times: [1])]).compared == 0)
  }

  @Test("a wrong answer is a regression, whatever its counts; one that is put right is an improvement")
  func wrong() {
    let wrong = parser(nil, wrong: "it lost a token")
    #expect(gate([parser(10)], [wrong]).verdict == .regressed)
    #expect(gate([parser(10)], [wrong]).findings.map(\.kind) == [.wrong])
    #expect(gate([wrong], [parser(10)]).verdict == .pass && plan([wrong], [parser(10)]).verdict == .pass)
    // It decides, whatever it was before and whichever gates are asked.
    #expect(plan([wrong], [wrong]).verdict == .regressed)
    #expect(plan([wrong], [wrong]).wrong.map(\.problem) == ["it lost a token"])
  }

  @Test("a wrong answer of what is new is a regression")
  func newWrong() {
    let wrong = parser(nil, wrong: "it lost a token")
    let gate = gate([MadeRecord.row("lis")], [MadeRecord.row("lis"), wrong])
    #expect(gate.verdict == .regressed)
    #expect(gate.findings.map { [$0.base, $0.head] } == [[0, 1]] && gate.findings.map(\.kind) == [.wrong])
  }

  @Test("more instructions than chance makes are a regression")
  func instructions() {
    let key = DiffKey(workload: "mixed", size: 1, seed: 1, elements: "int", contender: "lis")
    func gate(_ head: Int) -> InstructionGate {
      InstructionGate([InstructionFinding(key: key, base: 1_000_000, head: head)])
    }
    #expect(gate(1_001_000).verdict == .pass)
    #expect(gate(1_011_000).verdict == .pass)
    #expect(gate(1_011_001).verdict == .regressed)
    #expect(gate(500_000).findings.first?.isBetter == true)
    #expect(InstructionGate([]).verdict == .cannotTell)
    // Of a short run two per cent are what chance makes; of one with other threads a twentieth.
    for (base, most) in [(0, 200), (5_000, 200), (20_000, 400), (82_000, 1_640), (212_000, 3_120)] {
      #expect(!InstructionFinding(key: key, base: base, head: base + most).isWorse)
      #expect(InstructionFinding(key: key, base: base, head: base + most + 1).isWorse)
      #expect(!InstructionFinding(key: key, base: base + most, head: base).isBetter)
    }
    #expect(!InstructionFinding(key: key, base: 1_000_000, head: 1_050_000, isShared: true).isWorse)
    #expect(InstructionFinding(key: key, base: 1_000_000, head: 1_050_001, isShared: true).isWorse)
    #expect(!InstructionFinding(key: key, base: 10, head: 210, isShared: true).isWorse)
    #expect(InstructionFinding(key: key, base: 10, head: 211, isShared: true).isWorse)
    #expect(InstructionFinding(key: key, base: 10_000, head: 13_100).isWorse)
  }
}
