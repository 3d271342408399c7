import Foundation
import Testing

/// The folders of the module stand in the order of a diff, and a folder uses only what stands before it.
@Suite struct FolderOrderTests {
  /// From what everything uses to what uses everything.
  static let folders = [
    "Integers", "RankedArray", "Snapshots", "Comparison", "Running", "Front", "Tokens", "Matching", "Moves",
    "ChangeList", "SmallLists", "Changesets", "Differ",
  ]

  @Test func noFolderNamesATypeOfALaterOne() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/SectionDiff").standardizedFileURL
    let found = try FileManager.default.contentsOfDirectory(atPath: root.path)
      .filter { !$0.hasPrefix(".") && !$0.hasSuffix(".docc") }
    #expect(found.sorted() == Self.folders.sorted(), "name a new folder in the list above, where it belongs")

    var place: [String: Int] = [:]
    var code: [(file: String, folder: Int, text: String)] = []
    for (folder, name) in Self.folders.enumerated() {
      let path = root.appendingPathComponent(name).path
      for file in try FileManager.default.contentsOfDirectory(atPath: path).sorted() where file.hasSuffix(".swift") {
        let text = try String(contentsOfFile: path + "/" + file, encoding: .utf8)
        let lines = text.split(separator: "\n").filter { !$0.drop(while: { $0 == " " }).hasPrefix("//") }
        code.append(("\(name)/\(file)", folder, lines.joined(separator: "\n")))
        for line in lines {
          if let type = line.firstMatch(of: /^[a-z@(): ]*\b(?:struct|class|enum|protocol|typealias) ([A-Z]\w*)/) {
            if !line.hasPrefix(" ") && !line.contains("private ") { place[String(type.1)] = folder }
          }
        }
      }
    }
    #expect(place.count > 60)
    for (file, folder, text) in code {
      let words = Set(text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
      for word in words.sorted() {
        guard let other = place[word], other > folder else { continue }
        Issue.record("\(file) names \(word), which is in the later folder \(Self.folders[other])")
      }
    }
  }
}
