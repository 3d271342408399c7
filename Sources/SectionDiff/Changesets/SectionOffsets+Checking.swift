extension SectionOffsets {
  /// Compares the sizes of sections that two parties believe in.
  ///
  /// - Throws: ``DiffError/changesetMismatch(_:)`` with the first difference.
  @usableFromInline
  static func check(_ actual: SectionOffsets, equals expected: SectionOffsets, whose: String) throws(DiffError) {
    if actual == expected { return }
    guard actual.sectionCount == expected.sectionCount else {
      throw .changesetMismatch(
        "the changeset \(whose) \(expected.sectionCount) sections, but there are \(actual.sectionCount)")
    }
    for section in actual.sections where actual.size(of: section) != expected.size(of: section) {
      throw .changesetMismatch(
        "the changeset \(whose) \(expected.size(of: section)) items in section \(section), "
          + "but there are \(actual.size(of: section))")
    }
  }
}
