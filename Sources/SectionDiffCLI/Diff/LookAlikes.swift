internal import RecordFormats

/// Names that look alike and are not the same: characters that are not drawn, blanks of other kinds, one character and the
/// two that it can be composed of. Such names are shown in ASCII, other characters by their numbers.
struct LookAlikes {
  /// For what is drawn, compared as people see it, the bytes of the first name.
  private var first: [String: [UInt8]] = [:]
  /// The names that look like another one.
  private var names: Set<[UInt8]> = []

  /// Notes a name.
  ///
  /// - Complexity: O(bytes) expected. One of printable ASCII is not noted: none but that looks like it, unless it has what is
  ///   not drawn, and that is always shown.
  mutating func add(_ name: String) {
    guard !Self.isPlain(name) else { return }
    let bytes = Array(name.utf8)
    // The keys are compared by canonical equivalence.
    let known = first.updateValue(bytes, forKey: VisibleText.drawn(name))
    guard let known, known != bytes else { return }
    names.insert(known)
    names.insert(bytes)
  }

  /// A name as it is shown.
  func shown(_ name: String) -> String {
    if Self.isPlain(name) { return name }
    return names.contains(Array(name.utf8)) || Self.isDrawnAsASCII(name) ? VisibleText.spelled(name) : name
  }

  private static func isPlain(_ name: String) -> Bool { name.utf8.allSatisfy { $0 < 0x80 } }

  /// Whether a name that is not ASCII looks like one that is.
  private static func isDrawnAsASCII(_ name: String) -> Bool {
    VisibleText.drawn(name).unicodeScalars.allSatisfy { scalar in
      // What is canonically equivalent to ASCII: the sign of Kelvin, the Greek question mark, the Greek varia.
      scalar.isASCII || scalar == "\u{212A}" || scalar == "\u{37E}" || scalar == "\u{1FEF}"
    }
  }
}
