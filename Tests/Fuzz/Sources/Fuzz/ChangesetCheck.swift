import Foundation
import SectionDiff

/// A changeset from elsewhere is refused, or it behaves: it never traps, whatever it is applied to.
enum ChangesetCheck {
  typealias Changes = Changeset<String, String, String>

  /// The snapshots that the changesets of the corpus were made between, and some they do not fit.
  static let snapshots: [Snapshot<String, String, String>] = [
    Snapshot(),
    Snapshot(sections: [
      SnapshotSection("A", header: "a", items: ["1", "2", "3"]), SnapshotSection("B", header: "b", items: ["4"]),
    ]),
    Snapshot(sections: [
      SnapshotSection("B", header: "bb", items: ["4", "2", "5"]), SnapshotSection("C", header: "c", items: ["3"]),
    ]),
    Snapshot(sections: [SnapshotSection("A", header: "a", items: [])]),
  ]

  static func run(_ bytes: [UInt8]) {
    guard let changes = try? JSONDecoder().decode(Changes.self, from: Data(bytes)) else { return }
    _ = changes.description
    _ = changes.batch
    require(changes.oneAtATime.count == changes.batch.counts.total, "a step for each change of the batch view")
    require(changes.inverted.inverted == changes, "inverting twice gives another changeset")
    for snapshot in snapshots {
      guard let after = try? snapshot.applying(changes) else { continue }
      do {
        _ = try changes.rowsOneAtATime(from: snapshot, headerRows: true)
        let stages = Array(try changes.stages(from: snapshot))
        require(stages.last.map { $0.snapshot == after } ?? (after == snapshot), "stages end elsewhere")
      } catch {
        fatalError("a changeset that applies: \(error)")
      }
      // Where it leads depends on whether the items it names were there; that it may be asked does not.
      _ = try? after.applying(changes.inverted)
    }
    guard let encoded = try? JSONEncoder().encode(changes) else {
      fatalError("what was decoded cannot be encoded")
    }
    require(
      (try? JSONDecoder().decode(Changes.self, from: encoded)) == changes, "encoding changes the changeset")
  }
}
