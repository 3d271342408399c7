import DiffWorkloads
import SectionDiff

extension Strategy {
  /// The strategies that report an item found elsewhere as a move.
  static let withMoves = allCases.filter { $0 != .myers }
}

/// What `algorithm` pairs in two sequences, as the old position of each new one; -1 where there is none.
func pairs<Element: Hashable>(
  _ algorithm: some DiffAlgorithm, _ old: some Sequence<Element>, _ new: some Sequence<Element>
) throws -> [Int] {
  var run = DiffRun(strategy: algorithm.name)
  let input = DiffInput(old: old, new: new)
  let matching = try algorithm.matching(of: input, in: &run)
  return (0..<matching.newCount).map { matching.old(of: $0) ?? -1 }
}

/// The length of a longest common subsequence, by the textbook's table.
func commonLength<Element: Equatable>(_ a: [Element], _ b: [Element]) -> Int {
  var row = [Int](repeating: 0, count: b.count + 1)
  for element in a {
    var diagonal = 0
    for (index, other) in b.enumerated() {
      let above = row[index + 1]
      row[index + 1] = element == other ? diagonal + 1 : max(above, row[index])
      diagonal = above
    }
  }
  return row[b.count]
}

/// How many pairs two lists can form when each element is paired with an equal one and used once.
func pairableCount<Element: Hashable>(_ a: [Element], _ b: [Element]) -> Int {
  let left = Dictionary(grouping: a) { $0 }.mapValues(\.count)
  let right = Dictionary(grouping: b) { $0 }.mapValues(\.count)
  return left.reduce(0) { $0 + min($1.value, right[$1.key] ?? 0) }
}

/// All orders of `0 ..< count`.
func allPermutations(of count: Int) -> [[Int]] {
  guard count > 0 else { return [[]] }
  return allPermutations(of: count - 1).flatMap { shorter in
    (0..<count).map { place in
      var longer = shorter
      longer.insert(count - 1, at: place)
      return longer
    }
  }
}
