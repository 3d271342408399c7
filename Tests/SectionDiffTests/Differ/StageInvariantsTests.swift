import DiffWorkloads
import Testing

@testable import SectionDiff

/// What each stage says of its value holds for random boards.
@Suite struct StageInvariantsTests {
  @Test(arguments: Strategy.allCases, [FrontLimits(), .small])
  func everyValueOfTheStagesIsConsistent(_ strategy: Strategy, _ limits: FrontLimits) throws {
    var random = SplitMix64(seed: 16)
    let comparison = ValueComparison<Int>()
    for trial in 0..<300 {
      let bound = trial % 3 == 0 ? 8 : 60
      func board() -> Snapshot<Int, Int, NoHeader> {
        let keys = (0..<5).shuffled(using: &random).prefix(Int.random(in: 0...4, using: &random))
        return Snapshot(
          sections: keys.map { key in
            SnapshotSection(
              key,
              items: (0..<Int.random(in: 0..<12, using: &random)).map { _ in Int.random(in: 0..<bound, using: &random) }
            )
          })
      }
      let (old, new) = (board(), board())
      #expect(old.offsets.checkInvariants() == nil)
      let oldItems = ContiguousArray(old.items.contiguous)
      let newItems = ContiguousArray(new.items.contiguous)
      var items = ComparedItems(old: oldItems, new: newItems, comparing: comparison)
      var run = DiffRun(strategy: strategy.name)
      let sides = DiffSides(old, new, in: &run.scratch.pool)
      let front = try FrontPairs.found(
        in: &items, sides, itemBound: max(oldItems.count, newItems.count), walking: strategy.algorithm.allowsWalk,
        limits: limits, in: &run)
      #expect(front.residue.checkInvariants() == nil)
      let paired = front.runs.reduce(0) { $0 + Int($1.count) }
      for pairs in front.runs {
        for offset in 0..<pairs.count {
          let position = pairs.extent < 0 ? pairs.old - offset : pairs.old + offset
          #expect(oldItems[Int(position)] == newItems[Int(pairs.new + offset)])
        }
      }
      #expect(paired + front.residue.old.count == old.itemCount)
      #expect(paired + front.residue.new.count == new.itemCount)
      #expect(front.updates.isAscending)
      var tokens = try Tokens(of: front.residue, items, all: true, in: &run)
      for (place, token) in tokens.old.enumerated() {
        #expect(oldItems[Int(front.residue.old[Int(token)])] == oldItems[Int(front.residue.old[place])])
      }
      let matching = try ResidueMatching(
        of: front.residue, &tokens, algorithm: strategy.algorithm, scope: .global, in: &run)
      #expect(matching.checkInvariants(front.residue) == nil)
    }
  }

  @Test func whatIsWrongIsNamed() throws {
    #expect(SectionOffsets([1, 2]).checkInvariants() == "the starts [1, 2] do not begin with 0")
    #expect(SectionOffsets([0, 3, 2]).checkInvariants() == "section 1 starts at 3 and ends at 2")
    var residue = Residue()
    residue.old = [4, 4]
    residue.keptOld = 2
    #expect(residue.checkInvariants() == "a position occurs twice")
    residue.cuts = [PositionPair(position: 1, 0)]
    #expect(residue.checkInvariants()?.hasPrefix("the last cut is") == true)
  }
}
