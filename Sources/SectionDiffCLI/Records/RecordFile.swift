internal import RecordFormats
internal import SectionDiff

/// The snapshot of a file: keys and headers of its sections, and under them the numbers of its records.
typealias RecordSnapshot = Snapshot<SectionKey, Row, SectionHeader>

/// One input: a document, and where the fields stand that the rules name.
struct RecordFile {
  /// The file, read and checked.
  let document: RecordDocument
  /// What identifies a record; empty where the whole record does, and for lines and sections.
  let key: [FieldLocator]
  /// The fields that count.
  let selection: FieldSelection

  /// Opens and checks a file; `-` is standard input. One that resembles another is read faster.
  ///
  /// - Throws: what is wrong in the file, and where; or that a field of the rules is missing.
  init(
    path: String, format: RecordFormat, rules: ComparisonRules, resembling other: RecordFile? = nil
  ) throws(Failure) {
    let source = try reading { () throws(FormatError) in
      path == "-" ? try SourceText.standardInput() : try SourceText(path: path)
    }
    try self.init(source, format: format, rules: rules, resembling: other)
  }

  /// Reads and checks bytes.
  init(
    _ source: SourceText, format: RecordFormat, rules: ComparisonRules, resembling other: RecordFile? = nil
  ) throws(Failure) {
    let document = try reading { () throws(FormatError) in
      try RecordDocument(source, format: format, resembling: other?.document)
    }
    try self.init(document, rules: rules)
  }

  /// Checks a document.
  init(_ document: RecordDocument, rules: ComparisonRules) throws(Failure) {
    self.document = document
    selection = rules.selection
    guard document.count <= Row.limit else {
      throw Failure("\(document.source.name): \(document.count) records; at most \(Row.limit) can be compared")
    }
    var key: [FieldLocator] = []
    for field in rules.id {
      let locator = try reading { () throws(FormatError) in try document.locator(for: field) }
      try Self.checkKey(field, at: locator, in: document)
      key.append(locator)
    }
    self.key = key
    try checkNames()
  }

  /// The name of the file, for messages.
  var name: String { document.source.name }

  /// The records of JSON and NDJSON; none for other formats.
  var objects: some Sequence<SourcedValue> {
    var records: JSONRecords?
    if case .json(let json) = document { records = json }
    return (0..<(records?.count ?? 0)).lazy.compactMap { record in
      records.map { SourcedValue(value: $0.value(record), source: $0.source) }
    }
  }

  /// `file:line` of a record, for messages.
  func place(of record: Int) -> String { "\(name):\(document.position(of: record).line)" }

  /// Every record must have the field, and it must be no array or object: an array is how a patch writes a key of
  /// several fields.
  private static func checkKey(
    _ field: String, at locator: FieldLocator, in document: RecordDocument
  ) throws(Failure) {
    guard case .json(let records) = document, case .path(let path) = locator else { return }
    for record in 0..<records.count {
      guard let value = records.value(record, at: path) else {
        let object = SourcedValue(value: records.value(record), source: records.source)
        let known = FieldNames(CollectionOfOne(object), near: field)
        throw Failure(
          "\(document.source.name):\(document.position(of: record)): the record has no field "
            + "\(JSONText.literal(field)), which --id names; "
            + NameAdvice.text(for: field, among: "fields", known.listed, others: known.nested))
      }
      if value.kind == .array || value.kind == .object {
        throw Failure(
          "\(document.source.name):\(document.position(of: record)): the field \(JSONText.literal(field)), which "
            + "--id names, is an array or an object; choose a field with a plain value, or a path into it")
      }
    }
  }

  /// Where members are compared one by one, a name with a dot could mean two fields; such a record is refused.
  private func checkNames() throws(Failure) {
    guard case .json(let records) = document, selection.hasPaths else { return }
    for record in 0..<records.count {
      guard let name = records.source.ambiguousMember(of: records.value(record), below: nil, selection) else {
        continue
      }
      throw Failure(
        "\(self.name):\(document.position(of: record)): the field \(JSONText.literal(name)) could be meant as a "
          + "path, too, because --ignore or --only names a nested field; rename it")
    }
  }
}

// MARK: - Fields

