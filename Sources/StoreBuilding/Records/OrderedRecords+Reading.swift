public import SectionDiff
public import StoreInterface

extension OrderedRecords {
  /// The record with a key.
  @inlinable
  package func item(for key: Key) -> Item? { records.slot(of: key).flatMap { records[$0] } }

  /// Whether there is a record with this key.
  @inlinable
  package func contains(_ key: Key) -> Bool { records.slot(of: key) != nil }

  /// Whether there is one, or was one that left a tombstone.
  func remembers(_ key: Key) -> Bool { contains(key) || records.tombstone(of: key) != nil }

  /// What a touched record is now, or `nil` when there is none.
  @inlinable
  package func item(of touch: Touch) -> Item? { item(at: touch.slot) }

  /// The present record of a slot.
  @inlinable
  func item(at slot: Int32) -> Item? { records.presentValue(slot) }

  /// The section that a record, present or not, is in.
  @inlinable
  func section(of slot: Int32) -> Int32 { places.list(of: slot) }

  /// All records, in order.
  @inlinable
  package var contents: StoreContents<Item> {
    guard keepsSections else { return .items(items(in: 0)) }
    return .sections(
      presentSections.compactMap { section in
        sections[section].map { StoreSection($0.id, header: $0.header, items: items(in: section)) }
      })
  }

  /// The records of a section, in order; none where there is no such section.
  package func items(of id: SectionID) -> [Item] { sections.slot(of: id).map { items(in: $0) } ?? [] }

  @inlinable
  func items(in section: Int32) -> [Item] { places.slots(of: section).compactMap { item(at: $0) } }
}

// MARK: - Offsets

extension OrderedRecords {
  /// The key at an offset in a section, or in the whole where there are none.
  package func key(at offset: Int, in section: SectionID?) -> Key? {
    list(of: section).flatMap { places.slot(at: offset, of: $0) }.flatMap { records[$0]?.id }
  }

  /// How many records of its section come before one.
  package mutating func offset(of key: Key) -> Int? {
    guard let slot = records.slot(of: key) else { return nil }
    return places.offset(of: slot, in: section(of: slot))
  }

  /// The last key of a section, or of the whole where there are none, that is not the given one.
  package func lastKey(in section: SectionID?, except key: Key) -> Key? {
    guard let list = list(of: section) else { return nil }
    let count = places.count(of: list)
    return [count - 1, count - 2].lazy
      .compactMap { places.slot(at: $0, of: list) }.compactMap { records[$0]?.id }
      .first { $0 != key }
  }

  private func list(of section: SectionID?) -> Int32? {
    guard keepsSections else { return 0 }
    return section.flatMap { sections.slot(of: $0) }
  }
}
