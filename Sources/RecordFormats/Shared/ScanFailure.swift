/// What a scanner throws: an error that does not know yet which file it is in, nor on which line.
struct ScanFailure: Error {
  var kind: FormatError.Kind = .syntax
  /// The offset in the source's bytes, byte-order mark not counted.
  var offset: Int
  var problem: String
  var advice: String = ""
  var isTruncated = false

  /// Says that the bytes at `offset` are not UTF-8.
  static func invalidUTF8(at offset: Int, in bytes: Span<UInt8>) -> ScanFailure {
    ScanFailure(
      kind: .invalidUTF8, offset: offset,
      problem: "invalid UTF-8 (byte \(ScanFailure.hex(bytes[offset])) at offset ",
      advice: "save the file as UTF-8",
      isTruncated: UTF8Check.isTornSequence(at: offset, in: bytes))
  }

  /// `byte` as `0x1F`.
  static func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return "0x" + (digits.utf8.count < 2 ? "0" : "") + digits
  }

  /// What is at `offset`, in words.
  static func found(at offset: Int, in bytes: Span<UInt8>) -> String {
    guard offset < bytes.count else { return "the end of the input" }
    switch bytes[offset] {
    case 0x0A: return "the end of the line"
    case 0x0D: return "a carriage return"
    case 0x09: return "a tab"
    case let byte where byte > 0x20 && byte < 0x7F: return "'\(Character(Unicode.Scalar(byte)))'"
    case let byte: return "byte \(hex(byte))"
    }
  }
}

extension SourceText {
  /// `failure` with the name of this source, line and column.
  func error(_ failure: ScanFailure) -> FormatError {
    let position = position(at: failure.offset)
    var problem = failure.problem
    if failure.kind == .invalidUTF8 { problem += "\(position.offset))" }
    return FormatError(
      failure.kind, source: name, position: position, problem: problem, advice: failure.advice,
      isTruncated: failure.isTruncated)
  }
}
