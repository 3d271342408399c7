import Foundation
import SampleSupport
import SectionDiff
import Testing

/// The samples of "What a changeset means" and of snapshots.
@Suite struct ChangesetSamples {
  @Test func coordinates() throws {
    let print = Transcript()
    // sample: coordinates
    let before = Snapshot(sections: [
      SnapshotSection("To do", items: ["wash", "cook", "sweep"]),
      SnapshotSection("Done", items: ["shop"]),
    ])
    let after = Snapshot(sections: [
      SnapshotSection("To do", items: ["sweep", "iron"]),
      SnapshotSection("Done", items: ["cook", "shop"]),
    ])
    let changes = try Differ().changeset(from: before, to: after)
    print(changes)
    // end sample
    try expect(print, shows: "coordinates")
  }

  @Test func items() throws {
    let print = Transcript()
    // sample: items
    let changes = try Differ().changeset(
      from: ["apple", "pear", "plum"], to: ["plum", "apple", "quince"])
    for change in try changes.changes {
      switch change {
      case .delete(let fruit, at: let path): print("\(fruit) was at \(path)")
      case .insert(let fruit, at: let path): print("\(fruit) is new at \(path)")
      case .move(let fruit, from: let old, to: let new): print("\(fruit) went from \(old) to \(new)")
      case .update, .deleteSection, .insertSection, .moveSection, .updateSection: print(change)
      }
    }
    // end sample
    try expect(print, shows: "items")
  }

  @Test func algebra() throws {
    let print = Transcript()
    // sample: algebra
    let monday = ["a", "b", "c"]
    let tuesday = ["c", "a", "b", "d"]
    let wednesday = ["c", "a", "b"]

    let first = try Differ().changeset(from: monday, to: tuesday)
    let second = try Differ().changeset(from: tuesday, to: wednesday)

    let there = try monday.applying(first)
    print(there == tuesday)
    print(try there.applying(first.inverted) == monday)

    // "d" was inserted on Tuesday and deleted on Wednesday, so it is in neither.
    print(try first.composed(with: second))
    // end sample
    try expect(print, shows: "algebra")
  }

  @Test func paths() throws {
    let print = Transcript()
    // sample: paths
    let changes = try Differ().changeset(from: ["a", "b", "c"], to: ["new", "c", "a"])
    let selected = ItemPath(section: 0, item: 2)
    print(changes.newPath(for: selected) ?? "gone")
    print(changes.newPath(for: ItemPath(section: 0, item: 1)) ?? "gone")
    print(changes.oldPath(for: ItemPath(section: 0, item: 0)) ?? "new")
    // end sample
    try expect(print, shows: "paths")
  }

  @Test func views() throws {
    let print = Transcript()
    // sample: views
    let before = Snapshot(sections: [
      SnapshotSection("Inbox", items: ["letter", "bill"]),
      SnapshotSection("Later", items: ["book"]),
    ])
    let after = Snapshot(sections: [
      SnapshotSection("Inbox", items: ["letter", "book"])
    ])
    let changes = try Differ().changeset(from: before, to: after)
    print("identity")
    for change in changes.identity.changes { print(" ", change) }
    print("batch")
    for change in changes.batch.changes { print(" ", change) }
    // end sample
    try expect(print, shows: "views")
  }

  @Test func coding() throws {
    let print = Transcript()
    // sample: coding
    let changes = try Differ().changeset(from: [1, 2, 3], to: [3, 1])
    let encoded = try JSONEncoder().encode(changes)
    let decoded = try JSONDecoder().decode(FlatChangeset<Int>.self, from: encoded)
    print(decoded == changes)
    // end sample
    try expect(print, shows: "coding")
  }

  @Test func editing() throws {
    let print = Transcript()
    // sample: editing
    var board = Snapshot(sections: [
      SnapshotSection("To do", items: ["wash", "cook", "sweep"]),
      SnapshotSection("Done", items: ["shop"]),
    ])
    let before = board
    try board.append("iron", to: "To do")
    board.move(from: ItemPath(section: 0, item: 1), to: ItemPath(section: 1, item: 0))
    board.removeSubrange(0..<1, inSection: 0)
    board.insertSection(SnapshotSection("Later", items: ["paint"]), at: 1)
    for change in try Differ().changeset(from: before, to: board).identity.changes { print(change) }
    print(board[section: "To do"]?.items.joined(separator: ", ") ?? "no section")
    // end sample
    try expect(print, shows: "editing")
  }
}
