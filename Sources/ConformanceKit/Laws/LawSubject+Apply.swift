import SectionDiff

/// Laws 1 and 2: a changeset turns the old snapshot into the new one, and its inverse the new into the old.
extension LawSubject {
  func checkCoordinates(_ tally: inout LawTally) {
    tally.check(.coordinates, mapping.problems)
  }

  func checkApply(_ tally: inout LawTally) {
    tally.check(
      .apply, problemsOfApplying(changeset, to: diff.old, giving: diff.new, "old.applying(changes)"))
    tally.check(
      .apply,
      problemsOfApplying(changeset.detached(), to: diff.old, giving: diff.new, "applying(changes.detached())")
    )
    if mapping.problems.isEmpty { tally.check(.apply, problemsOfPayload()) }
  }

  func checkInverse(_ tally: inout LawTally) {
    let inverse = changeset.inverted
    tally.check(
      .inverse, problemsOfApplying(inverse, to: diff.new, giving: diff.old, "new.applying(inverted)"))
    tally.check(
      .inverse,
      RowMapping(reading: PlainChanges(inverse.identity), from: new, to: old, view: .identity, scope: scope)
        .problems)
    if let codec {
      tally.check(
        .inverse, codec.areEqual(inverse.inverted, changeset), "inverted twice is not the changeset")
    }
  }

  func problemsOfApplying(
    _ changes: Changeset<Key, Item, Header>, to before: State, giving after: State, _ name: String
  ) -> [String] {
    do {
      let result = try before.applying(changes)
      return areEqual(result, after) ? [] : ["\(name) gives \(world(result)), not \(world(after))"]
    } catch {
      return ["\(name) throws: \(error)"]
    }
  }

  /// Applies by the definition of the coordinates, with what the changeset holds: the engine's own `applying` is not
  /// asked.
  private func problemsOfPayload() -> [String] {
    var problems: [String] = []
    for (index, path) in changes.deletes.enumerated()
    where !areIdentical(changeset.deletedItem(index), diff.old[path]) {
      problems.append("deletedItem(\(index)) is not the item at old \(path)")
    }
    for (index, path) in changes.inserts.enumerated()
    where !areIdentical(changeset.insertedItem(index), diff.new[path]) {
      problems.append("insertedItem(\(index)) is not the item at new \(path)")
    }
    for (index, update) in changes.updates.enumerated() {
      let (from, to) = changeset.updatedItem(index)
      if !areIdentical(from, diff.old[update.from]) || !areIdentical(to, diff.new[update.to]) {
        problems.append("updatedItem(\(index)) does not hold the items at \(update.from) and \(update.to)")
      }
    }
    let oldSections = diff.old.sections
    let newSections = diff.new.sections
    for (index, offset) in changes.sectionDeletes.enumerated() {
      let (key, header) = changeset.deletedSection(index)
      if key != oldSections[offset].key || header != oldSections[offset].header {
        problems.append("deletedSection(\(index)) is not old section \(offset)")
      }
    }
    for (index, offset) in changes.sectionInserts.enumerated() {
      let (key, header) = changeset.insertedSection(index)
      if key != newSections[offset].key || header != newSections[offset].header {
        problems.append("insertedSection(\(index)) is not new section \(offset)")
      }
    }
    for (index, update) in changes.sectionUpdates.enumerated() {
      let (key, from, to) = changeset.updatedSection(index)
      if key != newSections[update.to].key || from != oldSections[update.from].header
        || to != newSections[update.to].header
      {
        problems.append("updatedSection(\(index)) is not section \(update.from) → \(update.to)")
      }
    }
    // What is neither inserted nor updated comes from the old snapshot; with the above, that is all of the new one.
    let inserted = Set(changes.inserts)
    let updated = Set(changes.updates.map(\.to))
    for (section, origins) in mapping.oldPaths.enumerated() {
      for (item, origin) in origins.enumerated() {
        let path = ItemPath(section: section, item: item)
        if let origin {
          if !updated.contains(path), !areIdentical(diff.old[origin], diff.new[path]) {
            problems.append("the item at new \(path) is not the one kept from old \(origin)")
          }
        } else if !inserted.contains(path) {
          problems.append("the item at new \(path) comes from nowhere")
        }
      }
    }
    return problems
  }
}
