/// Walks the elements or members of an array or object that was checked when it was read.
///
/// Every access is bounded, so a mapped file that changes meanwhile gives wrong values but no wild reads.
struct JSONCursor {
  private var offset: Int
  private let end: Int

  /// Starts within the brackets of `container`.
  init(inside container: FieldValue) {
    offset = container.range.lowerBound + 1
    end = container.range.upperBound - 1
  }

  /// The next element of an array, or nil at its end.
  mutating func nextElement(_ bytes: Span<UInt8>) -> FieldValue? {
    skipSeparators(bytes)
    guard offset < min(end, bytes.count) else { return nil }
    let value = Self.value(at: offset, in: bytes)
    offset = Self.end(of: value)
    return value
  }

  /// The next member of an object, or nil at its end.
  mutating func nextMember(_ bytes: Span<UInt8>) -> JSONMember? {
    guard let name = nextElement(bytes), let value = nextElement(bytes) else { return nil }
    return JSONMember(name: name, value: value)
  }

  private mutating func skipSeparators(_ bytes: Span<UInt8>) {
    let end = min(end, bytes.count)
    while offset < end {
      switch bytes[offset] {
      case 0x20, 0x0A, 0x0D, 0x09, UInt8(ascii: ","), UInt8(ascii: ":"): offset += 1
      default: return
      }
    }
  }

  /// The offset after a value, its closing quote included.
  static func end(of value: FieldValue) -> Int {
    switch value.kind {
    case .string, .stringWithEscapes: value.range.upperBound + 1
    default: value.range.upperBound
    }
  }

  /// The value that starts at `offset`, without checking it.
  static func value(at offset: Int, in bytes: Span<UInt8>) -> FieldValue {
    guard offset >= 0, offset < bytes.count else { return FieldValue(.null, bytes.count..<bytes.count) }
    switch bytes[offset] {
    case UInt8(ascii: "\""): return string(at: offset, in: bytes)
    case UInt8(ascii: "{"): return FieldValue(.object, offset..<endOfContainer(at: offset, in: bytes))
    case UInt8(ascii: "["): return FieldValue(.array, offset..<endOfContainer(at: offset, in: bytes))
    case UInt8(ascii: "t"): return FieldValue(.boolean, offset..<min(offset + 4, bytes.count))
    case UInt8(ascii: "f"): return FieldValue(.boolean, offset..<min(offset + 5, bytes.count))
    case UInt8(ascii: "n"): return FieldValue(.null, offset..<min(offset + 4, bytes.count))
    default:
      // At least one byte, so that every walk comes to its end.
      var end = offset + 1
      while end < bytes.count, isNumberByte(bytes[end]) { end += 1 }
      return FieldValue(.number, offset..<end)
    }
  }

  private static func isNumberByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "e"),
      UInt8(ascii: "E"):
      true
    default: false
    }
  }

  private static func string(at offset: Int, in bytes: Span<UInt8>) -> FieldValue {
    var end = offset + 1
    var hasEscapes = false
    while true {
      end = ByteKernels.endOfPlainJSON(bytes, from: end, to: bytes.count)
      guard end < bytes.count else { break }
      let byte = bytes[end]
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        end += 1
      }
      end += 1
    }
    return FieldValue(hasEscapes ? .stringWithEscapes : .string, (offset + 1)..<min(end, bytes.count))
  }

  /// The offset after the bracket that closes the container at `offset`.
  private static func endOfContainer(at offset: Int, in bytes: Span<UInt8>) -> Int {
    var depth = 0
    var offset = offset
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "\""):
        offset = end(of: string(at: offset, in: bytes))
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 { return offset + 1 }
      default: break
      }
      offset += 1
    }
    return bytes.count
  }
}
