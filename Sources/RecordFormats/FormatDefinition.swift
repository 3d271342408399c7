/// What one format is: its name, the files that it is in, and how they are read. What is read is a ``FormatDocument``:
/// it says how its records are compared and written.
///
/// To add a format: a folder with a type that conforms, a line in ``RecordFormat/allCases``, a page and tests.
package protocol FormatDefinition: Sendable {
  /// The name in options and patches.
  var name: String { get }
  /// The endings of its files, in lower case and without the dot; none where a name never chooses it.
  var endings: [String] { get }
  /// What its records are.
  var shape: RecordShape { get }
  /// What an HTTP server calls it.
  var mediaTypes: MediaTypes { get }
  /// Whether files are JSON, which may be nested.
  var holdsJSON: Bool { get }
  /// Whether programs append to such files, a record a line: then an end that is cut off is still being written.
  var growsByLines: Bool { get }

  /// Reads and checks a file, which perhaps is much the same as one that was read before. Throws the first thing that is
  /// wrong in it.
  func read(
    _ source: SourceText, resembling other: (any FormatDocument)?
  ) throws(FormatError) -> any FormatDocument
  /// A file without records; of rows, under these columns.
  func emptyFile(_ columns: [String]) throws(FormatError) -> [UInt8]
}

extension FormatDefinition {
  package var holdsJSON: Bool { false }
  package var growsByLines: Bool { false }
  package func emptyFile(_ columns: [String]) throws(FormatError) -> [UInt8] { [] }
}

/// The media types of a format.
package struct MediaTypes: Sendable {
  /// What a request accepts, as the field `Accept` has it.
  package let accept: String
  /// Whether a type, in lower case and without parameters, means the format.
  package let isTaken: @Sendable (String) -> Bool

  package init(accept: String, isTaken: @escaping @Sendable (String) -> Bool) {
    self.accept = accept
    self.isTaken = isTaken
  }
}

/// The records of a file that was read and checked whole, by number from 0.
package protocol FormatDocument: Sendable {
  /// The bytes that it was read from.
  var source: SourceText { get }
  /// The number of records.
  var count: Int { get }
  /// The names of the columns, for records that are rows; all different.
  var columns: [String]? { get }
  /// The same as the file has them: names may be empty or repeat.
  var header: [String]? { get }
  /// Whether the last record ends with a line end, where the format gives that back.
  var hasFinalNewline: Bool? { get }
  /// Whether lines end in CR, where the format gives that back.
  var endsInCR: Bool { get }
  /// The sections of the file, where the format has them.
  var sections: [SectionsDocument.Section]? { get }

  /// The raw bytes of a record. Empty outside `0..<count`.
  func range(of record: Int) -> Range<Int>
  /// Appends a record as canonical JSON, in the form of its ``RecordShape``.
  func appendJSON(of record: Int, to output: inout [UInt8])
  /// Where a field is found, in a format that has fields.
  ///
  /// - Throws: That no record has it.
  func locator(for name: String) throws(FormatError) -> FieldLocator?
  /// A field of a record, or nil where it has none.
  func value(_ record: Int, at locator: FieldLocator) -> FieldValue?
  /// All fields of a record, in the order of the file.
  func fields(of record: Int) -> [RecordField]
  /// A record that is one value: the object, or the text of a line.
  func whole(_ record: Int) -> FieldValue?
  /// What the format itself gives a record for an identity, and the content beside it.
  func ownParts(of record: Int) -> OwnParts?

  /// Compares records of this document and of another of the same format by the fields that count; nil where the other is
  /// of another type. Where no field is the key, the content is the identity.
  func comparison(
    to new: any FormatDocument, key: (old: [FieldLocator], new: [FieldLocator]), selection: FieldSelection
  ) -> (any RecordComparing)?

  /// A writer of the same format, which takes records of this document and others.
  func rewriter(_ ends: FileEnds) throws(FormatError) -> any FormatRewriter
}

extension FormatDocument {
  package var columns: [String]? { nil }
  package var header: [String]? { columns }
  package var hasFinalNewline: Bool? { nil }
  package var endsInCR: Bool { false }
  package var sections: [SectionsDocument.Section]? { nil }
  package func locator(for name: String) throws(FormatError) -> FieldLocator? { nil }
  package func value(_ record: Int, at locator: FieldLocator) -> FieldValue? { nil }
  package func fields(of record: Int) -> [RecordField] { [] }
  package func whole(_ record: Int) -> FieldValue? { nil }
  package func ownParts(of record: Int) -> OwnParts? { nil }
}

/// What is around the records of a file that is written, and whether these keep their form.
package struct FileEnds: Sendable {
  /// The columns as the header names them; nil for those of the document.
  package var columns: [String]?
  /// Whether the last line ends with a line end, where the format has a choice.
  package var hasFinalNewline = true
  /// Whether lines end in CR; nil for what the document has.
  package var endsInCR: Bool?
  /// Whether lines begin with a byte-order mark.
  package var hasByteOrderMark = false
  /// Whether records of the document keep their bytes, and others are written as these are; as far as the format has
  /// more forms than one.
  package var keepsForm = false

  package init(
    columns: [String]? = nil, hasFinalNewline: Bool = true, endsInCR: Bool? = nil, hasByteOrderMark: Bool = false,
    keepsForm: Bool = false
  ) {
    self.columns = columns
    self.hasFinalNewline = hasFinalNewline
    self.endsInCR = endsInCR
    self.hasByteOrderMark = hasByteOrderMark
    self.keepsForm = keepsForm
  }
}

/// Writes a file anew in its format: records of the document that it was made by, and others in between.
package protocol FormatRewriter {
  /// Begins a section; the next records are in it. Formats without sections write nothing.
  mutating func beginSection(_ key: [UInt8], content: [UInt8]?)
  /// Appends a record of the document, by its number.
  mutating func append(_ record: Int) throws(FormatError)
  /// Appends a record that is given as JSON, in the form of its ``RecordShape``.
  mutating func append(_ record: SourcedValue) throws(FormatError)
  /// Ends the file and returns all of it.
  mutating func finish() throws(FormatError) -> [UInt8]
}

extension FormatRewriter {
  package mutating func beginSection(_ key: [UInt8], content: [UInt8]?) {}
}
