/// One of several edits, addressed in the list before all of them.
@usableFromInline
package struct RankedEdit: Sendable {
  /// The index of what is removed or replaced; for an insertion, of what it comes before, or the count.
  @usableFromInline let index: Int32
  /// The offset among the new elements of what is put there, or -1.
  @usableFromInline let element: Int32
  /// Whether the element at the index goes.
  @usableFromInline let removes: Bool

  @inlinable
  init(index: Int32, element: Int32, removes: Bool) {
    self.index = index
    self.element = element
    self.removes = removes
  }

  /// Removes the element at an index.
  @inlinable
  package static func removal(at index: Int32) -> RankedEdit { RankedEdit(index: index, element: -1, removes: true) }

  /// Inserts a new element before the one at an index.
  @inlinable
  package static func insertion(of element: Int32, at index: Int32) -> RankedEdit {
    RankedEdit(index: index, element: element, removes: false)
  }

  /// Puts a new element in the place of the one at an index.
  @inlinable
  package static func replacement(by element: Int32, at index: Int32) -> RankedEdit {
    RankedEdit(index: index, element: element, removes: true)
  }

  /// Whether it puts a new element in the place of another.
  @inlinable var replaces: Bool { removes && element >= 0 }

  /// Whether the edit is made below a branch that ends with this index. An insertion between two branches belongs to the
  /// first.
  @inlinable
  func isBelow(end: Int) -> Bool { Int(index) < end || (!removes && Int(index) == end) }
}

extension [RankedEdit] {
  /// The edits that take some elements out of a list and put new ones in: what comes in where something has left takes its
  /// place.
  ///
  ///     before   a b c d      removed 1 3    b and x are between a and c: replaced
  ///     after    a x c e f    added   1 3 4  d and e end the list: replaced; f is added
  ///
  /// - Parameters:
  ///   - removed: Offsets before, ascending.
  ///   - added: Offsets after, ascending; the new elements are in their order.
  /// - Complexity: O(*k*), where *k* is the number of offsets.
  @inlinable
  package init(removing removed: [Int32], adding added: [Int32]) {
    self = []
    reserveCapacity(Swift.max(removed.count, added.count))
    var next: Int32 = 0
    for (number, old) in removed.enumerated() {
      // Of those that stay, so many come before each.
      let staying = old - Int32(truncatingIfNeeded: number)
      while next < added.count, added[Int(next)] - next < staying {
        append(.insertion(of: next, at: added[Int(next)] - next + Int32(truncatingIfNeeded: number)))
        next += 1
      }
      if next < added.count, added[Int(next)] - next == staying {
        append(.replacement(by: next, at: old))
        next += 1
      } else {
        append(.removal(at: old))
      }
    }
    while next < added.count {
      append(.insertion(of: next, at: added[Int(next)] - next + Int32(truncatingIfNeeded: removed.count)))
      next += 1
    }
  }
}

/// Making several edits in one way down the tree and up again: each node on the way is copied, split or joined once.
extension RankedArray {
  /// Makes edits.
  ///
  /// - Parameters:
  ///   - edits: Ascending by index; of those with one index, insertions come first, and no more than one removes.
  ///   - elements: The new elements.
  ///   - removed: Gets what was removed or replaced, in order, after what it holds.
  /// - Complexity: O(*k* (log *n* + *b*)), where *k* is the number of edits, *n* that of elements and *b* the size of a
  ///   node; less where edits are neighbours.
  @inlinable
  package mutating func apply(_ edits: [RankedEdit], inserting elements: [Element], removed: inout [Element]) {
    guard let first = edits.first, let last = edits.last else { return }
    precondition(
      first.index >= 0 && last.isBelow(end: root.count), "edits from \(first.index) to \(last.index) of \(root.count)")
    var siblings: [RankedBranch<Element>] = []
    let batch = RankedBatch(edits: edits, elements: elements, limits: limits)
    _ = root.apply(batch, 0..<edits.count, from: 0, removed: &removed, siblings: &siblings)
    if !siblings.isEmpty {
      siblings.insert(root, at: 0)
      while siblings.count > limits.fanOut {
        siblings = RankedBranch.pieces(of: siblings.count, each: limits.branchFill) {
          RankedBranch(inner: Array(siblings[$0]))
        }
      }
      root = RankedBranch(inner: siblings)
    }
    if root.count == 0 { root = RankedBranch(leaf: []) }
    root.dropSingleBranches()
  }
}

/// What edits are made of.
@usableFromInline
struct RankedBatch<Element> {
  @usableFromInline let edits: [RankedEdit]
  @usableFromInline let elements: [Element]
  @usableFromInline let limits: RankedLimits

  @inlinable
  init(edits: [RankedEdit], elements: [Element], limits: RankedLimits) {
    self.edits = edits
    self.elements = elements
    self.limits = limits
  }
}

// MARK: - In a branch

