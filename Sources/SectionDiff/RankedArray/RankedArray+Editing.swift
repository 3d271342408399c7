/// Editing one element.
extension RankedArray {
  /// Inserts an element before the one at `index`; at the end where `index` is `count`.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  package mutating func insert(_ element: Element, at index: Int) {
    precondition(index >= 0 && index <= root.count, "index \(index) is not a valid place in a list of \(root.count)")
    if let sibling = root.insert(element, at: index, limits: limits) { grow(sibling) }
  }

  /// Adds an element at the end.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  package mutating func append(_ element: Element) { insert(element, at: root.count) }

  /// Removes and returns the element at `index`.
  ///
  /// - Complexity: O(log *n*).
  @inlinable @discardableResult
  package mutating func remove(at index: Int) -> Element {
    precondition(index >= 0 && index < root.count, "index \(index) is not in a list of \(root.count)")
    let removed = root.remove(at: index, limits: limits)
    root.dropSingleBranches()
    return removed
  }

  /// Puts another element in the place of the one at `index`, which is returned.
  ///
  /// - Complexity: O(log *n*).
  @inlinable @discardableResult
  package mutating func replace(at index: Int, with element: Element) -> Element {
    update(at: index) { place in
      let old = place
      place = element
      return old
    }
  }

  /// Changes the element at `index` in place.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  package mutating func update<Result>(
    at index: Int, _ body: (inout Element) throws -> Result
  ) rethrows -> Result {
    precondition(index >= 0 && index < root.count, "index \(index) is not in a list of \(root.count)")
    return try root.node.update(at: index, body)
  }

  /// Puts a root above the old one and a sibling that it could not hold.
  @inlinable
  mutating func grow(_ sibling: RankedBranch<Element>) {
    root = RankedBranch(count: root.count + sibling.count, node: .inner([root, sibling]))
  }
}

// MARK: - In a branch

extension RankedBranch {
  /// Inserts an element; returns the second half where there had to be two.
  @inlinable
  mutating func insert(_ element: Element, at index: Int, limits: RankedLimits) -> RankedBranch? {
    count += 1
    if case .leaf = node {
      var elements = node.takeElements()
      elements.insert(element, at: index)
      return put(elements, limits: limits)
    }
    var branches = node.takeBranches()
    var rest = index
    var branch = 0
    while rest > branches[branch].count {
      rest -= branches[branch].count
      branch += 1
    }
    if let sibling = branches[branch].insert(element, at: rest, limits: limits) {
      branches.insert(sibling, at: branch + 1)
      return put(branches, limits: limits)
    }
    node = .inner(branches)
    return nil
  }

  /// Removes an element; what is left may be too little.
  @inlinable
  mutating func remove(at index: Int, limits: RankedLimits) -> Element {
    count -= 1
    if case .leaf = node {
      var elements = node.takeElements()
      let removed = elements.remove(at: index)
      node = .leaf(elements)
      return removed
    }
    var branches = node.takeBranches()
    var rest = index
    var branch = 0
    while rest >= branches[branch].count {
      rest -= branches[branch].count
      branch += 1
    }
    let removed = branches[branch].remove(at: rest, limits: limits)
    if branches[branch].node.isUnderfull(limits), branches.count > 1 {
      let left = branch > 0 ? branch - 1 : 0
      let right = branches.remove(at: left + 1)
      if let rest = branches[left].absorb(right, limits: limits) { branches.insert(rest, at: left + 1) }
    }
    node = .inner(branches)
    return removed
  }

  /// Takes in the elements of the next node of the same height; returns what is too much, evenly shared.
  @inlinable
  mutating func absorb(_ next: RankedBranch, limits: RankedLimits) -> RankedBranch? {
    count += next.count
    switch next.node {
    case .leaf(let more):
      var elements = node.takeElements()
      elements.append(contentsOf: more)
      return put(elements, limits: limits)
    case .inner(let more):
      var branches = node.takeBranches()
      branches.append(contentsOf: more)
      return put(branches, limits: limits)
    }
  }

  /// Makes this a leaf of `elements`, of which there are `count`; returns the second half where they are too many.
  @inlinable
  mutating func put(_ elements: consuming [Element], limits: RankedLimits) -> RankedBranch? {
    if elements.count <= limits.leafCapacity {
      node = .leaf(elements)
      return nil
    }
    let half = elements.count / 2
    let sibling = RankedBranch(leaf: Array(elements[half...]))
    elements.removeSubrange(half...)
    count = half
    node = .leaf(elements)
    return sibling
  }

  /// Makes this an inner node of `branches`, with `count` elements; returns the second half where they are too many.
  @inlinable
  mutating func put(_ branches: consuming [RankedBranch], limits: RankedLimits) -> RankedBranch? {
    if branches.count <= limits.fanOut {
      node = .inner(branches)
      return nil
    }
    let half = branches.count / 2
    let sibling = RankedBranch(inner: Array(branches[half...]))
    branches.removeSubrange(half...)
    count -= sibling.count
    node = .inner(branches)
    return sibling
  }

  /// Makes the only branch of a root the root.
  @inlinable
  mutating func dropSingleBranches() {
    while case .inner(let branches) = node, branches.count == 1 { self = branches[0] }
  }
}

extension RankedNode {
  @inlinable
  mutating func update<Result>(
    at index: Int, _ body: (inout Element) throws -> Result
  ) rethrows -> Result {
    if case .leaf = self {
      var elements = takeElements()
      defer { self = .leaf(elements) }
      return try body(&elements[index])
    }
    var branches = takeBranches()
    defer { self = .inner(branches) }
    var rest = index
    var branch = 0
    while rest >= branches[branch].count {
      rest -= branches[branch].count
      branch += 1
    }
    return try branches[branch].node.update(at: rest, body)
  }
}
