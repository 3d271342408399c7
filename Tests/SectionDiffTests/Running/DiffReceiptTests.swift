import DiffWorkloads
import SectionDiff
import TestScale
import Testing

@Suite struct DiffReceiptTests {
  @Test func aNewReceiptNamesItsStrategyAndCountsNothing() {
    let receipt = DiffReceipt(strategy: "mine")
    #expect(receipt.strategy == "mine")
    #expect(receipt.picked == "mine")
    #expect(receipt.comparisons + receipt.hashes + receipt.moves + receipt.workSpent == 0)
    #expect(!receipt.budgetExhausted)
    #expect(!receipt.isMinimal)
  }

  @Test func aReceiptSurvivesCoding() throws {
    let receipt = try Differ().diff(from: FlatSnapshot([1, 2, 3]), to: FlatSnapshot([3, 4, 1])).receipt
    #expect(try decoded(DiffReceipt.self, from: try json(receipt)) == receipt)
  }

  @Test func itemsThatTheFrontPairedAndThoseItLeftAreAllItems() throws {
    var random = SplitMix64(seed: 21)
    for strategy in Strategy.allCases {
      for _ in 0..<50 {
        let (old, new) = (random.board(), random.board())
        let diff = try Differ(algorithm: strategy.algorithm).diff(from: old, to: new)
        let paired = diff.receipt.trimmedPrefix + diff.receipt.trimmedSuffix + diff.receipt.walked
        #expect(paired + diff.receipt.residueOld == old.itemCount)
        #expect(paired + diff.receipt.residueNew == new.itemCount)
        #expect(diff.receipt.moves == diff.changeset.counts.moves)
        #expect(diff.receipt.infersMoves == (strategy != .myers))
      }
    }
  }

  /// Whether an answer has the fewest deletes and inserts, and moves all but a longest common subsequence.
  func isMinimal(_ counts: ChangeCounts, _ old: [Int], _ new: [Int]) -> Bool {
    let kept = pairableCount(old, new)
    return counts.deletes == old.count - kept && counts.inserts == new.count - kept
      && counts.moves == kept - commonLength(old, new)
  }

  @Test(arguments: Strategy.withMoves, [DuplicatePolicy.allow, .reject])
  func withUniqueIdentitiesWhatIsCalledMinimalIs(_ strategy: Strategy, _ policy: DuplicatePolicy) throws {
    let differ = Differ(algorithm: strategy.algorithm, duplicates: policy)
    var random = SplitMix64(seed: 22)
    for _ in 0..<500 {
      let old = Array((0..<20).shuffled(using: &random).prefix(Int.random(in: 0...20, using: &random)))
      let new = Array((0..<20).shuffled(using: &random).prefix(Int.random(in: 0...20, using: &random)))
      let diff = try differ.diff(from: FlatSnapshot(old), to: FlatSnapshot(new))
      if diff.receipt.isMinimal {
        #expect(isMinimal(diff.changeset.counts, old, new), "\(old) → \(new)")
      } else {
        #expect(!strategy.algorithm.promises.contains(.fewestMoves), "\(old) → \(new)")
      }
    }
  }

  @Test(.enabled(if: TestScale.isFull), arguments: Strategy.withMoves)
  func withRepeatsThatNothingPairedBeforeWhatIsCalledMinimalIs(_ strategy: Strategy) throws {
    let differ = Differ(algorithm: strategy.algorithm)
    func check(_ old: [Int], _ new: [Int]) throws {
      let diff = try differ.diff(from: FlatSnapshot(old), to: FlatSnapshot(new))
      guard diff.receipt.isMinimal, diff.receipt.walked == 0 else { return }
      #expect(isMinimal(diff.changeset.counts, old, new), "\(old) → \(new)")
    }
    let words = allWords(upTo: 4, letters: 3)
    for old in words { for new in words { try check(old, new) } }
    var random = SplitMix64(seed: 23)
    for _ in 0..<1000 { try check(random.word(upTo: 14, letters: 5), random.word(upTo: 14, letters: 5)) }
  }

