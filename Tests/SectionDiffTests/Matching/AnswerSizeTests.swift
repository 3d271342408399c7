import DiffWorkloads
import TestScale
import Testing

@testable import SectionDiff

/// What is promised of answers where identities repeat.
@Suite struct AnswerSizeTests {
  private func changes(
    _ algorithm: any DiffAlgorithm, _ old: [Int], _ new: [Int], _ budget: DiffBudget = .standard
  ) throws -> Int {
    let (old, new) = (FlatSnapshot(old), FlatSnapshot(new))
    let changes = try Differ(algorithm: algorithm, budget: budget).changeset(from: old, to: new)
    #expect(try old.applying(changes) == new)
    let counts = changes.counts
    return counts.deletes + counts.inserts + counts.moves
  }

  /// Lists of a few letters in blocks, some of which moved, went, came or were copied.
  private func edited(_ count: Int, letters: Int, _ random: inout SplitMix64) -> (old: [Int], new: [Int]) {
    let old = (0..<count).map { _ in Int.random(in: 0..<letters, using: &random) }
    var new = old
    for _ in 0..<Int.random(in: 1...6, using: &random) where !new.isEmpty {
      let start = Int.random(in: 0..<new.count, using: &random)
      let range = start..<min(new.count, start + Int.random(in: 1...8, using: &random))
      let block = Array(new[range])
      if Bool.random(using: &random) { new.removeSubrange(range) }
      if Bool.random(using: &random) {
        new.insert(contentsOf: block, at: Int.random(in: 0...new.count, using: &random))
      }
    }
    return (old, new)
  }

  @Test func smallWorldsAreAnsweredNearlyAsShortAsCanBe() throws {
    // TextRunner --optima tries longer ones.
    let optima = try SmallOptima(letters: 3, upTo: 4)
    #expect(optima.keepsPromise, "\(optima.text)")
  }

  /// Of the copies of one identity equal contents are paired first.
  @Test(arguments: [AdaptiveDiff.Goal.balance, .fewestChanges])
  func copiesOfOtherContentAreAnsweredNearlyAsShortAsCanBe(_ goal: AdaptiveDiff.Goal) throws {
    // TextRunner --copies tries longer ones.
    let optima = try CopyOptima(favoring: goal, upTo: 4, stride: TestScale.isFull ? 1 : 7)
    #expect(optima.keepsPromise, "\(optima.text)")
  }

  private struct Row: Identifiable, Equatable {
    let id: Int
    let value: Character
  }

  /// Three updates, once, and an update and a delete. Without moves the fewest deletes and inserts come before the fewest
  /// changes.
  @Test(arguments: DiffStrategy.all)
  func equalContentsOfOneIdentityArePairedFirst(_ strategy: DiffStrategy) throws {
    func changes(_ old: String, _ new: String, _ scope: IdentityScope) throws -> ChangeCounts {
      let (old, new) = (old.map { Row(id: 1, value: $0) }, new.map { Row(id: 1, value: $0) })
      return try Differ(algorithm: strategy.algorithm, scope: scope).changeset(from: old, to: new).counts
    }
    for scope in IdentityScope.allCases {
      let turned = try changes("ABC", "CAB", scope)
      let isMoved = strategy.algorithm.infersMoves
      #expect(turned.moves == (isMoved ? 1 : 0) && turned.total == (isMoved ? 1 : 3), "\(turned)")
      let deleted = try changes("AB", "B", scope)
      #expect(deleted.deletes == 1 && deleted.total == 1, "\(deleted)")
      let inserted = try changes("B", "AB", scope)
      #expect(inserted.inserts == 1 && inserted.total == 1, "\(inserted)")
    }
  }

  /// The search for fewer moves is given up: what is left of the receipt says so.
  @Test(arguments: [("cdbacd", "abacad"), ("adacb", "cdace"), ("fcfg", "gcfgd")], [4, 6, 10])
  func whereTheBudgetEndsTheSearchTheAnswerIsNotCalledMinimal(_ texts: (old: String, new: String), _ units: Int) throws
  {
    let (old, new) = (FlatSnapshot(Array(texts.old)), FlatSnapshot(Array(texts.new)))
    let diff = try Differ(budget: DiffBudget(workUnits: units)).diff(from: old, to: new, comparing: ValueComparison())
    let best = try Differ().changeset(from: old, to: new, comparing: ValueComparison()).counts.total
    #expect(diff.changeset.counts.total == best || !diff.receipt.isMinimal, "\(diff.changeset.counts)")
  }

