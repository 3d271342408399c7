/// The bytes of one input: a file, a stream read to its end, or bytes already in memory.
///
/// A byte-order mark at the start is skipped: offset 0 is the first byte after it. Copying a source copies a
/// reference; the bytes are freed with the last copy, and any number of threads may read them.
///
/// For example:
///
/// ```swift
/// let source = try SourceText(path: "old.csv")
/// let document = try RecordDocument(source, format: RecordFormat(fileName: "old.csv"))
/// ```
public struct SourceText: Sendable {
  /// The name that errors give: the path, `<stdin>`, or what the caller chose.
  public let name: String
  /// Whether a byte-order mark was skipped.
  public let hasByteOrderMark: Bool
  @usableFromInline let storage: ByteStorage
  /// Offset of the first byte after the byte-order mark: 0 or 3.
  @usableFromInline let skipped: Int

  /// Reads `bytes`, which are copied once.
  public init(_ bytes: [UInt8], name: String) {
    self.init(ByteStorage(copying: bytes), name: name)
  }

  /// Reads the UTF-8 of `text`.
  public init(_ text: String, name: String) {
    self.init(Array(text.utf8), name: name)
  }

  init(_ storage: ByteStorage, name: String) {
    self.name = name
    self.storage = storage
    let bytes = unsafe storage.bytes
    hasByteOrderMark = unsafe bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
    skipped = hasByteOrderMark ? 3 : 0
  }

  /// The number of bytes, byte-order mark not counted.
  @inlinable public var count: Int { unsafe storage.bytes.count - skipped }

  /// Whether the last byte is LF. False for an empty input.
  public var endsWithNewline: Bool {
    withSpan { $0.count > 0 && $0[$0.count - 1] == 0x0A }
  }

  /// Lends the bytes to `body`, byte-order mark left out.
  @inlinable public func withSpan<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // In bounds: `skipped` is at most the count of the storage, which `self` keeps alive during the call.
    let rest = unsafe UnsafeBufferPointer(rebasing: storage.bytes[skipped...])
    return try body(unsafe rest.span)
  }

  /// A copy of the bytes in `range`, cut to what exists.
  public func bytes(in range: Range<Int>) -> [UInt8] {
    withSpan { bytes in
      var copy: [UInt8] = []
      copy.append(bytes, range)
      return copy
    }
  }

  /// The bytes in `range`, cut to what exists, as a string.
  public func string(in range: Range<Int>) -> String {
    String(decoding: bytes(in: range), as: UTF8.self)
  }

  /// Whether the bytes in `range` equal those of `other` in `otherRange`.
  public func equal(_ range: Range<Int>, to otherRange: Range<Int>, of other: SourceText) -> Bool {
    withSpan { a in other.withSpan { b in ByteKernels.equal(a, range, b, otherRange) } }
  }

  /// The position of the byte at `offset` (byte-order mark not counted), found by counting lines from the
  /// start. For error messages: it takes time in proportion to `offset`.
  public func position(at offset: Int) -> SourcePosition {
    withSpan { bytes in
      let end = min(max(offset, 0), bytes.count)
      var line = 1
      var column = 1
      for index in 0..<end {
        let byte = bytes[index]
        if byte == 0x0A {
          line += 1
          column = 1
        } else if byte & 0xC0 != 0x80 {
          column += 1
        }
      }
      // Inside a sequence the column is that of its scalar.
      if end < bytes.count, end > 0, bytes[end] & 0xC0 == 0x80, column > 1 { column -= 1 }
      return SourcePosition(line: line, column: column, offset: end + skipped)
    }
  }
}
