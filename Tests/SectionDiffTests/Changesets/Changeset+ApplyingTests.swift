import DiffWorkloads
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

  @Test func whatComesIsReadHoweverItIsStored() throws {
    let (old, new) = (board("A: a b c", "B: d"), board("A: b=1 x a", "C: y", "B: d"))
    for (from, to) in [(old, new), (old, new.inChunks()), (old.inChunks(), new), (old.inChunks(), new.inChunks())] {
      let applied = try from.applying(Differ().changeset(from: old, to: to))
      #expect(applied == new)
      #expect(applied.isChunked == from.isChunked)
    }
  }

  @Test func anEmptyChangesetGivesTheSameSnapshot() throws {
    let snapshot = board("A: a", "B:")
    #expect(try snapshot.applying(Differ().changeset(from: snapshot, to: snapshot)) == snapshot)
  }

  @Test func aSnapshotOfOtherSizesIsRefused() throws {
    let changes = try Differ().changeset(from: board("A: a b", "B: c"), to: board("A: a"))
    let fewer = #expect(throws: DiffError.self) { try board("A: a b").applying(changes) }
    #expect(fewer?.description == "the changeset expects 2 sections, but there are 1")
    let longer = #expect(throws: DiffError.self) { try board("A: a b", "B: c d").applying(changes) }
    #expect(longer?.description == "the changeset expects 1 items in section 1, but there are 2")
  }

  @Test func anEmptyChangesetFitsNothingElseEither() throws {
    let changes = try Differ().changeset(from: list("a b"), to: list("a b"))
    #expect(throws: DiffError.self) { try list("a").applying(changes) }
  }

  /// What is deleted, updated or moved must be what the changeset expects; sizes alone prove nothing.
  @Test(arguments: [
    ("a b c", "a b", "a b x", "the changeset deletes c at [0, 2], but there is x", true),
    ("a b c", "a b", "a b c=1", "the changeset deletes c at [0, 2], but its content is another one", true),
    ("a b c", "a=1 b c", "x b c", "the changeset updates a at [0, 0], but there is x", true),
    ("a b c", "a=1 b c", "a=7 b c", "the changeset updates a at [0, 0], but its content is another one", true),
    ("a b c d", "b c d a", "x b c d", "the changeset moves a at [0, 0], but there is x", false),
  ])
  func anotherListOfTheSameSizeIsRefused(
    _ old: String, _ new: String, _ other: String, _ reason: String, _ isKnownDetached: Bool
  ) throws {
    let changes = try Differ(algorithm: LISDiff()).changeset(from: list(old), to: list(new))
    let error = #expect(throws: DiffError.self) { try list(other).applying(changes) }
    #expect(error?.description == reason)
    guard isKnownDetached else { return }
    let detached = #expect(throws: DiffError.self) { try list(other).applying(changes.detached()) }
    #expect(detached?.description == reason)
  }

  @Test func itemsThatAreTheirOwnIdentityAreCompared() throws {
    let changes = try Differ().changeset(from: [1, 2, 3], to: [1, 3])
    let error = #expect(throws: DiffError.self) { try FlatSnapshot([1, 9, 3]).applying(changes) }
    #expect(error?.description == "the changeset deletes 2 at [0, 1], but there is 9")
    #expect(try FlatSnapshot([1, 2, 3]).applying(changes) == FlatSnapshot([1, 3]))
  }

  @Test(arguments: [
    (
      board("A: a", "B: b"), board("B: b"), board("X: a", "B: b"),
      "the changeset deletes section A at 0, but there is section X"
    ),
    (
      board("A(x): a"), board("A(y): a"), board("A(z): a"),
      "the changeset updates section A at 0, but its header is another one"
    ),
    (
      board("A: a", "B: b", "C: c"), board("B: b", "C: c", "A: a"), board("X: a", "B: b", "C: c"),
      "the changeset moves section A at 0, but there is section X"
    ),
  ])
  func otherSectionsOfTheSameSizesAreRefused(_ old: Board, _ new: Board, _ other: Board, _ reason: String) throws {
    let changes = try Differ(algorithm: LISDiff()).changeset(from: old, to: new)
    let error = #expect(throws: DiffError.self) { try other.applying(changes) }
    #expect(error?.description == reason)
  }

  /// Random lists of one item that was replaced: the error, or what the changeset says of all that it names.
  @Test func aReplacedItemIsSeenWhereItIsNamed() throws {
    var random = SplitMix64(seed: 72)
    var refused = 0
    for _ in 0..<300 {
      let old = random.board(sections: 3, rows: 10)
      let changes = try Differ().changeset(from: old, to: random.board(sections: 3, rows: 10))
      var rows = old.sections.map { Array($0.items) }
      let paths = rows.enumerated().flatMap { section, items in
        items.indices.map { ItemPath(section: section, item: $0) }
      }
      guard let path = paths.randomElement(using: &random) else { continue }
      rows[path.section][path.item] = Row(id: "replaced")
      let other = Board(
        sections: zip(old.sections, rows).map { SnapshotSection($0.key, header: $0.header, items: $1) })
      let named = Set(
        changes.identity.deletes + changes.identity.updates.map(\.from) + changes.identity.moves.map(\.from))
      if named.contains(path) {
        refused += 1
        #expect(throws: DiffError.self) { try other.applying(changes) }
      } else {
        #expect(try other.applying(changes).itemCount == old.applying(changes).itemCount)
      }
    }
    #expect(refused > 50)
  }

  @Test func whatIsNotEqualToItselfIsNotToldFromOthers() throws {
    let old = [Reading(id: 1, value: .nan), Reading(id: 2, value: 1)]
    let changes = try Differ().changeset(from: old, to: [Reading(id: 1, value: .nan)])
    let given = FlatSnapshot(Array(old))
    #expect(try given.applying(changes).itemCount == 1)
    let inverted = try given.applying(changes).applying(changes.inverted)
    #expect(inverted.itemCount == 2)
  }

  private struct Reading: Identifiable, Equatable {
    var id: Int
    var value: Double
  }
}
