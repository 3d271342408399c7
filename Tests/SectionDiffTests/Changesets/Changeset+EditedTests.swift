import TestScale
import Testing

@testable import ConformanceKit
@testable import SectionDiff

@Suite struct ChangesetEditedTests {
  /// The changeset between two boards, of which some positions are named.
  func edited(_ old: Board, _ new: Board, removing: [Int32] = [], adding: [Int32] = []) throws -> BoardChanges {
    let changes = try BoardChanges(
      from: old, to: new, removing: removing, adding: adding, comparing: IdentifiableComparison())
    #expect(try old.applying(changes) == new)
    #expect(try new.applying(changes.inverted) == old)
    return changes
  }

  // MARK: One edit

  @Test func nothingNamedIsNoChange() throws {
    #expect(try edited(board("A: a b"), board("A: a b")).isEmpty)
    #expect(try edited(Board(), Board()).isEmpty)
  }

  @Test func oneItemIsInsertedDeletedUpdatedOrMoved() throws {
    let old = board("A: a b", "B: c d")
    #expect(try edited(old, board("A: a b", "B: c x d"), adding: [3]).identity.texts == ["+ [1, 1]"])
    #expect(try edited(old, board("A: a", "B: c d"), removing: [1]).identity.texts == ["- [0, 1]"])
    #expect(
      try edited(old, board("A: a b", "B: c d=1"), removing: [3], adding: [3]).identity.texts
        == ["~ [1, 1] → [1, 1]"])
    #expect(
      try edited(old, board("A: b a", "B: c d"), removing: [0], adding: [1]).identity.texts
        == ["> [0, 0] → [0, 1]"])
    #expect(
      try edited(old, board("A: b", "B: c a=1 d"), removing: [0], adding: [2]).identity.texts
        == ["> [0, 0] → [1, 1]", "~ [0, 0] → [1, 1]"])
    #expect(
      try edited(old, board("A: a x", "B: c d"), removing: [1], adding: [1]).identity.texts
        == ["- [0, 1]", "+ [0, 1]"])
    #expect(try edited(old, old, removing: [2], adding: [2]).isEmpty, "named, but the same")
  }

  @Test func valuesAreThoseOfTheSnapshots() throws {
    let (old, new) = (board("A: a b c").inChunks(), board("A: a=1 c x").inChunks())
    let changes = try edited(old, new, removing: [0, 1], adding: [0, 2])
    #expect(changes.deletedItem(0).id == "b")
    #expect(changes.insertedItem(0).id == "x")
    #expect(changes.updatedItem(0).from.value == 0)
    #expect(changes.updatedItem(0).to.value == 1)
    guard case .whole(let before) = changes.payload.old, case .whole(let after) = changes.payload.new else {
      Issue.record("it holds the snapshots")
      return
    }
    #expect(shareStorage(before.items, old.items) && shareStorage(after.items, new.items))
  }

  @Test func theFewestMoveEvenWhenOthersAreNamed() throws {
    // All but one are named, yet it is that one which moved.
    let changes = try edited(
      board("A: a b c d"), board("A: b c d a"), removing: [1, 2, 3], adding: [0, 1, 2])
    #expect(changes.identity.texts == ["> [0, 0] → [0, 3]"])
  }

  // MARK: Sections

  @Test func sectionsComeGoMoveAndChangeHeaders() throws {
    let old = board("A(x): a b", "B: c", "C: d")
    let new = board("C: d", "D: c n", "A(y): a b")
    let changes = try edited(old, new, removing: [2], adding: [1, 2])
    #expect(
      changes.identity.texts == [
        "- [1]", "+ [1]", "> [2] → [0]", "~ [0] → [2]", "+ [1, 1]", "> [1, 0] → [1, 0]",
      ])
    #expect(changes.updatedSection(0).from == "x" && changes.updatedSection(0).to == "y")
    #expect(try edited(old, new) == changes, "rows of dead and born sections need no name")
  }

  // MARK: What does not fit

  @Test(arguments: [
    ([0, 0], [], "the old positions do not ascend"), ([1, 0], [], "the old positions do not ascend"),
    ([3], [], "there is no position 3 among 3 old items"), ([-1], [], "there is no position -1 among 3 old items"),
    ([], [9], "there is no position 9 among 3 new items"),
  ])
  func positionsThatDoNotFitAreRefused(_ removing: [Int32], _ adding: [Int32], _ reason: String) {
    let old = board("A: a b", "B: c")
    let error = #expect(throws: DiffError.self) {
      try edited(old, old, removing: removing, adding: adding)
    }
    #expect(error?.description == reason)
  }

  @Test(arguments: [[], [0, 0], [1]])
  func partnersThatDoNotFitAreRefused(_ partners: [Int32]) {
    let old = board("A: a b")
    let error = #expect(throws: DiffError.self) {
      try BoardChanges(from: old, to: old, removing: [0], adding: [0], partners: partners, updating: [])
    }
    #expect(error?.description == "\(partners.count) partners do not fit 1 old and 1 new items")
  }

  /// What is not checked is seen in the list: kept sections do not hold as many items that are not named as they did.
  @Test(arguments: [
    (
      board("A: a b", "B: c"), board("A: a b", "B: c"), [0], [],
      "section 0 keeps 1 items in place, but as section 0 it has 2"
    ),
    (
      board("A: a b", "B: c"), board("A: a b", "B: c"), [0], [2],
      "section 0 keeps 1 items in place, but as section 0 it has 2"
    ),
    (
      board("A: a b", "B: c", "C: d", "D: e"), board("A: a", "B: c", "C: d b", "D: e"), [2, 4], [1, 4],
      "section 0 keeps 2 items in place, but as section 0 it has 1"
    ),
    (board("A: a", "B: b"), board("B:", "A: a"), [], [], "section 1 keeps 1 items in place, but as section 0 it has 0"),
  ])
  func sizesThatDoNotFitAreSeenInTheList(
    _ old: Board, _ new: Board, _ removing: [Int32], _ adding: [Int32], _ fault: String
  ) throws {
    let changes = try BoardChanges(
      from: old, to: new, removing: removing, adding: adding, comparing: IdentifiableComparison())
    #expect(changes.identity.itemFault() == fault)
  }

  // MARK: Repeats

  @Test func repeatsArePairedOnceEach() throws {
    let changes = try edited(
      board("A: x a x b x"), board("A: y x a b x x=1 z"), removing: [0, 2, 4], adding: [0, 1, 4, 5, 6])
    #expect(changes.counts.deletes == 0 && changes.counts.inserts == 2)
    var random = SectionDiffTests.SplitMix64(seed: 71)
    for _ in 0..<200 {
      let (old, new) = (random.board(repeats: true), random.board(repeats: true))
      let all = (Int32(0)..<Int32(old.itemCount)).map { $0 }
      let allNew = (Int32(0)..<Int32(new.itemCount)).map { $0 }
      let changes = try edited(old, new, removing: all, adding: allNew)
      let direct = try Differ(algorithm: LISDiff()).changeset(from: old, to: new)
      #expect(changes.counts.deletes == direct.counts.deletes && changes.counts.inserts == direct.counts.inserts)
    }
  }

  @Test func keysThatCollideAreStillToldApart() throws {
    let old = FlatSnapshot([1, 2, 3, 4, 5].map(Colliding.init))
    let new = FlatSnapshot([5, 9, 4, 1, 2].map(Colliding.init))
    let changes = try FlatChangeset(
      from: old, to: new, removing: [0, 1, 2, 3, 4], adding: [0, 1, 2, 3, 4],
      comparing: ValueComparison<Colliding>())
    #expect(changes.counts == ChangeCounts(deletes: 1, inserts: 1, moves: 2))
    #expect(try old.applying(changes) == new)
  }

  private struct Colliding: Hashable {
    var number: Int

    init(_ number: Int) { self.number = number }

    func hash(into hasher: inout Hasher) { hasher.combine(0) }
  }

  // MARK: Laws

  /// Judges the changeset of edits by all laws, and by the counts of a diff.
  func judge(
    from old: World, to new: World, then next: World?, _ edits: NamedEdits, scope: IdentityScope,
    _ tally: inout LawTally
  ) throws {
    let differ = Differ(algorithm: LISDiff(), scope: scope)
    let (before, after) = (old.snapshot.inChunks(), new.snapshot.inChunks())
    let direct = try differ.diff(from: before, to: after)
    let changes = try Changeset(
      from: before, to: after, removing: edits.removed, adding: edits.added,
      comparing: IdentifiableComparison<World.Row>(), scope: scope)
    #expect(changes.counts == direct.changeset.counts, "\(old) → \(new) naming \(edits)")
    var receipt = direct.receipt
    receipt.moves = changes.counts.moves
    let plain = PlainChanges(changes.identity)
    let subject = LawSubject(
      differ: differ, comparison: IdentifiableComparison<World.Row>(),
      givenOld: before, givenNew: after,
      diff: Diff(old: before, new: after, changeset: changes, receipt: receipt), old: old, new: new,
      changes: plain,
      mapping: RowMapping(reading: plain, from: old, to: new, view: .identity, scope: scope),
      isUnique: true, world: World.init, codec: ChangesetCodec())
    subject.checkCoordinates(&tally)
    guard subject.mapping.problems.isEmpty else { return }
    subject.checkCompleteness(&tally)
    subject.checkMinimality(&tally)
    subject.checkChangeset(again: nil, .all, &tally)
    var judged = JudgedChangesets()
    if let next { subject.checkComposition(with: next.snapshot, judged: &judged, &tally) }
  }

  @Test(.enabled(if: TestScale.isFull), arguments: IdentityScope.allCases)
  func everyLawHoldsOfRandomEdits(_ scope: IdentityScope) throws {
    var tally = LawTally()
    var random = SectionDiffTests.SplitMix64(seed: 72)
    let cases = RandomCases(seed: 73)
    var judged = 0
    for number in 0..<900 {
      let (old, new, next) = (cases[number].old, cases[number].new, cases[number].next)
      guard [old, new].allSatisfy({ $0.hasUniqueSections && $0.hasUniqueRows(in: .global) }) else { continue }
      let share = [0, 0, 20, 60, 100].randomElement(using: &random) ?? 0
      let chosen = Set((0..<400).filter { _ in Int.random(in: 0..<100, using: &random) < share })
      let edits = NamedEdits(
        from: old, to: new, staysInSection: scope == .section,
        leavesOutSections: number % 2 == 0, naming: chosen.contains)
      try judge(from: old, to: new, then: next, edits, scope: scope, &tally)
      #expect(tally.violations.isEmpty, "\(old) → \(new) naming \(edits): \(tally.violations)")
      tally.removeViolations()
      judged += 1
    }
    #expect(judged > 400)
  }

  @Test(.enabled(if: TestScale.isFull), arguments: IdentityScope.allCases)
  func everyLawHoldsOverSmallWorlds(_ scope: IdentityScope) throws {
    var tally = LawTally()
    let (olds, news) = (SmallWorlds.oldWorlds, SmallWorlds.newWorlds)
    let changes = SmallWorlds.ContentChange.allCases
    // 401 is prime to 5,872, so every old world meets new ones of every kind.
    for (turn, pair) in stride(from: 0, to: olds.count * news.count, by: 401).enumerated() {
      let old = olds[pair / news.count]
      let new = SmallWorlds.changing(changes[turn % 3], in: news[pair % news.count], from: old)
      let edits = NamedEdits(from: old, to: new, staysInSection: scope == .section) { turn % 5 == $0 }
      try judge(from: old, to: new, then: nil, edits, scope: scope, &tally)
      #expect(tally.violations.isEmpty, "\(old) → \(new) naming \(edits): \(tally.violations)")
      tally.removeViolations()
    }
  }

  /// Every way to change one row of a few worlds, against the diff.
  @Test(arguments: IdentityScope.allCases)
  func everySingleEditIsThatOfTheDiff(_ scope: IdentityScope) throws {
    let differ = Differ(algorithm: LISDiff(), scope: scope)
    for sizes in [[0], [1], [3], [2, 0, 2], [1, 1]] {
      var fresh = 0
      let old = World(
        sections: sizes.enumerated().map { key, size in
          World.Section(
            key: key,
            rows: (0..<size).map { _ in
              fresh += 1
              return World.Row(id: fresh)
            })
        })
      for new in singleEdits(of: old) {
        let edits = NamedEdits(from: old, to: new, staysInSection: scope == .section)
        let changes = try Changeset(
          from: old.snapshot, to: new.snapshot.inChunks(), removing: edits.removed, adding: edits.added,
          comparing: IdentifiableComparison<World.Row>(), scope: scope)
        let direct = try differ.changeset(from: old.snapshot, to: new.snapshot)
        #expect(changes.counts == direct.counts, "\(old) → \(new)")
        #expect(try old.snapshot.applying(changes) == new.snapshot)
        #expect(changes.counts.total <= 2)
      }
    }
  }

  private func singleEdits(of world: World) -> [World] {
    var worlds: [World] = []
    func change(_ edit: (inout World) -> Void) {
      var other = world
      edit(&other)
      worlds.append(other)
    }
    for section in world.sections.indices {
      for place in 0...world.sections[section].rows.count {
        change { $0.sections[section].rows.insert(World.Row(id: 99), at: place) }
        if place == world.sections[section].rows.count { continue }
        change { $0.sections[section].rows.remove(at: place) }
        change { $0.sections[section].rows[place].content = 1 }
        for target in world.sections.indices {
          for content in 0...1 {
            let count = world.sections[target].rows.count - (target == section ? 1 : 0)
            for newPlace in 0...max(0, count) {
              change { other in
                var row = other.sections[section].rows.remove(at: place)
                row.content = content
                other.sections[target].rows.insert(row, at: newPlace)
              }
            }
          }
        }
      }
    }
    return worlds
  }
}
