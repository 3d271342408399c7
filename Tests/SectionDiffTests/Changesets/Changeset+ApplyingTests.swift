import SectionDiff
import Testing

@Suite struct ChangesetApplyingTests {
  @Test(arguments: [
    (board(), board("A: a")), (board("A: a"), board()), (board("A:"), board("A: a b")), (board("A: a b"), board("A:")),
    (board("A: a b c"), board("A: c b a")), (board("A: a", "B: b"), board("B: b", "A: a")),
    (board("A: a b", "B: c"), board("B: a", "C: b c")), (board("A(x): a"), board("A(y): a=1")),
    (board("A:", "B:", "C:"), board("C:", "A:")), (board("A: a", "B:", "C: b"), board("A:", "B: b a=1", "C:")),
  ])
  func appliedToTheOldGivesTheNew(_ old: Board, _ new: Board) throws {
    for strategy in Strategy.allCases {
      let changes = try Differ(algorithm: strategy.algorithm).changeset(from: old, to: new)
      #expect(try old.applying(changes) == new)
      #expect(try new.applying(changes.inverted) == old)
      #expect(try old.applying(changes.detached()) == new)
    }
  }

  @Test(arguments: Strategy.allCases, IdentityScope.allCases)
  func holdsForRandomBoards(_ strategy: Strategy, _ scope: IdentityScope) throws {
    var random = SplitMix64(seed: 71)
    let differ = Differ(algorithm: strategy.algorithm, scope: scope)
    for round in 0..<100 {
      let old = random.board(sections: 5, rows: 14, repeats: round % 2 == 0)
      let new = random.board(sections: 5, rows: 14, repeats: round % 2 == 0)
      let changes = try differ.changeset(from: old, to: new)
      #expect(try old.applying(changes) == new)
      #expect(try old.applying(changes.detached()) == new)
    }
  }

  @Test func keptItemsAreTakenFromTheOldSnapshot() throws {
    // Content is compared without regard to the value, so `b` counts as unchanged.
    let changes = try Differ().changeset(
      from: list("a b"), to: list("b=5 c"), comparing: .by(\.id) { _, _ in true })
    #expect(try list("a b").applying(changes) == list("b c"))
  }

  @Test func anEmptyChangesetGivesTheSameSnapshot() throws {
    let snapshot = board("A: a", "B:")
    #expect(try snapshot.applying(Differ().changeset(from: snapshot, to: snapshot)) == snapshot)
  }

  @Test func aSnapshotOfOtherSizesIsRefused() throws {
    let changes = try Differ().changeset(from: board("A: a b", "B: c"), to: board("A: a"))
    let fewer = #expect(throws: ChangesetMismatch.self) { try board("A: a b").applying(changes) }
    #expect(fewer?.description == "the changeset expects 2 sections, but there are 1")
    let longer = #expect(throws: ChangesetMismatch.self) { try board("A: a b", "B: c d").applying(changes) }
    #expect(longer?.description == "the changeset expects 1 items in section 1, but there are 2")
  }

  @Test func anEmptyChangesetFitsNothingElseEither() throws {
    let changes = try Differ().changeset(from: list("a b"), to: list("a b"))
    #expect(throws: ChangesetMismatch.self) { try list("a").applying(changes) }
  }
}
