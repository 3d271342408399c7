import SectionDiff

/// Refreshing: kept items are reported as updated although equal, and such changes keep the laws like any others.
extension LawSubject {
  func checkRefreshing(_ tally: inout LawTally) {
    var paths: [ItemPath] = []
    for (section, rows) in new.sections.enumerated() {
      for item in rows.rows.indices where (section + item) % 2 == 0 {
        paths.append(ItemPath(section: section, item: item))
      }
    }
    let updated = Set(changes.updates.map(\.to))
    let added = paths.filter { mapping.oldPath(for: $0) != nil && !updated.contains($0) }
    do {
      let refreshed = try changeset.refreshing(paths, in: diff.new)
      var expected = changes
      expected.updates += added.map { path in
        PlainChanges.Pair(from: mapping.oldPath(for: path) ?? path, to: path)
      }
      expected.updates.sort { $0.to < $1.to }
      var problems: [String] = []
      let list = PlainChanges(refreshed.identity)
      if list != expected { problems.append("refreshing \(paths) gives \(list), not \(expected)") }
      problems += problemsOfApplying(refreshed, to: diff.old, giving: diff.new, "refreshed")
      problems += problemsOfApplying(refreshed.inverted, to: diff.new, giving: diff.old, "refreshed, inverted")
      // More than one item would show nothing new, and encoding is slow.
      if added.count == 1, let codec, try !codec.areEqual(codec.decode(codec.encode(refreshed)), refreshed) {
        problems.append("what is decoded is not the refreshed changeset")
      }
      let stages = try refreshed.stages(from: diff.old)
      var before = old.listSections
      for stage in stages {
        let after = world(stage.snapshot).listSections
        problems += ListViewModel.violations(of: PlainChanges(stage.changes), from: before, to: after)
          .map { "a stage of the refreshed changeset breaks \($0)" }
        before = after
      }
      let batch = PlainChanges(refreshed.batch)
      let batchMapping = RowMapping(
        reading: PlainChanges(changeset.batch), from: old, to: new, view: .batch)
      let fewest = StageSearch(batch: batch, mapping: batchMapping).fewest
      if stages.count != fewest {
        problems.append("the refreshed changeset has \(stages.count) stages, the fewest are \(fewest)")
      }
      tally.check(.refreshing, problems)
    } catch {
      tally.check(.refreshing, ["refreshing \(paths) throws: \(error)"])
    }
  }
}
