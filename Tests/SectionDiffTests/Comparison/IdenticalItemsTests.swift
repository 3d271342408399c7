import Testing

@testable import SectionDiff

struct IdenticalItemsTests {
  @Test func stopsAtTheBatchThatHoldsTheFirstDifference() {
    let size = IdenticalItems.batchSize
    let comparison = ValueComparison<Int>()
    for count in 0..<(3 * size + 2) {
      let old = Array(0..<count)
      for changed in -1..<count {
        var new = old
        if changed >= 0 { new[changed] = -1 }
        let whole = count / size * size
        let forwards = IdenticalItems.matchingBatches(
          Forwards.self, old: old.span, from: 0, new: new.span, from: 0, limit: count, comparing: comparison)
        let isMet = changed >= 0 && changed < whole
        #expect(forwards.length == (isMet ? changed / size * size : whole))
        #expect(forwards.comparisons == forwards.length + (isMet ? size : 0))

        let backwards = IdenticalItems.matchingBatches(
          Backwards.self, old: old.span, from: count, new: new.span, from: count, limit: count, comparing: comparison)
        let fromEnd = count - 1 - changed
        let isMetBackwards = changed >= 0 && fromEnd < whole
        #expect(backwards.length == (isMetBackwards ? fromEnd / size * size : whole))
        #expect(backwards.comparisons == backwards.length + (isMetBackwards ? size : 0))
      }
    }
  }

  @Test func startsAnywhereAndKeepsWithinItsLimit() {
    let comparison = ValueComparison<Int>()
    let old = Array(0..<100)
    let new = Array(10..<100)
    let found = IdenticalItems.matchingBatches(
      Forwards.self, old: old.span, from: 30, new: new.span, from: 20, limit: 40, comparing: comparison)
    #expect(found.length == 32)
    let backwards = IdenticalItems.matchingBatches(
      Backwards.self, old: old.span, from: 90, new: new.span, from: 80, limit: 33, comparing: comparison)
    #expect(backwards.length == 32)
  }

  @Test func receiptsCountEveryComparisonOfABatch() throws {
    struct Batched: ItemComparison {
      final class Counts { var comparisons = 0 }
      let counts = Counts()
      static var comparesInBatches: Bool { true }
      func areIdentical(_ a: Row, _ b: Row) -> Bool {
        counts.comparisons += 1
        return a == b
      }
      func haveSameIdentity(_ a: Row, _ b: Row) -> Bool {
        counts.comparisons += 1
        return a.id == b.id
      }
      func haveEqualContent(_ a: Row, _ b: Row) -> Bool {
        counts.comparisons += 1
        return a == b
      }
      func identityHash(of item: Row, seed: Int) -> Int { item.id._rawHashValue(seed: seed) }
      func describeIdentity(of item: Row) -> String { item.id }
    }
    var random = SplitMix64(seed: 4)
    for edits in [0, 1, 2, 5, 20, 100] {
      let old = (0..<400).map { Row(id: "\($0)", value: 1) }
      var new = old
      for edit in 0..<edits {
        let place = Int.random(in: 0..<new.count, using: &random)
        switch edit % 4 {
        case 0: new.remove(at: place)
        case 1: new.insert(Row(id: "new \(edit)", value: 1), at: place)
        default: new[place].value = 2
        }
      }
      let comparison = Batched()
      let batched = try Differ().diff(from: FlatSnapshot(old), to: FlatSnapshot(new), comparing: comparison)
      let single = try Differ().diff(
        from: FlatSnapshot(old), to: FlatSnapshot(new), comparing: IdentifiableComparison())
      #expect(batched.changeset.identity == single.changeset.identity)
      #expect(batched.receipt.comparisons == comparison.counts.comparisons)
    }
  }
}
