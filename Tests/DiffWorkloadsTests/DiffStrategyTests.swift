import DiffWorkloads
import SectionDiff
import Testing

@Suite struct DiffStrategyTests {
  @Test func theNamesAreDistinctAndFindTheirStrategies() {
    #expect(DiffStrategy.all.map(\.name) == ["adaptive", "lis", "myers-moves", "heckel", "myers"])
    #expect(Set(DiffStrategy.all).count == DiffStrategy.all.count)
    for strategy in DiffStrategy.all {
      #expect(DiffStrategy(strategy.name) == strategy)
      #expect(strategy.name.hasPrefix(strategy.algorithm.name))
      #expect("\(strategy)" == strategy.name)
    }
    #expect(DiffStrategy("bogus") == nil)
    #expect(DiffStrategy.standard.algorithm is AdaptiveDiff)
  }

  @Test func thePlotsHaveAColourOfItsOwnForEach() throws {
    for strategy in DiffStrategy.all {
      for color in [strategy.colors.light, strategy.colors.dark] {
        #expect(color.wholeMatch(of: /#[0-9a-f]{6}/) != nil, "\(strategy): \(color)")
      }
    }
    #expect(Set(DiffStrategy.all.map(\.colors.light)).count == DiffStrategy.all.count)
    #expect(Set(DiffStrategy.all.map(\.colors.dark)).count == DiffStrategy.all.count)
  }
}
