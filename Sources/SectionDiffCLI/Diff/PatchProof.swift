internal import RecordFormats
internal import SectionDiff

/// The proof of `--check`: the patch is written, read back and applied to OLD, and the outcome compared with NEW.
enum PatchProof {
  /// Checks a diff in one view.
  ///
  /// - Throws: the first place where the outcome is not NEW; fields that do not count are not compared.
  static func run(_ diff: RecordDiff, view: ChangeView) throws(Failure) {
    let bytes = try PatchWriter.patch(diff, view: view, withReceipt: false)
    let patch = try Patch(SourceText(bytes, name: "<the patch>"), among: [diff.pair.format])
    let applied = try PatchApplier(patch, to: diff.pair.old)
    let new = diff.new
    guard applied.sections.count == new.sectionCount else {
      throw failure("\(applied.sections.count) sections instead of \(new.sectionCount)")
    }
    for (index, expected) in new.sections.enumerated() {
      let section = applied.sections[index]
      guard section.key == expected.key, section.header == expected.header else {
        throw failure("section \(index) is \(section.key) instead of \(expected.key), or its header differs")
      }
      guard section.items.count == expected.items.count else {
        throw failure(
          "section \(section.key) has \(section.items.count) records instead of \(expected.items.count)")
      }
      for (offset, row) in expected.items.enumerated()
      where !isEqual(section.items[offset], row, applied.records, diff) {
        throw failure("the record at [\(index),\(offset)] is not \(diff.pair.new.id(of: row.number))")
      }
    }
  }

  private static func isEqual(
    _ record: AppliedRecord, _ row: Row, _ records: AppliedRecords, _ diff: RecordDiff
  ) -> Bool {
    if case .row(let old) = record, diff.comparison.base.haveSameBytes(Row(old: old), row) { return true }
    let new = diff.pair.new
    if let expected = new.ownParts(of: row.number) {
      return records.ownParts(record).map { $0.equals(expected) } ?? false
    }
    return FieldChanges(from: records.fields(record), to: new.fields(of: row.number)).isEmpty
  }

  private static func failure(_ problem: String) -> Failure {
    Failure("the changes do not lead from OLD to NEW: \(problem); please report this with both files")
  }
}
