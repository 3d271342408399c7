import ConformanceKit
import DiffWorkloads
import TestScale
import Testing

@testable import SectionDiff

@Suite struct ChangesetStagesTests {
  /// The stages as texts: what changes, and the board after it.
  func stages(_ old: Board, _ new: Board) throws -> [(changes: [String], board: [String])] {
    let changes = try Differ(algorithm: LISDiff()).changeset(from: old, to: new)
    let stages = try changes.stages(from: old)
    #expect(stages.last?.snapshot == new || stages.isEmpty)
    return stages.map { ($0.changes.texts, $0.snapshot.lines) }
  }

  func expect(
    _ old: Board, _ new: Board, _ expected: [(changes: [String], board: [String])],
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let found = try stages(old, new)
    #expect(found.map(\.changes) == expected.map(\.changes), sourceLocation: location)
    #expect(found.map(\.board) == expected.map(\.board), sourceLocation: location)
  }

  @Test func nothingChangedNeedsNoStage() throws {
    try expect(board("A: a"), board("A: a"), [])
  }

  // MARK: One stage

  @Test func deletesInsertsMovesAndUpdatesShareOneStage() throws {
    try expect(
      board("A: a b c d"), board("A: d a=1 c e"),
      [(["- [0, 1]", "+ [0, 3]", "> [0, 3] → [0, 0]", "~ [0, 0] → [0, 1]"], ["A: d a=1 c e"])])
  }

  @Test func sectionsAndItemsOfOtherSectionsShareOneStage() throws {
    try expect(
      board("A: a", "B: b", "C: c", "D: d"), board("B: b x", "C: c", "A: a", "E: e"),
      [(["- [3]", "+ [3]", "> [0] → [2]", "+ [0, 1]"], ["B: b x", "C: c", "A: a", "E: e"])])
  }

  @Test func headersComeWithTheFirstStage() throws {
    try expect(board("A(x): a"), board("A(y): a"), [(["~ [0] → [0]"], ["A(y): a"])])
    try expect(
      board("A(x): a b", "B: c"), board("A(y): b=1 a", "B: c"),
      [
        (["~ [0] → [0]", "~ [0, 1] → [0, 1]"], ["A(y): a b=1", "B: c"]),
        (["> [0, 1] → [0, 0]"], ["A(y): b=1 a", "B: c"]),
      ])
  }

  // MARK: Two stages

  @Test func anItemMovedAndUpdatedIsReloadedFirst() throws {
    try expect(
      board("A: a b c"), board("A: c=1 a b"),
      [(["~ [0, 2] → [0, 2]"], ["A: a b c=1"]), (["> [0, 2] → [0, 0]"], ["A: c=1 a b"])])
  }

  @Test func aSectionMovesBeforeItsItemsChange() throws {
    try expect(
      board("A: a", "B: b", "C: c"), board("B: b", "C: c", "A: a x"),
      [(["> [0] → [2]"], ["B: b", "C: c", "A: a"]), (["+ [2, 1]"], ["B: b", "C: c", "A: a x"])])
  }

  @Test func anItemMovedAndUpdatedOutOfAMovedSectionMovesFirst() throws {
    try expect(
      board("A: a b", "B: c", "C: d"), board("B: c b=1", "C: d", "A: a"),
      [
        (["> [0, 1] → [1, 1]"], ["A: a", "B: c b", "C: d"]),
        (["> [0] → [2]", "~ [1, 1] → [0, 1]"], ["B: c b=1", "C: d", "A: a"]),
      ])
  }

  @Test func anItemMovedAndUpdatedIntoAMovedSectionIsReloadedFirst() throws {
    try expect(
      board("A: a", "B: c b", "C: d"), board("B: c", "C: d", "A: a b=1"),
      [
        (["> [0] → [2]", "~ [1, 1] → [0, 1]"], ["B: c b=1", "C: d", "A: a"]),
        (["> [0, 1] → [2, 1]"], ["B: c", "C: d", "A: a b=1"]),
      ])
  }

