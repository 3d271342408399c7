import SectionDiff
import Testing

@Suite struct LISDiffTests {
  @Test(arguments: [
    ("", "", []), ("abc", "", []), ("", "abc", [-1, -1, -1]), ("abc", "abc", [0, 1, 2]), ("abc", "xyz", [-1, -1, -1]),
    ("abcd", "dab", [3, 0, 1]), ("aab", "aba", [0, 2, 1]), ("ab", "aaab", [0, -1, -1, 1]), ("aaab", "ab", [0, 3]),
  ])
  func pairsEqualTokensInOrderOfOccurrence(_ old: String, _ new: String, _ expected: [Int]) throws {
    #expect(try pairs(LISDiff(), old, new) == expected)
  }

  @Test func theLongestRunStaysAndTheRestMoves() throws {
    let changes = try Differ(algorithm: LISDiff()).changeset(from: rows("a b c d"), to: rows("d a b"))
    #expect(changes.identity.texts == ["- [0, 2]", "> [0, 3] → [0, 0]"])
  }

  @Test(arguments: 0...6)
  func movesAreFewestForAllPermutations(_ count: Int) throws {
    let differ = Differ(algorithm: LISDiff())
    let old = Array(0..<count)
    for new in allPermutations(of: count) {
      let moves = try differ.changeset(from: old, to: new).counts.moves
      #expect(moves == count - commonLength(old, new), "\(new)")
    }
  }

  @Test func aBudgetBelowTheInputPairsNothingByItself() throws {
    var run = DiffRun(strategy: "lis", budget: DiffBudget(workUnits: 3))
    let input = DiffInput(old: "ab", new: "ab")
    let matching = try LISDiff().matching(of: input, in: &run)
    #expect(matching.pairCount == 0)
    #expect(run.receipt.budgetExhausted)
  }

  @Test func itSaysWhatItIs() {
    #expect(LISDiff().name == "lis")
    #expect(LISDiff().allowsWalk)
    #expect(LISDiff().infersMoves)
    #expect(LISDiff().promises == [.fewestMoves])
  }
}
