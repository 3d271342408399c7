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
    return Contender(
      name,
      check: {
        let diff = try differ.diff(from: old, to: new)
        let stages = try diff.changeset.stages(from: old)
        guard (stages.last?.snapshot ?? old) == new else {
          throw VerificationFailure(name, "its last stage does not show the new items")
        }
        return DiffAnswer(counts: diff.changeset.counts, receipt: diff.receipt)
      }, run: run)
  }
}
