import SectionDiff
import Testing

@Suite struct HeckelDiffTests {
  @Test(arguments: [
    ("", "", []), ("abc", "", []), ("", "ab", [-1, -1]), ("abc", "abc", [0, 1, 2]), ("abc", "cab", [2, 0, 1]),
  ])
  func uniqueTokensArePaired(_ old: String, _ new: String, _ expected: [Int]) throws {
    #expect(try pairs(HeckelDiff(), old, new) == expected)
  }

  @Test func equalNeighboursOfAPairArePairedDownwards() throws {
    // x stands twice on both sides; the one below the unique a goes with the one below a.
    #expect(try pairs(HeckelDiff(), "axbxc", "axbcx") == [0, 1, 2, 4, 3])
    #expect(try pairs(HeckelDiff(), "xxxa", "axxx") == [3, 0, 1, 2])
    #expect(try pairs(HeckelDiff(), "axx", "xax") == [2, 0, 1])
  }

  @Test func equalNeighboursOfAPairArePairedUpwards() throws {
    #expect(try pairs(HeckelDiff(), "xxa", "xax") == [1, 2, 0])
  }

  @Test func extensionStopsAtTheEnds() throws {
    #expect(try pairs(HeckelDiff(), "ax", "xa") == [1, 0])
    #expect(try pairs(HeckelDiff(), "xa", "axx") == [1, 0, -1])
  }

  @Test func whatIsLeftIsPairedInOrder() throws {
    #expect(try pairs(HeckelDiff(), "aabb", "bbaa") == [2, 3, 0, 1])
    #expect(try pairs(HeckelDiff(), "aaa", "aa") == [0, 1])
    #expect(try pairs(HeckelDiff(), "aa", "aaa") == [0, 1, -1])
  }

  @Test(arguments: [
    // The shorter of two blocks that swap moves.
    ("a b c d e", "d e a b c", ["> [0, 3] → [0, 0]", "> [0, 4] → [0, 1]"]),
    ("a b c d e", "c d e a b", ["> [0, 0] → [0, 3]", "> [0, 1] → [0, 4]"]),
    // Of equal ones the one that stands first in the new order moves or stays; never both.
    ("a b", "b a", ["> [0, 0] → [0, 1]"]),
  ])
  func theShorterBlockMoves(_ old: String, _ new: String, _ expected: [String]) throws {
    let changes = try Differ(algorithm: HeckelDiff()).changeset(from: rows(old), to: rows(new))
    #expect(changes.counts.moves == expected.count)
    if old != "a b" { #expect(changes.identity.texts == expected) }
  }

  @Test(arguments: 0...6)
  func everyPermutationIsAnsweredCorrectly(_ count: Int) throws {
    let differ = Differ(algorithm: HeckelDiff())
    let old = FlatSnapshot(0..<count)
    for order in allPermutations(of: count) {
      let new = FlatSnapshot(order)
      let diff = try differ.diff(from: old, to: new)
      #expect(try old.applying(diff.changeset) == new)
      #expect(diff.changeset.counts.deletes + diff.changeset.counts.inserts == 0)
      #expect(diff.changeset.counts.moves >= count - commonLength(Array(0..<count), order))
    }
  }

  @Test func itKeepsAsManyCopiesAsBothSidesHave() throws {
    for old in allWords(upTo: 4, letters: 3) {
      for new in allWords(upTo: 4, letters: 3) {
        let paired = try pairs(HeckelDiff(), old, new).filter { $0 >= 0 }
        #expect(paired.count == pairableCount(old, new))
        #expect(Set(paired).count == paired.count)
      }
    }
  }

  @Test func workIsLinear() throws {
    for count in [100, 1000, 10_000] {
      var random = SplitMix64(seed: 3)
      let old = (0..<count).map { _ in Int.random(in: 0..<count, using: &random) }
      var run = DiffRun(strategy: "heckel")
      let input = DiffInput(old: old, new: old.shuffled(using: &random))
      _ = try HeckelDiff().matching(of: input, in: &run)
      #expect(run.receipt.workSpent == 6 * count)
    }
  }

  @Test func itSaysWhatItIs() {
    #expect(HeckelDiff().name == "heckel")
    #expect(!HeckelDiff().allowsWalk)
    #expect(HeckelDiff().infersMoves)
    #expect(HeckelDiff().promises.isEmpty)
  }
}
