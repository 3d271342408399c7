import ConformanceKit
import DiffWorkloads
import SectionDiff
import Testing

/// A share of what `LawRunner` runs a million times over.
@Suite("Laws over random cases")
struct RandomLawTests {
  @Test(
    "hold for every strategy under every policy", arguments: DuplicatePolicy.allCases, IdentityScope.allCases)
  func random(policy: DuplicatePolicy, scope: IdentityScope) {
    var report = ConformanceReport(algorithm: "all")
    let cases = RandomCases(seed: 2_026)
    for number in 0..<50 {
      report.check(cases[number], differs: Strategy.differs(duplicates: policy, scope: scope))
    }
    #expect(report.failed == 0, "\(report)")
  }

  @Test("hold when the budget runs out", arguments: [0, 1, 5, 20])
  func budgets(units: Int) {
    var report = ConformanceReport(algorithm: "all")
    let cases = RandomCases(seed: 77)
    let differs = Strategy.allCases.map {
      Differ(algorithm: $0.algorithm, budget: DiffBudget(workUnits: units))
    }
    for number in 0..<50 { report.check(cases[number], differs: differs) }
    #expect(report.failed == 0, "\(report)")
  }
}