  @Test(arguments: Strategy.withMoves)
  func repeatsThatAreSeenMakeMovesUncertainWithoutAShortestScript(_ strategy: Strategy) throws {
    let diff = try Differ(algorithm: strategy.algorithm).diff(
      from: FlatSnapshot([0, 0, 1, 1, 2, 2]), to: FlatSnapshot([2, 2, 1, 1, 0, 0]))
    #expect(diff.changeset.counts.moves > 0)
    let promises = strategy.algorithm.promises
    #expect(
      diff.receipt.isMinimal == (promises.contains(.shortestScript) || diff.receipt.picked == "myers-moves"))
  }

  @Test func repeatsWithoutMovesAreMinimal() throws {
    let diff = try Differ(algorithm: LISDiff()).diff(from: FlatSnapshot([0, 0, 1]), to: FlatSnapshot([0, 1, 1]))
    #expect(diff.changeset.counts == ChangeCounts(deletes: 1, inserts: 1))
    #expect(diff.receipt.isMinimal)
  }

  @Test func repeatsAcrossSectionsDoNotMatterInTheScopeOfOne() throws {
    let diff = try Differ(algorithm: LISDiff(), duplicates: .reject, scope: .section).diff(
      from: board("A: b a", "B: a"), to: board("B:", "A: a b"))
    #expect(diff.receipt.isMinimal)
  }

  /// Pairs nothing, and says nothing of the size of its answers unless a test asks for it.
  private struct PairsNothing: DiffAlgorithm {
    let name = "pairs-nothing"
    let allowsWalk = false
    var infersMoves = false
    var promises: DiffPromises = []

    func matching(of input: borrowing DiffInput, in run: inout DiffRun) throws(CancellationError) -> Matching {
      Matching(for: input)
    }
  }

  @Test func anAlgorithmThatPairsNothingIsNotCalledMinimal() throws {
    let (old, new) = (Array("abcdefg"), Array("gacxef"))
    let nothing = try Differ(algorithm: PairsNothing()).diff(from: FlatSnapshot(old), to: FlatSnapshot(new))
    #expect(nothing.changeset.counts == ChangeCounts(deletes: 7, inserts: 6))
    #expect(!nothing.receipt.isMinimal)
    let fewest = try Differ(algorithm: MyersDiff()).diff(from: FlatSnapshot(old), to: FlatSnapshot(new))
    #expect(fewest.changeset.counts == ChangeCounts(deletes: 3, inserts: 2))
    #expect(fewest.receipt.isMinimal)
  }

  @Test func movesAreMinimalOnlyWhereThatIsPromised() throws {
    let (old, new) = (FlatSnapshot([1, 2, 3]), FlatSnapshot([3, 1, 2]))
    let silent = try Differ(algorithm: PairsNothing(infersMoves: true)).diff(from: old, to: new)
    #expect(silent.changeset.counts == ChangeCounts(moves: 1))
    #expect(!silent.receipt.isMinimal)
    let promising = try Differ(algorithm: PairsNothing(infersMoves: true, promises: [.fewestMoves])).diff(
      from: old, to: new)
    #expect(promising.receipt.isMinimal)
  }

  @Test func whatCannotBeSmallerIsMinimalWithoutAPromise() throws {
    for (old, new) in [([1, 2, 3], [1, 2, 3]), ([1, 2, 3], [1, 3]), ([1, 3], [1, 2, 3]), ([], [1])] {
      let diff = try Differ(algorithm: PairsNothing()).diff(from: FlatSnapshot(old), to: FlatSnapshot(new))
      #expect(diff.receipt.isMinimal, "\(old) → \(new)")
    }
    let kept = try Differ(algorithm: PairsNothing(infersMoves: true)).diff(
      from: FlatSnapshot([0, 1, 2]), to: FlatSnapshot([0, 3, 2]))
    #expect(kept.receipt.isMinimal, "nothing moves, and every identity is kept")
  }

  @Test func aSpentBudgetIsNeverMinimal() throws {
    let diff = try Differ(algorithm: LISDiff(), budget: DiffBudget(workUnits: 1)).diff(
      from: FlatSnapshot([1, 2, 3]), to: FlatSnapshot([3, 2, 1]))
    #expect(diff.receipt.budgetExhausted)
    #expect(!diff.receipt.isMinimal)
  }
}