extension RecordFile {
  /// A field of a record, or nil where it has none.
  func value(_ record: Int, at locator: FieldLocator) -> SourcedValue? {
    document.value(record, at: locator).map { SourcedValue(value: $0, source: document.source) }
  }

  /// All columns or members of a record, those that do not count included, in the order of the file.
  func allFields(of record: Int) -> [NamedValue] {
    switch document {
    case .delimited(let document):
      zip(document.columns, document.values(record)).map { column, value in
        NamedValue(name: Array(column.utf8), value: SourcedValue(value: value, source: document.source))
      }
    case .json(let records): records.source.namedMembers(of: records.value(record))
    case .sections, .lines: []
    }
  }

  /// The fields of a record that count, in the order of the file.
  func fields(of record: Int) -> [NamedValue] {
    switch document {
    case .delimited: allFields(of: record).filter { selection.includes(column: $0.name) }
    case .json(let records):
      records.source.selectedMembers(of: records.value(record), selection)
    case .sections, .lines: []
    }
  }

  /// Appends a record as the patch writes it: an object, a string for a line, `["id","content"]` for sections.
  func appendJSON(of record: Int, to output: inout [UInt8]) { document.appendJSON(of: record, to: &output) }

  /// Appends what identifies a record: the value of its key, an array for several, else all that counts.
  func appendID(of record: Int, to output: inout [UInt8]) {
    switch document {
    case .lines: appendJSON(of: record, to: &output)
    case .sections(let document):
      document.source.appendJSON(of: document.item(record).id, to: &output)
    case .delimited, .json:
      if key.isEmpty {
        output.appendObject(fields(of: record))
      } else {
        if key.count > 1 { output.append(UInt8(ascii: "[")) }
        for (index, locator) in key.enumerated() {
          if index > 0 { output.append(UInt8(ascii: ",")) }
          if let value = value(record, at: locator) {
            value.appendJSON(to: &output)
          } else {
            output.append("null")
          }
        }
        if key.count > 1 { output.append(UInt8(ascii: "]")) }
      }
    }
  }

  /// What identifies a record, as JSON text.
  func id(of record: Int) -> String {
    var output: [UInt8] = []
    appendID(of: record, to: &output)
    return String(decoding: output, as: UTF8.self)
  }
}

extension SourceText {
  /// The members of an object with their names decoded; empty for any other value.
  func namedMembers(of object: FieldValue) -> [NamedValue] {
    members(of: object).map {
      NamedValue(name: decodedBytes(of: $0.name), value: SourcedValue(value: $0.value, source: self))
    }
  }

  /// The members of an object that count; below a member that is compared by its members, those, by their paths.
  func selectedMembers(of object: FieldValue, _ selection: FieldSelection) -> [NamedValue] {
    if selection.isEverything { return namedMembers(of: object) }
    var fields: [NamedValue] = []
    appendMembers(of: object, below: [], selection, to: &fields)
    return fields
  }

  private func appendMembers(
    of object: FieldValue, below path: [UInt8], _ selection: FieldSelection, to fields: inout [NamedValue]
  ) {
    // Recursion follows the paths of the selection, not the depth of the data.
    for member in members(of: object) {
      let name = path + decodedBytes(of: member.name)
      switch selection.part(of: name) {
      case .none: continue
      case .whole: break
      case .members:
        if member.value.kind == .object {
          appendMembers(of: member.value, below: name + [UInt8(ascii: ".")], selection, to: &fields)
          continue
        }
        guard selection.includesLeaf(name) else { continue }
      }
      fields.append(NamedValue(name: name, value: SourcedValue(value: member.value, source: self)))
    }
  }

  /// The path of the first member whose name, with a dot in it, reads like a path into another object; or nil.
  func ambiguousMember(
    of object: FieldValue, below container: [UInt8]?, _ selection: FieldSelection
  ) -> [UInt8]? {
    for member in members(of: object) {
      let path = (container.map { $0 + [UInt8(ascii: ".")] } ?? []) + decodedBytes(of: member.name)
      if selection.container(of: path) != container { return path }
      if selection.isContainer(path), let found = ambiguousMember(of: member.value, below: path, selection) {
        return found
      }
    }
    return nil
  }
}
