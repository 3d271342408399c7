import SectionDiff
import Testing

@Suite struct AdaptiveDiffTests {
  let differ = Differ()

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
    #expect(diff.receipt.picked == "myers")
    #expect(diff.receipt.reason == "identities repeat and the shortest script is cheap")
    #expect(!diff.receipt.budgetExhausted)
    #expect(try old.applying(diff.changeset) == new)
  }

  @Test func costlyRepeatsFallBackToTheJoin() throws {
    var random = SplitMix64(seed: 4)
    let old = FlatSnapshot((0..<4000).map { _ in Int.random(in: 0..<2000, using: &random) })
    let new = FlatSnapshot((0..<4000).map { _ in Int.random(in: 0..<2000, using: &random) })
    let diff = try differ.diff(from: old, to: new)
    #expect(diff.receipt.picked == "lis")
    #expect(diff.receipt.reason == "identities repeat and the shortest script is too costly")
    #expect(!diff.receipt.budgetExhausted, "the allowance of the trial is not the caller's budget")
    #expect(try old.applying(diff.changeset) == new)
    #expect(diff.receipt.workSpent <= 65 * 8000, "a trial costs what it may and no more")
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
    #expect(diff.receipt.budgetExhausted == (units <= 1000))
    #expect(try old.applying(diff.changeset) == new)
  }
}
