/// What two lists have in common: stretches in the very same leaves, found without looking at an element.
///
///     old   [a b c][d e f][g h i]           leaves that one was made of when the other was
///     new   [a b c][d x e f][g h i]         runs: 0 → 0, three; 6 → 7, three
///                                           loose: [d e f] at 3 of the old, [d x e f] at 3 of the new
///
/// *Invariant:* runs ascend on both sides, and each element is in one run or in one loose leaf of its list.
@usableFromInline
struct SharedLeaves<Element> {
  /// The leaves of one list that the other does not hold, in order.
  @usableFromInline
  struct Loose {
    @usableFromInline var starts: [Int] = []
    @usableFromInline var leaves: [ContiguousArray<Element>] = []
    /// The number of elements in them.
    @usableFromInline var count = 0

    @inlinable
    init() {}
  }

  @usableFromInline var runs: [PairedRun] = []
  @usableFromInline var old = Loose()
  @usableFromInline var new = Loose()
  // What has been gone through so far.
  @usableFromInline var oldEnd = 0
  @usableFromInline var newEnd = 0

  /// Nodes of one height that follow one another.
  @usableFromInline typealias Nodes = ArraySlice<RankedBranch<Element>>

  /// Finds what two lists share.
  ///
  /// - Complexity: O(*d* · *h*), where *d* is the number of leaves that are not shared and *h* the height of the trees.
  ///   A leaf whose neighbours differ in the two lists may be missed.
  @inlinable
  init(_ old: RankedArray<Element>, _ new: RankedArray<Element>) {
    var oldNodes: Nodes = [old.root]
    var newNodes: Nodes = [new.root]
    var oldHeight = old.root.node.height
    var newHeight = new.root.node.height
    while oldHeight > newHeight {
      oldNodes = Self.branches(of: oldNodes)
      oldHeight -= 1
    }
    while newHeight > oldHeight {
      newNodes = Self.branches(of: newNodes)
      newHeight -= 1
    }
    match(oldNodes, newNodes, height: oldHeight)
  }
}

// MARK: - Finding

extension SharedLeaves {
  /// How many nodes ahead a node is looked for: an edit makes one or two of one.
  @inlinable static var reach: Int { 8 }

  /// Goes through nodes of one height on both sides: what is the same is a run, and what lies between is gone through one
  /// level below.
  @inlinable
  mutating func match(_ oldNodes: Nodes, _ newNodes: Nodes, height: Int) {
    var i = oldNodes.startIndex
    var j = newNodes.startIndex
    // The first nodes that are neither in a run nor loose yet.
    var (oldStart, newStart) = (i, j)
    while i < oldNodes.endIndex, j < newNodes.endIndex {
      let (oldEnd, newEnd) = (i, j)
      var shared = 0
      while i < oldNodes.endIndex, j < newNodes.endIndex, oldNodes[i].node.isIdentical(to: newNodes[j].node) {
        shared += oldNodes[i].count
        i += 1
        j += 1
      }
      if oldEnd < i {
        descend(oldNodes[oldStart..<oldEnd], newNodes[newStart..<newEnd], height: height)
        appendRun(shared)
        (oldStart, newStart) = (i, j)
        continue
      }
      let (old, new) = Self.nearest(oldNodes[i...], newNodes[j...])
      i += old
      j += new
    }
    descend(oldNodes[oldStart...], newNodes[newStart...], height: height)
  }

  /// How many nodes to skip on both sides to where they are the same again; one of each where that is not near.
  @inlinable
  static func nearest(_ oldNodes: Nodes, _ newNodes: Nodes) -> (old: Int, new: Int) {
    for distance in 1...reach {
      for old in 0...distance {
        let new = distance - old
        if old < oldNodes.count, new < newNodes.count,
          oldNodes[oldNodes.startIndex + old].node.isIdentical(to: newNodes[newNodes.startIndex + new].node)
        {
          return (old, new)
        }
      }
    }
    return (1, 1)
  }

