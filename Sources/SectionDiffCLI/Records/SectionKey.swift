/// The key of a section: a JSON value in canonical form, compared as bytes.
///
/// So `1` and `"1"` are different keys, and there is no canonical equivalence.
struct SectionKey: Hashable, Sendable, CustomStringConvertible {
  /// The value as JSON.
  let json: [UInt8]

  /// The key of records without a section: `null`.
  static let none = SectionKey(json: Array("null".utf8))

  /// Whether it is `null`.
  var isNone: Bool { self == .none }

  /// The value as JSON.
  var description: String { String(decoding: json, as: UTF8.self) }
}

/// The header of a section: JSON text, or nothing where the format or the section has none.
struct SectionHeader: Hashable, Sendable {
  /// The header as a JSON string, or nil.
  let json: [UInt8]?

  /// No header.
  static let none = SectionHeader(json: nil)
}
