import Testing

@testable import SectionDiff

@Suite struct SectionPlanTests {
  @Test func equalKeysAreKeptWithoutAHash() {
    struct Unhashed: Hashable {
      var name: Int
      func hash(into hasher: inout Hasher) { Issue.record("nothing needs a hash") }
    }
    let keys = (0..<10).map { Unhashed(name: $0) }
    let plan = SectionPlan(old: keys, new: keys)
    #expect(plan.deleted.isEmpty && plan.inserted.isEmpty && plan.moved.isEmpty)
    let appended = SectionPlan(old: Array(keys.dropLast()), new: keys)
    #expect(appended.inserted == [9])
  }

  @Test(arguments: [
    ("", "", [], [], []), ("abc", "", [0, 1, 2], [], []), ("", "ab", [], [0, 1], []),
    ("abc", "acd", [1], [2], []), ("abc", "cab", [], [], [[2, 0]]), ("abcd", "xbcda", [], [0], [[0, 4]]),
    ("abcde", "edcba", [], [], [[4, 0], [3, 1], [2, 2], [1, 3]]),
  ])
  func keysAreMatchedByTheLongestRun(
    _ old: String, _ new: String, _ deleted: [Int32], _ inserted: [Int32], _ moved: [[Int32]]
  ) {
    let plan = SectionPlan(old: Array(old), new: Array(new))
    #expect(plan.deleted == deleted)
    #expect(plan.inserted == inserted)
    #expect(plan.moved.map { [$0.old, $0.new] } == moved)
  }

  @Test(arguments: 0...6)
  func movesAreFewestForAllOrders(_ count: Int) {
    let old = Array(0..<count)
    for new in allPermutations(of: count) {
      let plan = SectionPlan(old: old, new: new)
      #expect(plan.moved.count == count - commonLength(old, new))
      #expect(new.indices.map(plan.oldSection(ofNew:)) == new)
      #expect(plan.isIdentity == (old == new))
      #expect(plan.newOfOld.indices.allSatisfy { plan.oldOfNew[Int(plan.newOfOld[$0])] == Int32($0) })
    }
  }
}

extension SectionPlan {
  fileprivate init<Key: Hashable>(old: [Key], new: [Key]) {
    var pool = BufferPool()
    self.init(old: old, new: new, in: &pool)
  }
}
