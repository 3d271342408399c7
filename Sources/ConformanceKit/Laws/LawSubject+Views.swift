import SectionDiff

/// The views agree with each other, and paths with the mapping.
extension LawSubject {
  func checkViews(_ batch: PlainChanges, _ tally: inout LawTally) {
    let expected = Reference.batch(of: changes)
    tally.check(.views, batch == expected, "the batch view is \(batch), by definition \(expected)")
  }

  func checkPaths(_ tally: inout LawTally) {
    var problems = mapping.problems(of: changeset.pathTranslation)
    for stranger in [ItemPath(section: -1, item: 0), ItemPath(section: old.sections.count, item: 0)]
    where changeset.newPath(for: stranger) != nil {
      problems.append("newPath(for: \(stranger)) is not nil, though there is no such path")
    }
    if let first = mapping.newPaths.firstIndex(where: { !$0.isEmpty }) {
      let path = ItemPath(section: first, item: 0)
      if changeset.newPath(for: path) != mapping.newPath(for: path) {
        problems.append("newPath(for: \(path)) of the changeset differs from its translation")
      }
    }
    tally.check(.paths, problems)
  }
}
