import Testing

@testable import SectionDiff

@Suite struct RankedArrayJoiningTests {
  @Test(arguments: RankedShape.all)
  func everyRangeOfEverySmallListCanBeRemovedOrTaken(_ shape: RankedShape) {
    for count in stride(from: 0, through: 40, by: 4) {
      let list = shape.list(0..<count)
      for start in 0...count {
        for end in start...count {
          var rest = list
          rest.removeSubrange(start..<end)
          expect(rest, is: Array(0..<start) + Array(end..<count), "\(start)..<\(end) removed of \(count)")
          expect(list.sublist(start..<end), is: Array(start..<end), "\(start)..<\(end) of \(count)")
        }
      }
      expect(list, is: Array(0..<count))
    }
  }

  @Test(arguments: RankedShape.all)
  func listsOfAllSizesCanBeInsertedAnywhere(_ shape: RankedShape) {
    for count in [0, 1, 2, 5, 13, 40] {
      let list = shape.list(0..<count)
      for more in [0, 1, 2, 3, 9, 31, 150] {
        let new = Array(1_000..<(1_000 + more))
        for index in 0...count {
          var longer = list
          longer.insert(contentsOf: new, at: index)
          expect(longer, is: Array(0..<index) + new + Array(index..<count), "\(more) at \(index) of \(count)")
        }
      }
    }
  }

  @Test(arguments: RankedShape.all)
  func listsOfAllHeightsCanBeJoined(_ shape: RankedShape) {
    for count in [0, 1, 2, 4, 9, 20, 70, 200] {
      for more in [0, 1, 2, 4, 9, 20, 70, 200] {
        var joined = shape.list(0..<count)
        joined.append(contentsOf: shape.list(0..<more))
        expect(joined, is: Array(0..<count) + Array(0..<more), "\(count) and \(more)")
        var other = shape.list(0..<count)
        other.append(contentsOf: Array(0..<more))
        expect(other, is: Array(0..<count) + Array(0..<more), "\(count) and \(more)")
      }
    }
  }

  @Test func listsWithNodesOfOtherSizesAreJoinedByTheirElements() {
    var list = RankedArray(Array(0..<30), leafCapacity: 3, fanOut: 3)
    list.append(contentsOf: RankedArray(Array(30..<90), leafCapacity: 8, fanOut: 5))
    expect(list, is: Array(0..<90))
  }

  @Test func alternatingCutsKeepTheTreeFlat() {
    var random = SplitMix64(seed: 9)
    var list = RankedArray(Array(0..<2_000), leafCapacity: 4, fanOut: 4)
    var array = Array(0..<2_000)
    for _ in 0..<300 {
      let start = Int.random(in: 0..<1_900, using: &random)
      let part = list.sublist(start..<(start + 100))
      list.removeSubrange(start..<(start + 100))
      let moved = Array(array[start..<(start + 100)])
      array.removeSubrange(start..<(start + 100))
      let place = Int.random(in: 0...1_900, using: &random)
      list.insert(contentsOf: part, at: place)
      array.insert(contentsOf: moved, at: place)
      #expect(list.checkInvariants().isEmpty)
    }
    expect(list, is: array)
    // No node is less than a third full, so 2,000 elements need no more than 10 levels of 2.
    #expect(list.height <= 10)
  }
}
