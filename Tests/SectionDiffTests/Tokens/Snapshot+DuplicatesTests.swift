import DiffWorkloads
import SectionDiff
import Testing

@Suite struct SnapshotDuplicatesTests {
  // MARK: Reject

  @Test func rejectNamesEveryIdentityAndEveryPlaceOfTheOldSide() {
    let old = board("A: x y z", "B: y x", "C: w y")
    #expect(
      throws: DiffError.duplicateItems([
        .init(identity: "x", side: .old, paths: [ItemPath(section: 0, item: 0), ItemPath(section: 1, item: 1)]),
        .init(
          identity: "y", side: .old,
          paths: [ItemPath(section: 0, item: 1), ItemPath(section: 1, item: 0), ItemPath(section: 2, item: 1)]),
      ])
    ) { try Differ(duplicates: .reject).changeset(from: old, to: board("A: x")) }
  }

  @Test func rejectLooksAtTheNewSideToo() {
    #expect(
      throws: DiffError.duplicateItems([
        .init(identity: "b", side: .new, paths: [ItemPath(section: 0, item: 1), ItemPath(section: 0, item: 3)])
      ])
    ) { try Differ(duplicates: .reject).changeset(from: rows("a b"), to: rows("a b c b=1")) }
  }

  @Test func rejectNamesTheRepeatsOfBothSides() {
    #expect(
      throws: DiffError.duplicateItems([
        .init(identity: "a", side: .old, paths: [ItemPath(section: 0, item: 0), ItemPath(section: 0, item: 1)]),
        .init(identity: "b", side: .new, paths: [ItemPath(section: 0, item: 0), ItemPath(section: 0, item: 2)]),
      ])
    ) { try Differ(duplicates: .reject).changeset(from: ["a", "a", "c"], to: ["b", "c", "b"]) }
  }

  @Test func rejectFindsRepeatsInAnIdenticalPair() {
    let twice = rows("a b a")
    #expect(throws: DiffError.self) { try Differ(duplicates: .reject).changeset(from: twice, to: twice) }
  }

  @Test func rejectCountsWithinTheScope() throws {
    let across = board("A: x y", "B: x")
    #expect(throws: DiffError.self) { try Differ(duplicates: .reject).changeset(from: across, to: across) }
    let differ = Differ(duplicates: .reject, scope: .section)
    #expect(try differ.changeset(from: across, to: across).isEmpty)
    #expect(
      throws: DiffError.duplicateItems([
        .init(identity: "x", side: .old, paths: [ItemPath(section: 1, item: 0), ItemPath(section: 1, item: 2)])
      ])
    ) { try differ.changeset(from: board("A: x", "B: x y x"), to: across) }
  }

  @Test func rejectAcceptsUniqueIdentities() throws {
    let changes = try Differ(duplicates: .reject).changeset(from: rows("a b c"), to: rows("c a d"))
    #expect(changes.counts == ChangeCounts(deletes: 1, inserts: 1, moves: 1))
  }

  // MARK: Keep first, keep last

  @Test func keepFirstDropsTheOthersAndCounts() throws {
    let diff = try Differ(duplicates: .keepFirst).diff(
      from: board("A: x y x=1", "B: y=2 z"), to: board("A: z z=1", "B: z=2 y"))
    #expect(diff.old.lines == ["A: x y", "B: z"])
    #expect(diff.new.lines == ["A: z", "B: y"])
    #expect(diff.receipt.droppedOld == 2)
    #expect(diff.receipt.droppedNew == 2)
    #expect(try diff.old.applying(diff.changeset) == diff.new)
  }

  @Test func keepLastDropsTheOthersAndCounts() throws {
    let diff = try Differ(duplicates: .keepLast).diff(
      from: board("A: x y x=1", "B: y=2 z"), to: board("A: z z=1", "B: z=2 y"))
    #expect(diff.old.lines == ["A: x=1", "B: y=2 z"])
    #expect(diff.new.lines == ["A:", "B: z=2 y"])
    #expect(diff.receipt.droppedOld == 2)
    #expect(diff.receipt.droppedNew == 2)
    #expect(try diff.old.applying(diff.changeset) == diff.new)
  }

  @Test func keepingCountsWithinTheScope() throws {
    let old = board("A: x y x=1", "B: y=2 x=3 y")
    let first = try Differ(duplicates: .keepFirst, scope: .section).diff(from: old, to: Board())
    #expect(first.old.lines == ["A: x y", "B: y=2 x=3"])
    let last = try Differ(duplicates: .keepLast, scope: .section).diff(from: old, to: Board())
    #expect(last.old.lines == ["A: y x=1", "B: x=3 y"])
    #expect(last.receipt.droppedOld == 2)
  }

  @Test func keepingUniqueItemsDropsNothingAndCopiesNothing() throws {
    for policy in [DuplicatePolicy.keepFirst, .keepLast] {
      let diff = try Differ(duplicates: policy).diff(from: list("a b"), to: list("b c"))
      #expect(diff.receipt.droppedOld == 0)
      #expect(diff.receipt.droppedNew == 0)
      #expect(diff.old == list("a b"))
    }
  }

  @Test(arguments: [DuplicatePolicy.keepFirst, .keepLast], IdentityScope.allCases)
  func reducedSnapshotsHoldEveryIdentityOnce(_ policy: DuplicatePolicy, _ scope: IdentityScope) throws {
    var random = SplitMix64(seed: 51)
    for _ in 0..<100 {
      let old = random.board(rows: 14, repeats: true)
      let new = random.board(rows: 14, repeats: true)
      let diff = try Differ(duplicates: policy, scope: scope).diff(from: old, to: new)
      #expect(try diff.old.applying(diff.changeset) == diff.new)
      #expect(diff.old.itemCount + diff.receipt.droppedOld == old.itemCount)
      #expect(diff.old == reduced(old, policy, scope))
      #expect(diff.new == reduced(new, policy, scope))
    }
  }

  /// What a policy leaves, by looking at every item.
  func reduced(_ board: Board, _ policy: DuplicatePolicy, _ scope: IdentityScope) -> Board {
    let keys = board.sections.enumerated().flatMap { index, section in
      section.items.map { scope == .global ? $0.id : "\(index)/\($0.id)" }
    }
    var position = -1
    return Board(
      sections: board.sections.map { section in
        SnapshotSection(
          section.key, header: section.header,
          items: section.items.filter { _ in
            position += 1
            let twin = policy == .keepFirst ? keys.firstIndex(of: keys[position]) : keys.lastIndex(of: keys[position])
            return twin == position
          })
      })
  }

  // MARK: Allow

  @Test(arguments: Strategy.withMoves)
  func allowKeepsAsManyCopiesAsBothSidesHave(_ strategy: Strategy) throws {
    let differ = Differ(algorithm: strategy.algorithm)
    var random = SplitMix64(seed: 52)
    for _ in 0..<200 {
      let old = random.board(rows: 12, repeats: true)
      let new = random.board(rows: 12, repeats: true)
      let diff = try differ.diff(from: old, to: new)
      let oldIDs = old.sections.flatMap { $0.items.map(\.id) }
      let newIDs = new.sections.flatMap { $0.items.map(\.id) }
      let kept = pairableCount(oldIDs, newIDs)
      #expect(diff.changeset.counts.deletes == oldIDs.count - kept)
      #expect(diff.changeset.counts.inserts == newIDs.count - kept)
      #expect(try old.applying(diff.changeset) == new)
    }
  }

  @Test func copiesArePairedWithinTheSectionFirst() throws {
    let changes = try Differ(algorithm: LISDiff()).changeset(from: board("A: x", "B: q x"), to: board("B: x", "A: p x"))
    #expect(changes.counts.moves == 0)
    #expect(changes.counts.deletes == 1)
    #expect(changes.counts.inserts == 1)
  }

  // MARK: Checked snapshots

  @Test func checkingCostsOneHashAnItemAndIsRemembered() throws {
    let counter = RowCounter()
    let snapshot = list("a b c d e")
    let checked = try snapshot.checkedUnique(comparing: counter)
    #expect(counter.counts.hashes == 5)
    _ = try checked.checkedUnique(comparing: counter)
    #expect(counter.counts.hashes == 5)
  }

  @Test(arguments: [DuplicatePolicy.reject, .keepFirst, .keepLast])
  func anIdenticalPairOfCheckedSnapshotsIsNotHashed(_ policy: DuplicatePolicy) throws {
    let counter = RowCounter()
    let checked = try list("a b c d e").checkedUnique()
    let diff = try Differ(duplicates: policy).diff(from: checked, to: checked, comparing: counter)
    #expect(counter.counts.hashes == 0)
    #expect(counter.counts.comparisons == 5)
    #expect(diff.changeset.isEmpty)
    #expect(diff.receipt.hashes == 0)
  }

  @Test func anUncheckedPairIsHashedOnceAnItem() throws {
    let counter = RowCounter()
    let plain = list("a b c d e")
    _ = try Differ(duplicates: .reject).diff(from: plain, to: plain, comparing: counter)
    #expect(counter.counts.hashes == 10)
  }

  @Test func theSnapshotsThatADiffReturnsAreChecked() throws {
    let diff = try Differ(duplicates: .reject).diff(from: list("a b"), to: list("b c"))
    let counter = RowCounter()
    _ = try Differ(duplicates: .reject).diff(from: diff.new, to: diff.new, comparing: counter)
    #expect(counter.counts.hashes == 0)
    let reduced = try Differ(duplicates: .keepLast).diff(from: list("a b a"), to: list("b"))
    _ = try Differ(duplicates: .keepLast).diff(from: reduced.old, to: reduced.old, comparing: counter)
    #expect(counter.counts.hashes == 0)
  }

  @Test func whatWasCheckedForOneIdentityIsNotBelievedOfAnother() throws {
    let snapshot = FlatSnapshot(rows("a=1 b=1"))
    let byID = KeyedComparison(by: \Row.id)
    let byValue = KeyedComparison(by: \Row.value)
    let checked = try snapshot.checkedUnique(comparing: byID)
    #expect(throws: DiffError.self) { try checked.checkedUnique(comparing: byValue) }
    #expect(throws: DiffError.self) {
      try Differ(duplicates: .reject).changeset(from: checked, to: checked, comparing: byValue)
    }
  }

  @Test func whatWasCheckedPerSectionIsNotBelievedOfAll() throws {
    let across = board("A: x", "B: x")
    let checked = try across.checkedUnique(scope: .section)
    #expect(throws: DiffError.self) { try checked.checkedUnique(scope: .global) }
    #expect(throws: DiffError.self) { try Differ(duplicates: .reject).changeset(from: checked, to: checked) }
  }

  @Test func whatWasCheckedDoesNotOutliveTheContent() throws {
    let checked = try list("a b c").checkedUnique()
    let mapped = checked.map { Row(id: "same", value: $0.value) }
    #expect(throws: DiffError.self) { try mapped.checkedUnique() }
    let changes = try Differ().changeset(from: list("a b c"), to: list("a b a"))
    let applied = try checked.applying(changes)
    #expect(throws: DiffError.self) { try applied.checkedUnique() }
  }

  @Test func checkingARepeatNamesItAsOld() {
    #expect(
      throws: DiffError.duplicateItems([
        .init(identity: "a", side: .old, paths: [ItemPath(section: 0, item: 0), ItemPath(section: 0, item: 2)])
      ])
    ) { try list("a b a").checkedUnique() }
  }

  // MARK: Sections

  @Test(arguments: DuplicatePolicy.allCases)
  func twoSectionsOfOneKeyAreRefusedUnderEveryPolicy(_ policy: DuplicatePolicy) throws {
    let clash = board("A: a", "B: b", "C:", "B: c")
    let fine = board("A: a")
    let differ = Differ(duplicates: policy)
    #expect(throws: DiffError.duplicateSection(key: "B", side: .old, first: 1, second: 3)) {
      try differ.changeset(from: clash, to: fine)
    }
    #expect(throws: DiffError.duplicateSection(key: "B", side: .new, first: 1, second: 3)) {
      try differ.changeset(from: fine, to: clash)
    }
    #expect(throws: DiffError.duplicateSection(key: "B", side: .old, first: 1, second: 3)) {
      try differ.changeset(from: clash, to: clash)
    }
  }

  @Test func aSectionClashStopsACheck() {
    #expect(throws: DiffError.duplicateSection(key: "A", side: .old, first: 0, second: 1)) {
      try board("A:", "A:").checkedUnique()
    }
  }
}
