/// Walks the fields of one row that was checked when it was read.
struct DelimitedFields {
  private var offset: Int
  private let end: Int
  private let grammar: DelimitedGrammar

  init(_ row: Range<Int>, _ grammar: DelimitedGrammar) {
    offset = row.lowerBound
    end = row.upperBound
    self.grammar = grammar
  }

  /// The next field; empty texts after the last.
  mutating func next(_ bytes: Span<UInt8>) -> FieldValue {
    let limit = min(end, bytes.count)
    guard offset < limit else {
      offset = limit + 1
      return FieldValue(.text, limit..<limit)
    }
    if grammar.hasQuotes, bytes[offset] == CSVQuoting.quote { return nextQuoted(bytes, limit) }
    let start = offset
    let after = endOfPlain(bytes, limit)
    offset = after + 1
    return FieldValue(.text, start..<after)
  }

  /// Moves past the next field.
  @inline(__always)
  mutating func skip(_ bytes: Span<UInt8>) {
    let limit = min(end, bytes.count)
    if offset < limit, grammar.hasQuotes, bytes[offset] == CSVQuoting.quote {
      _ = nextQuoted(bytes, limit)
    } else {
      offset = endOfPlain(bytes, limit) + 1
    }
  }

  @inline(__always)
  private func endOfPlain(_ bytes: Span<UInt8>, _ limit: Int) -> Int {
    ByteKernels.first(grammar.delimiter, in: bytes, from: offset, to: limit)
  }

  private mutating func nextQuoted(_ bytes: Span<UInt8>, _ limit: Int) -> FieldValue {
    let start = offset + 1
    let close = grammar.close(of: start, to: limit, in: bytes)
    offset = close.offset + 2
    return FieldValue(close.hasDoubled ? .textWithDoubledQuotes : .text, start..<max(start, close.offset))
  }
}

extension DelimitedGrammar {
  /// Where a field in quotes ends whose text starts at `start`, and whether quotes of the text are doubled.
  @inline(__always)
  func close(of start: Int, to limit: Int, in bytes: Span<UInt8>) -> (offset: Int, hasDoubled: Bool) {
    quotes == .lazy
      ? CSVQuoting.lazyClose(of: start, to: limit, delimiter: delimiter, in: bytes)
      : CSVQuoting.close(of: start, to: limit, in: bytes)
  }
}
