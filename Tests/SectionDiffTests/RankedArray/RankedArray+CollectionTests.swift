import Testing

@testable import SectionDiff

@Suite struct RankedArrayCollectionTests {
  @Test(arguments: RankedShape.all)
  func iteratingGivesEveryRangeInOrder(_ shape: RankedShape) {
    for count in [0, 1, 2, 9, 40] {
      let list = shape.list(0..<count)
      for start in 0...count {
        for end in start...count {
          var iterator = list.makeIterator(in: start..<end)
          var found: [Int] = []
          while let element = iterator.next() { found.append(element) }
          #expect(found == Array(start..<end))
          #expect(iterator.next() == nil)
        }
      }
      var each: [Int] = []
      list.forEach { each.append($0) }
      #expect(each == Array(0..<count))
    }
  }

  @Test(arguments: RankedShape.all)
  func itIsARandomAccessCollection(_ shape: RankedShape) {
    let list = shape.list(0..<50)
    #expect(list.indices == 0..<50)
    #expect(list.reversed().elementsEqual((0..<50).reversed()))
    #expect(list[10..<20].map { $0 } == Array(10..<20))
    #expect(list.first == 0)
    #expect(list.last == 49)
    #expect(list.firstIndex(of: 33) == 33)
    #expect(Array(list) == Array(0..<50))
    #expect(shape.list([Int]()).first == nil)
  }

  @Test func anIteratorGoesThroughAPartOfAnArrayToo() {
    var iterator = RankedArray<Int>.Iterator([5, 6, 7, 8], in: 1..<3)
    #expect(iterator.next() == 6)
    #expect(iterator.next() == 7)
    #expect(iterator.next() == nil)
  }

  @Test func listsAreEqualByElementsWhateverTheirTrees() {
    for count in [0, 1, 5, 40, 120] {
      for first in RankedShape.all {
        for second in RankedShape.all {
          let (a, b) = (first.list(0..<count), second.list(0..<count))
          #expect(a == b)
          for index in stride(from: 0, to: count, by: 3) {
            var other = b
            other.replace(at: index, with: -1)
            #expect(a != other)
            other = b
            other.remove(at: index)
            #expect(a != other)
          }
        }
      }
    }
  }

  @Test func whatIsSharedIsNotCompared() {
    let comparisons = Comparisons()
    let list = RankedArray((0..<10_000).map { Counted(value: $0, comparisons: comparisons) })
    var other = list
    #expect(list == other)
    #expect(comparisons.count == 0)
    other.replace(at: 5_000, with: Counted(value: 5_000, comparisons: comparisons))
    #expect(list == other)
    #expect(comparisons.count <= list.limits.leafCapacity)
  }

  private final class Comparisons {
    var count = 0
  }

  private struct Counted: Equatable {
    var value: Int
    var comparisons: Comparisons

    static func == (a: Counted, b: Counted) -> Bool {
      a.comparisons.count += 1
      return a.value == b.value
    }
  }
}
