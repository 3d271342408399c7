/// What reports CSV from TSV.
struct DelimitedGrammar: Sendable, Equatable {
  /// The byte between two fields.
  let delimiter: UInt8
  /// Whether `"` opens a quoted field; otherwise it is a byte like any other.
  let hasQuotes: Bool

  static let csv = DelimitedGrammar(delimiter: UInt8(ascii: ","), hasQuotes: true)
  static let tsv = DelimitedGrammar(delimiter: 0x09, hasQuotes: false)
}

extension DelimitedGrammar {
  /// Whether two rows with the same number of fields have equal fields, where the bytes up to the first difference tell;
  /// nil where they do not.
  ///
  /// Up to a difference the rows hold the same delimiters, so it lies in one column. Without quotes the bytes of a field
  /// are its value; so the two values differ.
  func equal(_ a: Span<UInt8>, _ aRange: Range<Int>, _ b: Span<UInt8>, _ bRange: Range<Int>) -> Bool? {
    let length = ByteKernels.commonPrefix(a, aRange, b, bRange)
    if length == aRange.count, length == bRange.count { return true }
    guard hasQuotes else { return false }
    let quote = UInt8(ascii: "\"")
    let aEnd = min(aRange.lowerBound + length + 1, aRange.upperBound)
    let bEnd = min(bRange.lowerBound + length + 1, bRange.upperBound)
    guard ByteKernels.first(quote, in: a, from: aRange.lowerBound, to: aEnd) == aEnd,
      ByteKernels.first(quote, in: b, from: bRange.lowerBound + length, to: bEnd) == bEnd
    else { return nil }
    return false
  }
}
