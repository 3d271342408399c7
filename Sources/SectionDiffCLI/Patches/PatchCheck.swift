internal import RecordFormats
internal import SectionDiff

/// The proof of `--check`: the patch is written, read back and applied to OLD, and the outcome compared with NEW.
enum PatchCheck {
  /// Checks a diff in one view.
  ///
  /// - Throws: the first place where the outcome is not NEW; fields that do not count are not compared.
  static func run(_ diff: RecordDiff, view: ChangeView) throws(Failure) {
    let bytes = try PatchWriter.patch(diff, view: view, withReceipt: false)
    let patch = try Patch(SourceText(bytes, name: "<the patch>"))
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
      for (place, row) in expected.items.enumerated()
      where !isEqual(section.items[place], row, applied.records, diff.pair.new) {
        throw failure("the record at [\(index),\(place)] is not \(diff.pair.new.id(of: row.number))")
      }
    }
  }

  private static func isEqual(
    _ record: AppliedRecord, _ row: Row, _ records: AppliedRecords, _ new: RecordFile
  ) -> Bool {
    if case .row(let old) = record, haveSameBytes(old, records.file, row.number, new) { return true }
    switch new.document {
    case .lines(let document):
      return records.whole(record)?.equals(
        SourcedValue(value: document.value(row.number), source: document.source)) ?? false
    case .sections(let document):
      guard let parts = records.parts(record) else { return false }
      let item = document.item(row.number)
      return parts.id.equals(SourcedValue(value: item.id, source: document.source))
        && parts.content.equals(SourcedValue(value: item.content, source: document.source))
    case .delimited, .json:
      return FieldChanges(from: records.fields(record), to: new.fields(of: row.number)).isEmpty
    }
  }

  /// Whether two records are written alike, and that means that they are alike.
  private static func haveSameBytes(_ a: Int, _ aFile: RecordFile, _ b: Int, _ bFile: RecordFile) -> Bool {
    switch (aFile.document, bFile.document) {
    case (.delimited(let x), .delimited(let y)):
      x.columns.elementsEqual(y.columns) { $0.utf8.elementsEqual($1.utf8) } && x.rawEqual(a, b, of: y)
    case (.json(let x), .json(let y)): x.rawEqual(a, b, of: y)
    case (.lines(let x), .lines(let y)): x.rawEqual(a, b, of: y)
    default: false
    }
  }

  private static func failure(_ problem: String) -> Failure {
    Failure("the changes do not lead from OLD to NEW: \(problem); please report this with both files")
  }
}
