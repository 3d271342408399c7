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

// MARK: - By what is known at once

/// What a binary search has come to whose comparison may leave elements open.
@usableFromInline
package struct NarrowedSearch<Element> {
  /// The first index whose element does not come before what is sought is in this range, or where it ends.
  @usableFromInline package let range: Range<Int>
  /// An element in the range that the comparison leaves open; `nil` where it has decided all, and the range is empty.
  @usableFromInline package let open: (index: Int, element: Element)?

  @inlinable
  init(_ range: Range<Int>, open: (index: Int, element: Element)?) {
    self.range = range
    self.open = open
  }
}

extension RankedArray where Element: BitwiseCopyable {
  /// Goes down the tree as ``partitionPoint(of:by:in:where:)`` does, up to the first element of which a comparison does not
  /// say at once whether it comes before what is sought.
  ///
  /// No node is retained on the way: in a large tree each is in no cache, and a retain waits for it.
  ///
  /// - Parameters:
  ///   - range: Where to look.
  ///   - isBefore: Whether an element comes before what is sought; `nil` leaves it open. It must change nothing.
  /// - Complexity: O(log *n*).
  @inlinable @inline(__always)
  package func narrowed(in range: Range<Int>, where isBefore: (Element) -> Bool?) -> NarrowedSearch<Element> {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= root.count, "range \(range) is not in a list of \(root.count)")
    if range.isEmpty { return NarrowedSearch(range, open: nil) }
    return unsafe withUnsafePointer(to: root) { root in
      var level = unsafe UnsafeBufferPointer(start: root, count: 1)
      var branch = 0
      // How many elements come before the branch; and the rest of the range, counted from there.
      var base = 0
      var (start, end) = (range.lowerBound, range.upperBound)
      while true {
        switch unsafe level[branch].node {
        case .leaf(let leaf):
          let elements = unsafe leaf.unretained
          // Invariant: what is below `start` comes before, what is from `end` on does not.
          while start < end {
            let middle = start + (end - start) / 2
            let element = unsafe elements[middle]
            guard let before = isBefore(element) else {
              return NarrowedSearch(base + start..<base + end, open: (base + middle, element))
            }
            if before { start = middle + 1 } else { end = middle }
          }
          return NarrowedSearch(base + start..<base + start, open: nil)
        case .inner(let inner):
          unsafe level = inner.unretained
          // The branches that hold the first and the last place, and where the first begins.
          branch = 0
          var offset = 0
          var next = unsafe level[branch].count
          while start >= next {
            offset = next
            branch += 1
            next = unsafe offset + level[branch].count
          }
          var last = branch
          while end > next {
            last += 1
            next = unsafe next + level[last].count
          }
          // Invariant: the place is in one of branch ... last; the first begins at `offset`.
          while branch < last {
            let middle = branch + (last - branch + 1) / 2
            var middleOffset = offset
            for index in branch..<middle { middleOffset = unsafe middleOffset + level[index].count }
            let element = unsafe Self.first(of: level, at: middle)
            guard let before = isBefore(element) else {
              return NarrowedSearch(base + start..<base + end, open: (base + middleOffset, element))
            }
            if before {
              (branch, offset, start) = (middle, middleOffset, middleOffset + 1)
            } else {
              (last, end) = (middle - 1, middleOffset)
            }
          }
          base += offset
          start -= offset
          end -= offset
          if start == end { return NarrowedSearch(base + start..<base + start, open: nil) }
        }
      }
    }
  }

  /// The element at an index, read without a retain.
  ///
  /// - Complexity: O(log *n*).
  @inlinable @inline(__always)
  package func element(at index: Int) -> Element {
    precondition(index >= 0 && index < root.count, "index \(index) is not in a list of \(root.count)")
    return unsafe withUnsafePointer(to: root) { root in
      var level = unsafe UnsafeBufferPointer(start: root, count: 1)
      var branch = 0
      var rest = index
      while true {
        switch unsafe level[branch].node {
        case .leaf(let leaf): return unsafe leaf.unretained[rest]
        case .inner(let inner):
          unsafe level = inner.unretained
          branch = 0
          while unsafe level[branch].count <= rest {
            rest = unsafe rest - level[branch].count
            branch += 1
          }
        }
      }
    }
  }

  /// The first element below a branch.
  @inlinable @inline(__always)
  static func first(of branches: UnsafeBufferPointer<RankedBranch<Element>>, at branch: Int) -> Element {
    var level = unsafe branches
    var branch = branch
    while true {
      switch unsafe level[branch].node {
      case .leaf(let leaf): return unsafe leaf.unretained[0]
      case .inner(let inner):
        unsafe level = inner.unretained
        branch = 0
      }
    }
  }
}

extension Array {
  /// The elements, without a reference to their memory: valid as long as someone else holds the array and no one changes
  /// it.
  ///
  /// In a ``RankedArray`` each node is held by the one above it, and the root by the list, which is lent for the whole
  /// search. Its arrays are of structs, so none is bridged from Objective-C.
  @inlinable @inline(__always)
  var unretained: UnsafeBufferPointer<Element> { unsafe withUnsafeBufferPointer { unsafe $0 } }
}
