import Testing

@testable import SectionDiff

/// Sizes of nodes that give deep trees to few elements.
struct RankedShape: Sendable, CustomTestStringConvertible {
  var leafCapacity: Int
  var fanOut: Int

  static let all = [
    RankedShape(leafCapacity: 1, fanOut: 3), RankedShape(leafCapacity: 2, fanOut: 3),
    RankedShape(leafCapacity: 3, fanOut: 4), RankedShape(leafCapacity: 6, fanOut: 7),
  ]

  var testDescription: String { "leaves of \(leafCapacity), \(fanOut) branches" }

  func list<Element>(_ elements: some Sequence<Element>) -> RankedArray<Element> {
    RankedArray(Array(elements), leafCapacity: leafCapacity, fanOut: fanOut)
  }
}

/// Checks a list against the array that it should equal, and its tree.
func expect<Element: Equatable>(
  _ list: RankedArray<Element>, is array: [Element], _ comment: @autoclosure () -> String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let broken = list.checkInvariants()
  if broken.isEmpty, list.count == array.count, list.elements == array { return }
  Issue.record("\(comment()): \(list) should be \(array); \(broken)", sourceLocation: sourceLocation)
}
