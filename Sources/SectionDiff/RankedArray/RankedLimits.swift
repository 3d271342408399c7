/// How large the nodes of a ``RankedArray`` are.
@usableFromInline
struct RankedLimits: Sendable, Equatable {
  /// The most elements of a leaf.
  @usableFromInline let leafCapacity: Int
  /// The most branches of an inner node.
  @usableFromInline let fanOut: Int

  @inlinable
  init(leafCapacity: Int, fanOut: Int) {
    precondition(
      leafCapacity >= 1 && fanOut >= 3, "nodes of \(leafCapacity) elements or \(fanOut) branches are too small")
    self.leafCapacity = leafCapacity
    self.fanOut = fanOut
  }

  /// The sizes that measured best where one of a million elements is edited while the former list is held.
  ///
  /// Copying a node retains each of its children, which are seldom in the cache; so narrow nodes are cheaper than flat
  /// trees are short, up to a point. Leaves of plain values are copied as bytes, about 1 KB of them; of all others each is
  /// retained, so there are fewer.
  @inlinable
  init<Element>(for type: Element.Type) {
    let stride = Swift.max(1, MemoryLayout<Element>.stride)
    self.init(leafCapacity: _isPOD(type) ? Swift.min(128, Swift.max(16, 1024 / stride)) : 32, fanOut: 12)
  }

  /// The fewest elements of a leaf that is not the root. Less than half, so that a node just split is not merged again
  /// by the next few removals.
  @inlinable var leastLeaf: Int { Swift.max(1, leafCapacity / 3) }
  /// The fewest branches of an inner node that is not the root.
  @inlinable var leastFanOut: Int { Swift.max(2, fanOut / 3) }

  /// How many elements a leaf gets when many are made at once: some room is left, so that the first inserts split
  /// nothing.
  @inlinable var leafFill: Int { leafCapacity - leafCapacity / 8 }
  /// How many branches an inner node gets when many are made at once.
  @inlinable var branchFill: Int { fanOut - fanOut / 8 }
}
