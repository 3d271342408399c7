import DiffWorkloads
import Dispatch
import Foundation
import SectionDiff
import TestScale
import Testing

@testable import ConformanceKit

@Suite("The trial of algorithms")
struct AlgorithmConformanceTests {
  private func trial(
    _ algorithm: any DiffAlgorithm, sequenceLength: Int = 3, maximumFailures: Int = 2
  ) -> ConformanceReport {
    AlgorithmConformance(of: algorithm).run(
      sequenceLength: sequenceLength, worldStride: 1_999, randomCases: 100, maximumFailures: maximumFailures,
      announcing: false)
  }

  private func laws(_ report: ConformanceReport) -> Set<Law> {
    Set(report.failures.flatMap { $0.violations.map(\.law) })
  }

  @Test("catches every broken algorithm by the right law")
  func mutations() {
    var caught = 0
    var table = ""
    let tried = TestScale.share(of: TrialAlgorithm.broken, every: 5)
    for (algorithm, law) in tried {
      let report = trial(algorithm, maximumFailures: 20)
      #expect(laws(report).contains(law), "\(algorithm.name): \(report)")
      #expect(report.failures.allSatisfy { $0.setting.hasPrefix(algorithm.name) && !$0.violations.isEmpty })
      let messages = report.failures.flatMap(\.violations).filter { $0.law == law }.map(\.message)
      // What is wrong, by number: of a place, or of what should be as many.
      #expect(messages.first?.contains(/\d|cancelled/) == true, "\(algorithm.name): \(messages)")
      #expect(messages.allSatisfy { $0.count < 400 }, "\(algorithm.name): \(messages)")
      table += messages.prefix(1).map { "\(algorithm.name): \(law): \($0)\n" }.joined()
      caught += laws(report).contains(law) ? 1 : 0
    }
    if ProcessInfo.processInfo.environment["SECTION_DIFF_TABLE"] != nil { print(table) }
    let endless = EndlessDiff()
    defer { endless.free() }
    let report = AlgorithmConformance(of: endless, timeLimit: .milliseconds(200)).run(
      sequenceLength: 3, announcing: false)
    #expect(laws(report).contains(.ending), "\(report)")
    caught += laws(report).contains(.ending) ? 1 : 0
    print("The algorithm suite: caught \(caught) of \(tried.count + 1) broken algorithms")
  }

  @Test(
    "catches an algorithm that the engine refuses",
    arguments: [TrialAlgorithm.outOfRange, .twice, .unequal, .strayStay])
  func refused(algorithm: TrialAlgorithm) throws {
    let report = trial(algorithm)
    #expect(report.failed > 0)
    #expect(laws(report) == [.contract])
    let failure = try #require(report.failures.first)
    #expect(failure.violations.first?.message.contains(algorithm.name) == true)
  }

  @Test("catches an algorithm that never pairs, by the promise it breaks, on the smallest input")
  func neverPairs() throws {
    let report = trial(TrialAlgorithm.neverPairs(promising: [.shortestScript]))
    #expect(laws(report) == [.minimality])
    let failure = try #require(report.failures.first)
    #expect(failure.violations.first?.message.hasPrefix("the shortest script is promised, but") == true)
    // Trimming pairs equal ends without asking, so two rows are needed on one side and three on the other.
    #expect(failure.smallest.old.rowCount + failure.smallest.new.rowCount <= 5)
  }

  @Test("does not accuse an algorithm that never pairs and promises nothing", .enabled(if: TestScale.isFull))
  func neverPairsHonestly() {
    let report = trial(TrialAlgorithm.neverPairs(promising: []))
    #expect(report.failed == 0, "\(report)")
  }

  @Test("catches stays that cost moves")
  func inconsistentStays() {
    #expect(laws(trial(TrialAlgorithm.inconsistentStays(promising: [.fewestMoves]))) == [.minimality])
  }

  @Test(
    "does not accuse inconsistent stays of an algorithm that does not promise the fewest moves",
    .enabled(if: TestScale.isFull))
  func inconsistentStaysHonestly() {
    let report = trial(TrialAlgorithm.inconsistentStays(promising: []))
    #expect(report.failed == 0, "\(report)")
  }

