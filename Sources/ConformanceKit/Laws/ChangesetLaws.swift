package import SectionDiff

/// The laws of a changeset, to run on any algorithm and any element type.
///
/// For example, on one's own algorithm and one's own records:
///
///     let differ = Differ(algorithm: MyDiff())
///     let broken = ChangesetLaws.check(from: before, to: after, differ: differ, comparing: IdentifiableComparison())
///     #expect(broken.isEmpty)
///
/// They wait for the algorithm as long as it takes. ``AlgorithmConformance`` runs them over many worlds at once, and gives
/// up an algorithm that does not come back.
package enum ChangesetLaws {
  /// The laws broken by what `differ` makes of two snapshots; empty when all hold.
  ///
  /// - Parameters:
  ///   - old: The snapshot before.
  ///   - new: The snapshot after.
  ///   - next: A third snapshot, to try composition with; left out, composition leads back to `old`.
  ///   - differ: The algorithm and the rules it works under.
  ///   - comparison: How identities and contents are compared; equality of content must be transitive.
  /// - Complexity: O(*n*²), where *n* is the number of items on both sides: the reference is slow on purpose.
  package static func check<Key, Item, Header, Comparison: ItemComparison<Item>>(
    from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>,
    then next: Snapshot<Key, Item, Header>? = nil, differ: Differ, comparing comparison: Comparison
  ) -> [LawViolation] {
    broken(from: old, to: new, then: next, differ: differ, comparing: comparison, codec: nil)
  }

  /// The same, with the laws of the encoded form.
  package static func check<
    Key: Codable, Item: Codable & Equatable, Header: Codable, Comparison: ItemComparison<Item>
  >(
    from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>,
    then next: Snapshot<Key, Item, Header>? = nil, differ: Differ, comparing comparison: Comparison
  ) -> [LawViolation] {
    broken(from: old, to: new, then: next, differ: differ, comparing: comparison, codec: ChangesetCodec())
  }

  private static func broken<Key, Item, Header, Comparison: ItemComparison<Item>>(
    from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>,
    then next: Snapshot<Key, Item, Header>?, differ: Differ, comparing comparison: Comparison,
    codec: ChangesetCodec<Key, Item, Header>?
  ) -> [LawViolation] {
    let naming = WorldNaming<Key, Item, Header, Comparison>(comparison)
    var tally = LawTally()
    var judged = JudgedChangesets()
    let workspace = DiffWorkspace()
    check(
      from: old, to: new, then: next ?? old, differ: differ, comparing: comparison,
      codec: codec, world: naming.world(of:), slowLaws: .all, judged: &judged, reusing: workspace, &tally)
    return tally.violations
  }

  /// The laws broken by what `differ` makes of a case of plain numbers; counted in `tally`.
  package static func check(_ lawCase: LawCase, differ: Differ, counting tally: inout LawTally) {
    var judged = JudgedChangesets()
    let workspace = DiffWorkspace()
    check(lawCase, differ: differ, judged: &judged, reusing: workspace, &tally)
  }

  /// The same, for several differs in turn: equal changesets are judged once.
  static func check(
    _ lawCase: LawCase, differ: Differ, judged: inout JudgedChangesets,
    reusing workspace: DiffWorkspace, slowLaws: SlowLaws = .all, _ tally: inout LawTally
  ) {
    check(
      from: lawCase.old.snapshot, to: lawCase.new.snapshot, then: lawCase.next?.snapshot, differ: differ,
      comparing: IdentifiableComparison(), codec: slowLaws.contains(.coding) ? ChangesetCodec() : nil,
      world: World.init, slowLaws: slowLaws, judged: &judged, reusing: workspace, &tally)
  }

  private static func check<Key, Item, Header, Comparison: ItemComparison<Item>>(
    from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>,
    then next: Snapshot<Key, Item, Header>?, differ: Differ, comparing comparison: Comparison,
    codec: ChangesetCodec<Key, Item, Header>?,
    world: @escaping (Snapshot<Key, Item, Header>) -> World, slowLaws: SlowLaws, judged: inout JudgedChangesets,
    reusing workspace: DiffWorkspace, _ tally: inout LawTally
  ) {
    let (oldWorld, newWorld) = (world(old), world(new))
    let expectation = PolicyExpectation(from: oldWorld, to: newWorld, differ: differ)
    let diff: Diff<Key, Item, Header>
    do {
      diff = try differ.diff(from: old, to: new, comparing: comparison)
    } catch {
      return tally.check(expectation.mustThrow ? .duplicates : .contract, expectation.problems(of: error))
    }
    let (reducedOld, reducedNew) = (world(diff.old), world(diff.new))
    tally.check(
      .duplicates,
      expectation.problems(
        old: reducedOld, new: reducedNew, droppedOld: diff.receipt.droppedOld,
        droppedNew: diff.receipt.droppedNew))
    tally.check(.contract, [])
    let changes = PlainChanges(diff.changeset.identity)
    let subject = LawSubject(
      differ: differ, comparison: comparison, givenOld: old, givenNew: new, diff: diff, old: reducedOld,
      new: reducedNew, changes: changes,
      mapping: RowMapping(
        reading: changes, from: reducedOld, to: reducedNew, view: .identity, scope: differ.scope),
      isUnique: reducedOld.hasUniqueRows(in: differ.scope) && reducedNew.hasUniqueRows(in: differ.scope),
      world: world, codec: codec)
    subject.checkCoordinates(&tally)
    let again = subject.checkDeterminism(reusing: workspace, &tally)
    // Nothing else means anything when the addresses are wrong.
    guard subject.mapping.problems.isEmpty else { return }
    subject.checkSilence(&tally)
    subject.checkCompleteness(&tally)
    subject.checkMinimality(&tally)
    if judged.isNew(diff.changeset.identity, differ: differ) {
      subject.checkChangeset(again: again, slowLaws, &tally)
    }
    if let next { subject.checkComposition(with: next, judged: &judged, &tally) }
  }
}
