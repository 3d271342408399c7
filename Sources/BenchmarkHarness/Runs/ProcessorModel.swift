#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What the system calls the processor: two machines of one system and as many cores are told apart by it.
enum ProcessorModel {
  /// The name of this machine's; `nil` where the system does not say.
  static var current: String? {
    #if os(Linux)
      guard let text = FileManager.default.contents(atPath: "/proc/cpuinfo") else { return nil }
      return name(in: String(decoding: text.prefix(largestText), as: UTF8.self))
    #else
      nil
    #endif
  }

  /// The first processor is described in a few kilobytes, and the others have the same name.
  private static let largestText = 65_536
  /// So many Unicode scalars of a name are kept. Those of Intel, the longest, have 48.
  static let longest = 80

  /// The name of the first processor in a text of the form of `/proc/cpuinfo`: its `model name`, or the numbers that an ARM
  /// processor has instead; `nil` where there is neither.
  static func name(in text: String) -> String? {
    var values: [String: String] = [:]
    for line in text.split(whereSeparator: \.isNewline) {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let name = cleaned(line[..<colon])
      let value = cleaned(line[line.index(after: colon)...])
      if !value.isEmpty, values[name] == nil { values[name] = value }
    }
    if let model = values["model name"] { return model }
    guard let maker = values["CPU implementer"], let part = values["CPU part"] else { return nil }
    return "CPU implementer \(maker) part \(part)"
  }

  /// One line of text that can be shown: other characters are blanks, of which no two follow each other.
  private static func cleaned(_ text: Substring) -> String {
    let shown = text.unicodeScalars.map { scalar -> Unicode.Scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: " "
      default: scalar
      }
    }
    let words = String(String.UnicodeScalarView(shown)).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return String(String.UnicodeScalarView(words.unicodeScalars.prefix(longest)))
  }
}
