/// Binary search down the tree.
extension RankedArray {
  /// Returns the first index in a range whose element is not `before`, or the range's end where all are.
  ///
  /// On each level the branch is found by the first elements of branches, so about log₂ of the range's length are looked
  /// at.
  ///
  /// - Parameters:
  ///   - range: Where to look; elements in it that are `before` come before all others.
  ///   - before: Whether an element comes before what is sought.
  /// - Complexity: O(log *n*).
  @inlinable
  package func partitionPoint(in range: Range<Int>, where before: (Element) throws -> Bool) rethrows -> Int {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= root.count, "range \(range) is not in a list of \(root.count)")
    if range.isEmpty { return range.lowerBound }
    return try root.node.partitionPoint(from: range.lowerBound, to: range.upperBound, where: before)
  }

  /// Returns the first index whose element is not `before`, or `count` where all are.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  package func partitionPoint(where before: (Element) throws -> Bool) rethrows -> Int {
    try partitionPoint(in: 0..<root.count, where: before)
  }
}

extension RankedNode {
  /// The same for a range below this node that is not empty.
  @inlinable
  func partitionPoint(from start: Int, to end: Int, where before: (Element) throws -> Bool) rethrows -> Int {
    switch self {
    case .leaf(let elements):
      var low = start
      var high = end
      // Invariant: what is below `low` is before, what is from `high` on is not.
      while low < high {
        let middle = low + (high - low) / 2
        if try before(elements[middle]) { low = middle + 1 } else { high = middle }
      }
      return low
    case .inner(let branches):
      // The branches that hold the first and the last place, and where the first begins.
      var first = 0
      var base = 0
      while start - base >= branches[first].count {
        base += branches[first].count
        first += 1
      }
      var last = first
      var lastBase = base
      while end - lastBase > branches[last].count {
        lastBase += branches[last].count
        last += 1
      }
      // The last branch that begins with an element that is before; the first one where none does.
      var low = first + 1
      var high = last + 1
      while low < high {
        let middle = low + (high - low) / 2
        if try before(branches[middle].node.first) { low = middle + 1 } else { high = middle }
      }
      let branch = low - 1
      for index in first..<branch { base += branches[index].count }
      // Its first element need not be looked at again.
      let from = branch == first ? start - base : 1
      let to = Swift.min(end - base, branches[branch].count)
      if from == to { return base + to }
      return base + (try branches[branch].node.partitionPoint(from: from, to: to, where: before))
    }
  }
}
