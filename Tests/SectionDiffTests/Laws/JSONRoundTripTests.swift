import ConformanceKit
import DiffWorkloads
import Foundation
import SectionDiff
import Testing

/// Law 8 with the encoder that users have; the other tests use a small one of their own.
@Suite("Round trip through JSON")
struct JSONRoundTripTests {
  @Test("gives an equal changeset, and equal bytes for equal inputs", arguments: Strategy.allCases)
  func roundTrip(strategy: Strategy) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let cases = RandomCases(seed: 8)
    let differ = Differ(algorithm: strategy.algorithm)
    for number in 0..<50 {
      let lawCase = cases[number]
      let (old, new) = (lawCase.old.snapshot, lawCase.new.snapshot)
      let changes = try differ.changeset(from: old, to: new)
      let data = try encoder.encode(changes)
      let decoded = try JSONDecoder().decode(Changeset<Int, World.Row, Int>.self, from: data)
      #expect(decoded == changes, "\(lawCase)")
      #expect(try old.applying(decoded) == new, "\(lawCase)")
      #expect(try encoder.encode(differ.changeset(from: old, to: new)) == data, "\(lawCase)")
      let snapshot = try JSONDecoder().decode(Snapshot<Int, World.Row, Int>.self, from: encoder.encode(old))
      #expect(snapshot == old)
    }
  }
}
