/// A file of JSON objects: one a line (NDJSON), or the elements of one array. Where that is asked for, an array may hold plain
/// values instead, each of which is its own identity.
///
/// All of the file is checked when it is read; after that a record costs four bytes. Numbers are kept as they are
/// written, and no digit is lost.
///
/// NDJSON: lines end at LF, a CR before it is white space, and lines of white space are skipped. The last line
/// needs no LF; when it is cut off, the error says so (``FormatError/isTruncated``).
///
/// For example:
///
/// ```swift
/// let source = SourceText("{\"user\":{\"id\":7}}\n", name: "log.ndjson")
/// let records = try JSONRecords(source, isNDJSON: true)
/// if let id = records.value(0, at: "user.id") { print(source.json(of: id)) }  // 7
/// ```
package struct JSONRecords: Sendable {
  /// The bytes that the records were read from.
  package let source: SourceText
  /// Whether each record is on a line of its own; otherwise they are the elements of one array.
  let isNDJSON: Bool
  /// Whether the records are plain values.
  let isPlain: Bool
  private let starts: OffsetIndex
  private let end: Int

  /// Reads and checks a file of objects: one a line, or one array. A line of NDJSON with the same bytes as a line of
  /// `other`, which was read before, is not checked again.
  ///
  /// - Throws: the first thing that is wrong in the file.
  /// - Complexity: O(bytes); an object with n names more than 32 adds O(n log n).
  package init(
    _ source: SourceText, isNDJSON: Bool, takesPlain: Bool = false, resembling other: JSONRecords? = nil
  ) throws(FormatError) {
    do {
      (starts, end) = try source.withSpan { (bytes) throws(ScanFailure) in
        guard isNDJSON else { return try Self.array(bytes, source.depthLimit, takesPlain: takesPlain) }
        guard let other, other.isNDJSON else {
          return try Self.lines(bytes, source.depthLimit, checked: CheckedLines(OffsetIndex()), Span())
        }
        return try other.source.withSpan { (checked) throws(ScanFailure) in
          try Self.lines(bytes, source.depthLimit, checked: CheckedLines(other.starts), checked)
        }
      }
    } catch {
      throw source.error(error)
    }
    self.source = source
    self.isNDJSON = isNDJSON
    let first = starts[0]
    isPlain = takesPlain && !isNDJSON && source.withSpan { Self.isPlain($0, at: first) }
  }

  /// Whether a value is neither an object nor an array.
  private static func isPlain(_ bytes: Span<UInt8>, at start: Int?) -> Bool {
    guard let start, start < bytes.count else { return false }
    return bytes[start] != UInt8(ascii: "{") && bytes[start] != UInt8(ascii: "[")
  }

  /// The one record that a document is.
  init(object document: JSONDocument) {
    source = document.source
    isNDJSON = false
    isPlain = false
    var starts = OffsetIndex()
    starts.append(document.root.range.lowerBound)
    self.starts = starts
    end = document.root.range.upperBound
  }

  private static func array(
    _ bytes: Span<UInt8>, _ depthLimit: Int, takesPlain: Bool
  ) throws(ScanFailure) -> (OffsetIndex, Int) {
    var starts = OffsetIndex()
    var scanner = JSONScanner(depthLimit: depthLimit)
    scanner.skipWhitespace(bytes)
    guard scanner.peek(bytes) == UInt8(ascii: "[") else {
      guard let byte = scanner.peek(bytes) else {
        throw ScanFailure(
          kind: .shape, offset: scanner.offset, problem: "empty file",
          advice: "write a JSON array of objects, at least []",
          isTruncated: true)
      }
      if byte == UInt8(ascii: "{") {
        throw ScanFailure(
          kind: .shape, offset: scanner.offset, problem: "an object where an array of objects is expected",
          advice: "put it in [ and ], or choose ndjson for an object a line")
      }
      throw scanner.unexpected("an array of objects", bytes)
    }
    scanner.offset += 1
    scanner.skipWhitespace(bytes)
    if scanner.peek(bytes) != UInt8(ascii: "]") {
      while true {
        scanner.skipWhitespace(bytes)
        // All are objects, or all plain values where those are taken.
        let takesThis = takesPlain && isPlain(bytes, at: starts[0] ?? scanner.offset)
        guard takesThis ? isPlain(bytes, at: scanner.offset) : scanner.peek(bytes) == UInt8(ascii: "{") else {
          throw takesThis
            ? notPlain(scanner, bytes)
            : notAnObject(scanner, bytes, advice: "every record of the array must be an object")
        }
        starts.append(scanner.offset)
        _ = try scanner.value(bytes, depth: 1)
        scanner.skipWhitespace(bytes)
        if scanner.peek(bytes) == UInt8(ascii: "]") { break }
        try scanner.expect(UInt8(ascii: ","), "',' or ']'", bytes)
      }
    }
    let end = scanner.offset
    scanner.offset += 1
    scanner.skipWhitespace(bytes)
    if scanner.offset < bytes.count { throw afterEnd(scanner, bytes, "the array", advice: "remove it") }
    return (starts, end)
  }

  private static func notPlain(_ scanner: JSONScanner, _ bytes: Span<UInt8>) -> ScanFailure {
    let kind = scanner.peek(bytes) == UInt8(ascii: "{") ? FieldValue.Kind.object : .array
    return ScanFailure(
      kind: .shape, offset: scanner.offset, problem: "expected a plain value, found \(kind.article)",
      advice: "every record of the array must be a plain value, as the first one is, or every one an object")
  }

  static func notAnObject(_ scanner: JSONScanner, _ bytes: Span<UInt8>, advice: String) -> ScanFailure {
    // What is no value at all is an error of grammar, a value of another type one of shape.
    var probe = scanner
    do {
      let value = try probe.value(bytes, depth: 1)
      return ScanFailure(
        kind: .shape, offset: scanner.offset, problem: "expected an object, found \(value.kind.article)",
        advice: advice)
    } catch {
      return error
    }
  }

  static func afterEnd(
    _ scanner: JSONScanner, _ bytes: Span<UInt8>, _ what: String, advice: String
  ) -> ScanFailure {
    ScanFailure(
      offset: scanner.offset,
      problem: "\(ScanFailure.found(at: scanner.offset, in: bytes)) after the end of \(what)",
      advice: advice)
  }

  /// The number of records.
  package var count: Int { starts.count }

  /// A record as a value: its object, or a plain one. An empty range outside `0..<count`.
  package func value(_ record: Int) -> FieldValue {
    source.withSpan { value(record, in: $0) }
  }

  private func value(_ record: Int, in bytes: Span<UInt8>) -> FieldValue {
    guard let start = starts[record] else { return FieldValue(.null, 0..<0) }
    if isPlain { return JSONCursor.value(at: start, in: bytes) }
    // Between a record and the next stand only white space and at most one comma.
    var last = min(starts[record + 1] ?? end, bytes.count)
    while last > start, bytes[last - 1] != UInt8(ascii: "}") { last -= 1 }
    return FieldValue(.object, start..<max(start, last))
  }

  /// The raw bytes of a record, from its `{` to its `}`; quotes included.
  package func range(of record: Int) -> Range<Int> { source.withSpan { range(of: record, in: $0) } }

  private func range(of record: Int, in bytes: Span<UInt8>) -> Range<Int> {
    let value = value(record, in: bytes)
    guard isPlain, let start = starts[record] else { return value.range }
    return start..<max(start, JSONCursor.end(of: value))
  }

  /// Whether a record has the same bytes as a record of `other`: then it is equal. Records with different bytes
  /// may still be equal; ask ``SourceText/value(_:equals:in:)``.
  package func rawEqual(_ record: Int, _ otherRecord: Int, of other: JSONRecords) -> Bool {
    source.withSpan { a in
      other.source.withSpan { b in
        ByteKernels.equal(a, range(of: record, in: a), b, other.range(of: otherRecord, in: b))
      }
    }
  }

  /// The value at a path within a record, or nil where the record has none.
  package func value(_ record: Int, at path: FieldPath) -> FieldValue? {
    source.withSpan { bytes in path.value(in: value(record, in: bytes), bytes) }
  }

  /// Whether a record has the same value at a path as a record of `other`, or both have none.
  package func valuesEqual(
    _ record: Int, _ otherRecord: Int, of other: JSONRecords, at path: FieldPath
  ) -> Bool {
    source.withSpan { a in
      other.source.withSpan { b in
        let x = path.value(in: value(record, in: a), a)
        let y = path.value(in: other.value(otherRecord, in: b), b)
        guard let x, let y else { return x == nil && y == nil }
        return ValueEquality.equal(x, a, y, b)
      }
    }
  }

  /// The hash of the value at a path within a record, or nil where the record has none; see
  /// ``SourceText/hash(of:seed:)``.
  package func hash(_ record: Int, at path: FieldPath, seed: UInt64) -> UInt64? {
    source.withSpan { bytes in
      path.value(in: value(record, in: bytes), bytes).map { ValueEquality.hash($0, bytes, seed: seed) }
    }
  }

  /// The hash of the value at a path for every record, in order; `seed` where a record has none.
  package func hashes(at path: FieldPath, seed: UInt64) -> [UInt64] {
    source.withSpan { bytes in
      var hashes: [UInt64] = []
      hashes.reserveCapacity(count)
      for record in 0..<count {
        let value = path.value(in: value(record, in: bytes), bytes)
        hashes.append(value.map { ValueEquality.hash($0, bytes, seed: seed) } ?? seed)
      }
      return hashes
    }
  }

  /// Appends a record as canonical JSON; see ``SourceText/appendJSON(of:to:)``.
  package func appendJSON(of record: Int, to output: inout [UInt8]) {
    source.appendJSON(of: value(record), to: &output)
  }
}
