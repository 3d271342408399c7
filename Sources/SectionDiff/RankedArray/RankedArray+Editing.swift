/// Editing in one way down the tree and up again: each node on the way is as a rule copied, split or joined once for all edits
/// below it.
extension RankedArray {
  /// Inserts an element before the one at `index`; at the end where `index` is `count`.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  package mutating func insert(_ element: Element, at index: Int) {
    precondition(index <= count, "there is no place \(index) in a list of \(count)")
    var edit = RankedEdit(at: index, removing: false, inserting: element)
    make(&edit)
  }

  /// Removes the element at `index`.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  package mutating func remove(at index: Int) {
    precondition(index < count, "there is no element \(index) in a list of \(count)")
    var edit = RankedEdit<Element>(at: index, removing: true, inserting: nil)
    make(&edit)
  }

  /// Takes elements out and puts new ones in: what comes in where something has left takes its place.
  ///
  ///     before   a b c d      removed 1 3    b and x are between a and c: replaced
  ///     after    a x c e f    added   1 3 4  d and e end the list: replaced; f is added
  ///
  /// - Parameters:
  ///   - removed: Offsets before, ascending.
  ///   - elements: The new elements.
  ///   - added: Their offsets after, ascending.
  /// - Returns: What was taken out, in order.
  /// - Complexity: O(*k* (log *n* + *b*)), where *k* is the number of offsets, *n* that of elements and *b* the size of a
  ///   node; less where edits are neighbours.
  @inlinable @discardableResult
  package mutating func edit(removing removed: [Int32], inserting elements: [Element], at added: [Int32]) -> [Element] {
    var batch = RankedBatch(removing: removed, inserting: elements, at: added)
    make(&batch)
    return batch.taken
  }

  @inlinable
  mutating func make(_ edits: inout some RankedEdits<Element>) {
    while edits.edit.index < .max {
      let edit = edits.edit
      precondition(
        edit.index >= 0 && edit.isBelow(end: root.count),
        "index \(edit.index) is not a valid place in a list of \(root.count)")
      let siblings = root.make(&edits, from: 0, limits: limits)
      if !siblings.isEmpty { root = RankedBranch(over: [root] + siblings, limits: limits) }
      // A root of one branch gives way to it.
      while case .inner(let branches) = root.node, branches.count == 1 { root = branches[0] }
    }
  }
}

// MARK: - In a branch

extension RankedBranch {
  /// Makes edits, until none is below this node, or it holds too little; then the node above mends that first.
  ///
  /// - Parameters:
  ///   - edits: What is to be done, of which the first is below this node.
  ///   - start: The index of the first element here.
  /// - Returns: The nodes of the same height that come after this one, where one cannot hold all.
  @inlinable
  mutating func make(
    _ edits: inout some RankedEdits<Element>, from start: Int, limits: RankedLimits
  ) -> [RankedBranch] {
    if case .leaf = node {
      var elements = node.takeElements()
      repeat {
        edits.make(in: &elements, from: start, limits: limits)
      } while elements.count >= limits.leastLeaf && edits.edit.isBelow(end: start + elements.count)
      return put(elements, limits: limits)
    }
    var branches = node.takeBranches()
    repeat {
      let index = edits.edit.index
      var offset = index - start
      let branch = Self.branch(holding: &offset, in: branches, orItsEnd: !edits.edit.removes)
      count -= branches[branch].count
      let siblings = branches[branch].make(&edits, from: index - offset, limits: limits)
      count += branches[branch].count
      if !siblings.isEmpty {
        for sibling in siblings { count += sibling.count }
        branches.insert(contentsOf: siblings, at: branch + 1)
      } else if branches[branch].node.isUnderfull(limits), branches.count > 1 {
        let left = branch > 0 ? branch - 1 : 0
        let right = branches.remove(at: left + 1)
        let rest = branches[left].absorb(right, limits: limits)
        branches.insert(contentsOf: rest, at: left + 1)
      }
    } while branches.count >= limits.leastFanOut && edits.edit.isBelow(end: start + count)
    return put(branches, limits: limits)
  }

  /// Takes in the elements of the next node of the same height; returns what is too much, evenly shared.
  @inlinable
  mutating func absorb(_ next: RankedBranch, limits: RankedLimits) -> [RankedBranch] {
    switch next.node {
    case .leaf(let more):
      var elements = node.takeElements()
      elements.append(contentsOf: more)
      return put(elements, limits: limits)
    case .inner(let more):
      count += next.count
      var branches = node.takeBranches()
      branches.append(contentsOf: more)
      return put(branches, limits: limits)
    }
  }

  /// Makes this a leaf of `elements`; returns what is too much, evenly shared.
  @inlinable
  mutating func put(_ elements: consuming [Element], limits: RankedLimits) -> [RankedBranch] {
    let elements = elements
    count = elements.count
    if count <= limits.leafCapacity {
      node = .leaf(elements)
      return []
    }
    return divide(into: Self.pieces(of: count, each: limits.leafFill) { RankedBranch(leaf: Array(elements[$0])) })
  }

  /// Makes this an inner node of `branches`, with `count` elements; returns what is too much, evenly shared.
  @inlinable
  mutating func put(_ branches: consuming [RankedBranch], limits: RankedLimits) -> [RankedBranch] {
    let branches = branches
    if branches.count <= limits.fanOut {
      node = .inner(branches)
      return []
    }
    let fanOut = branches.count
    return divide(into: Self.pieces(of: fanOut, each: limits.branchFill) { RankedBranch(inner: Array(branches[$0])) })
  }

  /// Makes this the first of some pieces; returns the others.
  @inlinable
  mutating func divide(into pieces: [RankedBranch]) -> [RankedBranch] {
    self = pieces[0]
    return Array(pieces.dropFirst())
  }
}
