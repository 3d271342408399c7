/// Which byte sequences are UTF-8, by the table of well-formed sequences in the Unicode standard (3-7).
enum UTF8Check {
  /// The length of the well-formed sequence that starts at `offset`, or nil when none does.
  static func length(at offset: Int, in bytes: Span<UInt8>) -> Int? {
    let available = bytes.count - offset
    guard available > 0 else { return nil }
    let first = bytes[offset]
    if first < 0x80 { return 1 }
    guard let need = need(first), need <= available, accepts(first, second: bytes[offset + 1]) else {
      return nil
    }
    var index = 2
    while index < need {
      if bytes[offset + index] & 0xC0 != 0x80 { return nil }
      index += 1
    }
    return need
  }

  /// The offset of the first byte at or after `start` that begins no well-formed sequence, or nil when all of
  /// `start..<end` is UTF-8. A sequence that starts before `end` is read to its own end.
  static func firstInvalid(in bytes: Span<UInt8>, from start: Int, to end: Int) -> Int? {
    var offset = start
    let scalar = advance(in: bytes, from: &offset, to: end)
    return scalar ? nil : offset
  }

  /// Moves `offset` over well-formed sequences until it is at or past `end`; false when it stopped at a byte
  /// that begins none.
  static func advance(in bytes: Span<UInt8>, from offset: inout Int, to end: Int) -> Bool {
    let end = min(end, bytes.count)
    while offset < end {
      offset = ByteKernels.endOfASCII(bytes, from: offset, to: end)
      while offset < end, bytes[offset] >= 0x80 {
        guard let length = length(at: offset, in: bytes) else { return false }
        offset += length
      }
    }
    return true
  }

  /// Whether the input ends within a sequence that begins at `offset` and is well formed so far.
  static func isTornSequence(at offset: Int, in bytes: Span<UInt8>) -> Bool {
    let available = bytes.count - offset
    guard available > 0, let need = need(bytes[offset]), available < need else { return false }
    if available > 1, !accepts(bytes[offset], second: bytes[offset + 1]) { return false }
    if available > 2, bytes[offset + 2] & 0xC0 != 0x80 { return false }
    return true
  }

  /// How many bytes a sequence has that starts with `first`, which is not ASCII.
  private static func need(_ first: UInt8) -> Int? {
    switch first {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: nil
    }
  }

  private static func accepts(_ first: UInt8, second: UInt8) -> Bool {
    switch first {
    case 0xE0: second >= 0xA0 && second <= 0xBF
    case 0xED: second >= 0x80 && second <= 0x9F
    case 0xF0: second >= 0x90 && second <= 0xBF
    case 0xF4: second >= 0x80 && second <= 0x8F
    default: second & 0xC0 == 0x80
    }
  }
}
