import DiffWorkloads
import SectionDiff
import TestScale
import Testing

@Suite struct DifferPipelineTests {
  // MARK: Budgets

  @Test(.enabled(if: TestScale.isFull)) func myersOnManyShuffledItemsAnswersUnderABudget() throws {
    var random = SplitMix64(seed: 181)
    let old = FlatSnapshot((0..<100_000).shuffled(using: &random))
    let new = FlatSnapshot((0..<100_000).shuffled(using: &random))
    let differ = Differ(algorithm: MyersDiff(), budget: DiffBudget(workUnits: 2_000_000))
    let diff = try differ.diff(from: old, to: new)
    #expect(try old.applying(diff.changeset) == new)
    #expect(diff.receipt.budgetExhausted)
    #expect(!diff.receipt.isMinimal)
    #expect(diff.receipt.workSpent <= 2_000_000)
    #expect(diff.changeset.counts.deletes == diff.changeset.counts.inserts)
    #expect(diff.changeset.counts.deletes < 100_000, "something stays")
  }

  @Test(arguments: Strategy.allCases, [0, 1, 2, 3, 10, 30, 100, 300, 1000, 10_000])
  func anyBudgetGivesACorrectAnswer(_ strategy: Strategy, _ units: Int) throws {
    let differ = Differ(algorithm: strategy.algorithm, budget: DiffBudget(workUnits: units))
    var random = SplitMix64(seed: 182)
    for round in 0..<20 {
      let old = random.board(sections: 4, rows: 30, repeats: round % 2 == 0)
      let new = random.board(sections: 4, rows: 30, repeats: round % 2 == 0)
      let diff = try differ.diff(from: old, to: new)
      #expect(try old.applying(diff.changeset) == new)
      #expect(try new.applying(diff.changeset.inverted) == old)
      #expect(diff.receipt.workSpent <= units)
      if diff.receipt.budgetExhausted { #expect(!diff.receipt.isMinimal) }
      #expect(try differ.diff(from: old, to: new).changeset == diff.changeset, "the same budget, the same answer")
      if strategy.algorithm.infersMoves {
        let kept = pairableCount(
          old.sections.flatMap { $0.items.map(\.id) }, new.sections.flatMap { $0.items.map(\.id) })
        #expect(diff.changeset.counts.deletes == old.itemCount - kept, "only minimality of moves is given up")
      }
    }
  }

  @Test(arguments: Strategy.allCases)
  func aBudgetThatLastsChangesNothing(_ strategy: Strategy) throws {
    var random = SplitMix64(seed: 183)
    for _ in 0..<20 {
      let (old, new) = (random.board(rows: 20), random.board(rows: 20))
      let unlimited = try Differ(algorithm: strategy.algorithm, budget: .unlimited).diff(from: old, to: new)
      #expect(!unlimited.receipt.budgetExhausted)
      let exact = DiffBudget(workUnits: max(unlimited.receipt.workSpent * 4, 10_000))
      let limited = try Differ(algorithm: strategy.algorithm, budget: exact).diff(from: old, to: new)
      #expect(limited.changeset == unlimited.changeset)
      #expect(limited.receipt == unlimited.receipt)
    }
  }

  @Test func withAGreaterBudgetMyersKeepsMore() throws {
    var random = SplitMix64(seed: 184)
    let old = (0..<600).map { _ in Int.random(in: 0..<200, using: &random) }
    let new = (0..<600).map { _ in Int.random(in: 0..<200, using: &random) }
    let fewest = 1200 - 2 * commonLength(old, new)
    func differences(_ units: Int) throws -> Int {
      let counts = try Differ(algorithm: MyersDiff(), budget: DiffBudget(workUnits: units))
        .changeset(from: old, to: new).counts
      return counts.deletes + counts.inserts
    }
    #expect(try differences(.max) == fewest)
    #expect(try differences(0) > fewest)
    #expect(try differences(20_000) >= fewest)
  }

  // MARK: Cancellation

  @Test(arguments: Strategy.allCases)
  func cancellingAtAnyPollThrows(_ strategy: Strategy) throws {
    var random = SplitMix64(seed: 185)
    let old = FlatSnapshot((0..<4000).map { _ in Int.random(in: 0..<3000, using: &random) })
    let new = FlatSnapshot((0..<4000).map { _ in Int.random(in: 0..<3000, using: &random) })
    let differ = Differ(algorithm: strategy.algorithm, budget: DiffBudget(workUnits: 100_000))
    for limit in [0, 1, 2, 3, 5, 8, 12, 100_000] {
      var polls = 0
      func isCancelled() -> Bool {
        polls += 1
        return polls > limit
      }
      let result = Result { () throws(DiffError) in
        try differ.diff(from: old, to: new, comparing: ValueComparison(), isCancelled: isCancelled)
      }
      switch result {
      case .success(let diff):
        #expect(polls <= limit, "a poll that says stop is received")
        #expect(polls >= 4)
        #expect(try old.applying(diff.changeset) == new)
      case .failure(let error):
        #expect(error == .cancelled)
        #expect(polls == limit + 1, "nothing is asked after the answer")
      }
    }
  }

  /// Where a diff of many items is when it is cancelled, by what it then does.
  enum Phase: String, CaseIterable {
    case trimming, walking, walkingInShortRuns, stretches, hashing, content
  }

  @Test(.enabled(if: TestScale.isFull), arguments: Phase.allCases)
  func cancellingWithinAComparisonStopsSoon(_ phase: Phase) {
    let count = 120_000
    let old: [Row]
    let new: [Row]
    switch phase {
    case .trimming:
      old = (0..<count).map { Row(id: "\($0)") }
      new = old
    case .walking:
      old = (0..<count).map { Row(id: "\($0)") }
      new = [Row(id: "x")] + old.dropLast() + [Row(id: "y")]
    case .walkingInShortRuns:
      old = (0..<count).map { Row(id: "\($0)") }
      new = old.enumerated().flatMap { $0 % 10 == 9 ? [$1, Row(id: "n\($0)")] : [$1] }
    case .hashing:
      old = (0..<count).map { Row(id: "\($0)") }
      var random = SplitMix64(seed: 50)
      new = old.shuffled(using: &random)
    case .stretches:
      old = (0..<count).map { Row(id: "\($0)") }
      new = old.reversed()
    case .content:
      // Of repeated items it is not known which pair up before the algorithm has run.
      old = (0..<count).map { Row(id: "\($0 / 2)") }
      var random = SplitMix64(seed: 51)
      new = old.shuffled(using: &random)
    }
    var isCancelled = false
    var after = 0
    var questions = 0
    let counter = RowCounter(IdentifiableComparison(), onQuestion: { _ in if isCancelled { after += 1 } })
    let flipping = Flipping(base: counter) {
      switch phase {
      case .trimming, .walking, .walkingInShortRuns:
        questions += 1
        if questions == 1000 { isCancelled = true }
      case .stretches: if counter.counts.identical == 20_000 { isCancelled = true }
      case .hashing: if counter.counts.hashes == 60_000 { isCancelled = true }
      case .content: if counter.counts.content == 1000 { isCancelled = true }
      }
    }
    func diff() throws(DiffError) {
      _ = try Differ(algorithm: LISDiff()).diff(
        from: FlatSnapshot(old), to: FlatSnapshot(new), comparing: flipping, isCancelled: { isCancelled })
    }
    #expect(throws: DiffError.cancelled) { try diff() }
    #expect(after <= 40_000, "two chunks and a little")
  }
}

/// Calls a closure after every question.
private struct Flipping: ItemComparison {
  let base: RowCounter
  let afterQuestion: () -> Void

  func areIdentical(_ a: Row, _ b: Row) -> Bool {
    defer { afterQuestion() }
    return base.areIdentical(a, b)
  }
  func haveSameIdentity(_ a: Row, _ b: Row) -> Bool {
    defer { afterQuestion() }
    return base.haveSameIdentity(a, b)
  }
  func haveEqualContent(_ a: Row, _ b: Row) -> Bool {
    defer { afterQuestion() }
    return base.haveEqualContent(a, b)
  }
  func identityHash(of item: Row, seed: Int) -> Int {
    defer { afterQuestion() }
    return base.identityHash(of: item, seed: seed)
  }
  func describeIdentity(of item: Row) -> String { item.id }
}
