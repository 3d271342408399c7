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
        items: Items(slice: snapshot.items[snapshot.offsets[index]..<snapshot.offsets[index + 1]]))
    }
  }

  /// One section of a snapshot, seen without copying its items.
  public struct SectionView {
    /// What the section is.
    public let key: Key
    /// What it shows above its items.
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
    @usableFromInline let slice: ArraySlice<Item>

    @inlinable
    init(slice: ArraySlice<Item>) { self.slice = slice }

    /// Zero.
    @inlinable public var startIndex: Int { 0 }
    /// The number of items.
    @inlinable public var endIndex: Int { slice.count }
    /// The item at this offset of the section.
    @inlinable public subscript(index: Int) -> Item { slice[slice.startIndex + index] }
  }
}

extension Snapshot.Sections: Sendable where Key: Sendable, Item: Sendable, Header: Sendable {}
extension Snapshot.SectionView: Sendable where Key: Sendable, Item: Sendable, Header: Sendable {}
extension Snapshot.Items: Sendable where Item: Sendable, Key: Sendable, Header: Sendable {}

extension Snapshot.Items: Equatable where Item: Equatable {
  /// Whether both hold equal items in the same order.
  @inlinable
  public static func == (a: Self, b: Self) -> Bool { a.slice == b.slice }
}
