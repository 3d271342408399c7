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
    try self.init(try .input(path), format: format, rules: rules, resembling: other)
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

  /// The format of the file.
  var format: RecordFormat { document.format }

  /// The name of the file, for messages.
  var name: String { document.source.name }

  /// The records of JSON and NDJSON; none for other formats.
  var objects: some Sequence<SourcedValue> {
    (0..<(format.shape == .object ? document.count : 0)).lazy.compactMap { self.whole($0) }
  }

  /// `file:line` of a record, for messages.
  func place(of record: Int) -> String { "\(name):\(document.position(of: record).line)" }

  /// Every record must have the field, and it must be no array or object: an array is how a patch writes a key of
  /// several fields.
  private static func checkKey(
    _ field: String, at locator: FieldLocator, in document: RecordDocument
  ) throws(Failure) {
    guard case .path = locator else { return }
    for record in 0..<document.count {
      guard let value = document.value(record, at: locator) else {
        let object = document.records.whole(record).map { SourcedValue(value: $0, source: document.source) }
        let known = FieldNames([object].compactMap(\.self), near: field)
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
    guard format.shape == .object, selection.hasPaths else { return }
    for record in 0..<document.count {
      guard let object = document.records.whole(record),
        let name = document.source.ambiguousMember(of: object, below: nil, selection)
      else { continue }
      let parts = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map { Array($0) }
      let pointers = [[name], parts].map { JSONText.literal(FieldPath.pointer(through: $0)) }
      throw Failure(
        "\(self.name):\(document.position(of: record)): the field \(JSONText.literal(name)) could be meant as a "
          + "path, too, because --ignore or --only names a nested field; say which by a JSON Pointer in place of the "
          + "name, such as \(pointers[0]) or \(pointers[1])")
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
  func allFields(of record: Int) -> [RecordField] { document.records.fields(of: record) }

  /// The fields of a record that count, in the order of the file.
  func fields(of record: Int) -> [RecordField] { document.fields(of: record, selection) }

  /// A record that is one value: an object or a line.
  func whole(_ record: Int) -> SourcedValue? {
    document.records.whole(record).map { SourcedValue(value: $0, source: document.source) }
  }

  /// What the format itself gives a record for an identity, and the content beside it.
  func ownParts(of record: Int) -> OwnParts? { document.records.ownParts(of: record) }

  /// Appends a record as the patch writes it: an object, a string for a line, `["id","content"]` for sections.
  func appendJSON(of record: Int, to output: inout [UInt8]) { document.appendJSON(of: record, to: &output) }

  /// Appends what identifies a record: the value of its key, an array for several, else all that counts.
  func appendID(of record: Int, to output: inout [UInt8]) {
    if let own = ownParts(of: record) { return own.id.appendJSON(to: &output) }
    guard !key.isEmpty else { return output.appendObject(fields(of: record)) }
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

  /// What identifies a record, as JSON text.
  func id(of record: Int) -> String {
    var output: [UInt8] = []
    appendID(of: record, to: &output)
    return String(decoding: output, as: UTF8.self)
  }
}

extension SourceText {
  /// The file at a path; `-` is standard input.
  static func input(_ path: String) throws(Failure) -> SourceText {
    try reading { () throws(FormatError) in path == "-" ? try standardInput() : try SourceText(path: path) }
  }
}

extension Failure {
  /// That records have one identity although they may not.
  ///
  /// - Parameters:
  ///   - identity: What they share.
  ///   - records: Their numbers, ascending; at least one.
  ///   - file: Where they are.
  ///   - others: How many more such identities there are.
  static func duplicate(
    _ identity: String, at records: [Int], in file: RecordFile, others: Int, elsewhere: String? = nil
  )
    -> Failure
  {
    let places = records.prefix(5).map { file.place(of: $0) }
    var text = "\(places.dropFirst().first ?? places.first ?? file.name): the identity "
    text += "\(VisibleText.shortened(identity, to: 120)) occurs more than once: at \(places.joined(separator: ", "))"
    if records.count > 5 { text += " and \(records.count - 5) more places" }
    let more = [others > 0 ? "\(others) more such identities" : nil, elsewhere].compactMap { $0 }
    if !more.isEmpty { text += " (and \(more.joined(separator: ", and ")))" }
    return Failure(text + "; make identities unique or choose --duplicates allow, first or last")
  }
}
