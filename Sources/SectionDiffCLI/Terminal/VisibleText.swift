internal import RecordFormats

/// Text as a terminal may show it: control characters are escaped, so that data can neither break a line nor
/// command the terminal.
enum VisibleText {
  /// Returns `text` with such characters written as `\n`, `\r`, `\t` or `\u{1b}`.
  static func escaped(_ text: String) -> String { VisibleCharacters.escaped(text) }

  /// Returns `text` escaped and cut to `limit` characters, the last one then an ellipsis.
  static func shortened(_ text: String, to limit: Int) -> String {
    // No more is looked at than is needed, however long the text is.
    let head = start(of: text, characters: limit)
    let text = escaped(head.text)
    guard head.isCut || text.utf8.count > limit && text.count > limit else { return text }
    return text.prefix(max(0, limit - 1)) + "…"
  }

  /// The start of a text, with more than so many characters; and whether more follow.
  private static func start(of text: String, characters limit: Int) -> (text: String, isCut: Bool) {
    guard text.utf8.count > 4096, let end = text.index(text.startIndex, offsetBy: limit + 1, limitedBy: text.endIndex),
      end < text.endIndex
    else { return (text, false) }
    return (String(text[..<end]), true)
  }

  /// Returns two texts that differ, escaped and cut so that the difference is seen: `…abc…` and `…abd…`.
  ///
  /// Where they would look alike, as one character and the two that it can be composed of do, every character outside
  /// ASCII is written by its number. The two that come back are never equal unless the two that went in are.
  ///
  /// - Parameter limit: How many characters of each are shown, ellipses included; nil for all, 8 at least.
  static func pair(_ a: String, _ b: String, to limit: Int?) -> (String, String) {
    guard !a.utf8.elementsEqual(b.utf8) else {
      let text = limit.map { shortened(a, to: $0) } ?? escaped(a)
      return (text, text)
    }
    let (a, b) = limit.map { around(a, b, characters: $0) } ?? (a, b)
    let plain = cut(escaped(a), escaped(b), to: limit)
    return lookAlike(plain.0, plain.1) ? cut(spelled(a), spelled(b), to: limit) : plain
  }

  /// Of two long texts what is near the first difference, and more of it than is shown.
  private static func around(_ a: String, _ b: String, characters limit: Int) -> (String, String) {
    let room = 64 * max(8, limit)
    guard max(a.utf8.count, b.utf8.count) > 4 * room else { return (a, b) }
    let (a, b) = (Array(a.utf8), Array(b.utf8))
    let shared = commonPrefix(a, b)
    let first = startOfLetter(in: a, atOrBefore: max(0, shared - room))
    func window(_ text: [UInt8]) -> String {
      var end = min(text.count, shared + room)
      while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
      return String(decoding: text[first..<end], as: UTF8.self)
    }
    return (window(a), window(b))
  }

  /// How many bytes two texts begin with that are the same.
  private static func commonPrefix(_ a: [UInt8], _ b: [UInt8]) -> Int {
    let limit = min(a.count, b.count)
    var count = 0
    while count < limit, a[count] == b[count] { count += 1 }
    return count
  }

  /// Where a letter of ASCII is, which no mark before it changes; or the start.
  private static func startOfLetter(in text: [UInt8], atOrBefore offset: Int) -> Int {
    var start = min(offset, text.count)
    while start > 0, start == text.count || text[start] >= 0x80 { start -= 1 }
    return start
  }

  /// Cuts two texts at the same place, which has the first difference in view.
  private static func cut(_ a: String, _ b: String, to limit: Int?) -> (String, String) {
    guard let limit = limit.map({ max(8, $0) }), a.utf8.count > limit || b.utf8.count > limit else { return (a, b) }
    let (a, b) = (Array(a), Array(b))
    let longest = max(a.count, b.count)
    if longest <= limit { return (String(a), String(b)) }
    let shared = zip(a, b).prefix { $0 == $1 }.count
    // Two thirds of the room may go to what both begin with; further to the right a third does.
    let start = shared <= limit * 2 / 3 ? 0 : max(0, min(shared - limit / 3, longest - limit + 1))
    func window(_ text: [Character]) -> String {
      let room = start > 0 ? limit - 1 : limit
      let isCut = text.count - start > room
      return (start > 0 ? "…" : "") + String(text[start...].prefix(isCut ? room - 1 : room)) + (isCut ? "…" : "")
    }
    return (window(a), window(b))
  }

  /// Whether two texts look the same: white space of any kind and what is never drawn do not distinguish them.
  private static func lookAlike(_ a: String, _ b: String) -> Bool {
    let (a, b) = (Array(a.utf8), Array(b.utf8))
    // What both begin and end with makes no difference, up to a letter of ASCII.
    let shared = commonPrefix(a, b)
    let first = startOfLetter(in: a, atOrBefore: shared)
    var rest = 0
    while rest < min(a.count, b.count) - shared, a[a.count - 1 - rest] == b[b.count - 1 - rest] { rest += 1 }
    while rest > 0, a[a.count - rest] >= 0x80 { rest -= 1 }
    func part(_ text: [UInt8]) -> String {
      String(decoding: text[first..<max(first, text.count - rest)], as: UTF8.self)
    }
    // Characters compare by canonical equivalence.
    return drawn(part(a)) == drawn(part(b))
  }

  /// What is drawn of a text: blanks of any kind are one, and what is never drawn is left out.
  static func drawn(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars where !scalar.properties.isDefaultIgnorableCodePoint {
      result.unicodeScalars.append(scalar.properties.isWhitespace ? " " : scalar)
    }
    return result
  }

  /// Returns `text` in printable ASCII alone, other characters by their numbers; different texts stay different.
  static func spelled(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\\\"
      case " "..."~": String(scalar)
      default: "\\u{\(String(scalar.value, radix: 16))}"
      }
    }.joined()
  }
}
