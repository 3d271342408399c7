/// Text as a terminal may show it: control characters are escaped, so that data can neither break a line nor
/// command the terminal.
enum VisibleText {
  /// Returns `text` with control characters written as `\n`, `\r`, `\t` or `\u{1b}`.
  static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where isControl(scalar): result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Returns `text` escaped and cut to `limit` characters, the last one then an ellipsis.
  static func shortened(_ text: String, to limit: Int) -> String {
    let text = escaped(text)
    guard text.utf8.count > limit, text.count > limit else { return text }
    return text.prefix(max(0, limit - 1)) + "…"
  }

  /// C0, DEL, C1, line and paragraph separators, and the marks that reverse the direction of what follows.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
