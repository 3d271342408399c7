/// From a value's bytes to what they stand for.
enum ValueDecoding {
  /// Appends the decoded bytes of `value`.
  static func append(_ value: FieldValue, _ bytes: Span<UInt8>, to output: inout [UInt8]) {
    switch value.kind {
    case .textWithDoubledQuotes: appendUndoubled(value.range, bytes, to: &output)
    case .stringWithEscapes: appendUnescaped(value.range, bytes, to: &output)
    default: output.append(bytes, value.range)
    }
  }

  /// Calls `body` with the decoded bytes of a text, without a copy where the text is plain.
  @inline(__always)
  static func withDecoded<Result>(
    _ value: FieldValue, _ bytes: Span<UInt8>, _ body: (Span<UInt8>, Range<Int>) -> Result
  ) -> Result {
    if value.kind != .textWithDoubledQuotes, value.kind != .stringWithEscapes {
      return body(bytes, value.range)
    }
    var decoded: [UInt8] = []
    append(value, bytes, to: &decoded)
    return body(decoded.span, 0..<decoded.count)
  }

  /// Appends `value` as canonical JSON.
  static func appendJSON(_ value: FieldValue, _ bytes: Span<UInt8>, to output: inout [UInt8]) {
    switch value.kind {
    case .text, .textWithDoubledQuotes, .string, .stringWithEscapes:
      withDecoded(value, bytes) { JSONText.appendString($0, $1, to: &output) }
    case .number, .boolean, .null:
      output.append(bytes, value.range)
    case .array:
      output.append(UInt8(ascii: "["))
      var cursor = JSONCursor(inside: value)
      var isFirst = true
      while let element = cursor.nextElement(bytes) {
        if !isFirst { output.append(UInt8(ascii: ",")) }
        isFirst = false
        appendJSON(element, bytes, to: &output)
      }
      output.append(UInt8(ascii: "]"))
    case .object:
      output.append(UInt8(ascii: "{"))
      var cursor = JSONCursor(inside: value)
      var isFirst = true
      while let member = cursor.nextMember(bytes) {
        if !isFirst { output.append(UInt8(ascii: ",")) }
        isFirst = false
        appendJSON(member.name, bytes, to: &output)
        output.append(UInt8(ascii: ":"))
        appendJSON(member.value, bytes, to: &output)
      }
      output.append(UInt8(ascii: "}"))
    }
  }

  /// Appends CSV text with every doubled quote made one.
  private static func appendUndoubled(_ range: Range<Int>, _ bytes: Span<UInt8>, to output: inout [UInt8]) {
    let range = range.clamped(to: 0..<bytes.count)
    var offset = range.lowerBound
    while offset < range.upperBound {
      let byte = bytes[offset]
      output.append(byte)
      offset += byte == UInt8(ascii: "\"") ? 2 : 1
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
          let low = JSONText.hexCode(bytes, at: offset + 2, end: range.upperBound), low >= 0xDC00, low < 0xE000
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
