extension RankedArray: RandomAccessCollection {
  /// Zero.
  @inlinable package var startIndex: Int { 0 }
  /// The number of elements.
  @inlinable package var endIndex: Int { root.count }

  /// All elements, leaf by leaf.
  @inlinable
  package func makeIterator() -> Iterator { makeIterator(in: 0..<root.count) }

  /// The elements in a range, leaf by leaf.
  ///
  /// - Complexity: O(log *n*), and O(1) for each element on average.
  @inlinable
  package func makeIterator(in range: Range<Int>) -> Iterator {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= root.count, "range \(range) is not in a list of \(root.count)")
    return range.isEmpty ? Iterator([], in: 0..<0) : Iterator(root.node, in: range)
  }

  /// Goes through a leaf, then the next.
  @usableFromInline
  package struct Iterator: IteratorProtocol {
    /// The leaf at hand, and which of its elements are still to come.
    @usableFromInline var leaf: [Element]
    @usableFromInline var offset: Int
    @usableFromInline var end: Int
    /// The number of elements to come from leaves that follow.
    @usableFromInline var rest: Int
    /// The inner nodes above the leaf, and the next branch of each.
    @usableFromInline var path: [(branches: [RankedBranch<Element>], next: Int)] = []

    /// Goes through a range of a plain array.
    @inlinable
    package init(_ elements: [Element], in range: Range<Int>) {
      leaf = elements
      offset = range.lowerBound
      end = range.upperBound
      rest = 0
    }

    /// Goes through a range, not empty, of what is below a node.
    @inlinable
    init(_ root: RankedNode<Element>, in range: Range<Int>) {
      self.init([], in: 0..<0)
      rest = range.count
      descend(to: range.lowerBound, below: root)
    }

    @inlinable
    package mutating func next() -> Element? {
      if offset == end, !takeLeaf() { return nil }
      defer { offset += 1 }
      return leaf[offset]
    }

    /// Goes on to the next leaf, where there is one.
    @inlinable
    mutating func takeLeaf() -> Bool {
      if rest == 0 { return false }
      while let (branches, branch) = path.last {
        if branch < branches.count {
          path[path.count - 1].next = branch + 1
          descend(to: 0, below: branches[branch].node)
          return true
        }
        path.removeLast()
      }
      return false
    }

    /// Goes down to the leaf that holds an index.
    @inlinable
    mutating func descend(to index: Int, below node: RankedNode<Element>) {
      var node = node
      offset = index
      while case .inner(let branches) = node {
        let branch = RankedBranch.branch(holding: &offset, in: branches)
        path.append((branches, branch + 1))
        node = branches[branch].node
      }
      if case .leaf(let elements) = node { leaf = elements }
      end = Swift.min(leaf.count, offset + rest)
      rest -= end - offset
    }
  }
}

extension RankedArray.Iterator: Sendable where Element: Sendable {}

extension RankedArray: Equatable where Element: Equatable {
  /// Whether both hold equal elements in the same order. What they share is not compared.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  package static func == (a: RankedArray, b: RankedArray) -> Bool {
    if a.count != b.count { return false }
    if a.isIdentical(to: b) { return true }
    var left = a.makeIterator()
    var right = b.makeIterator()
    // Invariant: what is before `left.offset` and `right.offset` is equal.
    while true {
      if left.offset == left.end, !left.takeLeaf() { return true }
      if right.offset == right.end, !right.takeLeaf() { return true }
      let length = Swift.min(left.end - left.offset, right.end - right.offset)
      if left.offset != right.offset || !left.leaf.isSameMemory(as: right.leaf) {
        for step in 0..<length where left.leaf[left.offset + step] != right.leaf[right.offset + step] { return false }
      }
      left.offset += length
      right.offset += length
    }
  }
}

extension RankedArray: CustomStringConvertible {
  /// The elements as an array shows them.
  @inlinable
  package var description: String { elements.description }
}
