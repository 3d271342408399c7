internal import RecordFormats

/// A value together with the bytes that it is in.
struct SourcedValue {
  /// Where the value is.
  let value: FieldValue
  /// What it is in.
  let source: SourceText

  /// The value as canonical JSON.
  var json: String { source.json(of: value) }

  /// What the value represents, as text.
  var text: String { source.string(of: value) }

  /// Whether both represent the same value: text by its bytes, numbers by their digits.
  func equals(_ other: SourcedValue) -> Bool { source.value(value, equals: other.value, in: other.source) }

  /// Appends the value as canonical JSON.
  func appendJSON(to output: inout [UInt8]) { source.appendJSON(of: value, to: &output) }
}

/// A field of a record: its name, by bytes, and its value.
struct NamedValue {
  /// The column, the member's name, or for a nested member its dotted path.
  let name: [UInt8]
  /// The value.
  let value: SourcedValue
}
