import SectionDiff

/// The single steps: each possible where it comes, all of them together the changes, and the last one ends in the new
/// snapshot.
extension LawSubject {
  func checkOneAtATime(_ batch: PlainChanges, _ tally: inout LawTally) {
    tally.check(
      .oneAtATime,
      problems(
        of: changeset.oneAtATime, counting: batch.counts, from: old, to: new, unique: isUnique ? scope : nil, "steps"))
    for headerRows in [false, true] {
      // Rows of two sections may have one identity there.
      let isUnique = isUnique && scope == .global
      do {
        let rows = try changeset.rowsOneAtATime(from: diff.old, headerRows: headerRows)
        tally.check(
          .oneAtATime,
          problems(
            of: rows, counting: rowCounts(headerRows: headerRows), from: old.flattened(headerRows: headerRows),
            to: new.flattened(headerRows: headerRows), unique: isUnique ? .global : nil,
            "rows\(headerRows ? " with headers" : "")"))
      } catch {
        tally.check(.oneAtATime, ["rowsOneAtATime(from:headerRows:) throws: \(error)"])
      }
    }
  }

  private func problems(
    of steps: [ChangeList.Change], counting counts: ChangeCounts, from old: World, to new: World,
    unique: IdentityScope?,
    _ name: String
  ) -> [String] {
    var list = StepwiseList(old, target: new, unique: unique)
    for step in steps where list.problems.isEmpty { list.perform(step) }
    var problems = list.problems
    if problems.isEmpty, list.world != new { problems.append("they lead to \(list.world), not to \(new)") }
    let found = ChangeCounts(counting: steps)
    if found != counts { problems.append("there are \(found), there should be \(counts)") }
    return problems.map { "\(name): \($0)" }
  }

  /// What becomes of the rows, by the definition of the identity view.
  private func rowCounts(headerRows: Bool) -> ChangeCounts {
    let headers = headerRows ? 1 : 0
    let moved = Set(changes.sectionMoves.map(\.from))
    let leaving = Set(changes.deletes + changes.moves.map(\.from))
    let carried = moved.reduce(0) { total, section in
      total + old.sections[section].rows.indices.count { !leaving.contains(ItemPath(section: section, item: $0)) }
    }
    return ChangeCounts(
      deletes: changes.deletes.count + headers * changes.sectionDeletes.count,
      inserts: changes.inserts.count + headers * changes.sectionInserts.count,
      moves: changes.moves.count + carried + headers * moved.count,
      updates: changes.updates.count + headers * changes.sectionUpdates.count)
  }
}

extension ChangeCounts {
  fileprivate init(counting steps: [ChangeList.Change]) {
    self.init()
    for step in steps {
      switch step {
      case .deleteSection: sectionDeletes += 1
      case .insertSection: sectionInserts += 1
      case .moveSection: sectionMoves += 1
      case .updateSection: sectionUpdates += 1
      case .delete: deletes += 1
      case .insert: inserts += 1
      case .move: moves += 1
      case .update: updates += 1
      }
    }
  }
}
