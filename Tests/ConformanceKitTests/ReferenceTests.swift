import ConformanceKit
import SectionDiff
import Testing

private func world(_ sections: (Int, [Int])...) -> World {
  World(
    sections: sections.map { key, rows in
      World.Section(key: key, rows: rows.map { World.Row(id: $0 % 100, content: $0 / 100) })
    })
}

/// A path, from its two offsets.
private func path(_ section: Int, _ item: Int) -> ItemPath { ItemPath(section: section, item: item) }

@Suite("The reference")
struct ReferenceTests {
  @Test("finds the longest increasing run")
  func longestRun() {
    #expect(Reference.longestIncreasingRun([]) == 0)
    #expect(Reference.longestIncreasingRun([3, 2, 1]) == 1)
    #expect(Reference.longestIncreasingRun([2, 0, 3, 1, 4]) == 3)
  }

  @Test("finds the longest common subsequence")
  func longestCommon() {
    #expect(Reference.longestCommonSubsequence([], [1]) == 0)
    #expect(Reference.longestCommonSubsequence([1, 2, 3, 1, 2, 2, 1], [3, 2, 1, 2, 1, 3]) == 4)
  }

  @Test("counts by hand-made answers")
  func counts() {
    let old = world((0, [1, 2, 3]), (1, [4, 5]), (2, [6]))
    let new = world((1, [5, 104, 1]), (0, [3, 7]), (3, [6, 2]))
    let identity = Reference.identityCounts(from: old, to: new, scope: .global)
    #expect(
      identity
        == ChangeCounts(
          sectionDeletes: 1, sectionInserts: 1, sectionMoves: 1, deletes: 0, inserts: 1, moves: 4, updates: 1)
    )
    let batch = Reference.batchCounts(from: old, to: new, scope: .global)
    #expect(
      batch
        == ChangeCounts(
          sectionDeletes: 1, sectionInserts: 1, sectionMoves: 1, deletes: 1, inserts: 1, moves: 2, updates: 1)
    )
    let scoped = Reference.identityCounts(from: old, to: new, scope: .section)
    #expect(
      scoped
        == ChangeCounts(
          sectionDeletes: 1, sectionInserts: 1, sectionMoves: 1, deletes: 3, inserts: 4, moves: 1, updates: 1)
    )
  }

  @Test("keeps as many repeats as both sides have")
  func repeats() {
    let old = world((0, [1, 1, 2]), (1, [1]))
    let new = world((0, [1, 2, 2]), (1, [1, 1, 1]))
    #expect(Reference.keptCount(from: old, to: new, scope: .global) == 4)
    #expect(Reference.keptCount(from: old, to: new, scope: .section) == 3)
    #expect(Reference.longestScriptKept(from: old, to: new) == 3)
    #expect(Reference.repeatedPaths(in: old, scope: .global).count == 3)
    #expect(Reference.repeatedPaths(in: old, scope: .section).count == 2)
    #expect(
      Reference.dropping(from: old, scope: .global, keepingLast: false).world.description == "0:[1 2] 1:[]")
    #expect(
      Reference.dropping(from: old, scope: .global, keepingLast: true).world.description == "0:[2] 1:[1]")
    #expect(
      Reference.dropping(from: old, scope: .section, keepingLast: true).world.description == "0:[1 2] 1:[1]")
  }

  @Test("reads a mapping by the definition of the coordinates")
  func mapping() {
    var changes = PlainChanges()
    changes.deletes = [path(0, 0)]
    changes.inserts = [path(0, 1)]
    changes.moves = [.init(from: path(0, 1), to: path(0, 2))]
    let old = World(flat: [1, 2, 3])
    let mapping = RowMapping(reading: changes, from: old, to: World(flat: [3, 4, 2]), view: .identity)
    #expect(mapping.problems == [])
    #expect(mapping.oldPaths == [[path(0, 2), nil, path(0, 1)]])
    #expect(mapping.newPaths == [[nil, path(0, 2), path(0, 0)]])
    let wrong = RowMapping(reading: changes, from: old, to: World(flat: [2, 4, 3]), view: .identity)
    #expect(wrong.problems.count == 2)
    #expect(
      !RowMapping(reading: PlainChanges(), from: old, to: World(flat: [1, 2]), view: .identity).problems
        .isEmpty)
  }

  /// One wrong list for each sentence.
  @Test("says what contradicts the worlds")
  func contradictions() {
    func problems(
      _ old: World, _ new: World, _ view: RowMapping.View = .batch, _ fill: (inout PlainChanges) -> Void
    ) -> [String] {
      var changes = PlainChanges()
      fill(&changes)
      return RowMapping(reading: changes, from: old, to: new, view: view).problems
    }
    let rows = World(flat: [1, 2])
    let two = world((0, [1]), (1, [2]))
    let headed = World(sections: [World.Section(key: 0, header: 1, rows: [World.Row(id: 1)])])
    #expect(problems(rows, rows) { _ in } == [])

    // Sections.
    #expect(problems(two, two) { $0.sectionDeletes = [7] }.contains("old section 7 is named but not there"))
    #expect(problems(two, World()) { $0.sectionDeletes = [0, 1, 1] } == ["old section 1 is named twice"])
    #expect(problems(two, World(flat: [1])) { _ in }.contains("2 old sections stay, but 1 new ones are not named"))
    #expect(
      problems(two, world((1, [2]), (0, [1]))) { _ in }.prefix(2) == [
        "section 0 (key 0) is paired with 0 (key 1)", "section 1 (key 1) is paired with 1 (key 0)",
      ])
    #expect(
      problems(World(flat: [1]), headed) { $0.sectionUpdates = [.init(from: 0, to: 5)] }.contains(
        "section update 0 → 5 does not name a kept section"))
    #expect(
      problems(World(flat: [1]), headed) { $0.sectionUpdates = [.init(from: 0, to: 0), .init(from: 0, to: 0)] }
        == ["new section 0 is updated twice"])
    #expect(
      problems(World(flat: [1]), headed) { _ in } == ["the header of new section 0 changed, but no update says so"])
    #expect(
      problems(headed, headed) { $0.sectionUpdates = [.init(from: 0, to: 0)] }
        == ["new section 0 is updated, but its header is the same"])

    // Rows.
    #expect(problems(rows, rows) { $0.deletes = [path(0, 9)] } == ["old row \(path(0, 9)) is named but not there"])
    #expect(
      problems(rows, World(flat: [2])) { $0.deletes = [path(0, 0), path(0, 0)] }
        == ["old row \(path(0, 0)) is named twice"])
    #expect(
      problems(World(flat: [2]), rows) { $0.inserts = [path(0, 0), path(0, 0)] }
        == ["new row \(path(0, 0)) is named twice"])
    #expect(
      problems(two, World(flat: [1])) {
        $0.sectionDeletes = [1]
        $0.deletes = [path(1, 0)]
      } == ["rows of deleted section 1 must not be listed"])
    #expect(
      problems(two, World(flat: [1]), .identity) { $0.sectionDeletes = [1] }
        == ["rows of deleted section 1 must all be listed"])
    #expect(
      problems(World(flat: [1]), two) {
        $0.sectionInserts = [1]
        $0.inserts = [path(1, 0)]
      } == ["rows of inserted section 1 must not be listed"])
    #expect(
      problems(World(flat: [1]), two, .identity) { $0.sectionInserts = [1] }
        == ["rows of inserted section 1 must all be listed"])
    #expect(
      problems(rows, World(flat: [1])) { _ in }
        == ["2 rows of old section 0 stay, but 1 of new section 0 are not named"])
    let row = path(0, 0)
    let changed = world((0, [101, 2]))
    #expect(
      problems(rows, changed) { $0.updates = [.init(from: row, to: row), .init(from: row, to: row)] }
        == ["new row \(row) is updated twice"])
    #expect(
      problems(rows, changed) { $0.updates = [.init(from: path(0, 1), to: row)] } == [
        "update \(path(0, 1)) → \(row) does not name a kept row",
        "the content of new row \(row) changed, but no update says so",
      ])
    #expect(
      problems(rows, rows) { $0.updates = [.init(from: row, to: row)] }
        == ["new row \(row) is updated, but its content is the same"])
    #expect(
      problems(World(flat: [1]), World(flat: [2])) { _ in } == ["old row \(row) (1) is paired with new row \(row) (2)"])
    var across = PlainChanges()
    across.moves = [.init(from: path(1, 0), to: path(0, 1))]
    #expect(
      RowMapping(reading: across, from: two, to: world((0, [1, 2]), (1, [])), view: .batch, scope: .section).problems
        == ["row \(path(1, 0)) is kept as \(path(0, 1)), in another section, against the scope"])
  }

  @Test("finds the fewest stages")
  func stages() {
    func fewest(_ old: World, _ new: World, _ fill: (inout PlainChanges) -> Void) -> Int {
      var changes = PlainChanges()
      fill(&changes)
      let mapping = RowMapping(reading: changes, from: old, to: new, view: .batch)
      #expect(mapping.problems == [])
      return StageSearch(batch: changes, mapping: mapping).fewest
    }
    #expect(fewest(World(flat: [1]), World(flat: [1])) { _ in } == 0)
    #expect(fewest(World(flat: [1]), World(flat: [])) { $0.deletes = [path(0, 0)] } == 1)
    // Moved and updated.
    #expect(
      fewest(world((0, [1, 2])), world((0, [2, 101]))) {
        $0.moves = [.init(from: path(0, 0), to: path(0, 1))]
        $0.updates = [.init(from: path(0, 0), to: path(0, 1))]
      } == 2)
    // A section moves and loses a row.
    #expect(
      fewest(world((0, [1, 2]), (1, [])), world((1, []), (0, [2]))) {
        $0.sectionMoves = [.init(from: 0, to: 1)]
        $0.deletes = [path(0, 0)]
      } == 2)
    // A row moves, changed, within a section that moves: three.
    #expect(
      fewest(world((0, [1, 2]), (1, [])), world((1, []), (0, [2, 101]))) {
        $0.sectionMoves = [.init(from: 0, to: 1)]
        $0.moves = [.init(from: path(0, 0), to: path(1, 1))]
        $0.updates = [.init(from: path(0, 0), to: path(1, 1))]
      } == 3)
    // A row moves, changed, out of a section that moves into one at rest: the move first, then both others.
    #expect(
      fewest(world((0, [1]), (1, [])), world((1, [101]), (0, []))) {
        $0.sectionMoves = [.init(from: 0, to: 1)]
        $0.moves = [.init(from: path(0, 0), to: path(0, 0))]
        $0.updates = [.init(from: path(0, 0), to: path(0, 0))]
      } == 2)
  }
}
