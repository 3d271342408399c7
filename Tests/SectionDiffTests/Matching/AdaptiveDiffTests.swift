import TestScale
import Testing

@testable import SectionDiff

@Suite struct AdaptiveDiffTests {
  let differ = Differ()

  /// One that gives up early, so that short texts show what is done then.
  private var hasty: AdaptiveDiff {
    var algorithm = AdaptiveDiff()
    algorithm.scriptUnitsPerItem = 2
    algorithm.tableUnitsPerItem = 0
    return algorithm
  }

  @Test func uniqueLeftoversAreJoined() throws {
    let receipt = try differ.diff(from: FlatSnapshot(0..<20), to: FlatSnapshot((0..<20).reversed())).receipt
    #expect(receipt.strategy == "adaptive")
    #expect(receipt.picked == "lis")
    #expect(receipt.reason == "the identities that were left to match are unique")
  }

  @Test func cheapRepeatsGetTheShortestScript() throws {
    let old = FlatSnapshot(Array("the cat sat on the mat and the dog lay on the rug"))
    let new = FlatSnapshot(Array("on the rug lay the dog and on the mat sat the cat"))
    let diff = try differ.diff(from: old, to: new)
    #expect(diff.receipt.picked == "myers-moves")
    #expect(diff.receipt.reason == "identities repeat and the shortest script is cheap")
    #expect(!diff.receipt.budgetExhausted)
    #expect(try old.applying(diff.changeset) == new)
  }

  @Test func costlyRepeatsFallBackToTheJoin() throws {
    var random = SplitMix64(seed: 4)
    let old = FlatSnapshot((0..<4000).map { _ in Int.random(in: 0..<2000, using: &random) })
    let new = FlatSnapshot((0..<4000).map { _ in Int.random(in: 0..<2000, using: &random) })
    let diff = try Differ(algorithm: hasty).diff(from: old, to: new)
    #expect(["lis", "heckel", "myers-moves"].contains(diff.receipt.picked))
    #expect(diff.receipt.reason == "identities repeat and the shortest script is too costly")
    #expect(!diff.receipt.budgetExhausted, "the allowance of the trial is not the caller's budget")
    #expect(!diff.receipt.isMinimal)
    #expect(try old.applying(diff.changeset) == new)
    #expect(diff.receipt.workSpent <= 4096 + 8 * 8000, "a trial costs what it may and no more")
  }

  @Test func ofAnswersThatKeepAsManyInPlaceTheJoinIsTaken() throws {
    // Turned round, each keeps one in place.
    let numbers = Array(0..<3000) + [5]
    let diff = try Differ(algorithm: hasty).diff(from: FlatSnapshot(numbers), to: FlatSnapshot(numbers.reversed()))
    #expect(diff.receipt.reason == "identities repeat and the shortest script is too costly")
    #expect(diff.receipt.picked == "lis")
  }

  @Test func nothingLeftNeedsNoStrategy() throws {
    let receipt = try differ.diff(from: FlatSnapshot([1, 2]), to: FlatSnapshot([1, 2])).receipt
    #expect(receipt.picked == "adaptive")
    #expect(receipt.reason == "nothing was left to match")
  }

  @Test func oneSidedLeftoversNeedNoStrategy() throws {
    let receipt = try differ.diff(from: FlatSnapshot([1, 2]), to: FlatSnapshot([1, 2, 3])).receipt
    #expect(receipt.reason == "nothing that was left could be matched")
    #expect(receipt.workSpent == 0)
  }

  @Test func withUniqueIdentitiesItIsAsSmallAsLIS() throws {
    var random = SplitMix64(seed: 6)
    for _ in 0..<100 {
      let (old, new) = (random.board(), random.board())
      let adaptive = try differ.changeset(from: old, to: new)
      #expect(adaptive == (try Differ(algorithm: LISDiff()).changeset(from: old, to: new)))
    }
  }

  @Test(arguments: [0, 1, 10, 100, 1000, 100_000])
  func aSmallBudgetIsTheCallersNotTheTrials(_ units: Int) throws {
    var random = SplitMix64(seed: 7)
    let old = FlatSnapshot((0..<200).map { _ in Int.random(in: 0..<60, using: &random) })
    let new = FlatSnapshot((0..<200).map { _ in Int.random(in: 0..<60, using: &random) })
    let diff = try Differ(budget: DiffBudget(workUnits: units)).diff(from: old, to: new)
    #expect(diff.receipt.workSpent <= units)
    #expect(diff.receipt.budgetExhausted == (units <= 100))
    #expect(try old.applying(diff.changeset) == new)
  }

  /// Two texts with repeats, whose shortest script costs more than an attempt may without a budget.
  private func texts() -> (old: FlatSnapshot<Int>, new: FlatSnapshot<Int>) {
    var random = SplitMix64(seed: 8)
    return (
      FlatSnapshot((0..<600).map { _ in Int.random(in: 0..<60, using: &random) }),
      FlatSnapshot((0..<600).map { _ in Int.random(in: 0..<60, using: &random) })
    )
  }

  @Test func aStatedBudgetLiftsTheBoundOfTheShortestScript() throws {
    let (old, new) = texts()
    let usual = try Differ(algorithm: hasty).diff(from: old, to: new)
    #expect(!usual.receipt.isMinimal)
    #expect(usual.receipt.reason == "identities repeat and the shortest script is too costly")
    let generous = try Differ(algorithm: hasty, budget: DiffBudget(workUnits: 10_000_000)).diff(from: old, to: new)
    #expect(generous.receipt.picked == "myers-moves")
    #expect(generous.receipt.reason == "identities repeat and the shortest script fits into the budget")
    #expect(!generous.receipt.budgetExhausted)
    #expect(generous.changeset.counts.moves < usual.changeset.counts.moves)
    #expect(try old.applying(generous.changeset) == new)
    #expect(generous.receipt.isMinimal)
    #expect(try Differ(algorithm: hasty, budget: .unlimited).diff(from: old, to: new).changeset == generous.changeset)
  }

