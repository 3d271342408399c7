/// Reads rows one field at a time and says exactly what is wrong: the reference that ``DelimitedIndexer``'s
/// fast pass is an acceleration of.
struct DelimitedRowParser {
  let grammar: DelimitedGrammar

  /// Where a row ends.
  struct Row {
    /// The number of its fields.
    var fields: Int
    /// The offset after the last byte of its last field.
    var end: Int
    /// The offset after its line end.
    var next: Int
    /// Whether nothing at all, not even quotes, is on the line.
    var isBlank: Bool
  }

  /// Reads the row at `start`, which is before the end of `bytes`, and hands over every field.
  func row(
    at start: Int, in bytes: Span<UInt8>, _ field: (FieldValue) -> Void = { _ in }
  ) throws(ScanFailure) -> Row {
    var fields = 0
    var offset = start
    while true {
      let value: FieldValue
      let after: Int
      if grammar.hasQuotes, offset < bytes.count, bytes[offset] == CSVQuoting.quote {
        (value, after) = try quotedField(at: offset, in: bytes)
      } else {
        (value, after) = try plainField(at: offset, in: bytes)
      }
      fields += 1
      field(value)
      if after < bytes.count, bytes[after] == grammar.delimiter {
        offset = after + 1
        continue
      }
      // A line end, or the end of the input.
      return Row(
        fields: fields, end: after, next: Newline.end(at: after, in: bytes), isBlank: fields == 1 && after == start)
    }
  }

  /// The unquoted field at `offset`, and where it ends: at a delimiter, a line end or the end of the input.
  private func plainField(
    at start: Int, in bytes: Span<UInt8>
  ) throws(ScanFailure) -> (FieldValue, Int) {
    var offset = start
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte == grammar.delimiter || byte == 0x0A || byte == 0x0D { break }
      if byte == CSVQuoting.quote, grammar.quotes == .strict {
        throw ScanFailure(
          offset: offset, problem: "a quote inside an unquoted field",
          advice: "put the whole field in quotes and write the inner quote twice, or take it as text by --lazy-quotes")
      }
      offset += 1
    }
    if let invalid = UTF8Check.firstInvalid(in: bytes, from: start, to: offset) {
      throw .invalidUTF8(at: invalid, in: bytes)
    }
    return (FieldValue(.text, start..<offset), offset)
  }

  /// The quoted field whose opening quote is at `start`, and the offset after its closing quote.
  private func quotedField(
    at start: Int, in bytes: Span<UInt8>
  ) throws(ScanFailure) -> (FieldValue, Int) {
    let close = grammar.close(of: start + 1, to: bytes.count, in: bytes)
    if let invalid = UTF8Check.firstInvalid(in: bytes, from: start, to: close.offset) {
      throw .invalidUTF8(at: invalid, in: bytes)
    }
    guard close.offset < bytes.count else {
      throw ScanFailure(
        offset: start, problem: "unterminated quoted field",
        advice: "add the closing \" (it was opened here)", isTruncated: true)
    }
    let after = close.offset + 1
    if after < bytes.count {
      let byte = bytes[after]
      guard byte == grammar.delimiter || byte == 0x0A || byte == 0x0D else {
        throw ScanFailure(
          offset: after,
          problem: "\(ScanFailure.found(at: after, in: bytes)) after the closing quote of a field",
          advice: "end the field there, write a quote inside it twice, or take quotes inside as text by --lazy-quotes")
      }
    }
    return (FieldValue(close.hasDoubled ? .textWithDoubledQuotes : .text, (start + 1)..<close.offset), after)
  }
}
