/// Edits of a list, in order: each is addressed in the list as those before have left it.
@usableFromInline
protocol RankedEdits<Element> {
  associatedtype Element
  /// The edit at hand; its index is `Int.max` after the last one.
  var edit: RankedEdit<Element> { get }
  /// Makes the edit at hand in the leaf that it is below, whose first element has the index `start`, and goes on to the
  /// next.
  mutating func make(in leaf: inout [Element], from start: Int, limits: RankedLimits)
}

/// One edit: an element goes, or comes, or takes the place of another.
@usableFromInline
struct RankedEdit<Element>: RankedEdits {
  @usableFromInline var index: Int
  /// Whether the element at the index goes.
  @usableFromInline let removes: Bool
  /// What comes there: in the place of the one that goes, or before the one that stays.
  @usableFromInline let element: Element?

  @inlinable
  init(at index: Int, removing removes: Bool, inserting element: Element?) {
    self.index = index
    self.removes = removes
    self.element = element
  }

  @inlinable var edit: RankedEdit { self }

  /// Whether it is below a node that ends with this index. An insertion between two nodes belongs to the first.
  @inlinable
  func isBelow(end: Int) -> Bool { index < (removes ? end : end + 1) }

  @inlinable
  mutating func make(in leaf: inout [Element], from start: Int, limits: RankedLimits) {
    if let element, removes {
      leaf[index - start] = element
    } else if let element {
      // An array that grows by itself takes twice the memory. Many leaves are copied for one insertion, for others hold them.
      if leaf.count == leaf.capacity, 2 * leaf.count > limits.leafCapacity {
        leaf.reserveCapacity(min(limits.leafCapacity + 1, leaf.count + leaf.count / 8 + 4))
      }
      leaf.insert(element, at: index - start)
    } else {
      leaf.remove(at: index - start)
    }
    index = .max
  }
}

/// Edits that take elements out and put new ones in: what comes in where something has left takes its place.
@usableFromInline
struct RankedBatch<Element>: RankedEdits {
  @usableFromInline var edit = RankedEdit<Element>(at: .max, removing: true, inserting: nil)
  /// What was taken out so far.
  @usableFromInline var taken: [Element] = []
  // The offsets before all edits of what goes, and the offsets after all edits of what comes.
  @usableFromInline let removed: [Int32]
  @usableFromInline let elements: [Element]
  @usableFromInline let added: [Int32]
  @usableFromInline var nextRemoved = 0
  @usableFromInline var nextAdded = 0

  @inlinable
  init(removing removed: [Int32], inserting elements: [Element], at added: [Int32]) {
    self.removed = removed
    self.elements = elements
    self.added = added
    taken.reserveCapacity(removed.count)
    advance()
  }

  @inlinable
  mutating func make(in leaf: inout [Element], from start: Int, limits: RankedLimits) {
    if edit.removes { taken.append(leaf[edit.index - start]) }
    edit.make(in: &leaf, from: start, limits: limits)
    advance()
  }

  @inlinable
  mutating func advance() {
    // Of the elements that stay, so many come before what goes next, and before what comes next.
    let beforeRemoved = nextRemoved < removed.count ? Int(removed[nextRemoved]) - nextRemoved : .max
    let beforeAdded = nextAdded < added.count ? Int(added[nextAdded]) - nextAdded : .max
    if beforeRemoved == .max, beforeAdded == .max { return }
    edit = RankedEdit(
      at: Swift.min(beforeRemoved, beforeAdded) + nextAdded, removing: beforeRemoved <= beforeAdded,
      inserting: beforeAdded <= beforeRemoved ? elements[nextAdded] : nil)
    if beforeAdded <= beforeRemoved { nextAdded += 1 }
    if edit.removes { nextRemoved += 1 }
  }
}