extension RankedBranch {
  /// Makes those edits of a batch that are in a range, which is not empty.
  ///
  /// - Parameters:
  ///   - batch: All edits.
  ///   - range: Which of them are below this branch.
  ///   - start: The index, before all edits, of the first element here.
  ///   - removed: Gets what was removed or replaced.
  ///   - siblings: Gets the nodes of the same height that come after this one, where one cannot hold all.
  /// - Returns: Whether what is left is too little, or nothing.
  @inlinable
  mutating func apply(
    _ batch: RankedBatch<Element>, _ range: Range<Int>, from start: Int, removed: inout [Element],
    siblings: inout [RankedBranch]
  ) -> Bool {
    if case .leaf = node {
      applyToLeaf(batch, range, from: start, removed: &removed, siblings: &siblings)
      return count < batch.limits.leastLeaf
    }
    var branches = node.takeBranches()
    Self.reach(branches)
    var branch = 0
    var offset = start
    var next = range.lowerBound
    var mustMend = false
    var more: [RankedBranch] = []
    while next < range.upperBound {
      var end = offset + branches[branch].count
      while !batch.edits[next].isBelow(end: end) {
        branch += 1
        offset = end
        end += branches[branch].count
      }
      var last = next + 1
      while last < range.upperBound, batch.edits[last].isBelow(end: end) { last += 1 }
      let isUnderfull = branches[branch].apply(batch, next..<last, from: offset, removed: &removed, siblings: &more)
      mustMend = mustMend || isUnderfull
      count += branches[branch].count - (end - offset)
      next = last
      offset = end
      branch += 1
      if !more.isEmpty {
        for sibling in more { count += sibling.count }
        branches.insert(contentsOf: more, at: branch)
        branch += more.count
        more.removeAll()
      }
    }
    if mustMend { Self.mend(&branches, limits: batch.limits) }
    let fanOut = branches.count
    if fanOut > batch.limits.fanOut {
      let pieces = Self.pieces(of: fanOut, each: batch.limits.branchFill) { RankedBranch(inner: Array(branches[$0])) }
      self = pieces[0]
      siblings.append(contentsOf: pieces.dropFirst())
      return false
    }
    node = .inner(branches)
    return fanOut < batch.limits.leastFanOut
  }

  /// Looks at all branches of a node that is about to be copied.
  ///
  /// The copy retains them one after another, and waits for each that is in no cache; what is looked at here comes to the
  /// cache meanwhile, all at once.
  @inlinable
  static func reach(_ branches: [RankedBranch]) {
    precondition(branches.allSatisfy { !$0.node.isEmpty }, "a node of a list holds nothing")
  }

  @inlinable
  mutating func applyToLeaf(
    _ batch: RankedBatch<Element>, _ range: Range<Int>, from start: Int, removed: inout [Element],
    siblings: inout [RankedBranch]
  ) {
    var elements = node.takeElements()
    for edit in range where batch.edits[edit].removes { removed.append(elements[Int(batch.edits[edit].index) - start]) }
    if range.allSatisfy({ batch.edits[$0].replaces }) {
      for edit in range {
        elements[Int(batch.edits[edit].index) - start] = batch.elements[Int(batch.edits[edit].element)]
      }
    } else {
      elements = Self.merged(elements, batch, range, from: start)
    }
    count = elements.count
    if count <= batch.limits.leafCapacity {
      node = .leaf(elements)
      return
    }
    let pieces = Self.pieces(of: count, each: batch.limits.leafFill) { RankedBranch(leaf: Array(elements[$0])) }
    self = pieces[0]
    siblings.append(contentsOf: pieces.dropFirst())
  }

  /// The elements of a leaf after its edits, in an array of their own.
  @inlinable
  static func merged(
    _ elements: [Element], _ batch: RankedBatch<Element>, _ range: Range<Int>, from start: Int
  ) -> [Element] {
    var merged: [Element] = []
    // Room for what will be in it and no more: an array that grows takes twice the memory.
    var count = elements.count
    for edit in range {
      if !batch.edits[edit].removes { count += 1 } else if !batch.edits[edit].replaces { count -= 1 }
    }
    merged.reserveCapacity(count)
    var next = 0
    for edit in range {
      let edit = batch.edits[edit]
      let index = Int(edit.index) - start
      merged.append(contentsOf: elements[next..<index])
      if edit.element >= 0 { merged.append(batch.elements[Int(edit.element)]) }
      next = edit.removes ? index + 1 : index
    }
    merged.append(contentsOf: elements[next...])
    return merged
  }

  /// Joins branches of one node that hold too little with their neighbours, until none does or only one is left.
  @inlinable
  static func mend(_ branches: inout [RankedBranch], limits: RankedLimits) {
    branches.removeAll { $0.count == 0 }
    var branch = 0
    while branch < branches.count, branches.count > 1 {
      guard branches[branch].node.isUnderfull(limits) else {
        branch += 1
        continue
      }
      let left = branch > 0 ? branch - 1 : 0
      let right = branches.remove(at: left + 1)
      let rest = branches[left].join(right, limits: limits)
      if let rest { branches.insert(rest, at: left + 1) }
      branch = left
    }
  }

  /// Takes in the next node of the same height, of which either may hold a single branch that holds too little itself;
  /// returns what is too much, evenly shared.
  @inlinable
  mutating func join(_ next: RankedBranch, limits: RankedLimits) -> RankedBranch? {
    guard case .inner(let more) = next.node else { return absorb(next, limits: limits) }
    count += next.count
    var branches = node.takeBranches()
    branches.append(contentsOf: more)
    Self.mend(&branches, limits: limits)
    return put(branches, limits: limits)
  }
}
