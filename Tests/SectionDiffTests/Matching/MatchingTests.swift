import SectionDiff
import Testing

@Suite struct MatchingTests {
  @Test func aNewMatchingPairsNothing() {
    let matching = Matching(for: DiffInput(old: [1, 2], new: [1, 2, 3]))
    #expect(matching.newCount == 3)
    #expect(matching.pairCount == 0)
    #expect(matching.old(of: 0) == nil)
  }

  @Test func pairsAreReadBack() {
    var matching = Matching(for: DiffInput(old: [1, 2], new: [2, 1, 3]))
    matching.pair(old: 1, new: 0)
    matching.pair(old: 0, new: 1)
    #expect(matching.pairCount == 2)
    #expect((0..<3).map { matching.old(of: $0) } == [1, 0, nil])
  }

  @Test func aLaterPairTakesTheNewPosition() {
    var matching = Matching(for: DiffInput(old: [1, 1], new: [1]))
    matching.pair(old: 0, new: 0)
    matching.pair(old: 1, new: 0)
    #expect(matching.old(of: 0) == 1)
    #expect(matching.pairCount == 1)
  }

  @Test func nothingStandsOutside() {
    let matching = Matching(for: DiffInput(old: [1], new: [1]))
    #expect(matching.old(of: -1) == nil)
    #expect(matching.old(of: 1) == nil)
    #expect(matching.old(of: .max) == nil)
  }

  @Test func callsOutsideChangeNothingButEquality() {
    let clean = Matching(for: DiffInput(old: [1], new: [1]))
    for (old, new) in [(0, 1), (1, 0), (-1, 0), (0, -1), (Int.max, Int.min)] {
      var matching = clean
      matching.pair(old: old, new: new)
      #expect(matching.pairCount == 0)
      #expect(matching != clean, "the matching remembers the fault")
    }
  }
}