  @Test("catches an algorithm whose answers vary")
  func moody() {
    // The first inputs have no pair at all, and show only in the receipt.
    #expect(laws(trial(TrialAlgorithm.moody, maximumFailures: 20)).contains(.determinism))
  }

  @Test("catches an algorithm whose work varies")
  func moodyReceipt() {
    #expect(laws(trial(TrialAlgorithm.moodyReceipt)) == [.receipts])
  }

  @Test("does not accuse a right one", arguments: TestScale.share(of: [TrialAlgorithm.firstCome, .clumsy], every: 2))
  func right(algorithm: TrialAlgorithm) {
    let report = trial(algorithm)
    #expect(report.failed == 0, "\(report)")
    #expect(report.passed > 1_700)
  }

  @Test("does not accuse those of the package", .enabled(if: TestScale.isFull), arguments: DiffStrategy.all)
  func strategies(strategy: DiffStrategy) {
    let report = trial(strategy.algorithm, sequenceLength: 2)
    #expect(report.failed == 0, "\(report)")
    #expect(report.passed > 400)
  }

  @Test("does not accuse one whose budget does not last", arguments: [0, 20, 300, 3_000])
  func smallBudgets(units: Int) {
    let others: [any DiffAlgorithm] = TestScale.share(of: DiffStrategy.all, every: 2).map(\.algorithm)
    for algorithm in [TrialAlgorithm.prudent, TrialAlgorithm.firstCome] + others {
      let report = AlgorithmConformance(of: algorithm, budget: DiffBudget(workUnits: units)).run(
        sequenceLength: 1, worldStride: 20_011, randomCases: 40, announcing: false)
      #expect(report.failed == 0, "\(algorithm.name), \(units) units: \(report)")
    }
  }

  @Test("holds an algorithm to its promises, whatever the budget")
  func noBudget() {
    let algorithm = AlgorithmConformance(of: TrialAlgorithm.firstOnly, budget: DiffBudget(workUnits: 0))
    let report = algorithm.run(sequenceLength: 0, worldStride: .max, randomCases: 0, announcing: false)
    #expect(laws(report) == [.minimality], "\(report)")
  }

  @Test("shows a smallest input of many items that breaks a law")
  func manyItems() throws {
    let report = trial(TrialAlgorithm.smallOnly(.outOfRange))
    #expect(laws(report) == [.contract], "\(report)")
    let failure = try #require(report.failures.first)
    #expect((401..<500).contains(failure.smallest.old.rowCount), "\(failure.smallest.old.rowCount)")
    #expect(failure.description.count < 1_000)
  }

