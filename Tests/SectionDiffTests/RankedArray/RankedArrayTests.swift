import Testing

@testable import SectionDiff

@Suite struct RankedArrayTests {
  @Test(arguments: RankedShape.all)
  func aListMadeAtOnceHoldsItsElements(_ shape: RankedShape) {
    for count in 0...150 {
      let list = shape.list(0..<count)
      expect(list, is: Array(0..<count))
      #expect(list.isEmpty == (count == 0))
      #expect((0..<count).allSatisfy { list[$0] == $0 })
    }
  }

  @Test func leavesAreWellFilledWhenMadeAtOnce() {
    let list = RankedArray(0..<100_000)
    var leaves: [Int] = []
    list.forEachLeaf { leaves.append($0.count) }
    #expect(leaves.reduce(0, +) == 100_000)
    let least = (leaves.min() ?? 0, list.limits.leafFill - 1)
    #expect(least.0 >= least.1)
    #expect(list.checkInvariants().isEmpty)
    #expect(list.height == 3)
  }

  @Test func sizesOfNodesFollowTheElement() {
    #expect(RankedArray<Int32>().limits.leafCapacity == 128)
    #expect(RankedArray<(Int, Int, Int, Int)>().limits.leafCapacity == 32)
    #expect(RankedArray<String>().limits.leafCapacity == 32)
    #expect(RankedArray<Void>().limits.leafCapacity == 128)
  }

  @Test(arguments: RankedShape.all)
  func anEditedCopyLeavesTheOtherAsItWas(_ shape: RankedShape) {
    let original = shape.list(0..<60)
    for index in 0..<60 {
      var inserted = original
      inserted.insert(-1, at: index)
      var removed = original
      removed.remove(at: index)
      var replaced = original
      replaced.replace(at: index, with: -1)
      #expect(inserted[index] == -1)
      #expect(removed.count == 59)
      #expect(replaced[index] == -1)
      #expect(!original.isIdentical(to: replaced))
    }
    expect(original, is: Array(0..<60))
  }

  @Test func aCopyIsTheSameMemoryUntilItIsEdited() {
    let list = RankedArray(0..<10_000)
    var copy = list
    #expect(copy.isIdentical(to: list))
    #expect(!list.isIdentical(to: RankedArray(0..<10_000)))
    copy.replace(at: 3, with: 3)
    #expect(!copy.isIdentical(to: list))
    #expect(copy == list)
    #expect(RankedArray<Int>().isIdentical(to: RankedArray<Int>()))
    #expect(!RankedArray([1]).isIdentical(to: RankedArray([1])))
  }

  @Test func anEditSharesAllOtherLeaves() {
    let list = RankedArray(0..<100_000)
    var edited = list
    edited.insert(-1, at: 50_000)
    #expect(leavesApart(list, edited) == 1)
    edited.remove(at: 0)
    #expect(leavesApart(list, edited) == 2)
  }

  @Test func aListThatNobodySharesIsEditedInPlace() {
    var list = RankedArray(0..<100_000)
    list.insert(-1, at: 50_000)
    let before = leafAddresses(list)
    for index in 0..<40 {
      list.replace(at: 50_000 + index, with: -2)
      list.insert(-3, at: 50_001)
      list.remove(at: 50_002)
    }
    #expect(leafAddresses(list) == before)
  }

  @Test func elementsOfAShortListAreItsLeaf() {
    let array = [1, 2, 3]
    #expect(shareStorage(RankedArray(array).elements, array))
  }

  @Test func theDescriptionIsThatOfAnArray() {
    #expect("\(RankedArray(1...3))" == "[1, 2, 3]")
  }

  /// How many leaves of `b` are not leaves of `a`.
  private func leavesApart(_ a: RankedArray<Int>, _ b: RankedArray<Int>) -> Int {
    leafAddresses(b).subtracting(leafAddresses(a)).count
  }

  private func leafAddresses(_ list: RankedArray<Int>) -> Set<UInt> {
    var addresses: Set<UInt> = []
    list.forEachLeaf { leaf in
      leaf.withUnsafeBufferPointer { _ = addresses.insert(UInt(bitPattern: $0.baseAddress)) }
    }
    return addresses
  }
}