  /// The path of short lists gives the answer of the other, whatever is favored.
  @Test(arguments: AdaptiveDiff.Goal.allCases)
  func shortListsHaveTheSameAnswerWithAReceipt(_ goal: AdaptiveDiff.Goal) throws {
    let words = allWords(upTo: 4, letters: 3)
    let differ = Differ(algorithm: AdaptiveDiff(favoring: goal))
    for (number, old) in words.enumerated() {
      // Every seventh pair.
      for new in words.dropFirst(number % 7).enumerated().filter({ $0.offset % 7 == 0 }).map(\.element) {
        let (old, new) = (FlatSnapshot(old), FlatSnapshot(new))
        let changes = try differ.changeset(from: old, to: new, comparing: ValueComparison())
        let diff = try differ.diff(from: old, to: new, comparing: ValueComparison())
        if changes.identity != diff.changeset.identity { Issue.record("\(old) → \(new): \(changes.counts)") }
      }
    }
  }

  /// Found by random lists: with scope `.section` the path of short lists did not review the walk.
  @Test(arguments: IdentityScope.allCases)
  func shortListsOfRecordsHaveTheSameAnswerWithAReceipt(_ scope: IdentityScope) throws {
    let (old, new) = (list("1 5 0 3 2 5 3"), list("4 2 5"))
    let differ = Differ(scope: scope)
    let diff = try differ.diff(from: old, to: new)
    #expect(try differ.changeset(from: old, to: new).identity == diff.changeset.identity)
    #expect(diff.changeset.counts.total == 6 && diff.changeset.counts.moves == 0)
  }

  /// With scope `.section` what the front left was searched before all was: a stated budget went twice as fast.
  @Test(arguments: [0, 50, 400, 2_000, nil])
  func aPlainListHasTheSameReceiptInEitherScope(_ units: Int?) throws {
    let budget = units.map { DiffBudget(workUnits: $0) } ?? .standard
    var random = SplitMix64(seed: 68)
    for _ in 0..<60 {
      let (old, new) = edited(60, letters: 6, &random)
      let receipts = try IdentityScope.allCases.map {
        try Differ(scope: $0, budget: budget).diff(from: FlatSnapshot(old), to: FlatSnapshot(new)).receipt
      }
      #expect(receipts.dropFirst().allSatisfy { $0 == receipts[0] }, "\(old) → \(new)")
    }
  }

  @Test func neverMoreChangesThanHeckelOrAShortestScript() throws {
    var random = SplitMix64(seed: 61)
    for letters in [2, 6, 30] {
      for count in [10, 60, 400] {
        for round in 0..<(count > 100 ? 6 : 60) {
          var (old, new) = edited(count, letters: letters, &random)
          // A third is in no order at all.
          if round % 3 == 0 { new.shuffle(using: &random) }
          if round % 6 == 0 { old.removeLast(old.count / 3) }
          let balance = try changes(AdaptiveDiff(), old, new)
          #expect(try balance <= changes(MyersDiff(), old, new, .unlimited), "\(old) → \(new)")
          #expect(try balance <= changes(HeckelDiff(), old, new), "\(old) → \(new)")
          // As few as there can be.
          if count < 400 {
            let fewest = old.count + new.count - pairableCount(old, new) - commonLength(old, new)
            #expect(balance == fewest, "\(old) → \(new)")
          }
        }
      }
    }
  }

  @Test func inNoOrderAtAllTheAnswerIsShortestUpToThousandsOfItems() throws {
    var random = SplitMix64(seed: 62)
    let old = (0..<1_500).map { _ in Int.random(in: 0..<40, using: &random) }
    let new = (0..<1_200).map { _ in Int.random(in: 0..<40, using: &random) }
    let diff = try Differ().diff(from: FlatSnapshot(old), to: FlatSnapshot(new))
    #expect(diff.receipt.picked == "myers-moves")
    #expect(diff.receipt.isMinimal && !diff.receipt.budgetExhausted)
    #expect(diff.changeset.counts.moves == pairableCount(old, new) - commonLength(old, new))
  }

