/// Items put together from those of two snapshots, of which nothing is copied: those between two stages.
///
/// - Time: O(*p*) to make, where *p* is the number of stretches; O(log *p*) more to read an item than in its snapshot.
@usableFromInline
struct SplicedItems<Item> {
  /// Neither of them is spliced, so that reading goes no deeper.
  @usableFromInline let old: SnapshotItems<Item>
  @usableFromInline let new: SnapshotItems<Item>
  @usableFromInline let splice: Splice

  /// - Complexity: O(1), where neither is spliced; else O(*n*).
  @inlinable
  init(old: SnapshotItems<Item>, new: SnapshotItems<Item>, splice: Splice) {
    self.old = old.stored
    self.new = new.stored
    self.splice = splice
  }

  /// The item at a position, which must exist.
  @inlinable
  subscript(position: Int) -> Item {
    let stretch = splice.stretch(ofPosition: position)
    let offset = position - splice.range(ofStretch: stretch).lowerBound
    let source = splice.stretches[stretch].source
    return source >= 0 ? old[Int(source) + offset] : new[Int(~source) + offset]
  }

  /// Goes through the items from a position to the end of its stretch, or to `end` where that comes before.
  @inlinable
  func stretch(from position: Int, to end: Int) -> (items: RankedArray<Item>.Iterator, end: Int) {
    let stretch = splice.stretch(ofPosition: position)
    let range = splice.range(ofStretch: stretch)
    let source = splice.stretches[stretch].source
    let upper = Swift.min(end, range.upperBound)
    let start = (source >= 0 ? Int(source) : Int(~source)) + position - range.lowerBound
    let items = (source >= 0 ? old : new).makeIterator(in: start..<start + upper - position)
    return (items.stretch, upper)
  }

  /// All items in one array.
  @inlinable
  var elements: [Item] {
    let (old, new) = (old.contiguous, new.contiguous)
    var all: [Item] = []
    all.reserveCapacity(splice.count)
    var start = 0
    for stretch in splice.stretches {
      let length = Int(stretch.end) - start
      if stretch.source >= 0 {
        all.append(contentsOf: old[Int(stretch.source)..<Int(stretch.source) + length])
      } else {
        all.append(contentsOf: new[Int(~stretch.source)..<Int(~stretch.source) + length])
      }
      start = Int(stretch.end)
    }
    return all
  }

  /// The same items stored as the old ones are: in one array, or in chunks, which are shared with the old ones.
  ///
  /// - Complexity: O(*n*) where flat, else O(*m* + *p* log *n*), where *n* is the number of items, *p* that of stretches and *m*
  ///   that of items of stretches that are not in chunks of the old ones.
  @inlinable
  var stored: SnapshotItems<Item> {
    guard case .chunked(let old) = old else { return .flat(elements) }
    // Joining a stretch copies about as many items as a leaf holds.
    if splice.stretches.count > splice.count / old.limits.leafCapacity {
      return .chunked(RankedArray(elements, limits: old.limits))
    }
    var all = RankedArray<Item>([], limits: old.limits)
    var start = 0
    for stretch in splice.stretches {
      let length = Int(stretch.end) - start
      if stretch.source >= 0 {
        all.append(contentsOf: old.sublist(Int(stretch.source)..<Int(stretch.source) + length))
      } else {
        let range = Int(~stretch.source)..<Int(~stretch.source) + length
        switch new {
        case .flat(let items): all.append(contentsOf: items[range])
        case .chunked(let items): all.append(contentsOf: items.sublist(range))
        case .spliced: all.append(contentsOf: new.contiguous[range])
        }
      }
      start = Int(stretch.end)
    }
    return .chunked(all)
  }

  /// Whether both are the same memory.
  @inlinable
  func isIdentical(to other: SplicedItems) -> Bool {
    splice.stretches.isSameMemory(as: other.splice.stretches) && old.isIdentical(to: other.old)
      && new.isIdentical(to: other.new)
  }
}

extension SplicedItems: Sendable where Item: Sendable {}
