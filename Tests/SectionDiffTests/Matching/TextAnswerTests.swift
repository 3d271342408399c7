import Foundation
import SectionDiff
import TestScale
import Testing

/// How many changes answers for texts need.
@Suite struct TextAnswerTests {
  /// Thresholds are tuned on some of these pairs and judged by the others, so they stay what they are.
  @Test func thePairsAreFrozen() throws {
    #expect(TextPair.fingerprint(of: try TextPair.all()) == 0x906F_1D00_264F_8058)
  }

  /// `scripts/trial TextRunner` prints the table; the change that alters it says why.
  @Test(.enabled(if: TestScale.isFull)) func changesAreThoseOfTheTable() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../TextPairs/changes.txt")
    let expected = Set(try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(Self.words))
    for pair in try TextPair.all() where pair.isForTuning && pair.old.count < 20_000 {
      var table = QualityTable()
      table.rows = [try QualityTable.row(pair)]
      let row = table.text.split(separator: "\n").last.map(Self.words) ?? []
      #expect(expected.contains(row), "\(row.joined(separator: " "))")
    }
  }

  /// Those too that nothing was tuned on; `TextRunner --unseen` shows them.
  @Test(.enabled(if: TestScale.isFull)) func answersOfKindsThatNothingWasTunedOnAreWithinTheBounds() throws {
    var table = QualityTable()
    for pair in try TextPair.all() where !pair.isForTuning { table.rows.append(try QualityTable.row(pair)) }
    #expect(Set(table.rows.map(\.pair.kind)) == TextPair.unseenKinds)
    #expect(table.geometricMean <= 1.05)
    #expect(try #require(table.worst).ratio <= 1.15)
  }

  /// Found in a README of 64 lines: it was answered with 8 moves where a shortest script has none, because the walk had paired
  /// blank lines and fences of other paragraphs.
  @Test func aShortTextMovesNoMoreThanAShortestScript() throws {
    var random = SplitMix64(seed: 70)
    func paragraph() -> [String] {
      let number = Int.random(in: 0..<10_000, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: return ["## Part \(number)", "", "Text \(number)."]
      case 1: return ["```sh", "run \(number)", "```"]
      default: return ["- item \(number)", "- item \(number + 1)"]
      }
    }
    var unmoved = 0
    for _ in 0..<100 {
      let old = (0..<16).map { _ in paragraph() + [""] }
      var new = old
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        new.remove(at: Int.random(in: new.indices, using: &random))
        if Bool.random(using: &random) {
          new.insert(paragraph() + [""], at: Int.random(in: 0...new.count, using: &random))
        }
        if new.isEmpty { break }
      }
      let (before, after) = (old.flatMap { $0 }, new.flatMap { $0 })
      let answer = try Differ().changeset(from: before, to: after).counts
      let shortest = try Differ(algorithm: MyersDiff(infersMoves: true), budget: .unlimited).changeset(
        from: before, to: after
      ).counts
      #expect(answer == shortest, "\(before) → \(after)")
      if shortest.moves == 0 { unmoved += 1 }
    }
    #expect(unmoved > 20, "otherwise the texts are not those")
  }

  private static func words(_ line: Substring) -> [Substring] { line.split(separator: " ") }
}