  @Test func oneSectionIsLeftFirstAndAnotherEnteredLast() throws {
    // b leaves moving A, so A moves late; d enters moving B, so B moves early.
    try expect(
      board("A: a b", "B:", "C: d", "D:", "E:"), board("C: b=1", "D:", "E:", "B: d=1", "A: a"),
      [
        (
          ["> [1] → [4]", "> [0, 1] → [1, 1]", "~ [2, 0] → [1, 0]"],
          ["A: a", "C: d=1 b", "D:", "E:", "B:"]
        ),
        (
          ["> [0] → [4]", "> [1, 0] → [3, 0]", "~ [1, 1] → [0, 0]"],
          ["C: b=1", "D:", "E:", "B: d=1", "A: a"]
        ),
      ])
  }

  @Test func sectionsDieFirstAndAreBornLast() throws {
    try expect(
      board("A: a b", "B: c", "C: d"), board("A: b=1 a d", "D: c"),
      [
        (["- [1]", "- [2]", "~ [0, 1] → [0, 1]"], ["A: a b=1"]),
        (["+ [1]", "+ [0, 2]", "> [0, 1] → [0, 0]"], ["A: b=1 a d", "D: c"]),
      ])
  }

  // MARK: Three stages

  @Test func anItemMovedAndUpdatedBetweenMovedSectionsNeedsThree() throws {
    try expect(
      board("A: a x", "B: b", "C:", "D:", "E:"), board("C:", "D:", "E:", "B: b x=1", "A: a"),
      [
        (["~ [0, 1] → [0, 1]"], ["A: a x=1", "B: b", "C:", "D:", "E:"]),
        (["> [1] → [3]", "> [0] → [4]"], ["C:", "D:", "E:", "B: b", "A: a x=1"]),
        (["> [4, 1] → [3, 1]"], ["C:", "D:", "E:", "B: b x=1", "A: a"]),
      ])
  }

  @Test func aCrossMoveThatJoinsContraryGroupsNeedsThree() throws {
    let old = board("A: a b z", "B:", "C: d", "D:", "E:")
    let new = board("C: b=1", "D:", "E:", "B: d=1 z", "A: a")
    #expect(try stages(old, new).count == 3)
    #expect(try stages(old, board("C: b=1", "D:", "E:", "B: d=1", "A: a")).count == 2)
  }

  @Test func aCrossMoveThatJoinsLikeGroupsNeedsTwo() throws {
    // b and e both leave moving sections, which z joins.
    let old = board("A: a b z", "B: e", "C: d", "D:", "E:")
    let new = board("C: d b=1", "D: e=1", "E:", "B: z", "A: a")
    let found = try stages(old, new)
    #expect(found.count == 2)
    #expect(found.first?.changes == ["> [0, 2] → [1, 0]", "> [0, 1] → [2, 1]", "> [1, 0] → [3, 0]"])
    #expect(found.last?.changes == ["> [1] → [3]", "> [0] → [4]", "~ [2, 1] → [0, 1]", "~ [3, 0] → [1, 0]"])
  }

  // MARK: All

