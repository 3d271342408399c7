import ConformanceKit
import DiffWorkloads
import SectionDiff
import Testing

/// A share of what `LawRunner --worlds --sequences` runs in release in every check, sized for a debug build and for the
/// address sanitiser. All pairs up to length 3 are tried there.
@Suite("Laws over small worlds")
struct SmallWorldsLawTests {
  @Test("hold for every strategy, contents changed for none, one and all", arguments: IdentityScope.allCases)
  func worlds(scope: IdentityScope) {
    var report = ConformanceReport(algorithm: "all")
    let differs = Strategy.differs(scope: scope)
    let old = SmallWorlds.oldWorlds
    let new = SmallWorlds.newWorlds
    let changes = SmallWorlds.ContentChange.allCases
    // 1,999 is prime to 5,872, so every old world meets new ones of every kind.
    for (turn, pair) in stride(from: 0, to: old.count * new.count, by: 1_999).enumerated() {
      let before = old[pair / new.count]
      let plain = new[pair % new.count]
      let after = SmallWorlds.changing(changes[turn % 3], in: plain, from: before)
      report.check(LawCase(from: before, to: after, then: turn % 2 == 0 ? plain : before), differs: differs)
    }
    #expect(report.failed == 0, "\(report)")
    #expect(report.passed > 150)
  }

  @Test("hold for every strategy over all pairs of sequences up to length 2 on 3 letters")
  func sequences() {
    var report = ConformanceReport(algorithm: "all")
    let sequences = SmallSequences.all(letters: 3, length: 2).map(World.init(flat:))
    for old in sequences {
      for new in sequences {
        report.check(LawCase(from: old, to: new), differs: Strategy.differs())
      }
    }
    #expect(report.failed == 0, "\(report)")
    #expect(report.passed == 169)
  }
}
