/// From a value's bytes to what they represent.
enum ValueDecoding {
  /// Appends the decoded bytes of `value`.
  static func append(_ value: FieldValue, _ bytes: Span<UInt8>, to output: inout [UInt8]) {
    switch value.kind {
    case .textWithDoubledQuotes: CSVQuoting.appendText(bytes, value.range, to: &output)
    case .stringWithEscapes: appendUnescaped(value.range, bytes, to: &output)
    default: output.append(bytes, value.range)
    }
  }

  /// Calls `body` with the decoded bytes of a text, without a copy where the text is plain.
  @inline(__always)
  static func withDecoded<Result, Failure: Error>(
    _ value: FieldValue, _ bytes: Span<UInt8>, _ body: (Span<UInt8>, Range<Int>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if value.kind != .textWithDoubledQuotes, value.kind != .stringWithEscapes {
      return try body(bytes, value.range)
    }
    var decoded: [UInt8] = []
    append(value, bytes, to: &decoded)
    return try body(ContiguousArray(decoded).span, 0..<decoded.count)
  }

  /// Appends `value` as canonical JSON.
  static func appendJSON(_ value: FieldValue, _ bytes: Span<UInt8>, to output: inout [UInt8]) {
    switch value.kind {
    case .text, .textWithDoubledQuotes, .string, .stringWithEscapes:
      withDecoded(value, bytes) { JSONText.appendString($0, $1, to: &output) }
    case .number, .boolean, .null:
      output.append(bytes, value.range)
    case .array, .object:
      appendCompact(value.range, bytes, to: &output)
    }
  }

  /// Appends JSON that was checked when it was read, without white space and with canonical strings.
  ///
  /// Between strings the bytes of canonical JSON are those of the source without white space, so one loop does.
  private static func appendCompact(_ range: Range<Int>, _ bytes: Span<UInt8>, to output: inout [UInt8]) {
    let range = range.clamped(to: 0..<bytes.count)
    var offset = range.lowerBound
    while offset < range.upperBound {
      switch bytes[offset] {
      case 0x20, 0x09, 0x0A, 0x0D:
        offset += 1
      case UInt8(ascii: "\""):
        let string = JSONCursor.value(at: offset, in: bytes)
        appendJSON(string, bytes, to: &output)
        offset = JSONCursor.end(of: string)
      case let byte:
        output.append(byte)
        offset += 1
      }
    }
  }

  /// Appends the text of a JSON string. Escapes were checked when the string was read.
  private static func appendUnescaped(_ range: Range<Int>, _ bytes: Span<UInt8>, to output: inout [UInt8]) {
    let range = range.clamped(to: 0..<bytes.count)
    var offset = range.lowerBound
    while offset < range.upperBound {
      let byte = bytes[offset]
      guard byte == UInt8(ascii: "\\"), offset + 1 < range.upperBound else {
        output.append(byte)
        offset += 1
        continue
      }
      let letter = bytes[offset + 1]
      offset += 2
      switch letter {
      case UInt8(ascii: "n"): output.append(0x0A)
      case UInt8(ascii: "r"): output.append(0x0D)
      case UInt8(ascii: "t"): output.append(0x09)
      case UInt8(ascii: "b"): output.append(0x08)
      case UInt8(ascii: "f"): output.append(0x0C)
      case UInt8(ascii: "u"):
        guard var code = JSONText.hexCode(bytes, at: offset, end: range.upperBound) else { continue }
        offset += 4
        if code >= 0xD800, code < 0xDC00,
          let low = JSONText.hexCode(bytes, at: offset + 2, end: range.upperBound), low >= 0xDC00,
          low < 0xE000
        {
          code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
          offset += 6
        }
        output.append(contentsOf: String(Unicode.Scalar(code) ?? "\u{FFFD}").utf8)
      default: output.append(letter)
      }
    }
  }
}
