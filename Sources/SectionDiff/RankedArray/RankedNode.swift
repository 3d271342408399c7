/// A node of a ``RankedArray``: a leaf with elements, or an inner node with branches.
///
/// To be edited in place a node must give its array away for a while (see ``takeElements()``): otherwise there would be
/// two holders, and the array would be copied.
@usableFromInline
enum RankedNode<Element> {
  case leaf([Element])
  case inner([RankedBranch<Element>])
}

/// A node and the number of elements below it.
@usableFromInline
struct RankedBranch<Element> {
  @usableFromInline var count: Int
  @usableFromInline var node: RankedNode<Element>

  @inlinable
  init(count: Int, node: RankedNode<Element>) {
    self.count = count
    self.node = node
  }

  @inlinable
  init(leaf elements: [Element]) { self.init(count: elements.count, node: .leaf(elements)) }

  @inlinable
  init(inner branches: [RankedBranch]) {
    self.init(count: branches.reduce(0) { $0 + $1.count }, node: .inner(branches))
  }

  /// A root over all elements of an array; the leaves are evenly filled, and so are the inner nodes.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  init(_ elements: [Element], limits: RankedLimits) {
    if elements.count <= limits.leafCapacity {
      self.init(leaf: elements)
      return
    }
    let leaves = Self.pieces(of: elements.count, each: limits.leafFill) { RankedBranch(leaf: Array(elements[$0])) }
    self.init(over: leaves, limits: limits)
  }

  /// A root over nodes of one height, of which there are several.
  @inlinable
  init(over nodes: [RankedBranch], limits: RankedLimits) {
    var level = nodes
    while level.count > limits.fanOut {
      level = Self.pieces(of: level.count, each: limits.branchFill) { RankedBranch(inner: Array(level[$0])) }
    }
    self.init(inner: level)
  }

  /// Cuts `count` things evenly into as few pieces as hold them all, none larger than `size`.
  @inlinable
  static func pieces(of count: Int, each size: Int, make: (Range<Int>) -> RankedBranch) -> [RankedBranch] {
    let pieces = (count + size - 1) / size
    return (0..<pieces).map { make($0 * count / pieces..<($0 + 1) * count / pieces) }
  }
}

// MARK: - Arrays out and in

extension RankedNode {
  /// The elements of a leaf, which is empty from now on.
  @inlinable
  mutating func takeElements() -> [Element] {
    guard case .leaf(let elements) = self else { return [] }
    self = .leaf([])
    return elements
  }

  /// The branches of an inner node, which is empty from now on.
  @inlinable
  mutating func takeBranches() -> [RankedBranch<Element>] {
    guard case .inner(let branches) = self else { return [] }
    self = .leaf([])
    return branches
  }
}

// MARK: - Reading

extension RankedBranch {
  /// The one of a node's branches that an index is below, which counts from the start of that branch from now on.
  ///
  /// - Parameter orItsEnd: Whether a place between two branches belongs to the first.
  @inlinable @inline(__always)
  static func branch(holding index: inout Int, in branches: [RankedBranch], orItsEnd: Bool = false) -> Int {
    let extra = orItsEnd ? 1 : 0
    var branch = 0
    while index >= branches[branch].count + extra {
      index -= branches[branch].count
      branch += 1
    }
    return branch
  }
}

extension RankedNode {
  @inlinable
  func forEachLeaf(_ body: ([Element]) throws -> Void) rethrows {
    switch self {
    case .leaf(let elements): try body(elements)
    case .inner(let branches): for branch in branches { try branch.node.forEachLeaf(body) }
    }
  }

  /// Whether both are the same memory.
  @inlinable
  func isIdentical(to other: RankedNode) -> Bool {
    switch (self, other) {
    case (.leaf(let a), .leaf(let b)): a.isSameMemory(as: b)
    case (.inner(let a), .inner(let b)): a.isSameMemory(as: b)
    default: false
    }
  }

  /// The number of levels below.
  @inlinable
  var height: Int {
    switch self {
    case .leaf: 0
    case .inner(let branches): 1 + branches[0].node.height
    }
  }

  /// Whether a node that is not the root holds too little.
  @inlinable
  func isUnderfull(_ limits: RankedLimits) -> Bool {
    switch self {
    case .leaf(let elements): elements.count < limits.leastLeaf
    case .inner(let branches): branches.count < limits.leastFanOut
    }
  }
}

extension RankedNode: Sendable where Element: Sendable {}
extension RankedBranch: Sendable where Element: Sendable {}
