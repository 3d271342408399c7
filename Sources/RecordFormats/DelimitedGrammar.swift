/// What tells CSV from TSV.
struct DelimitedGrammar: Sendable, Equatable {
  /// The byte between two fields.
  let delimiter: UInt8
  /// Whether `"` opens a quoted field; otherwise it is a byte like any other.
  let hasQuotes: Bool

  static let csv = DelimitedGrammar(delimiter: UInt8(ascii: ","), hasQuotes: true)
  static let tsv = DelimitedGrammar(delimiter: 0x09, hasQuotes: false)
}
