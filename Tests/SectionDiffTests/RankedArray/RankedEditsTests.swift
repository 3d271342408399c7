import TestScale
import Testing

@testable import SectionDiff

@Suite struct RankedEditsTests {
  /// Makes edits of a list, and expects what the same does to an array.
  ///
  /// - Parameters:
  ///   - list: The list, which is left as it is.
  ///   - removed: Offsets before.
  ///   - added: Offsets after; element *n* there is 1000 + *n*.
  private func edit(_ list: RankedArray<Int>, removing removed: [Int], adding added: [Int]) -> RankedArray<Int> {
    let before = list.elements
    let leaving = Set(removed)
    let entering = Set(added)
    var kept = before.indices.filter { !leaving.contains($0) }.map { before[$0] }[...]
    let after = (0..<kept.count + added.count).map { entering.contains($0) ? 1_000 + $0 : kept.removeFirst() }
    var edited = list
    let old = edited.edit(
      removing: removed.map(Int32.init), inserting: added.map { 1_000 + $0 }, at: added.map(Int32.init))
    expect(edited, is: after, "\(before) without \(removed), with \(added)")
    #expect(old == removed.map { before[$0] })
    expect(list, is: before, "a copy was edited")
    return edited
  }

  @Test(arguments: RankedShape.all)
  func everyChoiceOfWhatLeavesAndEntersASmallList(_ shape: RankedShape) {
    for size in 0...5 {
      let list = shape.list(0..<size)
      for leaving in 0..<(1 << size) {
        let removed = (0..<size).filter { leaving & (1 << $0) != 0 }
        for after in (size - removed.count)...(size - removed.count + 3) {
          for entering in 0..<(1 << after) where entering.nonzeroBitCount == after - (size - removed.count) {
            _ = edit(list, removing: removed, adding: (0..<after).filter { entering & (1 << $0) != 0 })
          }
        }
      }
    }
  }

  @Test(.enabled(if: TestScale.isFull), arguments: RankedShape.all)
  func everyStretchOfAListCanLeaveOrEnter(_ shape: RankedShape) {
    let list = shape.list(0..<40)
    for start in 0...40 {
      for end in start...40 {
        _ = edit(list, removing: Array(start..<end), adding: [])
        _ = edit(list, removing: [], adding: Array(start..<end))
        _ = edit(list, removing: Array(start..<end), adding: [start])
      }
    }
    _ = edit(shape.list(0..<200), removing: Array(0..<200), adding: [])
    _ = edit(shape.list([Int]()), removing: [], adding: Array(0..<200))
  }

  @Test(arguments: RankedShape.all, [UInt64(1), 2])
  func randomBatchesAreThoseOfAnArray(_ shape: RankedShape, _ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
    var list = shape.list(0..<100)
    for _ in 0..<300 {
      // From a few edits to nearly all, spread or side by side; now more enter, now more leave.
      let (leaving, entering) = (1 + below(40), 2 + below(40))
      let start = below(list.count + 1)
      let removed = (0..<list.count).filter { below(leaving) == 0 && (leaving % 3 > 0 || $0 >= start) }
      var added: [Int] = []
      var left = list.count - removed.count
      var offset = 0
      while left > 0 {
        if below(entering) == 0, entering % 3 > 0 || offset >= start {
          added.append(offset)
        } else {
          left -= 1
        }
        offset += 1
      }
      if list.count > 400 { added = [] }
      list = edit(list, removing: removed, adding: added)
    }
  }

  @Test func whatComesInWhereSomethingHasLeftTakesItsPlace() {
    let list = RankedArray(["a", "b", "c", "d"], leafCapacity: 2, fanOut: 3)
    var edited = list
    #expect(edited.edit(removing: [1, 3], inserting: ["x", "e", "f"], at: [1, 3, 4]) == ["b", "d"])
    expect(edited, is: ["a", "x", "c", "e", "f"])
    // In full leaves: they are as they were, but for the last, which is halved.
    var leaves: [[String]] = []
    edited.forEachLeaf { leaves.append($0) }
    #expect(leaves == [["a", "x"], ["c"], ["e", "f"]])
  }

  @Test func whatIsFarFromAnyEditIsShared() {
    let list = RankedArray(0..<10_000)
    var edited = list
    let old = edited.edit(removing: [5_000], inserting: [-1, -2], at: [5_000, 5_001])
    #expect(old == [5_000] && edited.count == 10_001)
    #expect(SharedLeaves(list, edited).new.count <= 2 * list.limits.leafCapacity)
  }
}
