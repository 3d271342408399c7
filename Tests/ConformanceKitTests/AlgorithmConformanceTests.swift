import ConformanceKit
import SectionDiff
import Testing

@Suite("The trial of algorithms")
struct AlgorithmConformanceTests {
  private func trial(
    _ algorithm: any DiffAlgorithm, promises: AlgorithmPromises? = nil, maximumFailures: Int = 2
  ) -> ConformanceReport {
    AlgorithmConformance(of: algorithm, promises: promises).run(
      sequenceLength: 3, worldStride: 1_999, randomCases: 100, maximumFailures: maximumFailures)
  }

  private func laws(_ report: ConformanceReport) -> Set<Law> {
    Set(report.failures.flatMap { $0.violations.map(\.law) })
  }

  @Test(
    "catches an algorithm that the engine refuses",
    arguments: [OutOfRangeDiff(), TwiceDiff(), UnequalDiff(), StrayStayDiff()] as [any DiffAlgorithm])
  func refused(algorithm: any DiffAlgorithm) throws {
    let report = trial(algorithm)
    #expect(report.failed > 0)
    #expect(laws(report) == [.contract])
    let failure = try #require(report.failures.first)
    #expect(failure.violations.first?.message.contains(algorithm.name) == true)
  }

  @Test("catches an algorithm that never pairs, by the promise it breaks, on the smallest input")
  func neverPairs() throws {
    let promises = AlgorithmPromises(
      keepsEveryIdentity: false, hasFewestMoves: false, hasShortestScript: true)
    let report = trial(NeverPairsDiff(), promises: promises)
    #expect(laws(report) == [.minimality])
    let failure = try #require(report.failures.first)
    // Trimming pairs equal ends without asking, so two rows are needed on one side and three on the other.
    #expect(failure.smallest.old.rowCount + failure.smallest.new.rowCount <= 5)
  }

  @Test("does not accuse an algorithm that never pairs and promises nothing")
  func neverPairsHonestly() {
    let report = trial(NeverPairsDiff())
    #expect(report.failed == 0, "\(report)")
  }

  @Test("catches stays that cost moves")
  func inconsistentStays() {
    #expect(laws(trial(InconsistentStaysDiff())) == [.minimality])
  }

  @Test("does not accuse inconsistent stays of an algorithm that does not promise the fewest moves")
  func inconsistentStaysHonestly() {
    let promises = AlgorithmPromises(
      keepsEveryIdentity: true, hasFewestMoves: false, hasShortestScript: false)
    struct Modest: DiffAlgorithm {
      let name = "modest"
      let allowsWalk = false
      let promisesMinimalMoves = false

      func matching(of input: borrowing DiffInput, in run: inout DiffRun) throws(DiffInterruption) -> Matching {
        try InconsistentStaysDiff().matching(of: input, in: &run)
      }
    }
    let report = trial(Modest(), promises: promises)
    #expect(report.failed == 0, "\(report)")
  }

  @Test("catches an algorithm whose answers vary")
  func moody() {
    // The first inputs have no pair at all, and show only in the receipt.
    #expect(laws(trial(MoodyDiff(), maximumFailures: 20)).contains(.determinism))
  }

  @Test("catches an algorithm whose work varies")
  func moodyReceipt() {
    #expect(laws(trial(MoodyReceiptDiff())) == [.receipts])
  }

  @Test(
    "does not accuse a right one",
    arguments: [
      FirstComeDiff(), HeckelDiff(), MyersDiff(), MyersDiff(infersMoves: true), LISDiff(), AdaptiveDiff(),
    ] as [any DiffAlgorithm])
  func right(algorithm: any DiffAlgorithm) {
    let report = trial(algorithm)
    #expect(report.failed == 0, "\(report)")
    #expect(report.passed > 1_700)
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
