import DiffWorkloads
import SectionDiff
import TestScale
import Testing

@Suite struct ChangesetComposedTests {
  /// One changeset from the first board to the last, by way of all; fails unless it leads there.
  @discardableResult
  func compose(_ boards: Board..., by strategy: Strategy = .lis, detaching: Bool = false) throws -> BoardChanges {
    let differ = Differ(algorithm: strategy.algorithm)
    var composed = try differ.changeset(from: boards[0], to: boards[0])
    for (before, after) in zip(boards, boards.dropFirst()) {
      let next = try differ.changeset(from: before, to: after)
      composed = try composed.composed(with: detaching ? next.detached() : next)
    }
    #expect(try boards[0].applying(composed) == boards[boards.count - 1])
    #expect(try boards[boards.count - 1].applying(composed.inverted) == boards[0])
    return composed
  }

  // MARK: What leaves no trace

  @Test func aCopyThatGoesAndComesBackLeavesNoTrace() throws {
    let (two, one) = (FlatSnapshot(["x", "x"]), FlatSnapshot(["x"]))
    let there = try Differ().changeset(from: two, to: one)
    let back = try Differ().changeset(from: one, to: two)
    #expect(try there.composed(with: back).isEmpty)
    #expect(try there.detached().composed(with: back.detached()).isEmpty)
  }

  /// One identity in every section, gone from all and back in all: each is compared with that of its section alone.
  @Test func whatReturnsIsLookedForInItsSectionAlone() throws {
    func asked(_ count: Int) throws -> Int {
      let full = Board(sections: (0..<count).map { SnapshotSection("s\($0)", header: "", items: [Row(id: "first")]) })
      let empty = Board(sections: (0..<count).map { SnapshotSection("s\($0)", header: "", items: []) })
      let back = Board(
        sections: full.sections.reversed().map { SnapshotSection($0.key, header: "", items: Array($0.items)) })
      let differ = Differ(algorithm: LISDiff(), scope: .section)
      let first = try differ.changeset(from: full, to: empty).detached()
      let second = try differ.changeset(from: empty, to: back).detached()
      let comparison = CountingComparison(IdentifiableComparison<Row>())
      let composed = try first.composed(with: second, comparing: comparison)
      #expect(composed.counts == ChangeCounts(sectionMoves: count - 1))
      return comparison.counts.comparisons
    }
    let (few, many) = (try asked(100), try asked(800))
    #expect(few <= 100 * 2 && many <= 800 * 2, "\(few), \(many)")
  }

  @Test(arguments: [false, true])
  func whatComesAndGoesLeavesNoTrace(_ detaching: Bool) throws {
    let a = board("A: a b")
    #expect(try compose(a, board("A: a x b"), a, detaching: detaching).isEmpty)
  }

