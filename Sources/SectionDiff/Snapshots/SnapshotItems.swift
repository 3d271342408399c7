/// All items of a snapshot, section after section: in one array, in chunks that snapshots share, or in stretches of two
/// other snapshots.
///
/// All hold the same and answer alike. A flat one is what a diff reads; a chunked one is cheap to make from the one
/// before; a spliced one is what is between two stages.
@usableFromInline
enum SnapshotItems<Item> {
  case flat([Item])
  case chunked(RankedArray<Item>)
  indirect case spliced(SplicedItems<Item>)
}

extension SnapshotItems {
  @inlinable
  var count: Int {
    switch self {
    case .flat(let items): items.count
    case .chunked(let items): items.count
    case .spliced(let items): items.splice.count
    }
  }

  @inlinable var isEmpty: Bool { count == 0 }

  /// The item at a position.
  ///
  /// - Complexity: O(1) where flat, else O(log *n*).
  @inlinable
  subscript(position: Int) -> Item {
    switch self {
    case .flat(let items): items[position]
    case .chunked(let items): items[position]
    case .spliced(let items): items[position]
    }
  }

  /// All items in the array that they are in; `nil` where they are not in one.
  @inlinable
  var flat: ContiguousArray<Item>? {
    if case .flat(let items) = self { ContiguousArray(items) } else { nil }
  }

  /// All items in one array: the one there is, or a new one.
  ///
  /// - Complexity: O(1) where flat, else O(*n*).
  @inlinable
  var contiguous: [Item] {
    switch self {
    case .flat(let items): items
    case .chunked(let items): items.elements
    case .spliced(let items): items.elements
    }
  }

  /// The items in chunks.
  ///
  /// - Complexity: O(1) where chunked, else O(*n*).
  @inlinable
  var chunks: RankedArray<Item> {
    switch self {
    case .flat(let items): RankedArray(items)
    case .chunked(let items): items
    case .spliced(let items): items.stored.chunks
    }
  }

  /// The same items in one array or in chunks.
  ///
  /// - Complexity: O(1) where they are, else O(*n*).
  @inlinable
  var stored: SnapshotItems {
    if case .spliced(let items) = self { items.stored } else { self }
  }

  /// Whether both are the same memory.
  ///
  /// - Complexity: O(1).
  @inlinable
  func isIdentical(to other: SnapshotItems) -> Bool {
    switch (self, other) {
    case (.flat(let a), .flat(let b)): a.isSameMemory(as: b)
    case (.chunked(let a), .chunked(let b)): a.isIdentical(to: b)
    case (.spliced(let a), .spliced(let b)): a.isIdentical(to: b)
    default: false
    }
  }

  /// Goes through the items in a range, which must exist: chunk by chunk, or through the array.
  @inlinable
  func makeIterator(in range: Range<Int>) -> Iterator {
    switch self {
    case .flat(let items): Iterator(stretch: RankedArray<Item>.Iterator(items, in: range))
    case .chunked(let items): Iterator(stretch: items.makeIterator(in: range))
    case .spliced(let items):
      Iterator(stretch: RankedArray<Item>.Iterator([], in: 0..<0), items: items, rest: range)
    }
  }

  /// Goes through an array or through chunks; where the items are spliced, stretch by stretch.
  @usableFromInline
  struct Iterator: IteratorProtocol {
    @usableFromInline var stretch: RankedArray<Item>.Iterator
    /// What the stretches are of, and the positions of those to come.
    @usableFromInline let items: SplicedItems<Item>?
    @usableFromInline var rest: Range<Int>

    @inlinable
    init(stretch: RankedArray<Item>.Iterator, items: SplicedItems<Item>? = nil, rest: Range<Int> = 0..<0) {
      self.stretch = stretch
      self.items = items
      self.rest = rest
    }

    @inlinable
    mutating func next() -> Item? {
      if let item = stretch.next() { return item }
      guard let items, !rest.isEmpty else { return nil }
      let (stretch, end) = items.stretch(from: rest.lowerBound, to: rest.upperBound)
      self.stretch = stretch
      rest = end..<rest.upperBound
      return self.stretch.next()
    }
  }

  @inlinable
  func map<Mapped>(_ transform: (Item) throws -> Mapped) rethrows -> [Mapped] {
    switch self {
    case .flat(let items): return try items.map(transform)
    case .chunked(let items):
      var mapped: [Mapped] = []
      mapped.reserveCapacity(items.count)
      try items.forEach { mapped.append(try transform($0)) }
      return mapped
    case .spliced(let items): return try items.elements.map(transform)
    }
  }

  /// The first position whose item satisfies the predicate.
  @inlinable
  func firstPosition(where predicate: (Item) throws -> Bool) rethrows -> Int? {
    switch self {
    case .flat(let items): return try items.firstIndex(where: predicate)
    case .chunked, .spliced:
      var iterator = makeIterator(in: 0..<count)
      var position = 0
      while let item = iterator.next() {
        if try predicate(item) { return position }
        position += 1
      }
      return nil
    }
  }

  /// The first position where two lists of one length do not agree.
  @inlinable
  func firstDifference(from other: SnapshotItems, areEqual: (Item, Item) -> Bool) -> Int? {
    var others = other.makeIterator(in: 0..<other.count)
    return firstPosition { item in
      guard let counterpart = others.next() else { return true }
      return !areEqual(item, counterpart)
    }
  }
}

extension Array {
  /// Whether both are the same memory. Two empty arrays are; an array bridged from Objective-C may not be itself.
  ///
  /// By pointers, because the span of an `Array` needs macOS 26. Nothing is read through them.
  ///
  /// - Complexity: O(1); O(*n*) for a bridged array, which is copied.
  @inlinable
  func isSameMemory(as other: [Element]) -> Bool {
    unsafe withUnsafeBufferPointer { mine in
      unsafe other.withUnsafeBufferPointer { theirs in
        unsafe mine.count == theirs.count && mine.baseAddress == theirs.baseAddress
      }
    }
  }
}

extension SnapshotItems: Equatable where Item: Equatable {
  @inlinable
  static func == (a: SnapshotItems, b: SnapshotItems) -> Bool {
    switch (a, b) {
    case (.flat(let a), .flat(let b)): a == b
    case (.chunked(let a), .chunked(let b)): a == b
    default: a.count == b.count && a.firstDifference(from: b, areEqual: ==) == nil
    }
  }
}

extension SnapshotItems: Sendable where Item: Sendable {}
extension SnapshotItems.Iterator: Sendable where Item: Sendable {}