  @Test(arguments: Strategy.allCases)
  func stagesLeadFromOldToNewAndShareTheBatch(_ strategy: Strategy) throws {
    var random = SectionDiffTests.SplitMix64(seed: 111)
    var seen = Set<Int>()
    for _ in 0..<400 {
      let old = random.board(sections: 6, rows: 10)
      let new = random.board(sections: 6, rows: 10)
      let changes = try Differ(algorithm: strategy.algorithm).changeset(from: old, to: new)
      let stages = try changes.stages(from: old)
      seen.insert(stages.count)
      #expect(stages.count <= 3)
      #expect(stages.isEmpty == changes.isEmpty)
      #expect((stages.last?.snapshot ?? old) == new)
      #expect(stages.reduce(0) { $0 + $1.changes.counts.total } == changes.batch.counts.total)
      #expect(!stages.contains { $0.changes.isEmpty }, "an empty stage is one too many")
      for stage in stages {
        let reloaded = Set(stage.changes.updates.map(\.from))
        #expect(!stage.changes.moves.contains { reloaded.contains($0.from) })
        #expect(stage.snapshot.offsets.checkInvariants() == nil)
        #expect(stage.snapshot.offsets.itemCount == stage.snapshot.itemCount)
        guard case .spliced(let items) = stage.snapshot.items else { continue }
        #expect(items.splice.checkInvariants() == nil)
      }
    }
    #expect(seen.isSuperset(of: strategy == .myers ? [1, 2] : [1, 2, 3]))
  }

  @Test(arguments: Strategy.allCases)
  func noSnapshotInBetweenHoldsAUniqueItemTwice(_ strategy: Strategy) throws {
    var random = SectionDiffTests.SplitMix64(seed: 112)
    for _ in 0..<400 {
      let old = random.board(sections: 6, rows: 10)
      let new = random.board(sections: 6, rows: 10)
      let changes = try Differ(algorithm: strategy.algorithm).changeset(from: old, to: new)
      for stage in try changes.stages(from: old) {
        let ids = stage.snapshot.sections.flatMap { $0.items.map(\.id) }
        #expect(Set(ids).count == ids.count, "\(old.lines) → \(new.lines): \(stage.snapshot.lines)")
        let keys = stage.snapshot.sections.map(\.key)
        #expect(Set(keys).count == keys.count)
      }
    }
  }

  /// By its number a stage is what a loop makes of it, whichever is taken first.
  @Test func aStageIsTheSameByItsNumber() throws {
    var random = SectionDiffTests.SplitMix64(seed: 116)
    var seen = Set<Int>()
    for _ in 0..<400 {
      let old = random.board(sections: 6, rows: 10)
      let stages = try Differ().changeset(from: old, to: random.board(sections: 6, rows: 10)).stages(from: old)
      let all = Array(stages)
      seen.insert(all.count)
      #expect(all.count == stages.count)
      for number in stages.indices.reversed() {
        #expect(stages[number].changes == all[number].changes)
        #expect(stages[number].snapshot == all[number].snapshot)
      }
      #expect(stages.last?.snapshot == all.last?.snapshot && stages.first?.changes == all.first?.changes)
      #expect(stages.dropFirst().map(\.changes) == all.dropFirst().map(\.changes))
    }
    #expect(seen.isSuperset(of: [1, 2, 3]))
  }

  @Test func detachedChangesetsHaveTheSameStages() throws {
    var random = SectionDiffTests.SplitMix64(seed: 113)
    for _ in 0..<100 {
      let old = random.board(sections: 5, rows: 10)
      let changes = try Differ().changeset(from: old, to: random.board(sections: 5, rows: 10))
      let own = try changes.stages(from: old)
      let detached = try changes.detached().stages(from: old)
      #expect(own.map(\.changes) == detached.map(\.changes))
      #expect(own.map(\.snapshot) == detached.map(\.snapshot))
    }
  }

  // MARK: Snapshots that the changeset holds

  /// One change among a thousand, flat and in chunks: the one stage has the snapshot that the changeset holds.
  @Test func stagesTakeTheSnapshotThatTheChangesetHolds() throws {
    let old = FlatSnapshot((0..<1000).map { Row(id: "\($0)") })
    var rows = (0..<1000).map { Row(id: "\($0)") }
    rows[500].value = 1
    let new = FlatSnapshot(rows)
    for (old, new) in [(old, new), (old.inChunks(), new.inChunks())] {
      let stages = try Differ().changeset(from: old, to: new).stages(from: old)
      #expect(stages.count == 1)
      let last = try #require(stages.last)
      #expect(shareStorage(last.snapshot.items, new.items))
      #expect(last.snapshot.isChunked == new.isChunked)
    }
  }

