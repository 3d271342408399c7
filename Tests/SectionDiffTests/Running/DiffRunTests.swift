import SectionDiff
import Testing

@Suite struct DiffRunTests {
  @Test func unitsAreTakenUntilTheyAreSpent() throws {
    var run = DiffRun(strategy: "mine", budget: DiffBudget(workUnits: 10))
    #expect(try run.spend(4))
    #expect(try run.spend(6))
    #expect(!run.receipt.budgetExhausted)
    #expect(try run.spend(0))
    #expect(try !run.spend(1))
    #expect(run.receipt.budgetExhausted)
    #expect(run.receipt.workSpent == 10)
  }

  @Test func whatDoesNotFitTakesTheRest() throws {
    var run = DiffRun(strategy: "mine", budget: DiffBudget(workUnits: 10))
    #expect(try !run.spend(11))
    #expect(run.receipt.workSpent == 10)
    #expect(try !run.spend(1))
    #expect(run.receipt.workSpent == 10)
  }

  @Test func anUnlimitedBudgetLasts() throws {
    var run = DiffRun(strategy: "mine")
    #expect(try run.spend(.max / 2))
    #expect(!run.receipt.budgetExhausted)
  }

  @Test func cancellationIsLookedAtOnceAStep() throws {
    var polls = 0
    var run = DiffRun(
      strategy: "mine",
      isCancelled: {
        polls += 1
        return false
      })
    for _ in 0..<(4096 * 10) { _ = try run.spend(1) }
    #expect(polls == 10)
  }

  @Test(arguments: [1, 3, 1000, 4096, 100_000])
  func afterCancellingAtMostOneStepIsSpent(_ portion: Int) {
    for flip in [1, 4095, 4096, 4097, 9000, 20_000] {
      var isCancelled = false
      var spent = 0
      var spentAfter = 0
      var run = DiffRun(strategy: "mine", isCancelled: { isCancelled })
      #expect(throws: CancellationError.self) {
        while spent < 1_000_000 {
          if spent >= flip { isCancelled = true }
          _ = try run.spend(portion)
          spent += portion
          if isCancelled { spentAfter += portion }
        }
      }
      #expect(spentAfter <= 4096)
    }
  }

  @Test func aNoteGoesIntoTheReceipt() {
    var run = DiffRun(strategy: "mine")
    run.note(picked: "other", because: "it is small")
    #expect(run.receipt.strategy == "mine")
    #expect(run.receipt.picked == "other")
    #expect(run.receipt.reason == "it is small")
  }
}
