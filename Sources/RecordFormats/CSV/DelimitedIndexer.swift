/// The one pass over a CSV or TSV file that checks all of it and notes where rows start.
///
/// *Fast pass*: 64 bytes at a time become bit masks of quotes, delimiters and line ends; the parity of quotes
/// says what is inside them. It stops before the first row in which anything is unusual.
/// *Exact pass*: ``DelimitedRowParser`` continues from that row, a field at a time, and either throws the exact
/// error or reads the rest. Both accept the same inputs; the fast pass only saves time.
struct DelimitedIndexer {
  let grammar: DelimitedGrammar
  /// The number of fields of the header, at least 1.
  let columns: Int
  /// The start of every row after the header.
  var starts = OffsetIndex()
  /// Where the records end; after it come only blank lines.
  var end = 0

  /// Indexes the rows of `bytes` from `start`, the offset after the header's line end.
  mutating func run(_ bytes: Span<UInt8>, from start: Int, isFast: Bool = true) throws(ScanFailure) {
    let reached = isFast ? fastPass(bytes, from: start) : start
    try exactPass(bytes, from: reached)
  }

  private mutating func exactPass(_ bytes: Span<UInt8>, from start: Int) throws(ScanFailure) {
    let parser = DelimitedRowParser(grammar: grammar)
    var offset = start
    while offset < bytes.count {
      let row = try parser.row(at: offset, in: bytes)
      guard row.fields == columns else {
        if row.isBlank, Self.isBlank(bytes, from: offset) { break }
        throw raggedRow(row, at: offset, in: bytes)
      }
      starts.append(offset)
      offset = row.next
    }
    end = min(offset, bytes.count)
  }

  /// Whether only line ends follow.
  private static func isBlank(_ bytes: Span<UInt8>, from start: Int) -> Bool {
    var offset = start
    while offset < bytes.count {
      guard bytes[offset] == 0x0A || bytes[offset] == 0x0D else { return false }
      offset += 1
    }
    return true
  }

  private func raggedRow(
    _ row: DelimitedRowParser.Row, at offset: Int, in bytes: Span<UInt8>
  ) -> ScanFailure {
    let problem: String
    let advice: String
    if row.isBlank {
      problem = "a blank line where a row of \(columns) fields is expected"
      advice = "remove the line"
    } else {
      problem =
        "a row with \(row.fields) \(row.fields == 1 ? "field" : "fields") where the header has \(columns)"
      if row.fields < columns {
        advice = "add the missing fields"
      } else {
        advice =
          grammar.hasQuotes
          ? "put a field that holds a \(grammar.delimiterName) in quotes, or name the extra columns"
          : "remove the extra tabs, or name the extra columns"
      }
    }
    return ScanFailure(
      kind: .raggedRow, offset: offset, problem: problem, advice: advice,
      isTruncated: row.fields < columns && row.next == bytes.count && row.end == row.next)
  }

  /// Indexes whole rows as long as all is plain; returns the start of the first row that it leaves.
  private mutating func fastPass(_ bytes: Span<UInt8>, from start: Int) -> Int {
    let delimiter = grammar.delimiter
    let hasQuotes = grammar.hasQuotes
    let wanted = columns - 1
    let count = bytes.count
    var rowStart = start
    var delimitersInRow = 0
    var quotes = CSVQuoting.Mask()
    var checked = start

    var offset = start
    while offset + 64 <= count {
      let block = ByteMask.block(bytes, at: offset)
      if ByteMask.hasNonASCII(block) {
        checked = max(checked, offset)
        guard UTF8Check.advance(in: bytes, from: &checked, to: offset + 64) else { return rowStart }
      }
      var delimiters = ByteMask.bits(of: delimiter, in: block)
      var lineEnds = ByteMask.bits(of: 0x0A, in: block)
      let returns = ByteMask.bits(of: 0x0D, in: block)
      if returns != 0 {
        // Those without LF behind them end a row, too.
        let isFollowed: UInt64 = offset + 64 < count && bytes[offset + 64] == 0x0A ? 1 << 63 : 0
        lineEnds |= returns & ~(lineEnds >> 1 | isFollowed)
      }
      if hasQuotes, !quotes.take(block, delimiters: &delimiters, lineEnds: &lineEnds) { return rowStart }
      while lineEnds != 0 {
        let bit = lineEnds.trailingZeroBitCount
        let upTo = lineEnds ^ (lineEnds &- 1)
        guard delimitersInRow &+ (delimiters & upTo).nonzeroBitCount == wanted else { return rowStart }
        delimitersInRow = 0
        delimiters &= ~upTo
        lineEnds &= lineEnds &- 1
        starts.append(rowStart)
        rowStart = offset &+ bit &+ 1
      }
      delimitersInRow &+= delimiters.nonzeroBitCount
      offset += 64
    }
    return rowStart
  }
}

/// The header row of a delimited file.
struct DelimitedHeader {
  /// The names of the columns, all different.
  let columns: [String]
  /// The same as they are in the row.
  let titles: [String]
  /// Where the columns are, by the bytes of their names.
  let offsets: [[UInt8]: Int]
  let newline: Newline
  /// The row without its line end.
  let range: Range<Int>
  /// The offset after its line end.
  let next: Int

  init(_ bytes: Span<UInt8>, grammar: DelimitedGrammar) throws(ScanFailure) {
    guard bytes.count > 0 else {
      throw ScanFailure(
        kind: .shape, offset: 0, problem: "empty file",
        advice: "write a header row with the names of the columns",
        isTruncated: true)
    }
    var values: [FieldValue] = []
    let row = try DelimitedRowParser(grammar: grammar).row(at: 0, in: bytes) { values.append($0) }
    if row.isBlank {
      throw ScanFailure(
        kind: .shape, offset: 0, problem: "the header row is blank",
        advice: "put the names of the columns there")
    }
    titles = values.map { value in
      var name: [UInt8] = []
      ValueDecoding.append(value, bytes, to: &name)
      return String(decoding: name, as: UTF8.self)
    }
    let columns = DelimitedDocument.names(of: titles)
    self.columns = columns
    offsets = Dictionary(columns.indices.map { (Array(columns[$0].utf8), $0) }) { first, _ in first }
    newline = row.next - row.end == 2 ? .crlf : row.end < bytes.count && bytes[row.end] == 0x0D ? .cr : .lf
    range = 0..<row.end
    next = row.next
  }
}
