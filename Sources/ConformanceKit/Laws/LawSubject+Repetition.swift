import SectionDiff

/// Laws 4, 5 and 8: silence, determinism (of changesets and of receipts) and the round trip.
extension LawSubject {
  func checkSilence(_ tally: inout LawTally) {
    for (side, state) in [("old", diff.old), ("new", diff.new)] {
      do {
        let changes = try differ.diff(from: state, to: state, comparing: comparison).changeset
        tally.check(.silence, changes.isEmpty, "diff(\(side), \(side)) holds \(changes.counts)")
      } catch {
        tally.check(.silence, ["diff(\(side), \(side)) throws: \(error)"])
      }
    }
  }

  /// Diffs once more, in memory that other diffs have used, and returns the second changeset.
  func checkDeterminism(
    reusing workspace: DiffWorkspace, _ tally: inout LawTally
  ) -> Changeset<Key, Item, Header>? {
    tally.check(
      .receipts, diff.receipt.moves == changes.moves.count,
      "the receipt counts \(diff.receipt.moves) moves, the changeset holds \(changes.moves.count)")
    do {
      let again = try differ.diff(from: givenOld, to: givenNew, comparing: comparison, reusing: workspace)
      tally.check(
        .determinism, again.changeset.identity == diff.changeset.identity,
        "the second time the changes are \(Array(again.changeset.identity.changes)) instead of "
          + "\(Array(diff.changeset.identity.changes))")
      tally.check(
        .receipts, again.receipt == diff.receipt,
        "the receipts differ: " + Self.difference(of: again.receipt, from: diff.receipt))
      return again.changeset
    } catch {
      tally.check(.determinism, ["the second time it throws: \(error)"])
      return nil
    }
  }

  /// What another receipt of the same diff says otherwise.
  private static func difference(of second: DiffReceipt, from first: DiffReceipt) -> String {
    zip(Mirror(reflecting: second).children, Mirror(reflecting: first).children)
      .filter { "\($0.value)" != "\($1.value)" }
      .map { "\($0.label ?? "") is \($0.value) the second time, \($1.value) the first" }.joined(separator: "; ")
  }

  /// Encodes and decodes; `again` is the changeset of a second diff, which must be encoded to the same bytes.
  func checkRoundTrip(_ again: Changeset<Key, Item, Header>?, _ tally: inout LawTally) {
    guard let codec else { return }
    do {
      let tree = try codec.encode(changeset)
      if let again {
        tally.check(
          .determinism, try codec.encode(again).isWritten(like: tree), "the second time it is encoded otherwise")
      }
      let decoded = try codec.decode(tree)
      tally.check(.roundTrip, codec.areEqual(decoded, changeset), "what is decoded is not equal")
      tally.check(
        .roundTrip, problemsOfApplying(decoded, to: diff.old, giving: diff.new, "applying what was decoded"))
    } catch {
      tally.check(.roundTrip, ["the round trip throws: \(error)"])
    }
  }
}
