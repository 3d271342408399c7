/// A CSV or TSV file: its columns, and its records by number.
///
/// All of the file is checked when it is read, in one pass; after that a record costs four bytes, and its fields
/// are found when they are requested. Records can be compared as raw bytes first (``rawEqual(_:_:of:)``).
///
/// CSV follows RFC 4180, but for what is between two fields, which ``DelimitedGrammar`` says: fields may be quoted, and quotes
/// in them are doubled, unless quotes out of place are text; LF, CR LF and a lone CR all end a row outside
/// of quotes, in one file, too; spaces belong to the field. TSV follows the IANA registration: no quoting, `"` is a byte like
/// any other.
///
/// A blank line is a record with one empty field in a file of one column. In a file of more columns it is an
/// error, except at the very end, where any number of blank lines is skipped.
///
/// For example:
///
/// ```swift
/// let source = SourceText("id,name\n1,Ada\n", name: "people.csv")
/// let people = try DelimitedDocument(source)
/// let name = people.offset(ofColumn: "name") ?? 0
/// people.source.string(of: people.value(0, column: name))  // "Ada"
/// ```
package struct DelimitedDocument: Sendable {
  /// The bytes that the document was read from.
  package let source: SourceText
  /// The names in the header row, all different: the second of one name is called `name (2)`, also where that is empty.
  /// Compared as bytes.
  package let names: [String]
  /// The names as the header row has them.
  package let titles: [String]
  /// The same as bytes.
  let nameBytes: [[UInt8]]
  /// The line end of the header row.
  package let newline: Newline
  /// The header row without its line end.
  package let headerRange: Range<Int>
  private let offsets: [[UInt8]: Int]
  package let grammar: DelimitedGrammar
  private let starts: OffsetIndex
  private let end: Int

  /// Reads and checks a file with a header row. `isFast: false` leaves out the fast pass, for tests that compare.
  ///
  /// - Throws: the first thing that is wrong in the file.
  /// - Complexity: O(bytes), at several hundred megabytes a second.
  package init(
    _ source: SourceText, grammar: DelimitedGrammar = .csv, isFast: Bool = true
  ) throws(FormatError) {
    do {
      let parts = try source.withSpan { (bytes) throws(ScanFailure) in
        let header = try DelimitedHeader(bytes, grammar: grammar)
        var indexer = DelimitedIndexer(grammar: grammar, columns: header.columns.count)
        try indexer.run(bytes, from: header.next, isFast: isFast)
        return (header, indexer.starts, indexer.end)
      }
      self.source = source
      self.grammar = grammar
      names = parts.0.columns
      titles = parts.0.titles
      nameBytes = names.map { Array($0.utf8) }
      offsets = parts.0.offsets
      newline = parts.0.newline
      headerRange = parts.0.range
      starts = parts.1
      end = parts.2
    } catch {
      throw source.error(error)
    }
  }

  /// Names that are all different: the second of one name gets ` (2)` behind it, and so on, or a greater number where
  /// another column is called so.
  ///
  /// - Complexity: O(bytes) expected.
  package static func names(of titles: [String]) -> [String] {
    // By bytes: names that a String calls equal may be two.
    var taken = Set(titles.map { Array($0.utf8) })
    if taken.count == titles.count { return titles }
    var counts: [[UInt8]: Int] = [:]
    return titles.map { title in
      let count = counts[Array(title.utf8), default: 0] + 1
      counts[Array(title.utf8)] = count
      if count == 1 { return title }
      var number = count
      while true {
        let name = title.isEmpty ? "(\(number))" : "\(title) (\(number))"
        if taken.insert(Array(name.utf8)).inserted { return name }
        number += 1
      }
    }
  }

  /// The number of records, the header not counted.
  package var count: Int { starts.count }

  /// The offset of the column named `name`, compared as bytes, or nil.
  ///
  /// - Complexity: O(bytes of the name) on average, however many columns there are.
  package func offset(ofColumn name: String) -> Int? { offsets[Array(name.utf8)] }

  /// The raw bytes of a record, without its line end. Empty outside `0..<count`.
  package func range(of record: Int) -> Range<Int> {
    source.withSpan { range(of: record, in: $0) }
  }

  func range(of record: Int, in bytes: Span<UInt8>) -> Range<Int> {
    guard let start = starts[record] else { return 0..<0 }
    var last = min(starts[record + 1] ?? end, bytes.count)
    if last > start, bytes[last - 1] == 0x0A {
      last -= 1
      if last > start, bytes[last - 1] == 0x0D { last -= 1 }
    } else if last > start, bytes[last - 1] == 0x0D {
      last -= 1
    }
    return start..<max(start, last)
  }

  /// The fields of a record up to one column. What ends that field within the line is a delimiter, unless it is the
  /// last one; only then is the end of the line looked for.
  private func fields(of record: Int, upTo column: Int, in bytes: Span<UInt8>) -> DelimitedFields {
    guard column + 1 < names.count, let start = starts[record] else {
      return DelimitedFields(range(of: record, in: bytes), grammar)
    }
    return DelimitedFields(start..<max(start, starts[record + 1] ?? end), grammar)
  }

  /// Whether a record has the same bytes as a record of `other`: then all its fields are equal, given the same
  /// format and columns in the same order. Records with different bytes may still be equal field by field.
  package func rawEqual(_ record: Int, _ otherRecord: Int, of other: DelimitedDocument) -> Bool {
    source.withSpan { a in
      other.source.withSpan { b in
        ByteKernels.equal(a, range(of: record, in: a), b, other.range(of: otherRecord, in: b))
      }
    }
  }

  /// The field of a record in one column. An empty text outside the document.
  ///
  /// - Complexity: O(bytes of the record before the field's end).
  package func value(_ record: Int, column: Int) -> FieldValue {
    source.withSpan { value(record, column: column, in: $0) }
  }

  private func value(_ record: Int, column: Int, in bytes: Span<UInt8>) -> FieldValue {
    var fields = fields(of: record, upTo: column, in: bytes)
    var remaining = column
    while remaining > 0 {
      fields.skip(bytes)
      remaining -= 1
    }
    return fields.next(bytes)
  }

  /// Whether a record has the same fields as a record of `other`, which has the same columns in the same order: in
  /// the columns for which `counts` is true, or in all.
  package func fieldsEqual(
    _ record: Int, _ otherRecord: Int, of other: DelimitedDocument, where counts: [Bool]? = nil
  ) -> Bool {
    source.withSpan { a in
      other.source.withSpan { b in
        let aRange = range(of: record, in: a)
        let bRange = other.range(of: otherRecord, in: b)
        if counts == nil, let answer = grammar.equal(a, aRange, b, bRange) { return answer }
        var aFields = DelimitedFields(aRange, grammar)
        var bFields = DelimitedFields(bRange, other.grammar)
        for column in names.indices {
          let x = aFields.next(a)
          let y = bFields.next(b)
          if let counts, column >= counts.count || !counts[column] { continue }
          if !ValueEquality.equal(x, a, y, b) { return false }
        }
        return true
      }
    }
  }

  /// Replaces `values` by the fields of a record, one for each column.
  package func values(_ record: Int, into values: inout [FieldValue]) {
    values.removeAll(keepingCapacity: true)
    source.withSpan { bytes in
      var fields = DelimitedFields(range(of: record, in: bytes), grammar)
      for _ in names.indices { values.append(fields.next(bytes)) }
    }
  }

  /// The fields of a record, one for each column.
  package func values(_ record: Int) -> [FieldValue] {
    var values: [FieldValue] = []
    values.reserveCapacity(names.count)
    self.values(record, into: &values)
    return values
  }

  /// Appends a record as a JSON object: its columns in order, all values strings.
  package func appendJSON(of record: Int, to output: inout [UInt8]) {
    source.withSpan { bytes in
      var fields = DelimitedFields(range(of: record, in: bytes), grammar)
      output.append(UInt8(ascii: "{"))
      for (index, column) in names.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        JSONText.appendString(column, to: &output)
        output.append(UInt8(ascii: ":"))
        ValueDecoding.appendJSON(fields.next(bytes), bytes, to: &output)
      }
      output.append(UInt8(ascii: "}"))
    }
  }

  /// The hash of one column for every record, in order: the fast way to look for duplicate keys.
  ///
  /// Equal to ``SourceText/hash(of:seed:)`` of every ``value(_:column:)``.
  package func hashes(column: Int, seed: UInt64) -> [UInt64] {
    source.withSpan { bytes in
      var hashes: [UInt64] = []
      hashes.reserveCapacity(count)
      for record in 0..<count {
        hashes.append(ValueEquality.hash(value(record, column: column, in: bytes), bytes, seed: seed))
      }
      return hashes
    }
  }
}

/// What ends a row in a delimited file.
public enum Newline: String, Sendable, Hashable {
  /// A line feed.
  case lf = "\n"
  /// A carriage return and a line feed, as RFC 4180 writes it.
  case crlf = "\r\n"
  /// A carriage return, as old Macs wrote it and Excel for Mac still can.
  case cr = "\r"

  /// The offset after the line end at `offset`, or after the last byte.
  static func end(at offset: Int, in bytes: Span<UInt8>) -> Int {
    guard offset < bytes.count else { return bytes.count }
    let isPair = bytes[offset] == 0x0D && offset + 1 < bytes.count && bytes[offset + 1] == 0x0A
    return offset + (isPair ? 2 : 1)
  }
}