  @Test func whatFallsBackKeepsAsMuchInPlaceAsHeckelOrTheJoin() throws {
    var random = SplitMix64(seed: 63)
    for units in [0, 50, 400, 2_000, 5_000] {
      for _ in 0..<20 {
        let (old, new) = edited(300, letters: 12, &random)
        let bounded = try changes(AdaptiveDiff(), old, new, DiffBudget(workUnits: units))
        if units >= 5_000 { #expect(try bounded <= changes(HeckelDiff(), old, new)) }
      }
    }
  }

  /// Two rows of random tokens of as many letters.
  private func words(
    _ lengths: ClosedRange<Int>, letters: ClosedRange<Int32>, _ random: inout SplitMix64
  ) -> (rows: [Int32], columns: [Int32]) {
    let letters = Int32.random(in: letters, using: &random)
    func word() -> [Int32] {
      (0..<Int.random(in: lengths, using: &random)).map { _ in Int32.random(in: 0..<letters, using: &random) }
    }
    return (word(), word())
  }

  /// What notes columns of up to 20 letters.
  private func marks(for columns: [Int32], in run: inout DiffRun) -> TokenColumns {
    var marks = TokenColumns(bound: 20)
    marks.reserve(columns: columns.count, in: &run)
    return marks
  }

  /// What one table noted of its columns is nothing to the next.
  @Test func tablesOfOneSearchAreMadeWithTheSameMarks() throws {
    var random = SplitMix64(seed: 69)
    var run = DiffRun(strategy: "table")
    var marks = TokenColumns(bound: 20)
    for _ in 0..<100 {
      let (rows, columns) = words(2...150, letters: 1...20, &random)
      marks.reserve(columns: 150, in: &run)
      let corner = try #require(try SubsequenceTable.corner(rows[...], columns[...], marking: &marks, in: &run))
      var table = try #require(try SubsequenceTable(rows[...], columns[...], marking: &marks, in: &run))
      var count = 0
      table.forEachPair { _, _ in count += 1 }
      #expect(count == commonLength(rows, columns))
      #expect(
        commonLength(Array(rows[..<corner.row]), Array(columns[..<corner.column]))
          + commonLength(Array(rows[corner.row...]), Array(columns[corner.column...])) == count)
      table.giveBack(to: &run.scratch.pool)
    }
  }

  /// A table of words holds a longest common subsequence.
  @Test func aTableOfWordsIsALongestCommonSubsequence() throws {
    var random = SplitMix64(seed: 64)
    for _ in 0..<300 {
      let (rows, columns) = words(1...200, letters: 1...20, &random)
      var run = DiffRun(strategy: "table")
      var marks = marks(for: columns, in: &run)
      let table = try #require(try SubsequenceTable(rows[...], columns[...], marking: &marks, in: &run))
      var last = (row: rows.count, column: columns.count)
      var count = 0
      table.forEachPair { row, column in
        #expect(row < last.row && column < last.column && rows[row] == columns[column])
        last = (row, column)
        count += 1
      }
      #expect(count == commonLength(rows, columns))
      #expect(run.receipt.workSpent <= SubsequenceTable.units(rows.count, columns.count))
    }
  }

  /// A table is cut at a corner that a longest common subsequence goes through.
  @Test func aCornerIsOnALongestCommonSubsequence() throws {
    var random = SplitMix64(seed: 67)
    for _ in 0..<200 {
      let (rows, columns) = words(2...150, letters: 1...12, &random)
      var run = DiffRun(strategy: "table")
      var marks = marks(for: columns, in: &run)
      let corner = try #require(try SubsequenceTable.corner(rows[...], columns[...], marking: &marks, in: &run))
      let lengths =
        commonLength(Array(rows[..<corner.row]), Array(columns[..<corner.column]))
        + commonLength(Array(rows[corner.row...]), Array(columns[corner.column...]))
      #expect(lengths == commonLength(rows, columns))
      #expect(corner.row > 0 && corner.row < rows.count)
    }
  }

  @Test func aTableStopsAtTheBudget() throws {
    var run = DiffRun(strategy: "table", budget: DiffBudget(workUnits: 3))
    var marks = marks(for: [1, 0, 1], in: &run)
    #expect(try SubsequenceTable([0, 1, 0, 1, 0], [1, 0, 1], marking: &marks, in: &run) == nil)
    #expect(run.receipt.budgetExhausted && run.receipt.workSpent == 3)
  }

  /// A stranger's algorithm whose walk is taken back where it cost moves, as that of the one of this package.
  private struct Reviewed: DiffAlgorithm {
    let name = "reviewed"
    let allowsWalk = true
    let reviewsWalk: Bool
    let promises: DiffPromises = [.fewestMoves]

    func matching(of input: borrowing DiffInput, in run: inout DiffRun) throws(CancellationError) -> Matching {
      let script = MyersDiff(infersMoves: true)
      run.note(picked: script.name, because: "it is always", promising: script.promises)
      return try script.matching(of: input, in: &run)
    }
  }

