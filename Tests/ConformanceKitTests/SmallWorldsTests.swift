import ConformanceKit
import Testing

@Suite("Small worlds")
struct SmallWorldsTests {
  @Test("come to 56 old worlds, 5,872 new ones and 328,832 pairs, no two alike")
  func counts() {
    let old = SmallWorlds.oldWorlds
    let new = SmallWorlds.newWorlds
    #expect(old.count == 56)
    #expect(new.count == 5_872)
    #expect(old.count * new.count == 328_832)
    #expect(Set(old).count == old.count)
    #expect(Set(new).count == new.count)
    #expect(Set(new).isSuperset(of: old))
  }

  @Test("change contents of none, one and all kept items")
  func contents() {
    let old = World(flat: [0, 1])
    let new = World(flat: [2, 1, 0])
    #expect(SmallWorlds.changing(.none, in: new, from: old) == new)
    #expect(SmallWorlds.changing(.one, in: new, from: old).description == "0:[2 1' 0]")
    #expect(SmallWorlds.changing(.all, in: new, from: old).description == "0:[2 1' 0']")
  }

  @Test("of one list come to 364 sequences")
  func sequences() {
    let all = SmallSequences.all(letters: 3, length: 5)
    #expect(all.count == 364)
    #expect(Set(all).count == 364)
  }
}