  @Test func theLastOfSeveralStagesHasTheSnapshotThatTheChangesetHolds() throws {
    let (old, new) = (board("A: a b c").inChunks(), board("A: c=1 a b").inChunks())
    let stages = try Differ().changeset(from: old, to: new).stages(from: old)
    #expect(stages.count == 2)
    let (first, last) = (try #require(stages.first), try #require(stages.last))
    #expect(shareStorage(last.snapshot.items, new.items))
    #expect(first.snapshot.lines == ["A: a b c=1"])
  }

  @Test func stagesFromAnEqualSnapshotElsewhereAreMadeFromIt() throws {
    let (old, new) = (board("A: a b c"), board("A: a b x"))
    let changes = try Differ().changeset(from: old, to: new)
    let last = try #require(try changes.stages(from: board("A: a b c")).last)
    #expect(last.snapshot == new)
    #expect(!shareStorage(last.snapshot.items, new.items))
  }

  /// The items are those of the old snapshot, the headers are not: its own must stay.
  @Test func stagesFromTheSameItemsUnderAnotherHeaderKeepThatHeader() throws {
    let (old, new) = (board("A(x): a b"), board("A(x): b a"))
    let changes = try Differ().changeset(from: old, to: new)
    var shown = old
    shown.headers = ["y"]
    #expect(shareStorage(shown.items, old.items))
    let last = try #require(try changes.stages(from: shown).last)
    #expect(last.snapshot.lines == ["A(y): b a"])
  }

  // MARK: Snapshots in between

  /// 10,000 items of which some are moved, updated, deleted or inserted: `k` of each, and `k` both moved and updated.
  func edited(_ k: Int, in tracker: LifetimeTracker) -> (old: [TrackedRow], new: [TrackedRow]) {
    let old = tracker.rows(0..<10_000)
    var new = old
    for index in 0..<k {
      let place = index * (5_000 / k)
      new[place] = TrackedRow(new[place].id, value: 1, in: tracker)
      new.swapAt(place + 1, place + 4_000)
      let moved = new.remove(at: place + 3)
      new.insert(TrackedRow(moved.id, value: 2, in: tracker), at: place + 4_500)
      new.remove(at: place + 6)
      new.insert(TrackedRow(20_000 + index, in: tracker), at: place + 8)
    }
    return (old, new)
  }

  /// The objects know how often they are held: no item is copied, however many there are.
  @Test(arguments: [1, 10, 100], [false, true])
  func stagesCopyNoItem(_ k: Int, _ inChunks: Bool) throws {
    let (oldRows, newRows) = edited(k, in: LifetimeTracker())
    func snapshot(_ rows: [TrackedRow]) -> FlatSnapshot<TrackedRow> {
      inChunks ? FlatSnapshot(rows).inChunks(leafCapacity: 32, fanOut: 12) : FlatSnapshot(rows)
    }
    let (old, new) = (snapshot(oldRows), snapshot(newRows))
    let changes = try Differ().changeset(from: old, to: new)
    func holders() -> UInt { (oldRows + newRows).reduce(0) { $0 + _getRetainCount($1) } }
    let before = holders()
    let stages = Array(try changes.stages(from: old))
    #expect(holders() == before)
    #expect(stages.count == 2)
    let first = try #require(stages.first)
    guard case .spliced(let items) = first.snapshot.items else {
      Issue.record("the snapshot between two stages is spliced")
      return
    }
    #expect(items.old.isIdentical(to: old.items) && items.new.isIdentical(to: new.items))
    // Each change parts two stretches at most, and its item is one.
    #expect(items.splice.stretches.count <= 2 * (changes.changeCount + changes.counts.moves) + 1)
    #expect(items.splice.checkInvariants() == nil)
    withExtendedLifetime(stages) {}
  }

  /// A snapshot in chunks that is not the one held: the last one shares the chunks in which nothing changed.
  @Test(arguments: [1, 10])
  func theLastStageFromOtherChunksSharesThem(_ k: Int) throws {
    let (oldRows, newRows) = edited(k, in: LifetimeTracker())
    let old = FlatSnapshot(oldRows).inChunks(leafCapacity: 32, fanOut: 12)
    let changes = try Differ().changeset(from: FlatSnapshot(oldRows), to: FlatSnapshot(newRows))
    func holders() -> UInt { oldRows.reduce(0) { $0 + _getRetainCount($1) } }
    let before = holders()
    let last = try #require(try changes.stages(from: old).last).snapshot
    #expect(last == FlatSnapshot(newRows))
    #expect(last.isChunked && last.chunkedItems.checkInvariants() == [])
    // Two leaves for each end of a stretch, and not more than one for the items themselves.
    #expect(holders() - before <= UInt(5 * (changes.changeCount + changes.counts.moves) * 32))
    #expect(holders() - before < 10_000 / 2)
  }

  @Test func stagesStartFromASnapshotInBetween() throws {
    var random = SectionDiffTests.SplitMix64(seed: 114)
    for _ in 0..<100 {
      let (old, new) = (random.board(sections: 4, rows: 10), random.board(sections: 4, rows: 10))
      for stage in try Differ().changeset(from: old, to: new).stages(from: old) {
        let further = random.board(sections: 4, rows: 10)
        let changes = try Differ().changeset(from: stage.snapshot, to: further)
        let stages = try changes.stages(from: stage.snapshot)
        #expect((stages.last?.snapshot ?? stage.snapshot) == further)
        for other in stages.dropLast() {
          guard case .spliced(let items) = other.snapshot.items else { continue }
          if case .spliced = items.old { Issue.record("a spliced snapshot holds a spliced one") }
        }
        #expect(try stage.snapshot.applying(changes) == further)
        #expect(try changes.detached().stages(from: stage.snapshot).map(\.snapshot) == stages.map(\.snapshot))
      }
    }
  }

  /// Large boards: each stage by the list-view model, which knows nothing of how it was made.
  @Test(arguments: Strategy.allCases, [false, true])
  func stagesOfLargeBoardsAreLegal(_ strategy: Strategy, _ repeats: Bool) throws {
    var random = SectionDiffTests.SplitMix64(seed: 115)
    for _ in 0..<TestScale.count(4, quick: 2) {
      let old = random.board(sections: 12, rows: 300, repeats: repeats)
      let new = random.board(sections: 12, rows: 300, repeats: repeats)
      let changes = try Differ(algorithm: strategy.algorithm).changeset(from: old, to: new)
      var shown = Self.world(old)
      for stage in try changes.stages(from: old) {
        let next = Self.world(stage.snapshot)
        let batch = PlainChanges(stage.changes)
        let violations = ListViewModel.violations(of: batch, from: shown.listSections, to: next.listSections)
        #expect(violations.isEmpty, "\(shown) → \(next): \(violations)")
        shown = next
      }
      #expect(shown == Self.world(new))
    }
  }

  /// A random board in plain numbers.
  static func world(_ board: Board) -> World {
    func number(_ text: String) -> Int { Int(text.dropFirst()) ?? -1 }
    return World(
      sections: board.sections.map { section in
        World.Section(
          key: number(section.key), header: number(section.header),
          rows: section.items.map { World.Row(id: number($0.id), content: $0.value) })
      })
  }

  @Test func aSnapshotOfOtherSizesIsRefused() throws {
    let changes = try Differ().changeset(from: list("a b"), to: list("b a"))
    let error = #expect(throws: DiffError.self) { try changes.stages(from: list("a")) }
    #expect(error?.description == "the changeset expects 2 items in section 0, but there are 1")
  }
}
