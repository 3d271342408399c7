import SectionDiff
import Testing

@Suite struct DiffOptionsTests {
  @Test func optionsAreNamedAsTheyAreWritten() {
    #expect(IdentityScope.allCases.map(\.rawValue) == ["global", "section"])
    #expect(DuplicatePolicy.allCases.map(\.rawValue) == ["allow", "reject", "keepFirst", "keepLast"])
  }

  @Test func aNegativeBudgetIsNone() {
    #expect(DiffBudget(workUnits: -5) == DiffBudget(workUnits: 0))
    var budget = DiffBudget.unlimited
    budget.workUnits = -5
    #expect(budget == DiffBudget(workUnits: 0))
    #expect(DiffBudget.unlimited.workUnits == .max)
    #expect(DiffBudget.standard.workUnits > 0)
  }

  @Test func theStandardBudgetIsNobodysChoice() throws {
    var budget = DiffBudget.standard
    #expect(budget != DiffBudget(workUnits: budget.workUnits))
    budget.workUnits += 0
    #expect(budget == DiffBudget(workUnits: budget.workUnits))
  }

  @Test func optionsSurviveCoding() throws {
    #expect(try decoded(DiffBudget.self, from: try json(DiffBudget(workUnits: 7))) == DiffBudget(workUnits: 7))
    #expect(try decoded(DiffBudget.self, from: try json(DiffBudget.standard)) == .standard)
    #expect(try decoded([DuplicatePolicy].self, from: try json(DuplicatePolicy.allCases)) == DuplicatePolicy.allCases)
    #expect(try decoded([IdentityScope].self, from: try json(IdentityScope.allCases)) == IdentityScope.allCases)
  }
}
