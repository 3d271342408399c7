import SectionDiff

/// The stages: each legal for a list view, chained from old to new, together the batch view, and as few as possible.
extension LawSubject {
  func checkStages(_ batch: PlainChanges, _ batchMapping: RowMapping, _ tally: inout LawTally) {
    let stages: Changeset<Key, Item, Header>.Stages
    do {
      stages = try changeset.stages(from: diff.old)
    } catch {
      return tally.check(.stages, ["stages(from:) throws: \(error)"])
    }
    tally.check(.stages, batchMapping.problems)
    guard batchMapping.problems.isEmpty else { return }

    let fewest = StageSearch(batch: batch, mapping: batchMapping).fewest
    tally.check(
      .stages, stages.count == fewest, "there are \(stages.count) stages, the fewest are \(fewest)")

    var problems: [String] = []
    var before = old
    var shown = old.listSections
    var total = ChangeCounts()
    // For each row of the state reached, the old row that it is.
    var origins = old.sections.indices.map { section in
      old.sections[section].rows.indices.map { ItemPath?.some(ItemPath(section: section, item: $0)) }
    }
    for (index, stage) in stages.enumerated() {
      let after = world(stage.snapshot)
      let step = PlainChanges(stage.changes)
      let start = before
      func name() -> String {
        "stage \(index + 1) of \(stages.count) (\(start) → \(after), \(step.counts))"
      }
      let next = after.listSections
      problems += ListViewModel.violations(of: step, from: shown, to: next).map { "\(name()): \($0)" }
      shown = next
      let mapping = RowMapping(reading: step, from: before, to: after, view: .batch)
      problems += mapping.problems.map { "\(name()): \($0)" }
      if step.counts.total == 0 { problems.append("\(name()): it is empty") }
      // Not a rule of list views, but data sources that go by identity rely on it.
      if isUnique, !after.hasUniqueRows(in: scope) { problems.append("\(name()): an identity occurs twice after it") }
      guard mapping.problems.isEmpty else { break }
      origins = mapping.oldPaths.map { $0.map { $0.flatMap { origins[$0.section][$0.item] } } }
      total = total + step.counts
      before = after
    }
    if problems.isEmpty {
      if !areEqual(stages.last?.snapshot ?? diff.old, diff.new) {
        problems.append("the stages lead to \(before), not to \(new)")
      }
      if total != batch.counts { problems.append("the stages hold \(total), the batch view \(batch.counts)") }
      if origins != batchMapping.oldPaths {
        problems.append("the stages keep rows \(origins), the batch view \(batchMapping.oldPaths)")
      }
    }
    tally.check(.stages, problems)
  }
}

extension ChangeCounts {
  fileprivate static func + (a: ChangeCounts, b: ChangeCounts) -> ChangeCounts {
    ChangeCounts(
      sectionDeletes: a.sectionDeletes + b.sectionDeletes,
      sectionInserts: a.sectionInserts + b.sectionInserts,
      sectionMoves: a.sectionMoves + b.sectionMoves, sectionUpdates: a.sectionUpdates + b.sectionUpdates,
      deletes: a.deletes + b.deletes, inserts: a.inserts + b.inserts, moves: a.moves + b.moves,
      updates: a.updates + b.updates)
  }
}
