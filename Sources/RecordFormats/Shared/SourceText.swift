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
  /// How deep arrays and objects may be nested, where it is JSON.
  package var depthLimit = JSONText.depthLimit
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
    let all = unsafe storage.bytes
    let bytes = unsafe all.span
    hasByteOrderMark = Self.beginsWithMark(bytes, 0..<bytes.count)
    skipped = hasByteOrderMark ? Self.byteOrderMark.count : 0
  }

  /// The byte-order mark of UTF-8.
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  static func beginsWithMark(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    let start = range.lowerBound
    return range.count >= 3 && bytes[start] == 0xEF && bytes[start + 1] == 0xBB && bytes[start + 2] == 0xBF
  }

  /// The byte-order mark that was skipped; empty where there was none.
  package var byteOrderMark: [UInt8] { hasByteOrderMark ? Self.byteOrderMark : [] }

  /// The number of bytes, byte-order mark not counted.
  @inlinable public var count: Int { unsafe storage.bytes.count - skipped }

  /// Whether the last byte is this one. False for an empty input.
  func ends(with byte: UInt8) -> Bool {
    withSpan { $0.count > 0 && $0[$0.count - 1] == byte }
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
  package func equal(_ range: Range<Int>, to otherRange: Range<Int>, of other: SourceText) -> Bool {
    withSpan { a in other.withSpan { b in ByteKernels.equal(a, range, b, otherRange) } }
  }

  /// The position of the byte at `offset` (byte-order mark not counted), found by counting lines from the
  /// start: a line ends at LF, CR LF or a lone CR. For error messages: it takes time in proportion to `offset`.
  public func position(at offset: Int) -> SourcePosition {
    withSpan { bytes in
      let end = min(max(offset, 0), bytes.count)
      var line = 1
      var column = 1
      for index in 0..<end {
        let byte = bytes[index]
        if byte == 0x0A || byte == 0x0D && (index + 1 == bytes.count || bytes[index + 1] != 0x0A) {
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

extension SourceText {
  /// Whether two values are equal: text by its decoded bytes, numbers by their digits as written, objects
  /// whatever the order of their members.
  ///
  /// Text of CSV and strings of JSON are equal when their bytes are; the string `"1"` and the number `1` differ.
  /// Nothing is allocated for text without escapes.
  public func value(_ a: FieldValue, equals b: FieldValue, in other: SourceText) -> Bool {
    withSpan { aBytes in other.withSpan { bBytes in ValueEquality.equal(a, aBytes, b, bBytes) } }
  }

  /// A hash of a value; equal values (see ``value(_:equals:in:)``) have equal hashes under one seed.
  public func hash(of value: FieldValue, seed: UInt64) -> UInt64 {
    withSpan { ValueEquality.hash(value, $0, seed: seed) }
  }

  /// The bytes that a value represents: text without quotes and escapes, anything else as it is written.
  public func decodedBytes(of value: FieldValue) -> [UInt8] {
    var bytes: [UInt8] = []
    appendDecoded(value, to: &bytes)
    return bytes
  }

  /// Appends what ``decodedBytes(of:)`` returns.
  package func appendDecoded(_ value: FieldValue, to output: inout [UInt8]) {
    withSpan { ValueDecoding.append(value, $0, to: &output) }
  }

  /// What a value represents, as a string.
  public func string(of value: FieldValue) -> String {
    String(decoding: decodedBytes(of: value), as: UTF8.self)
  }

  /// Appends a value as JSON in its canonical form: no white space, members in the order of the source, strings
  /// escaped in one way, numbers as they are written.
  public func appendJSON(of value: FieldValue, to output: inout [UInt8]) {
    withSpan { ValueDecoding.appendJSON(value, $0, to: &output) }
  }

  /// A value as canonical JSON text; see ``appendJSON(of:to:)``.
  public func json(of value: FieldValue) -> String {
    var output: [UInt8] = []
    appendJSON(of: value, to: &output)
    return String(decoding: output, as: UTF8.self)
  }
}

extension SourceText {
  /// The members of an object in the order of the source; empty for any other value.
  package func members(of object: FieldValue) -> [JSONMember] {
    guard object.kind == .object else { return [] }
    return withSpan { bytes in
      var members: [JSONMember] = []
      var cursor = JSONCursor(inside: object)
      while let member = cursor.nextMember(bytes) { members.append(member) }
      return members
    }
  }

  /// The elements of an array; empty for any other value.
  package func elements(of array: FieldValue) -> [FieldValue] {
    guard array.kind == .array else { return [] }
    return withSpan { bytes in
      var elements: [FieldValue] = []
      var cursor = JSONCursor(inside: array)
      while let element = cursor.nextElement(bytes) { elements.append(element) }
      return elements
    }
  }

  /// The value at a path within an object, or nil where there is none.
  public func value(at path: FieldPath, in object: FieldValue) -> FieldValue? {
    withSpan { path.value(in: object, $0) }
  }
}
