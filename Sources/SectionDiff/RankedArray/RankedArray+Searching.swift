/// Binary search down the tree.
extension RankedArray {
  /// Returns the first index in a range whose element does not come before what is sought, or the range's end where all
  /// do.
  ///
  /// On each level the branch is found by the first elements of branches, so about log₂ of the range's length are looked
  /// at. What is sought and its order are handed on to `precedes`, which need not capture them: what a closure captures
  /// is copied for each call.
  ///
  /// - Parameters:
  ///   - sought: What is sought.
  ///   - order: What else its order depends on.
  ///   - range: Where to look; `nil` means everywhere.
  ///   - precedes: Whether an element comes before what is sought; in the range these come before all others.
  /// - Complexity: O(log *n*).
  @inlinable
  package func partitionPoint<Sought, Order>(
    of sought: Sought, by order: Order, in range: Range<Int>? = nil, where precedes: (Element, Sought, Order) -> Bool
  ) -> Int {
    let range = range ?? 0..<root.count
    precondition(
      range.lowerBound >= 0 && range.upperBound <= root.count, "range \(range) is not in a list of \(root.count)")
    if range.isEmpty { return range.lowerBound }
    return root.node.partitionPoint(
      of: sought, by: order, from: range.lowerBound, to: range.upperBound, where: precedes)
  }

  /// Returns the first index whose element is not `before`, or `count` where all are.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  package func partitionPoint(where before: (Element) -> Bool) -> Int {
    partitionPoint(of: (), by: ()) { element, _, _ in before(element) }
  }
}

extension RankedNode {
  /// The same for a range below this node that is not empty.
  @inlinable
  func partitionPoint<Sought, Order>(
    of sought: Sought, by order: Order, from start: Int, to end: Int, where precedes: (Element, Sought, Order) -> Bool
  ) -> Int {
    switch self {
    case .leaf(let elements):
      var low = start
      var high = end
      // Invariant: what is below `low` comes before, what is from `high` on does not.
      while low < high {
        let middle = low + (high - low) / 2
        if precedes(elements[middle], sought, order) { low = middle + 1 } else { high = middle }
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
      // The last branch that begins with an element that comes before; the first one where none does.
      var low = first + 1
      var high = last + 1
      while low < high {
        let middle = low + (high - low) / 2
        if precedes(branches[middle].node.first, sought, order) { low = middle + 1 } else { high = middle }
      }
      let branch = low - 1
      for index in first..<branch { base += branches[index].count }
      // Its first element need not be looked at again.
      let from = branch == first ? start - base : 1
      let to = Swift.min(end - base, branches[branch].count)
      if from == to { return base + to }
      return base + branches[branch].node.partitionPoint(of: sought, by: order, from: from, to: to, where: precedes)
    }
  }
}
