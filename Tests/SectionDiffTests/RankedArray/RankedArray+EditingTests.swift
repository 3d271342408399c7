import TestScale
import Testing

@testable import SectionDiff

@Suite struct RankedArrayEditingTests {
  @Test(arguments: RankedShape.all)
  func everyPlaceOfEverySmallListCanBeEdited(_ shape: RankedShape) {
    for count in 0...45 {
      let list = shape.list(0..<count)
      let array = Array(0..<count)
      for index in 0...count {
        var (edited, expected) = (list, array)
        edited.insert(-1, at: index)
        expected.insert(-1, at: index)
        expect(edited, is: expected, "insert at \(index) of \(count)")
        if index == count { continue }
        (edited, expected) = (list, array)
        #expect(edited.take(at: index) == expected.remove(at: index))
        expect(edited, is: expected, "remove at \(index) of \(count)")
        (edited, expected) = (list, array)
        #expect(edited.replace(at: index, with: -1) == index)
        expected[index] = -1
        expect(edited, is: expected, "replace at \(index) of \(count)")
      }
    }
  }

  @Test(arguments: RankedShape.all)
  func appendingOneByOneKeepsTheTree(_ shape: RankedShape) {
    var list = shape.list([Int]())
    for element in 0..<200 {
      list.append(element)
      #expect(list.checkInvariants().isEmpty)
    }
    expect(list, is: Array(0..<200))
  }

  @Test(arguments: RankedShape.all)
  func removingAllFromEitherEndLeavesNothing(_ shape: RankedShape) {
    var (front, back) = (shape.list(0..<200), shape.list(0..<200))
    for count in 0..<200 {
      #expect(front.take(at: 0) == count)
      #expect(back.take(at: 199 - count) == 199 - count)
      #expect(front.checkInvariants().isEmpty && back.checkInvariants().isEmpty)
    }
    #expect(front.isEmpty && front.height == 0)
    #expect(back.isEmpty && back.height == 0)
  }

  @Test(arguments: RankedShape.all)
  func whatIsReplacedIsReturned(_ shape: RankedShape) {
    var list = shape.list(0..<50)
    for index in 0..<50 { #expect(list.replace(at: index, with: 100 + index) == index) }
    expect(list, is: Array(100..<150))
    #expect(list.replace(at: 7, with: 0) == 107)
  }

  /// Random edits of all kinds; copies are kept, some for long, and edited too.
  @Test(.enabled(if: TestScale.isFull), arguments: RankedShape.all, [UInt64(1), 2])
  func randomEditsAreThoseOfAnArray(_ shape: RankedShape, _ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var list = shape.list([Int]())
    var array: [Int] = []
    var held: [(list: RankedArray<Int>, array: [Int])] = []
    for step in 0..<1_500 {
      // The list grows for a while, then shrinks.
      let grows = step / 300 % 2 == 0
      let place = Int.random(in: 0...array.count, using: &random)
      let end = min(array.count, place + Int.random(in: 0...12, using: &random))
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<(grows ? 4 : 1):
        list.insert(step, at: place)
        array.insert(step, at: place)
      case 4..<(grows ? 5 : 8) where place < array.count:
        #expect(list.take(at: place) == array.remove(at: place))
      case 8 where grows:
        let new = Array(step..<(step + Int.random(in: 0...20, using: &random)))
        list.insert(contentsOf: new, at: place)
        array.insert(contentsOf: new, at: place)
      case 8:
        list.removeSubrange(place..<end)
        array.removeSubrange(place..<end)
      case 9:
        let part = list.sublist(place..<end)
        list.append(contentsOf: part)
        array.append(contentsOf: array[place..<end])
      default:
        guard place < array.count else { continue }
        #expect(list.replace(at: place, with: -step) == array[place])
        array[place] = -step
      }
      expect(list, is: array, "step \(step)")
      if step % 7 == 0 { held.append((list, array)) }
      if step % 50 == 49 {
        // One of the copies becomes the list that is edited.
        held.append((list, array))
        let other = held.remove(at: Int.random(in: held.indices, using: &random))
        (list, array) = other
        for (list, array) in held.suffix(40) { expect(list, is: array, "held at step \(step)") }
      }
    }
    for (list, array) in held { expect(list, is: array, "held to the end") }
  }

  @Test(arguments: RankedShape.all)
  func elementsLiveAsLongAsSomeListHoldsThem(_ shape: RankedShape) {
    let tracker = LifetimeTracker()
    var random = SplitMix64(seed: 5)
    do {
      let original = shape.list(tracker.rows(0..<80))
      var edited = original
      for id in 100..<300 {
        edited.insert(TrackedRow(id, in: tracker), at: Int.random(in: 0...edited.count, using: &random))
        edited.remove(at: Int.random(in: 0..<edited.count, using: &random))
        edited.replace(
          at: Int.random(in: 0..<edited.count, using: &random), with: TrackedRow(id, value: 1, in: tracker))
      }
      edited.removeSubrange(10..<30)
      #expect(tracker.created == 480, "no element is made on the way")
      let alive = Set(original.map(ObjectIdentifier.init)).union(edited.map(ObjectIdentifier.init))
      #expect(tracker.alive == alive.count)
      #expect(original.map(\.id) == Array(0..<80))
    }
    #expect(tracker.alive == 0)
  }
}
