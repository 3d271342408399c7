/// JSON as bytes: string literals, their canonical form, and the limit of nesting.
///
/// The canonical form escapes `"` and `\`, writes the control characters as `\b`, `\t`, `\n`, `\f`, `\r` or
/// `\u00xx` in lower case, and leaves everything else as UTF-8.
public enum JSONText {
  /// How deep arrays and objects may be nested: 512.
  ///
  /// Far above what people write. Nothing here recurses over nesting; the limit is for those who read the output.
  public static let depthLimit = 512

  /// The JSON string literal for `bytes`, which are UTF-8.
  package static func literal(_ bytes: [UInt8]) -> String {
    var output: [UInt8] = []
    appendString(bytes, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// The JSON string literal for `text`.
  package static func literal(_ text: String) -> String { literal(Array(text.utf8)) }

  /// Appends the JSON string literal for `bytes`, which are UTF-8.
  package static func appendString(_ bytes: [UInt8], to output: inout [UInt8]) {
    appendString(ContiguousArray(bytes).span, 0..<bytes.count, to: &output)
  }

  /// Appends the JSON string literal for `text`.
  package static func appendString(_ text: String, to output: inout [UInt8]) {
    appendString(Array(text.utf8), to: &output)
  }

  /// Appends the JSON string literal for the bytes in `range`, which are UTF-8.
  static func appendString(_ bytes: Span<UInt8>, _ range: Range<Int>, to output: inout [UInt8]) {
    let range = range.clamped(to: 0..<bytes.count)
    output.append(UInt8(ascii: "\""))
    var offset = range.lowerBound
    while offset < range.upperBound {
      var end = offset
      repeat {
        end = ByteKernels.endOfPlainJSON(bytes, from: end, to: range.upperBound)
        // Bytes of non-ASCII sequences are written as they are.
        while end < range.upperBound, bytes[end] >= 0x80 { end += 1 }
      } while end < range.upperBound && !needsEscape(bytes[end])
      output.append(bytes, offset..<end)
      offset = end
      if offset < range.upperBound {
        appendEscape(bytes[offset], to: &output)
        offset += 1
      }
    }
    output.append(UInt8(ascii: "\""))
  }

  private static func needsEscape(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x22 || byte == 0x5C }

  private static func appendEscape(_ byte: UInt8, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: output.append(UInt8(ascii: "b"))
    case 0x09: output.append(UInt8(ascii: "t"))
    case 0x0A: output.append(UInt8(ascii: "n"))
    case 0x0C: output.append(UInt8(ascii: "f"))
    case 0x0D: output.append(UInt8(ascii: "r"))
    case 0x22, 0x5C: output.append(byte)
    default:
      output.append(contentsOf: "u00".utf8)
      output.append(byte >> 4 + UInt8(ascii: "0"))
      let low = byte & 0x0F
      output.append(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10)
    }
  }

  /// The number that four hexadecimal digits at `offset` represent, or nil when there are none before `end`.
  static func hexCode(_ bytes: Span<UInt8>, at offset: Int, end: Int) -> UInt32? {
    guard offset >= 0, offset + 4 <= min(end, bytes.count) else { return nil }
    var code: UInt32 = 0
    for index in offset..<(offset + 4) {
      switch bytes[index] {
      case let digit where digit >= 0x30 && digit <= 0x39: code = code << 4 | UInt32(digit - 0x30)
      case let digit where digit >= 0x41 && digit <= 0x46: code = code << 4 | UInt32(digit - 0x41 + 10)
      case let digit where digit >= 0x61 && digit <= 0x66: code = code << 4 | UInt32(digit - 0x61 + 10)
      default: return nil
      }
    }
    return code
  }
}
