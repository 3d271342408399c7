import BenchmarkHarness
import SectionDiff
import Testing

/// The sample of "How measuring works".
@Suite struct MeasuringSamples {
  @Test func anotherLibrary() throws {
    var lines: [String] = []
    func print(_ line: String) { lines.append(line) }
    // sample: another-library
    struct Track: Identifiable, Equatable {
      let id: Int
      var title: String
    }
    let old = (0..<1_000).map { Track(id: $0, title: "track \($0)") }
    var new = old
    new.swapAt(10, 900)
    new[500].title = "another title"

    let ours = Contender.diff(
      "section-diff", by: Differ(), from: FlatSnapshot(old), to: FlatSnapshot(new),
      comparing: IdentifiableComparison())
    // The other library's answer is replayed, and then its time is measured.
    guard old.applying(new.difference(from: old)) == new else {
      throw VerificationFailure("stdlib", "applying its changes does not give the new list")
    }
    let theirs = Contender("stdlib") { new.difference(from: old).count }

    let harness = Harness(plan: SamplingPlan(maximumRounds: 20), clock: SystemClock())
    let table = try harness.measure([ours, theirs], against: ["stdlib"], noiseOf: "section-diff")
    if let ratio = table["section-diff"]?.ratios["stdlib"] {
      print("\(ratio.median) times as long as stdlib, between \(ratio.interval.low) and \(ratio.interval.high)")
      print("By chance, a ratio differs from 1 by \(table.noiseShare).")
    }
    // end sample
    #expect(table.rows.map(\.name) == ["section-diff", "stdlib"])
    #expect(table["section-diff"]?.answer?.counts == ChangeCounts(moves: 2, updates: 1))
    #expect(lines.count == 2)
  }
}
