public import BenchmarkHarness
public import SectionDiff

extension Contender {
  /// What a list view needs: the diff, cut into stages, each path of each stage read.
  ///
  /// Inlinable, so that it is measured as the caller's code runs it.
  @inlinable
  public static func stages<Key, Item: Equatable & Identifiable, Header>(
    _ name: String, by differ: Differ, from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>
  ) -> Contender {
    func run() throws -> Int {
      var result = 0
      for stage in try differ.changeset(from: old, to: new).stages(from: old) {
        let changes = stage.changes
        for path in changes.deletes { result &+= path.section &+ path.item }
        for path in changes.inserts { result &+= path.section &+ path.item }
        for move in changes.moves { result &+= move.from.item &+ move.to.item }
        for update in changes.updates { result &+= update.from.item &+ update.to.item }
        result &+= stage.snapshot.itemCount
      }
      return result
    }
    return Contender(name, run: run)
  }

  /// Checks that stages lead from one snapshot to another: the counts of each, and what the last one shows.
  ///
  /// - Throws: ``VerificationFailure``.
  @inlinable
  public static func verifyStages<Key, Item: Equatable & Identifiable, Header>(
    _ name: String, by differ: Differ, from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>
  ) throws {
    // Without the snapshots that it was made for, so that the last one must be made.
    let stages = try differ.changeset(from: old, to: new).detached().stages(from: old)
    var shown = old
    for stage in stages {
      let changes = stage.changes
      guard shown.itemCount - changes.deletes.count + changes.inserts.count == stage.snapshot.itemCount else {
        throw VerificationFailure(name, "the counts of a stage are not those of its changes")
      }
      shown = stage.snapshot
    }
    guard shown == new else { throw VerificationFailure(name, "the last stage does not show the new items") }
  }
}
