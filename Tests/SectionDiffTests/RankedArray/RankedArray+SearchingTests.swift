import Testing

@testable import SectionDiff

@Suite struct RankedArraySearchingTests {
  @Test(arguments: RankedShape.all)
  func everyBoundaryIsFoundInEveryRange(_ shape: RankedShape) {
    for count in [0, 1, 2, 7, 30] {
      let list = shape.list(0..<count)
      for start in 0...count {
        for end in start...count {
          for boundary in -1...count {
            let expected = min(end, max(start, boundary))
            #expect(list.partitionPoint(in: start..<end) { $0 < boundary } == expected)
          }
        }
      }
      #expect(list.partitionPoint { $0 < 5 } == min(5, count))
    }
  }

  @Test func elementsOutsideTheRangeAreNotLookedAt() {
    let list = RankedArray(Array(0..<500), leafCapacity: 4, fanOut: 4)
    for (start, end) in [(0, 1), (3, 9), (100, 400), (17, 18), (250, 500)] {
      for boundary in stride(from: start, through: end, by: 7) {
        _ = list.partitionPoint(in: start..<end) { element in
          #expect((start..<end).contains(element))
          return element < boundary
        }
      }
    }
  }

  @Test func aboutAsManyElementsAreLookedAtAsABinarySearchNeeds() {
    let list = RankedArray(0..<1_000_000)
    var random = SplitMix64(seed: 3)
    for _ in 0..<200 {
      let boundary = Int.random(in: 0...1_000_000, using: &random)
      var looks = 0
      let found = list.partitionPoint { element in
        looks += 1
        return element < boundary
      }
      #expect(found == boundary)
      #expect(looks <= 26, "20 would do in an array")
    }
  }

  @Test(arguments: RankedShape.all)
  func aSearchEndsAtTheFirstElementThatIsLeftOpen(_ shape: RankedShape) {
    for count in [0, 1, 2, 7, 30] {
      let list = shape.list(0..<count)
      for start in 0...count {
        for end in start...count {
          for boundary in -1...count {
            let expected = min(end, max(start, boundary))
            let decided = list.narrowed(in: start..<end) { $0 < boundary }
            #expect(decided.range == expected..<expected)
            #expect(decided.open == nil)
            let search = list.narrowed(in: start..<end) { abs($0 - boundary) < 2 ? nil : $0 < boundary }
            #expect(search.range.lowerBound >= start && search.range.upperBound <= end)
            #expect(search.range.lowerBound <= expected && search.range.upperBound >= expected)
            if let open = search.open {
              #expect(open.element == open.index && abs(open.element - boundary) < 2)
              #expect(search.range.contains(open.index))
            } else {
              #expect(search.range.isEmpty)
            }
          }
        }
      }
      #expect((0..<count).map { list[$0] } == Array(0..<count))
    }
  }
}
