/// Moves over a value of JSON that holds no others, if it is plainly right.
enum JSONPlainValue {
  /// The offset after the string, number or literal at `offset`; nil where there is none, where it is wrong, or where
  /// telling takes more than a look.
  @inline(__always)
  static func end(at offset: Int, in bytes: Span<UInt8>) -> Int? {
    guard offset < bytes.count else { return nil }
    switch bytes[offset] {
    case UInt8(ascii: "\""): return endOfString(at: offset, in: bytes)
    case UInt8(ascii: "t"): return endOfLiteral(0x6575_7274, at: offset, in: bytes)
    case UInt8(ascii: "n"): return endOfLiteral(0x6C6C_756E, at: offset, in: bytes)
    case UInt8(ascii: "f"): return endOfLiteral(0x6573_6C61, at: offset + 1, in: bytes)
    default: return endOfNumber(at: offset, in: bytes)
    }
  }

  @inline(__always)
  private static func endOfString(at quote: Int, in bytes: Span<UInt8>) -> Int? {
    var offset = quote + 1
    while true {
      offset = ByteKernels.endOfPlainJSON(bytes, from: offset, to: bytes.count)
      guard offset < bytes.count else { return nil }
      let byte = bytes[offset]
      if byte == UInt8(ascii: "\"") { return offset + 1 }
      if byte == UInt8(ascii: "\\") {
        guard offset + 1 < bytes.count, isShortEscape(bytes[offset + 1]) else { return nil }
        offset += 2
      } else {
        guard byte >= 0x80, let length = UTF8Check.length(at: offset, in: bytes) else { return nil }
        offset += length
      }
    }
  }

  private static func isShortEscape(_ letter: UInt8) -> Bool {
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      true
    default: false
    }
  }

  /// `letters` are four bytes, lowest first.
  private static func endOfLiteral(_ letters: UInt32, at offset: Int, in bytes: Span<UInt8>) -> Int? {
    guard offset + 4 <= bytes.count else { return nil }
    var found: UInt32 = 0
    for place in 0..<4 { found |= UInt32(bytes[offset + place]) << UInt32(8 * place) }
    return found == letters ? offset + 4 : nil
  }

  @inline(__always)
  private static func endOfNumber(at start: Int, in bytes: Span<UInt8>) -> Int? {
    var offset = start
    if bytes[offset] == UInt8(ascii: "-") { offset += 1 }
    let first = offset
    guard endOfDigits(&offset, in: bytes) else { return nil }
    // No leading zero.
    if offset - first > 1, bytes[first] == UInt8(ascii: "0") { return nil }
    if offset < bytes.count, bytes[offset] == UInt8(ascii: ".") {
      offset += 1
      guard endOfDigits(&offset, in: bytes) else { return nil }
    }
    if offset < bytes.count, bytes[offset] | 0x20 == UInt8(ascii: "e") {
      offset += 1
      if offset < bytes.count, bytes[offset] == UInt8(ascii: "+") || bytes[offset] == UInt8(ascii: "-") { offset += 1 }
      guard endOfDigits(&offset, in: bytes) else { return nil }
    }
    return offset
  }

  /// Moves over digits; false where there is none.
  @inline(__always)
  private static func endOfDigits(_ offset: inout Int, in bytes: Span<UInt8>) -> Bool {
    let start = offset
    while offset < bytes.count, bytes[offset] &- 0x30 < 10 { offset += 1 }
    return offset > start
  }
}
