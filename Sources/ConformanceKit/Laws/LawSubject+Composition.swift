import SectionDiff

/// Law 3: composition.
extension LawSubject {
  /// Composes with the changes to a third snapshot.
  func checkComposition(with third: State, judged: inout JudgedChangesets, _ tally: inout LawTally) {
    let next: Diff<Key, Item, Header>
    do {
      next = try differ.diff(from: givenNew, to: third, comparing: comparison)
    } catch {
      let expectation = PolicyExpectation(from: world(givenNew), to: world(third), differ: differ)
      return tally.check(expectation.mustThrow ? .duplicates : .contract, expectation.problems(of: error))
    }
    guard
      judged.isNew(
        changeset.identity, then: next.changeset.identity, differ: differ,
        hasFewestMoves: promisesFewestMoves)
    else { return }
    let last = world(next.new)
    var pairs = [("composed", changeset, next.changeset)]
    // Without their snapshots changesets compose by another way; once a case is enough.
    if judged.compositionCount == 1 {
      pairs.append(("composed, detached", changeset.detached(), next.changeset.detached()))
    }
    for (name, first, second) in pairs {
      do {
        let composed = try first.composed(with: second, comparing: comparison)
        let changes = PlainChanges(composed.identity)
        var problems = problemsOfApplying(composed, to: diff.old, giving: next.new, name)
        problems += RowMapping(reading: changes, from: old, to: last, view: .identity, scope: scope)
          .problems.map { "\(name): \($0)" }
        if isUnique, last.hasUniqueRows(in: scope), promisesFewestMoves,
          !isExcused(diff.receipt, from: givenOld, to: givenNew), !isExcused(next.receipt, from: givenNew, to: third)
        {
          let fewest = Reference.identityCounts(from: old, to: last, scope: scope)
          if changes.counts != fewest {
            problems.append("\(name): \(changes.counts), diff(a, c) has \(fewest)")
          }
        }
        if name == "composed" { problems += problemsOfScriptLength(changes, to: third, last: last) }
        tally.check(.composition, problems)
      } catch {
        tally.check(.composition, ["\(name) throws: \(error)"])
      }
    }
    if old.sections.map(\.rows.count) != new.sections.map(\.rows.count) {
      let isRefused = (try? changeset.composed(with: changeset, comparing: comparison)) == nil
      tally.check(.composition, isRefused, "a changeset that does not follow is composed without an error")
    }
  }

  /// Without moves, and without repeats, a composition deletes and inserts as many as the diff of the outer snapshots;
  /// which rows those are may differ where two common subsequences are equally long.
  private func problemsOfScriptLength(_ composed: PlainChanges, to third: State, last: World) -> [String] {
    guard promisesShortestScript, !keepsEveryIdentity, isUnique, last.hasUniqueRows(in: scope),
      let direct = try? differ.diff(from: givenOld, to: third, comparing: comparison),
      !isExcused(diff.receipt, from: givenOld, to: givenNew), !isExcused(direct.receipt, from: givenOld, to: third)
    else { return [] }
    let counts = direct.changeset.counts
    if counts.deletes == composed.deletes.count, counts.inserts == composed.inserts.count { return [] }
    return ["composed: \(composed.counts), diff(a, c) has \(counts)"]
  }
}
