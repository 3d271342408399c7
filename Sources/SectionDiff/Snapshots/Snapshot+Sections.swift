extension Snapshot {
  /// The sections of a snapshot, in order: a view that copies nothing.
  public struct Sections: RandomAccessCollection {
    @usableFromInline let snapshot: Snapshot

    @inlinable
    init(snapshot: Snapshot) { self.snapshot = snapshot }

    /// Zero.
    @inlinable public var startIndex: Int { 0 }
    /// The number of sections.
    @inlinable public var endIndex: Int { snapshot.keys.count }

    /// The section at this offset.
    @inlinable
    public subscript(index: Int) -> SectionView {
      SectionView(
        key: snapshot.keys[index],
        header: snapshot.headers[index],
        items: Items(all: snapshot.items, range: snapshot.offsets[index]))
    }
  }

  /// One section of a snapshot, seen without copying its items.
  public struct SectionView {
    /// The key of the section.
    public let key: Key
    /// The header above its items.
    public let header: Header
    /// Its items, indexed from zero.
    public let items: Items

    @inlinable
    init(key: Key, header: Header, items: Items) {
      self.key = key
      self.header = header
      self.items = items
    }
  }

  /// The items of one section, indexed from zero.
  public struct Items: RandomAccessCollection {
    @usableFromInline let all: SnapshotItems<Item>
    @usableFromInline let range: Range<Int>

    @inlinable
    init(all: SnapshotItems<Item>, range: Range<Int>) {
      self.all = all
      self.range = range
    }

    /// Zero.
    @inlinable public var startIndex: Int { 0 }
    /// The number of items.
    @inlinable public var endIndex: Int { range.count }
    /// The item at this offset of the section.
    @inlinable public subscript(index: Int) -> Item {
      precondition(index >= 0 && index < range.count, "there is no item \(index) in a section of \(range.count)")
      return all[range.lowerBound + index]
    }

    /// Goes through the items in order; faster than asking for one after the other.
    @inlinable
    public func makeIterator() -> some IteratorProtocol<Item> { all.makeIterator(in: range) }
  }
}

extension Snapshot.Sections: Sendable where Key: Sendable, Item: Sendable, Header: Sendable {}
extension Snapshot.SectionView: Sendable where Key: Sendable, Item: Sendable, Header: Sendable {}
extension Snapshot.Items: Sendable where Item: Sendable, Key: Sendable, Header: Sendable {}

extension Snapshot.Items: Equatable where Item: Equatable {
  /// Whether both hold equal items in the same order.
  @inlinable
  public static func == (a: Self, b: Self) -> Bool {
    if a.range.count != b.range.count { return false }
    if a.range.lowerBound == b.range.lowerBound, a.all.isIdentical(to: b.all) { return true }
    return a.elementsEqual(b)
  }
}
