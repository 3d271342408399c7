import DiffWorkloads
import SectionDiff
import Testing

@Suite struct ChangesetInvertedTests {
  @Test func everyChangeIsTurnedAround() throws {
    let changes = try Differ(algorithm: LISDiff()).changeset(
      from: board("A(x): a b c", "B: d"), to: board("A(y): c a=1 e", "C: f"))
    #expect(
      changes.identity.texts == [
        "- [1]", "+ [1]", "~ [0] → [0]", "- [0, 1]", "- [1, 0]", "+ [0, 2]", "+ [1, 0]", "> [0, 2] → [0, 0]",
        "~ [0, 0] → [0, 1]",
      ])
    #expect(
      changes.inverted.identity.texts == [
        "- [1]", "+ [1]", "~ [0] → [0]", "- [0, 2]", "- [1, 0]", "+ [0, 1]", "+ [1, 0]", "> [0, 0] → [0, 2]",
        "~ [0, 1] → [0, 0]",
      ])
  }

  @Test(arguments: Strategy.allCases)
  func invertingTwiceGivesTheSame(_ strategy: Strategy) throws {
    var random = SplitMix64(seed: 81)
    for _ in 0..<100 {
      let old = random.board(rows: 14, repeats: true)
      let new = random.board(rows: 14, repeats: true)
      let changes = try Differ(algorithm: strategy.algorithm).changeset(from: old, to: new)
      #expect(changes.inverted.inverted == changes)
      #expect(changes.detached().inverted == changes.inverted)
      #expect(try new.applying(changes.inverted) == old)
      #expect(try new.applying(changes.detached().inverted) == old)
      #expect(changes.inverted.counts.deletes == changes.counts.inserts)
      #expect(changes.inverted.counts.total == changes.counts.total)
    }
  }
}
