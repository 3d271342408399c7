import DiffWorkloads
import SectionDiff
import Testing

@Suite struct ChangesetChangesTests {
  private func check(_ changes: Changeset<String, Row, String>, from old: Board, to new: Board) throws {
    let all = try changes.changes
    #expect(all.map(\.position) == changes.identity.changes)
    for change in all {
      switch change {
      case .deleteSection(let key, at: let offset): #expect(old.sections[offset].key == key)
      case .insertSection(let key, at: let offset): #expect(new.sections[offset].key == key)
      case .moveSection(let key, from: let from, to: let to), .updateSection(let key, from: let from, to: let to):
        #expect(old.sections[from].key == key && new.sections[to].key == key)
      case .delete(let row, at: let path): #expect(old[path] == row)
      case .insert(let row, at: let path): #expect(new[path] == row)
      case .move(let row, from: let from, to: let to): #expect(new[to] == row && old[from].id == row.id)
      case .update(let before, let after, from: let from, to: let to):
        #expect(old[from] == before && new[to] == after)
      }
    }
  }

  @Test(arguments: Strategy.allCases)
  func eachHasTheItemOrTheKeyThatItIsAbout(_ strategy: Strategy) throws {
    var random = SplitMix64(seed: 5)
    let differ = Differ(algorithm: strategy.algorithm)
    for _ in 0..<200 {
      let (old, new) = (random.board(sections: 5, rows: 14), random.board(sections: 5, rows: 14))
      let changes = try differ.changeset(from: old, to: new)
      try check(changes, from: old, to: new)
      try check(changes.inverted, from: new, to: old)
      let later = random.board(sections: 5, rows: 14)
      try check(changes.composed(with: differ.changeset(from: new, to: later)), from: old, to: later)
    }
  }

  @Test func whatOnlyMovedIsNotInADetachedChangeset() throws {
    let moved = try Differ().changeset(from: board("A: a b"), to: board("A: b a")).detached()
    #expect(
      #expect(throws: DiffError.self) { try moved.changes }?.description
        == "the changeset does not hold what moved from [0, 1], as it was decoded, detached or composed of such; "
        + "take the positions, `identity.changes`, and look it up in the old snapshot")
    let section = try Differ().changeset(from: board("A:", "B:"), to: board("B:", "A:")).detached()
    #expect(
      #expect(throws: DiffError.self) { try section.changes }?.description.hasPrefix(
        "the changeset does not hold what moved from section ") == true)
  }

  @Test func aDetachedChangesetHoldsAllElse() throws {
    let (old, new) = (board("A(x): a b c", "B:"), board("A(y): c=1 b d", "C:"))
    let changes = try Differ().changeset(from: old, to: new).detached()
    #expect(changes.counts.moves == 1)
    try check(changes, from: old, to: new)
  }

  @Test func eachReadsAsOneLine() throws {
    let changes = try Differ().changeset(
      from: Snapshot(sections: [
        SnapshotSection("A", header: 1, items: ["a", "b", "c"]), SnapshotSection("B", header: 1, items: []),
        SnapshotSection("C", header: 1, items: []),
      ]),
      to: Snapshot(sections: [
        SnapshotSection("D", header: 1, items: []), SnapshotSection("C", header: 1, items: []),
        SnapshotSection("A", header: 2, items: ["c", "b", "d"]),
      ]))
    #expect(
      try changes.changes.map(\.description) == [
        "- [1] B", "+ [0] D", "> [2] → [1] C", "~ [0] → [2] A", "- [0, 0] a", "+ [2, 2] d", "> [0, 2] → [2, 0] c",
      ])
    #expect(
      Changeset<String, Int, NoHeader>.Change.update(
        old: 1, new: 2, from: ItemPath(section: 0, item: 3), to: ItemPath(section: 0, item: 4)
      ).description == "~ [0, 3] → [0, 4] 1 → 2")
  }
}

extension Changeset.Change {
  fileprivate var position: ChangeList.Change {
    switch self {
    case .deleteSection(_, let at): .deleteSection(at)
    case .insertSection(_, let at): .insertSection(at)
    case .moveSection(_, let from, let to): .moveSection(from: from, to: to)
    case .updateSection(_, let from, let to): .updateSection(from: from, to: to)
    case .delete(_, let at): .delete(at)
    case .insert(_, let at): .insert(at)
    case .move(_, let from, let to): .move(from: from, to: to)
    case .update(_, _, let from, let to): .update(from: from, to: to)
    }
  }
}