  @Test func aStatedBudgetIsWhatBoundsTheAttempt() throws {
    let (old, new) = texts()
    let cost = try Differ(budget: .unlimited).diff(from: old, to: new).receipt.workSpent
    for units in [5_000, 8_000, 10_000, cost, 4 * cost] {
      let diff = try Differ(budget: DiffBudget(workUnits: units)).diff(from: old, to: new)
      #expect(diff.receipt.workSpent <= units)
      #expect(!diff.receipt.budgetExhausted, "\(units) units: what the fallback needs is kept for it")
      if !diff.receipt.isMinimal {
        #expect(diff.receipt.reason == "identities repeat and the shortest script costs more than the budget leaves")
      }
      #expect(try old.applying(diff.changeset) == new)
    }
    let most = try Differ(budget: DiffBudget(workUnits: 4 * cost)).diff(from: old, to: new)
    #expect(most.receipt.picked == "myers-moves")
  }

  /// About `copies` copies of each value, of which a twentieth is edited: the workloads `repeats-20` and `repeats-200`.
  private func repeats(
    _ count: Int, copies: Int, _ random: inout SplitMix64
  ) -> (old: FlatSnapshot<Int>, new: FlatSnapshot<Int>) {
    let old = (0..<count).map { _ in Int.random(in: 0..<(count / copies), using: &random) }
    let edits = Set((0..<(count / 40)).map { _ in Int.random(in: 0..<count, using: &random) })
    var new: [Int] = []
    for (place, value) in old.enumerated() {
      if !edits.contains(place) { new.append(value) }
      if Int.random(in: 0..<40, using: &random) == 0 {
        new.append(Int.random(in: 0..<(count / copies), using: &random))
      }
    }
    return (FlatSnapshot(old), FlatSnapshot(new))
  }

  /// A search cost 64 units for each item before it was given up, for an answer that the walk had found (workload
  /// `repeats-20`). The shorter list gets its shortest script, as is promised.
  @Test(
    .enabled(if: TestScale.isFull),
    arguments: [(10_000, 20, 16), (10_000, 200, 16), (100_000, 20, 8), (100_000, 200, 8)])
  func whereMuchRepeatsASearchThatCannotSaveMuchIsShort(_ count: Int, _ copies: Int, _ unitsPerItem: Int) throws {
    var random = SplitMix64(seed: 20)
    let (old, new) = repeats(count, copies: copies, &random)
    let diff = try differ.diff(from: old, to: new)
    #expect(diff.receipt.workSpent < unitsPerItem * (old.itemCount + new.itemCount))
    #expect(diff.receipt.isMinimal == (count <= 16_000))
    let joined = try Differ(algorithm: LISDiff()).changeset(from: old, to: new)
    #expect(diff.changeset.counts.total <= joined.counts.total)
    #expect(try old.applying(diff.changeset) == new)
  }

  /// At first its search is slow, and by its pace alone it would be given up; but the walk's script is many times as long.
  @Test(.enabled(if: TestScale.isFull)) func aLongTextThatTheWalkPairedBadlyIsSearchedToTheEnd() throws {
    let text = try #require(try TextPair.all().first { $0.name == "table-2" })
    let receipt = try differ.diff(from: FlatSnapshot(text.old), to: FlatSnapshot(text.new)).receipt
    #expect(receipt.picked == "myers-moves" && receipt.isMinimal)
    #expect(receipt.moves == 1369)
  }

  /// Lists for which little may be spent: answers of searches that were given up are as small as the others.
  @Test func aSearchThatIsGivenUpLeavesAnAnswerAsSmallAsOtherStrategies() throws {
    var random = SplitMix64(seed: 21)
    var algorithm = hasty
    algorithm.scriptUnitsPerItem = 6
    for copies in [5, 20, 100] {
      let (old, new) = repeats(10_000, copies: copies, &random)
      #expect(try isGivenUpEarly(old, new))
      let diff = try Differ(algorithm: algorithm).diff(from: old, to: new)
      #expect(try old.applying(diff.changeset) == new)
      for other in [LISDiff(), HeckelDiff()] as [any DiffAlgorithm] {
        let changes = try Differ(algorithm: other).changeset(from: old, to: new)
        #expect(diff.changeset.counts.total <= changes.counts.total)
      }
    }
  }

  /// Whether a search that knows what joining keeps is given up while there is something left; without that it spends all.
  private func isGivenUpEarly(_ old: FlatSnapshot<Int>, _ new: FlatSnapshot<Int>) throws -> Bool {
    let input = DiffInput(old: old.sections[0].items, new: new.sections[0].items)
    let joined = try Differ(algorithm: LISDiff()).changeset(from: old, to: new).counts
    var search = MyersDiff(infersMoves: true)
    search.givesUpEarly = true
    var run = DiffRun(strategy: "trial", budget: DiffBudget(workUnits: 4096 + 6 * input.count))
    run.known = (kept: old.itemCount - joined.deletes - joined.moves, items: input.count)
    _ = try search.matching(of: input, in: &run)
    return run.receipt.budgetExhausted && run.unitsLeft > input.count
  }
}
