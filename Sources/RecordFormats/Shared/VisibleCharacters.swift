/// Text as a terminal may show it: what commands it, breaks a line, reverses the direction of what follows or is not seen
/// is written by its number.
package enum VisibleCharacters {
  /// Returns `text` with such characters written as `\n`, `\r`, `\t` or `\u{1b}`.
  package static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHidden) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where isHidden(scalar): result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// C0, DEL, C1, line and paragraph separators, the marks of direction (Unicode's `Bidi_Control`), and tags.
  package static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xE0000...0xE007F: true
    default: false
    }
  }
}
