/// One value of a record: where it is in its source and how it is written there.
///
/// A value holds no bytes. Ask its source for them: ``SourceText/string(of:)``, ``SourceText/decodedBytes(of:)``,
/// ``SourceText/json(of:)``.
public struct FieldValue: Sendable, Hashable {
  /// How a value is written.
  public enum Kind: UInt8, Sendable, Hashable {
    /// A field of CSV or TSV, or a line: its bytes are its value.
    case text
    /// A quoted CSV field that contains doubled quotes.
    case textWithDoubledQuotes
    /// A JSON string without escapes: its bytes are its value.
    case string
    /// A JSON string with escapes.
    case stringWithEscapes
    /// A JSON number, known by its text.
    case number
    /// `true` or `false`.
    case boolean
    /// `null`.
    case null
    /// A JSON array.
    case array
    /// A JSON object.
    case object
  }

  /// How the value is written.
  public let kind: Kind
  /// The bytes of the value in its source: of quoted text and of strings what is between the quotes.
  public let range: Range<Int>

  package init(_ kind: Kind, _ range: Range<Int>) {
    self.kind = kind
    self.range = range
  }

  /// Whether the value is text: a field, a line or a JSON string.
  public var isText: Bool {
    switch kind {
    case .text, .textWithDoubledQuotes, .string, .stringWithEscapes: true
    case .number, .boolean, .null, .array, .object: false
    }
  }

  /// Whether the bytes of the value are its text, so that nothing has to be decoded.
  var isPlainText: Bool { kind == .text || kind == .string }
}

extension FieldValue.Kind {
  /// The kind with its article, for messages.
  var article: String {
    switch self {
    case .text, .textWithDoubledQuotes: "a text"
    case .string, .stringWithEscapes: "a string"
    case .number: "a number"
    case .boolean: "a boolean"
    case .null: "null"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
