internal import RecordFormats

/// The two inputs of a diff.
struct RecordPair {
  /// What was.
  let old: RecordFile
  /// What is.
  let new: RecordFile

  /// The file that a row belongs to.
  func file(of row: Row) -> RecordFile { row.isNew ? new : old }

  /// The format of both.
  var format: RecordFormat { old.document.format }

  /// Whether the format holds text only, so that `1` can be nothing else.
  var isTextOnly: Bool { format.shape.isTextOnly }

  /// What compares their records.
  ///
  /// - Throws: that they were read in different formats.
  func comparison() throws(Failure) -> any RecordComparing {
    let comparison = old.document.records.comparison(
      to: new.document.records, key: (old.key, new.key), selection: old.selection)
    guard let comparison else {
      throw Failure("\(new.name): read in another format than \(old.name); please report this")
    }
    return comparison
  }

  /// The columns that count and are on one side only; empty for formats without columns.
  var oneSidedColumns: (old: [String], new: [String]) {
    guard let before = old.document.columns, let after = new.document.columns else { return ([], []) }
    let selection = old.selection
    func missing(_ columns: [String], from others: [String]) -> [String] {
      let others = Set(others.map { Array($0.utf8) })
      return columns.filter { !others.contains(Array($0.utf8)) && selection.includes(column: Array($0.utf8)) }
    }
    return (missing(before, from: after), missing(after, from: before))
  }

  /// Checks that every field that the options name is in one of the files at least.
  ///
  /// - Throws: The first name that is in neither.
  func checkNames(_ rules: ComparisonRules) throws(Failure) {
    try checkSelection()
    var names = OptionFields(rules)
    for file in [old, new] { names.look(through: file.objects) }
    guard let slip = names.slip else { return }
    let place = old.name == new.name ? "" : ", here or in \(new.name)"
    throw slip.failure(in: old.name, place, among: FieldNames([old, new].lazy.flatMap(\.objects), near: slip.name))
  }

  /// Checks that every column that `--ignore` or `--only` names is in one of the files at least.
  func checkSelection() throws(Failure) {
    guard let before = old.document.columns, let after = new.document.columns else {
      guard let name = (old.selection.ignore + old.selection.only).first else { return }
      guard format.shape == .object else {
        throw Failure(
          "--ignore and --only name fields, but the format \(format) has none (\(JSONText.literal(name))); "
            + "leave them out")
      }
      return
    }
    let known = Set((before + after).map { Array($0.utf8) })
    for (option, names) in [("--ignore", old.selection.ignore), ("--only", old.selection.only)] {
      for name in names where !known.contains(Array(name.utf8)) {
        let advice = NameAdvice.text(for: name, among: "columns", before, others: after)
        throw Failure(
          "\(old.name): no column \(JSONText.literal(name)), here or in \(new.name) (\(option)); \(advice)")
      }
    }
  }

  /// What differs between two versions of a record, field by field.
  func fieldChanges(from before: Row, to after: Row) -> FieldChanges {
    FieldChanges(
      from: file(of: before).fields(of: before.number), to: file(of: after).fields(of: after.number))
  }
}

extension RecordPair {
  /// Reads two files; `-` is standard input. A file without a byte has no records, and the columns of the other one.
  ///
  /// - Parameters:
  ///   - oldPath: What was.
  ///   - newPath: What is.
  ///   - format: The format of both.
  ///   - rules: How they are read; numbers of columns become the names that the old file has there.
  ///   - progress: Is told what is being done, and how many bytes the old file has.
  /// - Throws: what is wrong in a file, and where; or that a field of the rules is missing.
  init(
    _ oldPath: String, _ newPath: String, format: RecordFormat, rules: inout ComparisonRules,
    progress: (_ doing: String, _ bytes: Int) -> Void
  ) throws(Failure) {
    var before = try SourceText.input(oldPath)
    progress("reading \(newPath)", before.count)
    if before.isWithoutBytes {
      var after = try SourceText.input(newPath)
      if after.isWithoutBytes { after = try after.filled(as: format, rules.fields) }
      let document = try reading { () throws(FormatError) in try RecordDocument(after, format: format) }
      rules = rules.naming(document.columns)
      before = try before.filled(as: format, document.records.header)
      old = try RecordFile(before, format: format, rules: rules)
      new = try RecordFile(document, rules: rules)
      return
    }
    let document = try reading { () throws(FormatError) in try RecordDocument(before, format: format) }
    rules = rules.naming(document.columns)
    old = try RecordFile(document, rules: rules)
    var after = try SourceText.input(newPath)
    if after.isWithoutBytes { after = try after.filled(as: format, document.records.header) }
    new = try RecordFile(after, format: format, rules: rules, resembling: old)
  }
}

extension SourceText {
  /// Whether there is nothing in it, but perhaps a byte-order mark.
  var isWithoutBytes: Bool { count == 0 }

  /// A file without records in place of one without bytes.
  ///
  /// - Parameter columns: Its columns; one where there are none.
  func filled(as format: RecordFormat, _ columns: [String]?) throws(Failure) -> SourceText {
    let columns = columns ?? []
    let bytes = try reading { () throws(FormatError) in
      try format.definition.emptyFile(columns.isEmpty ? ["column"] : columns)
    }
    return SourceText(byteOrderMark + bytes, name: name)
  }
}
