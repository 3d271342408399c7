import SectionDiff
import Testing

@Suite struct DifferStagesTests {
  @Test func areThoseOfTheChangeset() throws {
    var random = SplitMix64(seed: 9)
    for _ in 0..<200 {
      let (old, new) = (random.board(sections: 4, rows: 10), random.board(sections: 4, rows: 10))
      let stages = try Differ().stages(from: old, to: new)
      let expected = try Differ().changeset(from: old, to: new).stages(from: old)
      #expect(stages.map(\.changes) == expected.map(\.changes))
      #expect(stages.map(\.snapshot) == expected.map(\.snapshot))
      #expect(stages.isEmpty == (old == new))
      #expect(stages.last?.snapshot ?? new == new)
    }
  }

  @Test func ofListsAndOfItemsWithAComparison() throws {
    #expect(try Differ().stages(from: ["a", "b"], to: ["b", "c"]).map(\.snapshot) == [FlatSnapshot(["b", "c"])])
    let byLength = try Differ().stages(
      from: ["a"], to: ["bb", "c"], comparing: .by(\.count) { _, _ in true })
    #expect(byLength.map(\.changes.counts) == [ChangeCounts(inserts: 1)])
  }

  @Test func whatAPolicyDropsIsNotShown() throws {
    let stages = try Differ(duplicates: .keepFirst).stages(from: ["a", "a", "b"], to: ["b", "b", "c"])
    #expect(stages.map(\.snapshot) == [FlatSnapshot(["b", "c"])])
    #expect(stages.first?.changes.counts == ChangeCounts(deletes: 1, inserts: 1))
  }
}
