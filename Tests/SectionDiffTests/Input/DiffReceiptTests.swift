import SectionDiff
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

  /// A shortest script keeps a longest common subsequence in place; the rest of what both sides hold moves.
  @Test(arguments: Strategy.withMoves)
  func whatAReceiptCallsMinimalIsMinimal(_ strategy: Strategy) throws {
    let differ = Differ(algorithm: strategy.algorithm)
    var wrong = 0
    var example = ""
    func check(_ old: [Int], _ new: [Int]) throws {
      let diff = try differ.diff(from: FlatSnapshot(old), to: FlatSnapshot(new))
      guard diff.receipt.isMinimal else { return }
      let counts = diff.changeset.counts
      let kept = pairableCount(old, new)
      let isMinimal =
        counts.deletes == old.count - kept && counts.inserts == new.count - kept
        && counts.moves == kept - commonLength(old, new)
      if !isMinimal {
        wrong += 1
        if example.isEmpty { example = "\(old) → \(new) is called minimal with \(counts)" }
      }
    }
    let words = allWords(upTo: 4, letters: 3)
    for old in words { for new in words { try check(old, new) } }
    var random = SplitMix64(seed: 22)
    for _ in 0..<2000 { try check(random.word(upTo: 14, letters: 5), random.word(upTo: 14, letters: 5)) }
    for _ in 0..<500 { try check(random.word(upTo: 40, letters: 30), random.word(upTo: 40, letters: 30)) }
    withKnownIssue("a walk that pairs a copy of a repeated identity does not make the receipt less sure") {
      #expect(wrong == 0, "\(example)")
    } when: {
      strategy == .lis || strategy == .adaptive
    }
  }
}