  /// Goes through what is below nodes that are not the same, or notes the leaves that they are.
  @inlinable
  mutating func descend(_ oldNodes: Nodes, _ newNodes: Nodes, height: Int) {
    if height > 0, oldNodes.count == newNodes.count {
      // Most often each was made of the one at its place.
      for (old, new) in zip(oldNodes.indices, newNodes.indices) {
        match(
          Self.branches(of: oldNodes[old..<old + 1]), Self.branches(of: newNodes[new..<new + 1]), height: height - 1)
      }
      return
    }
    if height > 0, !oldNodes.isEmpty, !newNodes.isEmpty {
      match(Self.branches(of: oldNodes), Self.branches(of: newNodes), height: height - 1)
      return
    }
    for branch in oldNodes { branch.node.forEachLeaf { Self.append($0, to: &old, at: &oldEnd) } }
    for branch in newNodes { branch.node.forEachLeaf { Self.append($0, to: &new, at: &newEnd) } }
  }

  @inlinable
  static func branches(of nodes: Nodes) -> Nodes {
    var all: [RankedBranch<Element>] = []
    for branch in nodes {
      guard case .inner(let branches) = branch.node else { continue }
      if nodes.count == 1 { return branches[...] }
      all.append(contentsOf: branches)
    }
    return all[...]
  }

  @inlinable
  mutating func appendRun(_ count: Int) {
    if let last = runs.last, Int(last.old) + Int(last.count) == oldEnd,
      Int(last.new) + Int(last.count) == newEnd
    {
      runs[runs.count - 1].extent += Int32(truncatingIfNeeded: count)
    } else if count > 0 {
      runs.append(PairedRun(old: oldEnd, new: newEnd, count: count))
    }
    oldEnd += count
    newEnd += count
  }

  @inlinable
  static func append(_ leaf: [Element], to loose: inout Loose, at end: inout Int) {
    if leaf.isEmpty { return }
    loose.starts.append(end)
    loose.leaves.append(ContiguousArray(leaf))
    loose.count += leaf.count
    end += leaf.count
  }
}

extension SharedLeaves.Loose {
  /// The leaf that holds an offset, looked for from a guess on; `nil` where that is in a run.
  ///
  /// - Parameter guess: The leaf that was found last; set to the one found.
  @inlinable
  func leaf(at offset: Int, near guess: inout Int) -> Int? {
    if holds(offset, guess) { return guess }
    if holds(offset, guess + 1) {
      guess += 1
      return guess
    }
    var low = 0
    var high = starts.count
    // Invariant: leaves before `low` begin at the offset or before it, those from `high` on behind it.
    while low < high {
      let middle = low + (high - low) / 2
      if starts[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    guard holds(offset, low - 1) else { return nil }
    guess = low - 1
    return guess
  }

  @inlinable
  func holds(_ offset: Int, _ leaf: Int) -> Bool {
    leaf >= 0 && leaf < starts.count && offset >= starts[leaf] && offset - starts[leaf] < leaves[leaf].count
  }
}

// MARK: - Invariants

extension SharedLeaves {
  /// What does not hold of what two lists share, one line each; empty when all is right.
  func checkInvariants(_ oldList: RankedArray<Element>, _ newList: RankedArray<Element>) -> [String] {
    var broken: [String] = []
    for (side, list, loose, starts) in [
      ("old", oldList, old, runs.map { (Int($0.old), Int($0.count)) }),
      ("new", newList, new, runs.map { (Int($0.new), Int($0.count)) }),
    ] {
      let parts = (starts + zip(loose.starts, loose.leaves).map { ($0, $1.count) }).sorted { $0.0 < $1.0 }
      var end = 0
      for (start, count) in parts {
        if start != end || count < 1 { broken.append("\(count) \(side) elements begin at \(start), not \(end)") }
        end = start + count
      }
      if end != list.count { broken.append("\(end) of \(list.count) \(side) elements are in a run or a leaf") }
      if loose.count != loose.leaves.reduce(0, { $0 + $1.count }) { broken.append("loose \(side) elements miscounted") }
    }
    for (run, next) in zip(runs, runs.dropFirst()) where run.old >= next.old || run.new >= next.new {
      broken.append("the run at \(next.new) does not come after the one at \(run.new)")
    }
    return broken
  }
}
