import ConformanceKit
import SectionDiff
import Testing

@Suite("The search for the fewest stages")
struct StageSearchTests {
  @Test("agrees with trying every partition on the list-view model", arguments: [1, 2])
  func literal(count: Int) throws {
    let old = SmallWorlds.oldWorlds
    let new = SmallWorlds.newWorlds
    var tried = 0
    var illegal = 0
    // Changed contents make the hard cases; 977 is prime to 5,872.
    for pair in stride(from: count, to: old.count * new.count, by: 977) {
      let before = old[pair / new.count]
      let after = SmallWorlds.changing(.all, in: new[pair % new.count], from: before)
      let list = try Differ(algorithm: LISDiff()).changeset(from: before.snapshot, to: after.snapshot).batch
      let batch = PlainChanges(list)
      let literal = LiteralStages(batch: batch, from: before, to: after)
      guard (1...7).contains(literal.operationCount) else { continue }
      let search = StageSearch(
        batch: batch, mapping: RowMapping(reading: batch, from: before, to: after, view: .batch))
      let answer = literal.hasPartition(into: count)
      #expect(search.hasPartition(into: count) == answer, "\(before) → \(after) in \(count)")
      tried += 1
      illegal += answer ? 0 : 1
    }
    #expect(tried > 200)
    #expect(illegal > 0)
  }
}
