/// A changeset does not belong to the snapshot, or to the changeset, that it was put together with.
public struct ChangesetMismatch: Error, Hashable, Sendable, CustomStringConvertible {
  /// What does not fit, where, and what was expected, in one line.
  public let description: String

  @usableFromInline
  init(_ description: String) { self.description = description }

  /// Compares the sizes of sections that two parties believe in.
  @usableFromInline
  static func check(_ actual: SectionOffsets, equals expected: SectionOffsets, whose: String) throws(ChangesetMismatch)
  {
    if actual == expected { return }
    guard actual.sectionCount == expected.sectionCount else {
      throw ChangesetMismatch(
        "the changeset \(whose) \(expected.sectionCount) sections, but there are \(actual.sectionCount)")
    }
    for section in actual.sections where actual.size(of: section) != expected.size(of: section) {
      throw ChangesetMismatch(
        "the changeset \(whose) \(expected.size(of: section)) items in section \(section), "
          + "but there are \(actual.size(of: section))")
    }
  }
}
