/// Editing many neighbours at once: lists are cut in two and joined, and whole subtrees change hands.
extension RankedArray {
  /// Inserts elements before the one at `index`, in order.
  ///
  /// - Complexity: O(log *n* + *m*), where *m* is the number of new elements.
  @inlinable
  package mutating func insert(contentsOf newElements: some Sequence<Element>, at index: Int) {
    precondition(index >= 0 && index <= root.count, "index \(index) is not a valid place in a list of \(root.count)")
    let middle = RankedBranch(Array(newElements), limits: limits)
    if middle.count == 0 { return }
    let (left, right) = root.split(at: index, limits: limits)
    root = RankedBranch.joined(RankedBranch.joined(left, middle, limits: limits), right, limits: limits)
  }

  /// Adds elements at the end, in order.
  ///
  /// - Complexity: O(log *n* + *m*), where *m* is the number of new elements.
  @inlinable
  package mutating func append(contentsOf newElements: some Sequence<Element>) {
    append(RankedBranch(Array(newElements), limits: limits))
  }

  /// Adds the elements of another list at the end; its nodes are shared where both have nodes of the same size.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of elements of both; O(*m*), of the other, where the sizes of
  ///   nodes differ.
  @inlinable
  package mutating func append(contentsOf other: RankedArray) {
    append(other.limits == limits ? other.root : RankedBranch(other.elements, limits: limits))
  }

  @inlinable
  mutating func append(_ other: RankedBranch<Element>) {
    root = RankedBranch.joined(root, other, limits: limits)
  }

  /// Removes the elements in a range.
  ///
  /// - Complexity: O(log *n* + *m*), where *m* is the number of elements removed.
  @inlinable
  package mutating func removeSubrange(_ range: Range<Int>) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= root.count, "range \(range) is not in a list of \(root.count)")
    if range.isEmpty { return }
    let right = root.split(at: range.upperBound, limits: limits).right
    let left = root.split(at: range.lowerBound, limits: limits).left
    root = RankedBranch.joined(left, right, limits: limits)
  }

  /// The elements in a range, as a list that shares their nodes.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  package func sublist(_ range: Range<Int>) -> RankedArray {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= root.count, "range \(range) is not in a list of \(root.count)")
    let left = root.split(at: range.upperBound, limits: limits).left
    return RankedArray(root: left.split(at: range.lowerBound, limits: limits).right, limits: limits)
  }
}

// MARK: - Roots

extension RankedBranch {
  /// What comes before `index` and what does not, each as a root.
  ///
  /// - Complexity: O(log *n*): the joins on the way up climb each level once.
  @inlinable
  func split(at index: Int, limits: RankedLimits) -> (left: RankedBranch, right: RankedBranch) {
    if index == 0 { return (RankedBranch(leaf: []), self) }
    if index == count { return (self, RankedBranch(leaf: [])) }
    switch node {
    case .leaf(let elements):
      return (RankedBranch(leaf: Array(elements[..<index])), RankedBranch(leaf: Array(elements[index...])))
    case .inner(let branches):
      var rest = index
      var branch = 0
      while rest > branches[branch].count {
        rest -= branches[branch].count
        branch += 1
      }
      let (left, right) = branches[branch].split(at: rest, limits: limits)
      return (
        Self.joined(Self.root(over: branches[..<branch]), left, limits: limits),
        Self.joined(right, Self.root(over: branches[(branch + 1)...]), limits: limits)
      )
    }
  }

  /// A root over some branches of one node.
  @inlinable
  static func root(over branches: ArraySlice<RankedBranch>) -> RankedBranch {
    switch branches.count {
    case 0: RankedBranch(leaf: [])
    case 1: branches[branches.startIndex]
    default: RankedBranch(inner: Array(branches))
    }
  }

  /// One root over the elements of two, in order.
  ///
  /// - Complexity: O(*h*), where *h* is the difference of their heights.
  @inlinable
  static func joined(_ left: RankedBranch, _ right: RankedBranch, limits: RankedLimits) -> RankedBranch {
    if left.count == 0 { return right }
    if right.count == 0 { return left }
    let (leftHeight, rightHeight) = (left.node.height, right.node.height)
    if leftHeight >= rightHeight {
      var joined = left
      let sibling = joined.join(next: right, levelsBelow: leftHeight - rightHeight, limits: limits)
      return sibling.map { RankedBranch(inner: [joined, $0]) } ?? joined
    }
    var joined = right
    let sibling = joined.join(previous: left, levelsBelow: rightHeight - leftHeight, limits: limits)
    return sibling.map { RankedBranch(inner: [$0, joined]) } ?? joined
  }

  /// Takes in a node that comes after all of this one, so many levels below its top; returns what is too much, which
  /// comes after this one.
  @inlinable
  mutating func join(next: RankedBranch, levelsBelow: Int, limits: RankedLimits) -> RankedBranch? {
    if levelsBelow == 0 {
      return node.isUnderfull(limits) || next.node.isUnderfull(limits) ? absorb(next, limits: limits) : next
    }
    count += next.count
    var branches = node.takeBranches()
    let last = branches.count - 1
    if let sibling = branches[last].join(next: next, levelsBelow: levelsBelow - 1, limits: limits) {
      branches.append(sibling)
    }
    return put(branches, limits: limits)
  }

  /// Takes in a node that comes before all of this one, so many levels below its top; returns what is too much, which
  /// comes before this one.
  @inlinable
  mutating func join(previous: RankedBranch, levelsBelow: Int, limits: RankedLimits) -> RankedBranch? {
    if levelsBelow == 0 {
      if !node.isUnderfull(limits), !previous.node.isUnderfull(limits) { return previous }
      var left = previous
      guard let rest = left.absorb(self, limits: limits) else {
        self = left
        return nil
      }
      self = rest
      return left
    }
    count += previous.count
    var branches = node.takeBranches()
    if let sibling = branches[0].join(previous: previous, levelsBelow: levelsBelow - 1, limits: limits) {
      branches.insert(sibling, at: 0)
    }
    guard let right = put(branches, limits: limits) else { return nil }
    let left = self
    self = right
    return left
  }
}