  @Test func aStrangersAlgorithmMayReviewTheWalk() throws {
    var random = SplitMix64(seed: 65)
    var saved = 0
    for _ in 0..<200 {
      let (old, new) = edited(60, letters: 6, &random)
      let balance = try changes(AdaptiveDiff(), old, new)
      #expect(try changes(Reviewed(reviewsWalk: true), old, new) == balance)
      saved += try changes(Reviewed(reviewsWalk: false), old, new) - balance
    }
    #expect(saved > 0, "otherwise there was nothing to review")
  }

  /// Found by reading: a copy at the equal end of another section was taken for a repeat of what was walked; the work was done
  /// twice, and the answer was not called minimal.
  @Test func withScopeSectionACopyInAnotherSectionIsNoRepeat() throws {
    let old = sections(["p q r s", "p z"])
    let new = sections(["q r s p", "p y"])
    let diff = try Differ(scope: .section).diff(from: old, to: new, comparing: ValueComparison())
    #expect(diff.changeset.counts == ChangeCounts(deletes: 1, inserts: 1, moves: 1))
    #expect(diff.receipt.isMinimal)
    #expect(diff.receipt.walked == 3 && diff.receipt.residueOld == 2, "the walk is not taken back")
    #expect(diff.receipt.workSpent == 4)
    // With scope .global p is a repeat.
    let global = try Differ(scope: .global).diff(from: old, to: new, comparing: ValueComparison())
    #expect(global.changeset.counts == diff.changeset.counts)
  }

  /// Found by reading: where nothing was walked there is nothing to take back, whatever the equal ends of sections hold.
  @Test(arguments: [2, 3, nil])
  func whereNothingWasWalkedNothingIsDoneTwice(_ units: Int?) throws {
    let old = sections(["c m d d", "c d"])
    let new = sections(["c d d", "c m d"])
    let budget = units.map { DiffBudget(workUnits: $0) } ?? .standard
    let diff = try Differ(budget: budget).diff(from: old, to: new, comparing: ValueComparison())
    #expect(diff.changeset.counts == ChangeCounts(moves: 1))
    #expect(diff.receipt.isMinimal && !diff.receipt.budgetExhausted)
    #expect(diff.receipt.walked == 0 && diff.receipt.hashes == 2)
  }

  /// Copies in one section are seen in either scope, those in two only where items are paired across sections.
  @Test(arguments: IdentityScope.allCases)
  func aSampleLooksForCopiesWhereItemsArePaired(_ scope: IdentityScope) throws {
    func isReviewed(_ old: [String], _ new: [String]) throws -> Bool {
      let diff = try Differ(scope: scope).diff(
        from: sections(old), to: sections(new), comparing: ValueComparison())
      #expect(try sections(old).applying(diff.changeset) == sections(new))
      return diff.receipt.walked == 0
    }
    #expect(try isReviewed(["p q r s", "a b c"], ["q r s p", "x b c d"]) == false)
    #expect(try isReviewed(["p q r q s", "a b c"], ["q r q s p", "x b c d"]))
    #expect(try isReviewed(["p q r s", "a q b c"], ["q r s p", "x q b c d"]) == (scope == .global))
  }

  /// Sections of values, by number.
  private func sections(_ texts: [String]) -> Snapshot<Int, String, NoHeader> {
    Snapshot(
      sections: texts.enumerated().map {
        SnapshotSection($0.offset, items: $0.element.split(separator: " ").map(String.init))
      }
    )
  }

  @Test func sectionsAreReviewedByThemselves() throws {
    var random = SplitMix64(seed: 66)
    for scope in IdentityScope.allCases {
      for _ in 0..<100 {
        let words = (0..<3).map { _ in edited(30, letters: 5, &random) }
        let old = Snapshot(sections: words.enumerated().map { SnapshotSection($0.offset, items: $0.element.old) })
        let new = Snapshot(
          sections: words.enumerated().reversed().map { SnapshotSection($0.offset, items: $0.element.new) })
        let balance = try Differ(scope: scope).diff(from: old, to: new)
        let exact = try Differ(algorithm: AdaptiveDiff(favoring: .fewestChanges), scope: scope).diff(from: old, to: new)
        #expect(try old.applying(balance.changeset) == new)
        #expect(exact.receipt.isMinimal)
        #expect(balance.changeset.counts.total >= exact.changeset.counts.total)
        if balance.receipt.isMinimal, balance.receipt.walked == 0 {
          #expect(balance.changeset.counts.total == exact.changeset.counts.total)
        }
      }
    }
  }
}
