/// Reading down the tree. No node is retained on the way: in a large tree each is in no cache, and a retain waits for it.
extension RankedArray {
  /// The element at this index.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  package subscript(index: Int) -> Element {
    precondition(index >= 0 && index < root.count, "index \(index) is not in a list of \(root.count)")
    return unsafe withUnsafePointer(to: root) { root in
      var level = unsafe UnsafeBufferPointer(start: root, count: 1)
      var branch = 0
      var rest = index
      while true {
        switch unsafe level[branch].node {
        case .leaf(let leaf): return leaf[rest]
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
}

// MARK: - Binary search

extension RankedArray where Element: BitwiseCopyable {
  /// Returns the first index in a range whose element does not come before what is sought, or the range's end where all
  /// do.
  ///
  /// - Parameters:
  ///   - range: Where to look; `nil` means everywhere.
  ///   - precedes: Whether an element comes before what is sought; in the range these come before all others. It must
  ///     change nothing.
  /// - Complexity: O(log *n*).
  @inlinable @inline(__always)
  package func partitionPoint(in range: Range<Int>? = nil, where precedes: (Element) -> Bool) -> Int {
    narrowed(in: range ?? 0..<root.count) { precedes($0) }.range.lowerBound
  }

  /// Goes down the tree, up to the first element of which a comparison does not say at once whether it comes before what
  /// is sought. On each level the branch is found by the first elements of branches, so about log₂ of the range's length
  /// are looked at.
  ///
  /// - Parameters:
  ///   - range: Where to look.
  ///   - isBefore: Whether an element comes before what is sought; `nil` leaves it open. It must change nothing.
  /// - Returns: The range that the first index is in whose element does not come before what is sought, or where it ends;
  ///   and an element in it that is left open. Where all is decided, there is none, and the range is empty.
  /// - Complexity: O(log *n*).
  @inlinable @inline(__always)
  package func narrowed(
    in range: Range<Int>, where isBefore: (Element) -> Bool?
  ) -> (range: Range<Int>, open: (index: Int, element: Element)?) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= root.count, "range \(range) is not in a list of \(root.count)")
    if range.isEmpty { return (range, nil) }
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
              return (base + start..<base + end, (base + middle, element))
            }
            if before { start = middle + 1 } else { end = middle }
          }
          return (base + start..<base + start, nil)
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
              return (base + start..<base + end, (base + middleOffset, element))
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
          if start == end { return (base + start..<base + start, nil) }
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