  @Test("catches an algorithm that never spends", .enabled(if: TestScale.isFull))
  func neverSpends() throws {
    let report = trial(TrialAlgorithm.silent)
    #expect(laws(report) == [.budget], "\(report)")
    let violation = try #require(report.failures.first?.violations.first)
    #expect(
      violation.message
        == "it makes 240 pairs for 0 units: call run.spend(_:) with about one unit for each comparison")
  }

  @Test("catches an algorithm that goes on after its budget is spent", .enabled(if: TestScale.isFull))
  func ignoresASpentBudget() throws {
    let report = trial(TrialAlgorithm.spendthrift)
    #expect(laws(report) == [.budget], "\(report)")
    let violation = try #require(report.failures.first?.violations.first)
    #expect(
      violation.message == "it calls run.spend(_:) 16320 times after the budget of 64 units was spent: "
        + "return what you have when it returns false")
  }

  @Test("catches an algorithm that asks once and does not look at the answer", .enabled(if: TestScale.isFull))
  func ignoresTheOnlyAnswer() throws {
    let report = trial(TrialAlgorithm.late)
    #expect(laws(report) == [.budget], "\(report)")
    let violation = try #require(report.failures.first?.violations.first)
    #expect(violation.message.hasPrefix("it makes 15360 pairs under a budget of 64 units: "))
  }

  @Test("catches an algorithm that answers although the diff is cancelled", .enabled(if: TestScale.isFull))
  func ignoresCancellation() throws {
    let report = trial(TrialAlgorithm.stubborn)
    #expect(laws(report) == [.budget], "\(report)")
    let failure = try #require(report.failures.first)
    #expect(failure.setting == "stubborn, cancelled")
  }

  @Test("tells which laws of budgets and endings were tried", .enabled(if: TestScale.isFull))
  func budgetsAndEndingsAreCounted() {
    let report = trial(TrialAlgorithm.firstCome)
    #expect(report.tally.checks(of: .budget) == 1)
    #expect(report.tally.checks(of: .ending) == 1)
    #expect(report.isComplete)
  }

  @Test("names an endless algorithm and its input, and skips the rest")
  func endless() throws {
    let algorithm = EndlessDiff()
    defer { algorithm.free() }
    // What a call may take is over as soon as it does not come back.
    let limit = TimeLimit(.seconds(10)) { end in
      algorithm.waitUntilCaught()
      return end.wait(timeout: .now()) == .success
    }
    let report = AlgorithmConformance(of: algorithm, timeLimit: limit).run(sequenceLength: 3, announcing: false)
    #expect(laws(report) == [.ending])
    #expect(!report.isComplete)
    #expect(report.failed == 1)
    #expect(report.passed > 0, "what came before counts")
    let failure = try #require(report.failures.first)
    #expect(failure.smallest == LawCase(from: World(flat: [0, 1]), to: World(flat: [1, 0])))
    let text = report.description
    #expect(text.contains("endless did not answer within 10.0 seconds. Nothing can stop it"))
    #expect(text.contains("case: 0:[0 1]  →  0:[1 0]"))
    #expect(text.contains("the rest was skipped\n"))
  }

  @Test("ends its report with the name of the algorithm, and how many laws it kept", .enabled(if: TestScale.isFull))
  func score() {
    let right = trial(TrialAlgorithm.firstCome)
    let laws = Law.allCases.count { right.tally.checks(of: $0) > 0 }
    #expect(laws > 10)
    #expect(
      right.description.hasSuffix(
        "\nfirst-come: \(laws) of \(laws) laws kept, 0 broken; \(right.passed) cases passed, 0 failed"))
    let silent = trial(TrialAlgorithm.silent)
    #expect(silent.score.hasPrefix("silent: "))
    #expect(silent.score.contains(" laws kept, 1 broken; \(silent.passed) cases passed, 1 failed"))
  }

  @Test("gives up an endless algorithm by the clock")
  func endlessByTheClock() {
    let algorithm = EndlessDiff()
    defer { algorithm.free() }
    let report = AlgorithmConformance(of: algorithm, timeLimit: .milliseconds(200)).run(
      sequenceLength: 3, announcing: false)
    #expect(laws(report).contains(.ending))
    #expect(!report.isComplete)
  }

  @Test("does not give up a call that has come back")
  func callsThatComeBack() throws {
    let work = WatchedWork()
    #expect(work.begin(old: [0], new: [1]))
    let first = try #require(work.current)
    work.end()
    #expect(!work.giveUp(first))
    #expect(work.begin(old: [2], new: [3]))
    let second = try #require(work.current)
    #expect(!work.giveUp(first), "another call")
    #expect(work.giveUp(second))
    work.end()
    #expect(!work.begin(old: [], new: []), "nobody waits any more")
  }

  @Test("shrinks a failing case")
  func shrinks() {
    let found = LawCase(
      from: World(flat: [1, 2, 3, 4]), to: World(flat: [9, 3, 1]), then: World(flat: [7]))
    let smallest = CaseShrinker.smallest(found) { lawCase in
      lawCase.new.sections.contains { $0.rows.contains { $0.id == 3 } }
    }
    #expect(smallest == LawCase(from: World(), to: World(flat: [3])))
  }

  @Test("makes the same random case again")
  func seeded() {
    #expect(RandomCases(seed: 5)[17] == RandomCases(seed: 5)[17])
    #expect(RandomCases(seed: 5)[17] != RandomCases(seed: 6)[17])
    let many = (0..<2_000).map { RandomCases(seed: 1)[$0] }
    #expect(many.contains { !$0.old.hasUniqueRows(in: .global) })
    #expect(many.contains { $0.old.rowCount == 0 })
    #expect(many.contains { $0.old.rowCount > 20 })
    #expect(many.contains { $0.old.sections.count > 3 })
    #expect(many.contains { $0.old == $0.new })
  }
}
