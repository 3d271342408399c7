import DiffWorkloads
import SectionDiff
import Testing

@Suite struct ChangesetTests {
  @Test func anEmptyChangesetCountsNothing() throws {
    let changes = try Differ().changeset(from: list("a b"), to: list("a b"))
    #expect(changes.isEmpty)
    #expect(changes.changeCount == 0)
    #expect(changes.counts == ChangeCounts())
  }

  @Test(arguments: Strategy.allCases)
  func aPairOfEqualSnapshotsIsSilent(_ strategy: Strategy) throws {
    var random = SplitMix64(seed: 221)
    for policy in DuplicatePolicy.allCases {
      for _ in 0..<30 {
        let board = random.board(rows: 14, repeats: policy != .reject)
        #expect(try Differ(algorithm: strategy.algorithm, duplicates: policy).changeset(from: board, to: board).isEmpty)
      }
    }
  }

  @Test(arguments: Strategy.allCases)
  func everyItemIsDeletedInsertedOrKept(_ strategy: Strategy) throws {
    var random = SplitMix64(seed: 222)
    for _ in 0..<100 {
      let (old, new) = (random.board(rows: 14, repeats: true), random.board(rows: 14, repeats: true))
      let counts = try Differ(algorithm: strategy.algorithm).changeset(from: old, to: new).counts
      #expect(old.itemCount - counts.deletes == new.itemCount - counts.inserts)
      #expect(counts.moves <= old.itemCount - counts.deletes)
      #expect(counts.updates <= old.itemCount - counts.deletes)
    }
  }

  @Test func aChangeOfContentIsAnUpdateAndNoMove() throws {
    let changes = try Differ().changeset(from: list("a b c"), to: list("a b=1 c"))
    #expect(changes.identity.texts == ["~ [0, 1] → [0, 1]"])
    #expect(changes.updatedItem(0).from == Row(id: "b"))
    #expect(changes.updatedItem(0).to == Row(id: "b", value: 1))
  }

  @Test func movingAndUpdatingAreIndependent() throws {
    let changes = try Differ(algorithm: LISDiff()).changeset(from: list("a b c"), to: list("c=1 a b"))
    #expect(changes.identity.texts == ["> [0, 2] → [0, 0]", "~ [0, 2] → [0, 0]"])
  }
}
