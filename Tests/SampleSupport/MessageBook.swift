import Foundation

/// The messages that the page "Troubleshooting" explains, and those in the sources.
///
/// In the page a message is a heading of the third level; … stands for what differs from case to case.
@available(LiveSystems, *)
public struct MessageBook {
  /// The messages of the page, in order.
  public let explained: [String]
  /// The texts of all string literals, by file; … stands for an interpolation.
  private let literals: [String: String]

  /// Reads the page and the sources of all modules.
  public init() throws {
    let root = URL(filePath: #filePath).appending(path: "../../..").standardized
    let page = try String(
      contentsOf: root.appending(path: "docs/Guide.docc/Troubleshooting.md"), encoding: .utf8)
    // Two hyphens would be shown as a dash, so they are escaped.
    explained = page.components(separatedBy: "\n").filter { $0.hasPrefix("### ") }
      .map { $0.dropFirst(4).replacingOccurrences(of: "\\-", with: "-") }
    var literals: [String: String] = [:]
    for folder in ["Sources", "Adapters"] {
      let files = FileManager.default.enumerator(at: root.appending(path: folder), includingPropertiesForKeys: nil)
      for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
        literals[file.path] = Self.literals(in: try String(contentsOf: file, encoding: .utf8))
      }
    }
    self.literals = literals
  }

  /// Whether one source file has a message: each part of it between two … occurs in that file's literals.
  public func isInTheSources(_ message: String) -> Bool {
    let parts = message.components(separatedBy: "…").filter { $0.count > 3 }
    return !parts.isEmpty && literals.values.contains { text in parts.allSatisfy(text.contains) }
  }

  /// The literals of a source, a line each; those that `+` joins are one.
  static func literals(in source: String) -> String {
    var scanner = LiteralScanner(bytes: Array(source.utf8))
    return scanner.literals().joined(separator: "\n")
  }
}

/// Finds the string literals of a Swift source.
private struct LiteralScanner {
  let bytes: [UInt8]
  var place = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  private func starts(with text: String) -> Bool { bytes[place...].starts(with: text.utf8) }

  mutating func literals() -> [String] {
    var found: [String] = []
    var isJoined = false
    while place < bytes.count {
      if starts(with: "//") {
        while place < bytes.count, bytes[place] != UInt8(ascii: "\n") { place += 1 }
      } else if bytes[place] == UInt8(ascii: "\"") {
        let text = literal()
        if isJoined, let last = found.popLast() { found.append(last + text) } else { found.append(text) }
        isJoined = false
      } else {
        if bytes[place] == UInt8(ascii: "+") {
          isJoined = true
        } else if bytes[place] != UInt8(ascii: " "), bytes[place] != UInt8(ascii: "\n") {
          isJoined = false
        }
        place += 1
      }
    }
    return found
  }

  /// Reads the literal that begins here.
  private mutating func literal() -> String {
    let quote = starts(with: "\"\"\"") ? "\"\"\"" : "\""
    place += quote.utf8.count
    var text: [UInt8] = []
    while place < bytes.count, !starts(with: quote) {
      if starts(with: "\\(") {
        place += 2
        interpolation()
        text += Array("…".utf8)
      } else if bytes[place] == UInt8(ascii: "\\"), place + 1 < bytes.count {
        text.append(bytes[place + 1])
        place += 2
      } else {
        text.append(bytes[place])
        place += 1
      }
    }
    place = min(place + quote.utf8.count, bytes.count)
    return String(decoding: text, as: UTF8.self)
  }

  /// Skips an interpolation to its closing parenthesis.
  private mutating func interpolation() {
    var depth = 1
    while place < bytes.count, depth > 0 {
      if bytes[place] == UInt8(ascii: "\"") {
        _ = literal()
        continue
      }
      if bytes[place] == UInt8(ascii: "(") { depth += 1 }
      if bytes[place] == UInt8(ascii: ")") { depth -= 1 }
      place += 1
    }
  }
}
