import SectionDiff
import TestScale
import Testing

@Suite struct MyersDiffTests {
  /// Deletes and inserts of the script; fails when the pairs are not equal or not in order.
  func differences<Element: Hashable>(_ old: [Element], _ new: [Element], infersMoves: Bool = false) throws -> Int {
    let matched = try pairs(MyersDiff(infersMoves: infersMoves), old, new)
    var last = -1
    var kept = 0
    for (place, source) in matched.enumerated() where source >= 0 {
      #expect(source > last, "\(old) → \(new): \(matched)")
      #expect(old[source] == new[place])
      last = source
      kept += 1
    }
    return old.count + new.count - 2 * kept
  }

  @Test func kittenBecomesSitting() throws {
    #expect(try pairs(MyersDiff(), "kitten", "sitting") == [-1, 1, 2, 3, -1, 5, -1])
    #expect(try differences(Array("kitten"), Array("sitting")) == 5)
  }

  @Test func thePapersExampleHasFiveDifferences() throws {
    #expect(try differences(Array("ABCABBA"), Array("CBABAC")) == 5)
  }

  @Test(arguments: [("", "", 0), ("abc", "", 3), ("", "abc", 3), ("abc", "abc", 0), ("abc", "def", 6), ("ab", "ba", 2)])
  func endsAreRight(_ old: String, _ new: String, _ expected: Int) throws {
    #expect(try differences(Array(old), Array(new)) == expected)
  }

  @Test func isShortestForAllSmallWords() throws {
    let words = allWords(upTo: 4, letters: 3)
    for old in words {
      for new in words {
        let found = try differences(old, new)
        if found != old.count + new.count - 2 * commonLength(old, new) {
          Issue.record("\(old) → \(new): \(found) differences are not the fewest")
        }
      }
    }
  }

  @Test(arguments: [2, 4, 10, 60])
  func isShortestForRandomWords(_ letters: Int) throws {
    var random = SplitMix64(seed: UInt64(letters))
    for _ in 0..<150 {
      let old = random.word(upTo: 60, letters: letters)
      let new = random.word(upTo: 60, letters: letters)
      #expect(try differences(old, new) == old.count + new.count - 2 * commonLength(old, new), "\(old) → \(new)")
    }
  }

  @Test(.enabled(if: TestScale.isFull)) func isShortestForLongSimilarWords() throws {
    var random = SplitMix64(seed: 9)
    for _ in 0..<5 {
      let old = (0..<800).map { _ in Int.random(in: 0..<40, using: &random) }
      var new = old
      for _ in 0..<30 {
        new.remove(at: Int.random(in: new.indices, using: &random))
        new.insert(Int.random(in: 0..<40, using: &random), at: Int.random(in: new.indices, using: &random))
      }
      #expect(try differences(old, new) == old.count + new.count - 2 * commonLength(old, new))
    }
  }

  @Test func throughTheDifferTheScriptIsShortestToo() throws {
    let differ = Differ(algorithm: MyersDiff())
    var random = SplitMix64(seed: 10)
    for _ in 0..<200 {
      let old = random.word(upTo: 25, letters: 4)
      let new = random.word(upTo: 25, letters: 4)
      let counts = try differ.changeset(from: old, to: new).counts
      #expect(counts.moves == 0)
      #expect(counts.deletes + counts.inserts == old.count + new.count - 2 * commonLength(old, new))
    }
  }

  @Test func leftoversBecomeMovesOnlyWhereInferred() throws {
    let (old, new) = (rows("a b c d"), rows("d a b c"))
    let plain = try Differ(algorithm: MyersDiff()).changeset(from: old, to: new)
    #expect(plain.identity.texts == ["- [0, 3]", "+ [0, 0]"])
    let inferred = try Differ(algorithm: MyersDiff(infersMoves: true)).changeset(from: old, to: new)
    #expect(inferred.identity.texts == ["> [0, 3] → [0, 0]"])
  }

  @Test func withInferredMovesNoCopyIsLost() throws {
    let differ = Differ(algorithm: MyersDiff(infersMoves: true))
    var random = SplitMix64(seed: 11)
    for _ in 0..<200 {
      let old = random.word(upTo: 20, letters: 4)
      let new = random.word(upTo: 20, letters: 4)
      let counts = try differ.changeset(from: old, to: new).counts
      let kept = pairableCount(old, new)
      #expect(counts.deletes == old.count - kept)
      #expect(counts.inserts == new.count - kept)
      #expect(counts.moves == kept - commonLength(old, new), "what a shortest script keeps stays")
    }
  }

  @Test(arguments: [0, 1, 5, 20, 50, 100, 200, 400, 800])
  func underAnyBudgetPairsStayEqualAndInOrder(_ units: Int) throws {
    var random = SplitMix64(seed: 12)
    for _ in 0..<50 {
      let old = random.word(upTo: 40, letters: 6)
      let new = random.word(upTo: 40, letters: 6)
      var run = DiffRun(strategy: "myers", budget: DiffBudget(workUnits: units))
      let input = DiffInput(old: old, new: new)
      let matching = try MyersDiff().matching(of: input, in: &run)
      #expect(run.receipt.workSpent <= units)
      var last = -1
      for place in new.indices {
        guard let source = matching.old(of: place) else { continue }
        #expect(source > last)
        #expect(old[source] == new[place])
        last = source
      }
    }
  }

  @Test func itSaysWhatItIs() {
    #expect(MyersDiff().name == "myers" && MyersDiff(infersMoves: true).name == "myers-moves")
    #expect(!MyersDiff().allowsWalk)
    #expect(!MyersDiff().infersMoves)
    #expect(MyersDiff(infersMoves: true).infersMoves)
  }
}
