/// A changeset does not belong to the snapshot, or to the changeset, that it was put together with.
public struct ChangesetMismatch: Error, Hashable, Sendable, CustomStringConvertible {
  /// What does not fit, where, and what was expected, in one line.
  public let description: String

  @usableFromInline
  init(_ description: String) { self.description = description }

  /// Compares the sizes of sections that two parties believe in.
  @usableFromInline
  static func check(_ actual: [Int], equals expected: [Int], whose: String) throws(ChangesetMismatch) {
    if actual == expected { return }
    guard actual.count == expected.count else {
      throw ChangesetMismatch(
        "the changeset \(whose) \(expected.count - 1) sections, but there are \(actual.count - 1)")
    }
    for section in 1..<actual.count {
      let size = actual[section] - actual[section - 1]
      let wanted = expected[section] - expected[section - 1]
      if size != wanted {
        throw ChangesetMismatch(
          "the changeset \(whose) \(wanted) items in section \(section - 1), but there are \(size)")
      }
    }
  }
}
