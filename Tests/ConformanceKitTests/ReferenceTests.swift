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
