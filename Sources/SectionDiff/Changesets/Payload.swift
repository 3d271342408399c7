/// Where the items and section values of a changeset come from: what it holds of the snapshots before and after.
@usableFromInline
struct Payload<Key: Hashable, Item, Header: Equatable> {
  @usableFromInline let old: Contents
  @usableFromInline let new: Contents

  @inlinable
  init(old: Contents, new: Contents) {
    self.old = old
    self.new = new
  }

  /// The two snapshots.
  @inlinable
  static func snapshots(old: Snapshot<Key, Item, Header>, new: Snapshot<Key, Item, Header>) -> Payload {
    Payload(old: .whole(old), new: .whole(new))
  }

  /// What changes name of both snapshots, read by position and by section; `nil` where some of it is not known.
  init?(
    namedBy list: ChangeList, oldItem: (Int32) -> Item?, newItem: (Int32) -> Item?,
    oldSection: (Int32) -> SectionValue?, newSection: (Int32) -> SectionValue?
  ) {
    func named(
      _ positions: [Int32], _ item: (Int32) -> Item?, _ offsets: [Int32], _ section: (Int32) -> SectionValue?
    ) -> Contents? {
      let (items, sections) = (positions.compactMap(item), offsets.compactMap(section))
      if items.count < positions.count || sections.count < offsets.count { return nil }
      return .named(Named(positions, items, offsets, sections))
    }
    guard let old = named(list.heldOld, oldItem, list.sections.heldOld, oldSection),
      let new = named(list.heldNew, newItem, list.sections.heldNew, newSection)
    else { return nil }
    self.init(old: old, new: new)
  }
}

/// What a changeset must hold, in no order.
extension ChangeList {
  /// Old positions of deleted and updated items.
  var heldOld: [Int32] { deleted + updated.map(\.old) }
  /// New positions of inserted and updated items.
  var heldNew: [Int32] { inserted + updated.map(\.new) }
}

extension Payload {
  @usableFromInline typealias SectionValue = (key: Key, header: Header)

  /// What a changeset holds of one snapshot.
  @usableFromInline
  enum Contents {
    /// All of it.
    case whole(Snapshot<Key, Item, Header>)
    /// The items and sections that changes name.
    case named(Named)
  }

  /// Items and sections of a snapshot by their positions and offsets, which ascend.
  @usableFromInline
  final class Named {
    @usableFromInline let positions: [Int32]
    @usableFromInline let items: [Item]
    @usableFromInline let offsets: [Int32]
    @usableFromInline let sections: [SectionValue]

    /// Takes positions and offsets in any order, each once, and what is there.
    init(_ positions: [Int32], _ items: [Item], _ offsets: [Int32], _ sections: [SectionValue]) {
      let order = positions.orderedIndices()
      self.positions = order.map { positions[$0] }
      self.items = order.map { items[$0] }
      let sectionOrder = offsets.orderedIndices()
      self.offsets = sectionOrder.map { offsets[$0] }
      self.sections = sectionOrder.map { sections[$0] }
    }
  }
}

extension Payload.Contents {
  /// The item at a position, where it is held.
  ///
  /// - Complexity: O(log *k*), where only *k* items are held.
  @inlinable
  func item(at position: Int32) -> Item? {
    switch self {
    case .whole(let snapshot): snapshot.items[Int(position)]
    case .named(let named): named.positions.index(of: position).map { named.items[$0] }
    }
  }

  /// The key and the header of the section at an offset, where they are held.
  @inlinable
  func section(at offset: Int32) -> Payload.SectionValue? {
    switch self {
    case .whole(let snapshot): (snapshot.keys[Int(offset)], snapshot.headers[Int(offset)])
    case .named(let named): named.offsets.index(of: offset).map { named.sections[$0] }
    }
  }

  /// The item at a position, which must be held.
  @inlinable
  subscript(position position: Int32) -> Item {
    guard let item = item(at: position) else { preconditionFailure("the changeset holds no item at \(position)") }
    return item
  }

  /// The key and the header of the section at an offset, which must be held.
  @inlinable
  subscript(section offset: Int32) -> Payload.SectionValue {
    guard let section = section(at: offset) else { preconditionFailure("the changeset holds no section \(offset)") }
    return section
  }
}

extension Payload: Sendable where Key: Sendable, Item: Sendable, Header: Sendable {}
extension Payload.Contents: Sendable where Key: Sendable, Item: Sendable, Header: Sendable {}
extension Payload.Named: Sendable where Key: Sendable, Item: Sendable, Header: Sendable {}

extension [Int32] {
  /// The index of a number in this ascending list, or `nil`.
  @inlinable
  func index(of number: Int32) -> Int? {
    let index = partitionPoint { $0 < number }
    return index < count && self[index] == number ? index : nil
  }
}
