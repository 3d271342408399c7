import Foundation
import Testing

/// The table in the documentation that says which test proves what.
struct ParityTableTests {
  private struct Row: Equatable {
    var number: Int
    var test: String
    /// Whether no column is empty.
    var isFull: Bool
  }

  private static let package: URL = {
    var folder = URL(fileURLWithPath: #filePath)
    // Out of Tests/LiveResultsTests/Parity.
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    return folder
  }()

  /// The rows under a heading of the article.
  private static func rows(under heading: String) throws -> [Row] {
    let article = package.appendingPathComponent("Sources/LiveResults/LiveResults.docc/Parity.md")
    let text = try String(contentsOf: article, encoding: .utf8)
    let part = try #require(text.components(separatedBy: "\n## ").first { $0.hasPrefix(heading) })
    return part.components(separatedBy: "\n").compactMap { line in
      let cells = line.components(separatedBy: "|").dropFirst().dropLast()
        .map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 4, let number = Int(cells[0]) else { return nil }
      let test = cells[3].trimmingCharacters(in: CharacterSet(charactersIn: "`"))
      return Row(number: number, test: test, isFull: cells.allSatisfy { !$0.isEmpty })
    }
  }

  /// The suites of a folder, and how many tests each has.
  private static func suites(in folder: String) throws -> [String: Int] {
    let tests = package.appendingPathComponent("Tests/LiveResultsTests/\(folder)")
    var suites: [String: Int] = [:]
    for file in try FileManager.default.contentsOfDirectory(at: tests, includingPropertiesForKeys: nil)
    where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for part in text.components(separatedBy: "\n@Suite").dropFirst() {
        let name = try #require(part.components(separatedBy: " struct ").dropFirst().first).prefix { $0.isLetter }
        suites[String(name)] = part.components(separatedBy: "@Test").count - 1
      }
    }
    return suites
  }

  @Test(arguments: [("Capabilities", "Parity", 47), ("Faults", "Faults", 17)])
  func everyRowHasATestAndEveryTestARow(_ table: (heading: String, folder: String, count: Int)) throws {
    let rows = try Self.rows(under: table.heading)
    let suites = try Self.suites(in: table.folder)
    #expect(rows.map(\.number) == Array(1...table.count) && rows.allSatisfy(\.isFull))
    #expect(rows.map(\.test).sorted() == suites.keys.sorted())
    for (name, count) in suites { #expect(count > 0, "\(name) tests nothing") }
  }
}
