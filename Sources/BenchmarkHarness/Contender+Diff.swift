public import SectionDiff

extension Contender {
  /// A diff of two snapshots. Its answer is right when applying it to the old one gives the new one, under the
  /// comparison that it was found with, and when its counts are as expected.
  ///
  /// Inlinable, and the comparison is a type of its own, so that a diff is measured as the caller's code runs it.
  @inlinable
  public static func diff<Key, Item, Header, C: ItemComparison>(
    _ name: String, by differ: Differ, from old: Snapshot<Key, Item, Header>,
    to new: Snapshot<Key, Item, Header>, comparing comparison: C, expecting expected: AnswerExpectation? = nil
  ) -> Contender where C.Item == Item {
    Contender(
      name,
      check: {
        let diff = try differ.diff(from: old, to: new, comparing: comparison)
        try verify(diff, of: name, comparing: comparison)
        let answer = DiffAnswer(counts: diff.changeset.counts, receipt: diff.receipt)
        try expected?.verify(answer, of: name)
        return answer
      },
      run: { try differ.diff(from: old, to: new, comparing: comparison).changeset.changeCount })
  }

  /// The same diff with counts of its own: how often it compares and hashes elements, by a comparison that counts its calls.
  ///
  /// Not inlinable: only its counts are of interest.
  @usableFromInline
  func countingElements<Key, Item, Header, C: ItemComparison>(
    by differ: Differ, from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>,
    comparing comparison: C
  ) -> Contender where C.Item == Item {
    Contender(
      name, check: check,
      counts: {
        let counted = CountedComparison(base: comparison)
        _ = try differ.diff(from: old, to: new, comparing: counted)
        return [
          CountKind.elementComparisons.rawValue: counted.calls.comparisons,
          CountKind.elementHashes.rawValue: counted.calls.hashes,
        ]
      }, run: run)
  }

  /// Checks that applying the changes to the old snapshot gives the new one.
  ///
  /// Not inlinable: it is not measured, and is not worth a copy for each kind of element.
  ///
  /// - Throws: ``VerificationFailure`` with the first place where it does not.
  @usableFromInline
  static func verify<Key, Item, Header, C: ItemComparison>(
    _ diff: Diff<Key, Item, Header>, of name: String, comparing comparison: C
  ) throws where C.Item == Item {
    let applied = try diff.old.applying(diff.changeset)
    guard applied.sectionCount == diff.new.sectionCount else {
      throw VerificationFailure(
        name, "applying its changes gives \(applied.sectionCount) sections, not \(diff.new.sectionCount)")
    }
    for (index, expected) in diff.new.sections.enumerated() {
      let section = applied.sections[index]
      guard section.key == expected.key, section.header == expected.header else {
        throw VerificationFailure(
          name, "applying its changes gives section \(index) another key or header than it has")
      }
      guard section.items.count == expected.items.count else {
        throw VerificationFailure(
          name,
          "applying its changes gives section \(index) \(section.items.count) items, not \(expected.items.count)"
        )
      }
      for offset in 0..<expected.items.count
      where !comparison.areIdentical(section.items[offset], expected.items[offset]) {
        throw VerificationFailure(
          name,
          "applying its changes does not give the item at [\(index), \(offset)], "
            + comparison.describeIdentity(of: expected.items[offset]))
      }
    }
  }
}
