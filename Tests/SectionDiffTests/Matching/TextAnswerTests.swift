import Foundation
import SectionDiff
import Testing
import TextPairs

/// How many changes answers for texts need.
@Suite struct TextAnswerTests {
  /// Thresholds are tuned on some of these pairs and judged by the others, so they stay what they are.
  @Test func thePairsAreFrozen() throws {
    #expect(TextPair.fingerprint(of: try TextPair.all()) == 0x906F_1D00_264F_8058)
  }

  /// `swift run -c release TextRunner` prints the table; the change that alters it says why.
  @Test func changesAreThoseOfTheTable() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../TextPairs/changes.txt")
    let expected = Set(try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(Self.words))
    for pair in try TextPair.all() where pair.isForTuning && pair.old.count < 20_000 {
      var table = QualityTable()
      table.rows = [try QualityTable.row(pair)]
      let row = table.text.split(separator: "\n").last.map(Self.words) ?? []
      #expect(expected.contains(row), "\(row.joined(separator: " "))")
    }
  }

  private static func words(_ line: Substring) -> [Substring] { line.split(separator: " ") }
}
