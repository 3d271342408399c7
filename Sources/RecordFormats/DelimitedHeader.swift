/// The header row of a delimited file.
struct DelimitedHeader {
  let columns: [String]
  /// Where the columns are, by the bytes of their names.
  let places: NamePlaces<[UInt8]>
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
    var columns: [String] = []
    var places = NamePlaces<[UInt8]>()
    for (index, value) in values.enumerated() {
      var name: [UInt8] = []
      ValueDecoding.append(value, bytes, to: &name)
      if let first = places.append(name) {
        throw ScanFailure(
          kind: .duplicateName, offset: value.range.lowerBound,
          problem: "column \(index + 1) has the name of column \(first + 1), \(JSONText.literal(name))",
          advice: "rename one of them")
      }
      columns.append(String(decoding: name, as: UTF8.self))
    }
    self.columns = columns
    self.places = places
    newline = row.next - row.end == 2 ? .crlf : .lf
    range = 0..<row.end
    next = row.next
  }
}
