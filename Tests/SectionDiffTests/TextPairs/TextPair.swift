import Foundation

/// Two versions of a text, by lines.
package struct TextPair: Sendable {
  /// What kind of text it is: the name up to the first hyphen.
  package let kind: String
  package let name: String
  package let old: [String]
  package let new: [String]

  /// Kinds that no threshold may be tuned on, nor looked at while one is: they judge what was tuned on the others.
  package static let unseenKinds: Set = ["configuration", "log", "release"]

  /// Whether thresholds may be tuned on it.
  package var isForTuning: Bool { !Self.unseenKinds.contains(kind) }

  init(_ name: String, old: [String], new: [String]) {
    kind = String(name.prefix { $0 != "-" })
    self.name = name
    self.old = old
    self.new = new
  }

  /// The frozen pairs: those in the folder `Pairs` beside this file, and those that are generated; by name.
  package static func all() throws -> [TextPair] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Pairs")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    let read = try files.filter { $0.pathExtension == "old" }.map { file in
      try TextPair(
        file.deletingPathExtension().lastPathComponent, old: lines(of: file),
        new: lines(of: file.deletingPathExtension().appendingPathExtension("new")))
    }
    return (read + generated).sorted { $0.name < $1.name }
  }

  private static func lines(of file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
  }

  /// What the pairs are, in 64 bits (FNV-1a), so that a test fails when they change.
  package static func fingerprint(of pairs: [TextPair]) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ text: String) {
      for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      hash = (hash ^ 10) &* 0x100_0000_01B3
    }
    for pair in pairs {
      add(pair.name)
      for line in pair.old { add(line) }
      add("=")
      for line in pair.new { add(line) }
    }
    return hash
  }
}
