/// A text file as lines.
///
/// Lines end at LF alone, and CR belongs to the line; unless the file has no LF at all: then CR ends its lines. Whether the
/// last line has a line end is known apart (``endsWithNewline``), so `"a\nb"` and `"a\nb\n"` have the same lines. An empty
/// file has none.
///
/// ```swift
/// let text = try LinesDocument(SourceText("one\ntwo\n", name: "notes.txt"))
/// text.source.string(of: text.value(1))  // "two"
/// ```
package struct LinesDocument: Sendable {
  /// The bytes that the document was read from.
  package let source: SourceText
  /// Whether the file ends with a line end. False for an empty file.
  package let endsWithNewline: Bool
  /// Whether CR ends the lines.
  package let endsInCR: Bool
  private let lineEnd: UInt8
  private let starts: OffsetIndex

  /// Reads and checks a text file.
  ///
  /// - Throws: the first place that is not UTF-8.
  /// - Complexity: O(bytes).
  package init(_ source: SourceText) throws(FormatError) {
    do {
      (starts, endsInCR) = try source.withSpan { (bytes) throws(ScanFailure) in
        let starts = try Self.index(bytes, endingAt: 0x0A)
        let hasCRAlone =
          starts.count == 1 && bytes[bytes.count - 1] != 0x0A
          && ByteKernels.first(0x0D, in: bytes, from: 0, to: bytes.count) < bytes.count
        return hasCRAlone ? (try Self.index(bytes, endingAt: 0x0D), true) : (starts, false)
      }
    } catch {
      throw source.error(error)
    }
    self.source = source
    lineEnd = endsInCR ? 0x0D : 0x0A
    endsWithNewline = source.ends(with: lineEnd)
  }

  private static func index(_ bytes: Span<UInt8>, endingAt lineEnd: UInt8) throws(ScanFailure) -> OffsetIndex {
    var starts = OffsetIndex()
    var checked = 0
    var offset = 0
    if bytes.count > 0 { starts.append(0) }
    while offset + 64 <= bytes.count {
      let block = ByteMask.block(bytes, at: offset)
      if ByteMask.hasNonASCII(block) {
        checked = max(checked, offset)
        guard UTF8Check.advance(in: bytes, from: &checked, to: offset + 64) else {
          throw .invalidUTF8(at: checked, in: bytes)
        }
      }
      var lineEnds = ByteMask.bits(of: lineEnd, in: block)
      while lineEnds != 0 {
        let next = offset + lineEnds.trailingZeroBitCount + 1
        if next < bytes.count { starts.append(next) }
        lineEnds &= lineEnds &- 1
      }
      offset += 64
    }
    checked = max(checked, offset)
    guard UTF8Check.advance(in: bytes, from: &checked, to: bytes.count) else {
      throw .invalidUTF8(at: checked, in: bytes)
    }
    while offset < bytes.count {
      if bytes[offset] == lineEnd, offset + 1 < bytes.count { starts.append(offset + 1) }
      offset += 1
    }
    return starts
  }

  /// The number of lines.
  package var count: Int { starts.count }

  /// The bytes of a line, without its line end. Empty outside `0..<count`.
  package func range(of line: Int) -> Range<Int> {
    source.withSpan { range(of: line, in: $0) }
  }

  private func range(of line: Int, in bytes: Span<UInt8>) -> Range<Int> {
    guard let start = starts[line] else { return 0..<0 }
    var end = min(starts[line + 1] ?? bytes.count, bytes.count)
    if end > start, bytes[end - 1] == lineEnd { end -= 1 }
    return start..<max(start, end)
  }

  /// A line as a value.
  package func value(_ line: Int) -> FieldValue { FieldValue(.text, range(of: line)) }

  /// Whether a line has the same bytes as a line of `other`.
  package func rawEqual(_ line: Int, _ otherLine: Int, of other: LinesDocument) -> Bool {
    source.withSpan { a in
      other.source.withSpan { b in
        ByteKernels.equal(a, range(of: line, in: a), b, other.range(of: otherLine, in: b))
      }
    }
  }
}
