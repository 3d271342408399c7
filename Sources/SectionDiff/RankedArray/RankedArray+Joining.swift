/// Taking a part of a list and joining two: whole subtrees change hands.
extension RankedArray {
  /// Adds elements at the end, in order.
  ///
  /// - Complexity: O(log *n* + *m*), where *m* is the number of new elements.
  @inlinable
  package mutating func append(contentsOf newElements: some Sequence<Element>) {
    root = RankedBranch.joined(root, RankedBranch(Array(newElements), limits: limits), limits: limits)
  }

  /// Adds the elements of another list at the end; its nodes are shared where both have nodes of the same size.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of elements of both; O(*m*), of the other, where the sizes of
  ///   nodes differ.
  @inlinable
  package mutating func append(contentsOf other: RankedArray) {
    if other.limits != limits { return append(contentsOf: other.elements) }
    root = RankedBranch.joined(root, other.root, limits: limits)
  }

  /// The elements in a range, as a list that shares their nodes.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  package func sublist(_ range: Range<Int>) -> RankedArray {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= root.count, "range \(range) is not in a list of \(root.count)")
    return RankedArray(root: root.part(range, limits: limits), limits: limits)
  }

  /// Puts other elements in the place of those in a range.
  ///
  /// - Complexity: O(log *n* + *m*), where *m* is the number of new elements.
  @inlinable
  package mutating func replaceSubrange(_ range: Range<Int>, with elements: [Element]) {
    replaceSubrange(range, with: RankedArray(elements, limits: limits))
  }

  /// Puts a list with nodes of the same size in the place of a range. One element is edited in its leaf, so that fewer nodes
  /// change; more are joined.
  @inlinable
  mutating func replaceSubrange(_ range: Range<Int>, with list: RankedArray) {
    if range.isEmpty, list.isEmpty { return }
    if range.count <= 1, list.count <= 1 {
      var edit = RankedEdit(at: range.lowerBound, removing: !range.isEmpty, inserting: list.first)
      return make(&edit)
    }
    let tail = sublist(range.upperBound..<count)
    self = sublist(0..<range.lowerBound)
    append(contentsOf: list)
    append(contentsOf: tail)
  }

  /// Moves the elements in a range.
  ///
  /// - Parameter index: Where the first of them will be afterwards.
  /// - Complexity: O(log *n*).
  @inlinable
  package mutating func moveSubrange(_ range: Range<Int>, to index: Int) {
    let moved = sublist(range)
    if range.lowerBound == index { return }
    replaceSubrange(range, with: [])
    replaceSubrange(index..<index, with: moved)
  }
}

// MARK: - Roots

extension RankedBranch {
  /// A root over the elements in a range.
  ///
  /// - Complexity: O(log *n*): the joins on the way up climb each level once.
  @inlinable
  func part(_ range: Range<Int>, limits: RankedLimits) -> RankedBranch {
    if range.isEmpty { return RankedBranch(leaf: []) }
    if range.count == count { return self }
    switch node {
    case .leaf(let elements): return RankedBranch(leaf: Array(elements[range]))
    case .inner(let branches):
      var start = range.lowerBound
      let first = Self.branch(holding: &start, in: branches)
      var end = range.upperBound
      let last = Self.branch(holding: &end, in: branches, orItsEnd: true)
      if first == last { return branches[first].part(start..<end, limits: limits) }
      let head = branches[first].part(start..<branches[first].count, limits: limits)
      let middle = Self.root(over: branches[(first + 1)..<last])
      let tail = branches[last].part(0..<end, limits: limits)
      return Self.joined(Self.joined(head, middle, limits: limits), tail, limits: limits)
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
    let levels = left.node.height - right.node.height
    var joined = levels < 0 ? right : left
    let siblings = joined.join(
      levels < 0 ? left : right, atStart: levels < 0, levelsBelow: abs(levels), limits: limits)
    return siblings.isEmpty ? joined : RankedBranch(over: [joined] + siblings, limits: limits)
  }

  /// Takes in a node before all of this one or after it, so many levels below its top; returns what is too much, which
  /// comes after this one.
  @inlinable
  mutating func join(
    _ other: consuming RankedBranch, atStart: Bool, levelsBelow: Int, limits: RankedLimits
  ) -> [RankedBranch] {
    if levelsBelow == 0 {
      if atStart { swap(&self, &other) }
      return node.isUnderfull(limits) || other.node.isUnderfull(limits) ? absorb(other, limits: limits) : [other]
    }
    count += other.count
    var branches = node.takeBranches()
    let branch = atStart ? 0 : branches.count - 1
    let siblings = branches[branch].join(other, atStart: atStart, levelsBelow: levelsBelow - 1, limits: limits)
    branches.insert(contentsOf: siblings, at: branch + 1)
    return put(branches, limits: limits)
  }
}
