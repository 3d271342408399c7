/// A list that is cheap to copy and cheap to edit anywhere, also while copies of it are held.
///
/// A counted B-tree: elements are in leaves, and a branch holds the number of those below it. A copy shares everything. An
/// edit copies the nodes on the way to its place, unless no one else holds them, and shares all others.
///
/// Invariants: all leaves are equally deep; every node but the root is at least a third full; the root is a leaf or has
/// two branches at least.
///
///                [5 4]              counts
///              ↙       ↘
///         [3 2]         [2 2]
///         ↙  ↘          ↙  ↘
///       abc   de      fg    hi      elements
///
/// Rudolf Bayer and Edward M. McCreight, "Organization and Maintenance of Large Ordered Indices", 1972; copying of paths:
/// James R. Driscoll, Neil Sarnak, Daniel D. Sleator and Robert E. Tarjan, "Making Data Structures Persistent", 1989.
///
/// Nodes are arrays, so that copy-on-write, safety and `Sendable` are those of the standard library.
///
/// - Time: O(1) to copy; O(log *n*) to read, insert, remove or replace one element.
/// - Space: a leaf is 7/8 full when made at once, and at least a third at all times.
@usableFromInline
package struct RankedArray<Element> {
  @usableFromInline var root: RankedBranch<Element>
  @usableFromInline let limits: RankedLimits

  @inlinable
  init(root: RankedBranch<Element>, limits: RankedLimits) {
    self.root = root
    self.limits = limits
  }

  /// Makes an empty list.
  @inlinable
  package init() { self.init([]) }

  /// Makes a list of the elements of an array.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  package init(_ elements: [Element]) {
    self.init(elements, limits: RankedLimits(for: Element.self))
  }

  /// Makes a list with nodes of a certain size; small ones give deep trees to tests.
  @inlinable
  package init(_ elements: [Element], leafCapacity: Int, fanOut: Int) {
    self.init(elements, limits: RankedLimits(leafCapacity: leafCapacity, fanOut: fanOut))
  }

  @inlinable
  init(_ elements: [Element], limits: RankedLimits) {
    self.init(root: RankedBranch(elements, limits: limits), limits: limits)
  }
}

// MARK: - Reading

extension RankedArray {
  /// The number of elements.
  ///
  /// - Complexity: O(1).
  @inlinable package var count: Int { root.count }

  /// All elements in an array of their own.
  ///
  /// - Complexity: O(*n*), by whole leaves.
  @inlinable
  package var elements: [Element] {
    if case .leaf(let elements) = root.node { return elements }
    var all: [Element] = []
    all.reserveCapacity(root.count)
    root.node.forEachLeaf { all.append(contentsOf: $0) }
    return all
  }

  /// Calls `body` with the elements of each leaf, in order.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  package func forEachLeaf(_ body: ([Element]) throws -> Void) rethrows {
    try root.node.forEachLeaf(body)
  }

  /// Calls `body` with each element, in order; faster than a loop with an iterator.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  package func forEach(_ body: (Element) throws -> Void) rethrows {
    try root.node.forEachLeaf { for element in $0 { try body(element) } }
  }

  /// Whether both are the same memory: one is a copy of the other and neither was edited since.
  ///
  /// - Complexity: O(1).
  @inlinable
  package func isIdentical(to other: RankedArray) -> Bool {
    root.count == other.root.count && root.node.isIdentical(to: other.root.node)
  }
}

extension RankedArray: Sendable where Element: Sendable {}
