/// What must hold of the tree, for tests.
extension RankedArray {
  /// What does not hold, one line each; empty when all is right.
  ///
  /// - Complexity: O(*n*).
  package func checkInvariants() -> [String] {
    var broken: [String] = []
    check(root, depth: 0, height: root.node.height, &broken)
    return broken
  }

  /// The number of levels above the leaves.
  package var height: Int { root.node.height }

  private func check(_ branch: RankedBranch<Element>, depth: Int, height: Int, _ broken: inout [String]) {
    let least: Int
    let most: Int
    let size: Int
    switch branch.node {
    case .leaf(let elements):
      if depth != height { broken.append("a leaf is \(depth) levels deep, the first one \(height)") }
      if branch.count != elements.count {
        broken.append("a leaf of \(elements.count) elements is counted as \(branch.count)")
      }
      (least, most, size) = (depth == 0 ? 0 : limits.leastLeaf, limits.leafCapacity, elements.count)
    case .inner(let branches):
      let sum = branches.reduce(0) { $0 + $1.count }
      if branch.count != sum { broken.append("branches of \(sum) elements are counted as \(branch.count)") }
      (least, most, size) = (depth == 0 ? 2 : limits.leastFanOut, limits.fanOut, branches.count)
      for below in branches { check(below, depth: depth + 1, height: height, &broken) }
    }
    if size < least || size > most {
      broken.append("a node \(depth) levels deep has \(size) elements or branches, not \(least) to \(most)")
    }
  }
}
