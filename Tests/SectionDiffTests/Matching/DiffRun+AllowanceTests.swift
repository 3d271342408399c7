import SectionDiff
import Testing

@Suite struct DiffRunAllowanceTests {
  private func attempt(
    _ run: inout DiffRun, allowance: Int, spending units: Int, notes: Bool = false
  ) throws -> Matching? {
    try run.withAllowance(allowance) { run throws(CancellationError) in
      let matching = Matching(for: DiffInput(old: "ab", new: "ba"), in: &run)
      guard try run.spend(units) else { return matching }
      if notes { run.noteExhausted() }
      return matching
    }
  }

  @Test func anAttemptThatFitsIsKept() throws {
    var run = DiffRun(strategy: "mine", budget: DiffBudget(workUnits: 100))
    let answer = try attempt(&run, allowance: 10, spending: 10)
    #expect(answer != nil)
    #expect(run.unitsLeft == 90)
    #expect(run.receipt.workSpent == 10)
    #expect(!run.receipt.budgetExhausted)
  }

  @Test func anAttemptThatDoesNotFitTakesItsAllowanceAndNoMore() throws {
    var run = DiffRun(strategy: "mine", budget: DiffBudget(workUnits: 100))
    let answer = try attempt(&run, allowance: 10, spending: 11)
    #expect(answer == nil)
    #expect(run.unitsLeft == 90)
    #expect(run.receipt.workSpent == 10)
    #expect(!run.receipt.budgetExhausted)
    #expect(try run.spend(90))
  }

  @Test func anAttemptThatIsShortOfItsPromiseIsGivenUp() throws {
    var run = DiffRun(strategy: "mine")
    let answer = try attempt(&run, allowance: 10, spending: 3, notes: true)
    #expect(answer == nil)
    #expect(run.receipt.workSpent == 3)
    #expect(!run.receipt.budgetExhausted)
  }

  @Test(arguments: [Int.min, -1, 0])
  func withoutAnAllowanceNothingIsSpent(_ allowance: Int) throws {
    var run = DiffRun(strategy: "mine", budget: DiffBudget(workUnits: 100))
    let answer = try attempt(&run, allowance: allowance, spending: 1)
    #expect(answer == nil)
    #expect(run.unitsLeft == 100)
  }

  @Test func theBudgetBoundsEveryAllowance() throws {
    var run = DiffRun(strategy: "mine", budget: DiffBudget(workUnits: 5))
    let tooDear = try attempt(&run, allowance: .max, spending: 6)
    #expect(tooDear == nil)
    #expect(run.unitsLeft == 0)
    #expect(try !run.spend(1))
    #expect(run.receipt.budgetExhausted)
    // Spent before: an attempt does not take that back.
    let free = try attempt(&run, allowance: 1, spending: 0)
    #expect(free != nil)
    #expect(run.receipt.budgetExhausted)
  }

  @Test func anAttemptWithinAnAttemptHasAPartOfThePart() throws {
    var run = DiffRun(strategy: "mine", budget: DiffBudget(workUnits: 100))
    let matching = try run.withAllowance(20) { run throws(CancellationError) in
      let inner = try run.withAllowance(50) { run throws(CancellationError) in
        _ = try run.spend(21)
        return Matching(for: DiffInput(old: "a", new: "a"))
      }
      return inner ?? Matching(for: DiffInput(old: "abc", new: "abc"))
    }
    #expect(matching?.newCount == 3)
    #expect(run.unitsLeft == 80)
  }

  @Test func aCancelledAttemptLeavesTheBudgetAsItIs() {
    var run = DiffRun(strategy: "mine", budget: DiffBudget(workUnits: 100_000), isCancelled: { true })
    #expect(throws: CancellationError.self) { try attempt(&run, allowance: 10_000, spending: 5_000) }
    #expect(run.unitsLeft == 100_000)
  }

  @Test func arraysComeFilledAndCanBeGivenBack() {
    var run = DiffRun(strategy: "mine")
    var array = run.takeArray(count: 3, filledWith: 7)
    #expect(array == [7, 7, 7])
    run.giveBack(&array)
    #expect(array.isEmpty)
    let (zeros, none, empty) = (run.takeArray(count: 2), run.takeArray(count: -1), run.takeEmptyArray(capacity: 5))
    #expect(zeros == [0, 0])
    #expect(none.isEmpty && empty.isEmpty)
  }
}
