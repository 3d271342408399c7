import ConformanceKit
import DiffWorkloads
import SectionDiff
import Testing

/// Inputs on which the laws once found the engine wrong, as small as shrinking made them.
@Suite("Cases found by the laws")
struct FoundCasesTests {
  @Test("a receipt in section scope is not misled by one identity in two sections", arguments: Strategy.allCases)
  func minimalInSectionScope(strategy: Strategy) throws {
    let old = World(sections: [
      .init(key: 0, rows: [.init(id: 1), .init(id: 0)]), .init(key: 1, rows: [.init(id: 0)]),
    ])
    let new = World(sections: [.init(key: 1), .init(key: 0, rows: [.init(id: 0), .init(id: 1)])])
    let differ = Differ(algorithm: strategy.algorithm, duplicates: .reject, scope: .section)
    let diff = try differ.diff(from: old.snapshot, to: new.snapshot)
    if strategy.promises.contains(.fewestMoves) { #expect(diff.receipt.isMinimal) }
    var report = ConformanceReport(algorithm: strategy.name)
    report.check(LawCase(from: old, to: new), differ: differ)
    #expect(report.failed == 0, "\(report)")
  }

  @Test("stretches that leave nothing to match still move")
  func stretchesWithoutResidue() throws {
    // Farther apart than the walk looks.
    let old = World(flat: Array(0..<600))
    let new = World(flat: Array(300..<600) + Array(0..<300))
    var differ = Differ(algorithm: LISDiff())
    differ.frontLimits = .small
    let diff = try differ.diff(from: old.snapshot, to: new.snapshot)
    #expect(diff.receipt.residueNew == 0, "else this is not the case that was found")
    #expect(diff.changeset.counts == ChangeCounts(moves: 300))
    #expect(try diff.old.applying(diff.changeset) == diff.new)
  }

  @Test("no stage holds a row both in the section it leaves and in the new one it enters")
  func noRepeatBetweenStages() throws {
    // Row 2 is moved and updated, so there are two stages; row 1 goes from a kept section into a new one.
    let old = World(flat: [1, 2, 3, 4])
    let new = World(sections: [
      .init(key: 0, rows: [.init(id: 3), .init(id: 4), .init(id: 2, content: 1)]),
      .init(key: 1, rows: [.init(id: 1)]),
    ])
    let changes = try Differ().changeset(from: old.snapshot, to: new.snapshot)
    let stages = try changes.stages(from: old.snapshot)
    #expect(stages.count == 2)
    for stage in stages { #expect(World(stage.snapshot).hasUniqueRows(in: .global)) }
  }
}
