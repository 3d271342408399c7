extension SourceText {
  /// Whether two values are equal: text by its decoded bytes, numbers by their digits as written, objects
  /// whatever the order of their members.
  ///
  /// Text of CSV and strings of JSON are equal when their bytes are; the string `"1"` and the number `1` differ.
  /// Nothing is allocated for text without escapes.
  public func value(_ a: FieldValue, equals b: FieldValue, in other: SourceText) -> Bool {
    withSpan { aBytes in other.withSpan { bBytes in ValueEquality.equal(a, aBytes, b, bBytes) } }
  }

  /// A hash of a value; equal values (see ``value(_:equals:in:)``) have equal hashes under one seed.
  public func hash(of value: FieldValue, seed: UInt64) -> UInt64 {
    withSpan { ValueEquality.hash(value, $0, seed: seed) }
  }

  /// The bytes that a value represents: text without quotes and escapes, anything else as it is written.
  public func decodedBytes(of value: FieldValue) -> [UInt8] {
    var bytes: [UInt8] = []
    appendDecoded(value, to: &bytes)
    return bytes
  }

  /// Appends what ``decodedBytes(of:)`` returns.
  public func appendDecoded(_ value: FieldValue, to output: inout [UInt8]) {
    withSpan { ValueDecoding.append(value, $0, to: &output) }
  }

  /// What a value represents, as a string.
  public func string(of value: FieldValue) -> String {
    String(decoding: decodedBytes(of: value), as: UTF8.self)
  }

  /// Appends a value as JSON in its canonical form: no white space, members in the order of the source, strings
  /// escaped in one way, numbers as they are written.
  public func appendJSON(of value: FieldValue, to output: inout [UInt8]) {
    withSpan { ValueDecoding.appendJSON(value, $0, to: &output) }
  }

  /// A value as canonical JSON text; see ``appendJSON(of:to:)``.
  public func json(of value: FieldValue) -> String {
    var output: [UInt8] = []
    appendJSON(of: value, to: &output)
    return String(decoding: output, as: UTF8.self)
  }
}
