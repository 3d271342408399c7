/// What is between the plain values of a record, byte for byte: brackets, names, colons, commas, white space.
///
///     {"id":7,"tags":["a"]}     {"id":  ,"tags":[  ]}
///
/// Most records of a file have the shape of the one before. Such a record is right when its values are: its brackets
/// match and its names are unique because those of the other one do and are. This only saves time: where the shape or a
/// value is unusual, ``JSONScanner`` reads the record from its start and finds what is wrong.
struct JSONShape {
  /// Where the pieces are in the record that they were learnt from: before the first value, between two, and after
  /// the last. Empty when there is none.
  private var pieces: [Range<Int>] = []
  /// Records since the last one that had the shape.
  private var misses = 0

  /// After so many misses in a row only one record in so many is learnt: the records have no common shape.
  private static let patience = 16
  private static let pause = 64
  /// The most pieces of a shape, so that one enormous record is not kept.
  private static let limit = 4096

  /// The offset after the record at `start`, or nil where it has another shape or is not plainly right.
  mutating func end(at start: Int, in bytes: Span<UInt8>) -> Int? {
    var offset = start
    var piece = 0
    while piece < pieces.count {
      let range = pieces[piece]
      guard ByteKernels.equal(bytes, offset..<offset + range.count, bytes, range) else { return nil }
      offset += range.count
      piece += 1
      if piece == pieces.count {
        misses = 0
        return offset
      }
      guard let end = JSONPlainValue.end(at: offset, in: bytes) else { return nil }
      offset = end
    }
    return nil
  }

  /// Takes the shape of a record that was checked.
  mutating func learn(_ record: Range<Int>, _ bytes: Span<UInt8>) {
    pieces.removeAll(keepingCapacity: true)
    misses += 1
    if misses > Self.patience, misses % Self.pause != 0 { return }
    var pieceStart = record.lowerBound
    var offset = record.lowerBound
    while offset < record.upperBound {
      switch bytes[offset] {
      case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ","),
        UInt8(ascii: ":"), 0x20, 0x09, 0x0D:
        offset += 1
      default:
        let end = JSONCursor.end(of: JSONCursor.value(at: offset, in: bytes))
        if !Self.isName(before: end, in: bytes) {
          pieces.append(pieceStart..<offset)
          pieceStart = end
        }
        offset = end
      }
    }
    pieces.append(pieceStart..<max(pieceStart, record.upperBound))
    if pieces.count > Self.limit { pieces = [] }
  }

  /// Whether a colon follows at `offset`, after white space.
  private static func isName(before offset: Int, in bytes: Span<UInt8>) -> Bool {
    var offset = offset
    while offset < bytes.count, bytes[offset] == 0x20 || bytes[offset] == 0x09 || bytes[offset] == 0x0D { offset += 1 }
    return offset < bytes.count && bytes[offset] == UInt8(ascii: ":")
  }
}

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
    for byte in 0..<4 { found |= UInt32(bytes[offset + byte]) << UInt32(8 * byte) }
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