  @Test(arguments: [false, true])
  func whatGoesAndComesBackIsKept(_ detaching: Bool) throws {
    let a = board("A: a b c")
    #expect(try compose(a, board("A: a c"), a, detaching: detaching).isEmpty)
    #expect(
      try compose(a, board("A: a c"), board("A: a b=1 c"), detaching: detaching).identity.texts
        == ["~ [0, 1] → [0, 1]"])
    #expect(
      try compose(a, board("A: a c"), board("A: b a c"), detaching: detaching).identity.texts
        == ["> [0, 1] → [0, 0]"])
  }

  @Test(arguments: [false, true])
  func whatChangesAndChangesBackLeavesNoTrace(_ detaching: Bool) throws {
    let a = board("A: a b")
    #expect(try compose(a, board("A: a b=1"), a, detaching: detaching).isEmpty)
    let twice = try compose(a, board("A: a b=1"), board("A: a b=2"), detaching: detaching)
    #expect(twice.identity.texts == ["~ [0, 1] → [0, 1]"])
    #expect(twice.updatedItem(0).from.value == 0)
    #expect(twice.updatedItem(0).to.value == 2)
  }

  @Test(arguments: [false, true])
  func whatMovesAndMovesBackLeavesNoTrace(_ detaching: Bool) throws {
    let a = board("A: a b c d")
    #expect(try compose(a, board("A: d a b c"), a, detaching: detaching).isEmpty)
    let across = board("A: a b", "B: c")
    #expect(try compose(across, board("A: a", "B: b c"), across, detaching: detaching).isEmpty)
  }

  @Test(arguments: [false, true])
  func aSectionDeletedAndInsertedAgainLeavesNoTrace(_ detaching: Bool) throws {
    let a = board("A: a", "B(x): b c", "C: d")
    #expect(try compose(a, board("A: a", "C: d"), a, detaching: detaching).isEmpty)
    let changed = try compose(
      a, board("A: a", "C: d"), board("B(y): c b=1", "A: a", "C: d"), detaching: detaching)
    #expect(changed.counts == ChangeCounts(sectionMoves: 1, sectionUpdates: 1, moves: 1, updates: 1))
  }

  @Test(arguments: [false, true])
  func aSectionInsertedAndDeletedAgainLeavesNoTrace(_ detaching: Bool) throws {
    let a = board("A: a b")
    #expect(try compose(a, board("A: a", "B(x): b n"), a, detaching: detaching).isEmpty)
  }

  @Test(arguments: [false, true])
  func aSectionMovedBackLeavesNoTrace(_ detaching: Bool) throws {
    let a = board("A: a", "B: b", "C: c")
    #expect(try compose(a, board("C: c", "A: a", "B: b"), a, detaching: detaching).isEmpty)
  }

  @Test(arguments: [false, true])
  func aHeaderChangedBackLeavesNoTrace(_ detaching: Bool) throws {
    let a = board("A(x): a")
    #expect(try compose(a, board("A(y): a"), a, detaching: detaching).isEmpty)
    let twice = try compose(a, board("A(y): a"), board("A(z): a"), detaching: detaching)
    #expect(twice.identity.texts == ["~ [0] → [0]"])
    #expect(twice.updatedSection(0).from == "x")
    #expect(twice.updatedSection(0).to == "z")
  }

  // MARK: Values on the way

  @Test(arguments: [false, true])
  func insertsAndDeletesHoldTheOuterValues(_ detaching: Bool) throws {
    let inserted = try compose(board("A:"), board("A: n=1"), board("A: n=2"), detaching: detaching)
    #expect(inserted.insertedItem(0).value == 2)
    let deleted = try compose(board("A: n=1"), board("A: n=2"), board("A:"), detaching: detaching)
    #expect(deleted.deletedItem(0).value == 1)
    let born = try compose(board(), board("A(x):"), board("A(y):"), detaching: detaching)
    #expect(born.insertedSection(0).header == "y")
    let dead = try compose(board("A(x):"), board("A(y):"), board(), detaching: detaching)
    #expect(dead.deletedSection(0).header == "x")
  }

  // MARK: Laws

  @Test(.enabled(if: TestScale.isFull), arguments: Strategy.allCases, IdentityScope.allCases)
  func countsAreThoseOfTheOuterDiff(_ strategy: Strategy, _ scope: IdentityScope) throws {
    var random = SplitMix64(seed: 121)
    let differ = Differ(algorithm: strategy.algorithm, scope: scope)
    for _ in 0..<150 {
      let boards = (0..<3).map { _ in random.board(sections: 4, rows: 9) }
      let first = try differ.changeset(from: boards[0], to: boards[1])
      let second = try differ.changeset(from: boards[1], to: boards[2])
      let composed = try first.composed(with: second)
      #expect(try boards[0].applying(composed) == boards[2])
      let detached = try first.detached().composed(with: second.detached())
      #expect(try boards[0].applying(detached) == boards[2])
      let direct = try differ.changeset(from: boards[0], to: boards[2])
      if strategy == .myers {
        // Of two shortest scripts each may keep another item, so that updates differ.
        #expect(composed.counts.deletes == direct.counts.deletes)
        #expect(composed.counts.inserts == direct.counts.inserts)
        #expect(composed.counts.moves == 0)
        continue
      }
      #expect(detached == composed)
      #expect(try first.composed(with: second.detached()) == composed)
      if strategy.algorithm.promises.contains(.fewestMoves) {
        #expect(composed.counts == direct.counts, "\(boards.map(\.lines))")
      }
    }
  }

  @Test func withoutMovesDetachedStepsComposeWithoutMovesToo() throws {
    let lists = [list("b=1 c"), list("c a"), list("c=1 b")]
    let differ = Differ(algorithm: MyersDiff())
    let first = try differ.changeset(from: lists[0], to: lists[1]).detached()
    let second = try differ.changeset(from: lists[1], to: lists[2]).detached()
    let composed = try first.composed(with: second)
    #expect(try lists[0].applying(composed) == lists[2])
    #expect(composed.counts.moves == 0)
  }

  @Test(arguments: Strategy.allCases)
  func withRepeatsItStillLeadsThere(_ strategy: Strategy) throws {
    var random = SplitMix64(seed: 122)
    let differ = Differ(algorithm: strategy.algorithm)
    for _ in 0..<150 {
      let boards = (0..<3).map { _ in random.board(sections: 4, rows: 10, repeats: true) }
      let first = try differ.changeset(from: boards[0], to: boards[1])
      let second = try differ.changeset(from: boards[1], to: boards[2])
      #expect(try boards[0].applying(first.composed(with: second)) == boards[2])
      #expect(try boards[0].applying(first.detached().composed(with: second.detached())) == boards[2])
    }
  }

  @Test func composingIsAssociativeInItsCounts() throws {
    var random = SplitMix64(seed: 123)
    for _ in 0..<100 {
      let boards = (0..<4).map { _ in random.board() }
      let steps = try zip(boards, boards.dropFirst()).map { try Differ().changeset(from: $0, to: $1) }
      let left = try steps[0].composed(with: steps[1]).composed(with: steps[2])
      let right = try steps[0].composed(with: steps[1].composed(with: steps[2]))
      #expect(left.counts == right.counts)
      #expect(try boards[0].applying(left) == boards[3])
      #expect(try boards[0].applying(right) == boards[3])
    }
  }

  @Test(arguments: Strategy.allCases, Strategy.allCases)
  func changesetsOfDifferentStrategiesCompose(_ one: Strategy, _ other: Strategy) throws {
    var random = SplitMix64(seed: 124)
    for _ in 0..<30 {
      let boards = (0..<3).map { _ in random.board() }
      let first = try Differ(algorithm: one.algorithm).changeset(from: boards[0], to: boards[1])
      let second = try Differ(algorithm: other.algorithm).changeset(from: boards[1], to: boards[2])
      #expect(try boards[0].applying(first.composed(with: second)) == boards[2])
      let detached = try first.detached().composed(with: second.detached())
      #expect(try boards[0].applying(detached) == boards[2])
      #expect(try boards[2].applying(detached.inverted) == boards[0])
    }
  }

  @Test func aMoveAfterAStepWithoutMovesKeepsItsValue() throws {
    let (a, b, c) = (list("a b c"), list("a b c x"), list("c a b x"))
    let first = try Differ(algorithm: MyersDiff()).changeset(from: a, to: b).detached()
    let second = try Differ(algorithm: LISDiff()).changeset(from: b, to: c).detached()
    #expect(try a.applying(first.composed(with: second)) == c)
  }

  @Test func plainValuesAndIdentifiableValuesComposeToo() throws {
    let numbers = try Differ().changeset(from: [1, 2, 3], to: [3, 1])
    #expect(try numbers.composed(with: Differ().changeset(from: [3, 1], to: [1, 2, 3])).isEmpty)
    struct Both: Identifiable, Hashable {
      var id: Int
      var value: Int
    }
    let a = [Both(id: 1, value: 1)]
    let b = [Both(id: 1, value: 2)]
    let both = try Differ().changeset(from: a, to: b)
    #expect(both.counts == ChangeCounts(updates: 1))
    #expect(try both.composed(with: Differ().changeset(from: b, to: a)).isEmpty)
  }

  @Test func withItsInverseItIsNothing() throws {
    var random = SplitMix64(seed: 125)
    for _ in 0..<100 {
      let changes = try Differ().changeset(from: random.board(), to: random.board())
      #expect(try changes.composed(with: changes.inverted).isEmpty)
      #expect(try changes.detached().composed(with: changes.inverted.detached()).isEmpty)
    }
  }

  // MARK: What does not fit

  @Test(arguments: [
    (board("A: a b"), board("A: a"), "the changeset that follows expects 1 items in section 0, but there are 2"),
    (board("A: a", "B:"), board("A: a"), "the changeset that follows expects 1 sections, but there are 2"),
    (board("A: a b"), board("A: a c"), "the next changeset starts from another item at [0, 1]"),
    (board("A: a b"), board("A: a b=1"), "the next changeset starts from another item at [0, 1]"),
    (board("A: a"), board("B: a"), "the next changeset starts from other section keys"),
    (board("A(x): a"), board("A(y): a"), "the next changeset starts from other section headers"),
  ])
  func whatDoesNotFollowIsRefused(_ end: Board, _ start: Board, _ text: String) throws {
    let first = try Differ().changeset(from: board(), to: end)
    let second = try Differ().changeset(from: start, to: board())
    let error = #expect(throws: DiffError.self) { try first.composed(with: second) }
    #expect(error?.description == text)
  }

  @Test func detachedChangesetsCompareWhatBothKnow() throws {
    let inserted = try Differ().changeset(from: board("A: a"), to: board("A: a n")).detached()
    let other = try Differ().changeset(from: board("A: a m"), to: board("A: a")).detached()
    let error = #expect(throws: DiffError.self) { try inserted.composed(with: other) }
    #expect(error?.description == "the next changeset starts from another item at [0, 1]")

    let born = try Differ().changeset(from: board(), to: board("A:")).detached()
    let dead = try Differ().changeset(from: board("B:"), to: board()).detached()
    let sections = #expect(throws: DiffError.self) { try born.composed(with: dead) }
    #expect(sections?.description == "the next changeset starts from another section 0")
  }

  /// Found by reading: of sections only those that the next one deletes were compared.
  @Test(arguments: [true, false])
  func sectionsThatBothKnowAreCompared(_ isDetached: Bool) throws {
    func composed(_ texts: [String]) throws -> String? {
      let boards = texts.map { $0.isEmpty ? board() : board($0) }
      let first = try Differ().changeset(from: boards[0], to: boards[1])
      let next = try Differ().changeset(from: boards[2], to: boards[3]).detached()
      do {
        _ = try (isDetached ? first.detached() : first).composed(with: next)
        return nil
      } catch {
        return error.description
      }
    }
    let header = "the next changeset starts from another header of section 0"
    let section = "the next changeset starts from another section 0"
    #expect(try composed(["A(x): a", "A(y): a", "A(z): a", "A(x): a"]) == header)
    #expect(try composed(["A(x): a", "A(y): a", "B(y): a", "B(x): a"]) == section)
    #expect(try composed(["", "A(x):", "A(y):", "A(z):"]) == header)
    #expect(try composed(["A(x):", "A(y):", "A(x):", ""]) == header)
    #expect(try composed(["A(x): a", "A(y): a", "A(y): a", "A(x): a"]) == nil)
    // What only one of them knows cannot be compared.
    let kept = try composed(["A(x): a", "A(x): b", "B(x): b", ""])
    #expect(kept == (isDetached ? nil : section))
    // The next one has its snapshots.
    let inserted = try Differ().changeset(from: board(), to: board("K:")).detached()
    let other = try Differ().changeset(from: board("L:"), to: board("L(x):"))
    #expect(throws: DiffError.self) { try inserted.composed(with: other) }
  }

  /// What is not equal to itself is not told from others.
  @Test func whatIsNotEqualToItselfIsComposed() throws {
    let changes = try Differ().changeset(from: [Double](), to: [.nan, 1]).detached()
    let back = try changes.composed(with: changes.inverted)
    #expect(back.counts.total == 0 || back.counts == ChangeCounts(deletes: 0, inserts: 0))
    let list = [Double.nan, 1]
    let difference = try #require(
      CollectionDifference<Double>([.remove(offset: 0, element: .nan, associatedWith: nil)]))
    #expect(try Changeset(difference, from: list).counts == ChangeCounts(deletes: 1))
  }
}
