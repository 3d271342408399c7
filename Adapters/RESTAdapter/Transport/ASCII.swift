/// What header fields are compared and cut by: ASCII alone.
enum ASCII {
  /// Letters, digits and the marks of a token (RFC 9110, section 5.6.2).
  static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }

  static func lowercased(_ text: some StringProtocol) -> String {
    String(decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  static func equal(_ a: some StringProtocol, _ b: some StringProtocol) -> Bool { lowercased(a) == lowercased(b) }

  /// Without spaces and tabs around it.
  static func trimmed(_ text: some StringProtocol) -> String {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    let bytes = Substring(text).utf8.drop(while: isBlank)
    return String(decoding: bytes.reversed().drop(while: isBlank).reversed(), as: UTF8.self)
  }

  /// A text for a message: what is not a printable letter of ASCII becomes a dot.
  static func printable(_ text: String) -> String {
    String(decoding: text.utf8.prefix(64).map { (0x20...0x7E).contains($0) ? $0 : 0x2E }, as: UTF8.self)
  }

  /// A run of digits as a number; nil for anything else. Numbers that are too large become the largest.
  static func number(_ text: some StringProtocol) -> Int? {
    // So many seconds are “more than anyone requests” (RFC 9111, section 1.2.2), and fit wherever this is built.
    length(text).map { Int(min($0, Int64(Int32.max))) }
  }

  /// A run of digits as a count of bytes; nil for anything else. Numbers that are too large become the largest.
  static func length(_ text: some StringProtocol) -> Int64? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int64(text) ?? .max
  }

  /// Cuts at a byte that is not in a quoted string or between `<` and `>`.
  static func split(_ text: some StringProtocol, at separator: UInt8, keepsAngles: Bool = false) -> [String] {
    var parts: [[UInt8]] = [[]]
    var isQuoted = false
    var isEscaped = false
    var isAngled = false
    for byte in text.utf8 {
      if isQuoted {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isQuoted = false
        }
      } else if isAngled {
        isAngled = byte != UInt8(ascii: ">")
      } else if byte == separator {
        parts.append([])
        continue
      } else if byte == UInt8(ascii: "\"") {
        isQuoted = true
      } else if keepsAngles, byte == UInt8(ascii: "<") {
        isAngled = true
      }
      parts[parts.count - 1].append(byte)
    }
    return parts.map { trimmed(String(decoding: $0, as: UTF8.self)) }
  }

  /// A parameter, as in `max-age=60` or `rel="next"`: its name in lower case, and its value, unquoted, where it has one
  /// (RFC 9110, section 5.6.6).
  static func parameter(_ text: String) -> (name: String, value: String?) {
    let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return (lowercased(trimmed(sides.first ?? "")), sides.count > 1 ? unquoted(trimmed(sides[1])) : nil)
  }

  /// What is between the quotes, escapes resolved, or the text itself (RFC 9110, section 5.6.4).
  private static func unquoted(_ text: String) -> String {
    guard text.utf8.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
    var bytes: [UInt8] = []
    var isEscaped = false
    for byte in text.utf8.dropFirst().dropLast() {
      if !isEscaped, byte == UInt8(ascii: "\\") {
        isEscaped = true
        continue
      }
      isEscaped = false
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
