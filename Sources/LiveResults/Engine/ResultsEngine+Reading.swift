public import SectionDiff
public import StoreBuilding

/// Where records are.
extension ResultsEngine {
  /// The record with a key, whether it is shown or not.
  @inlinable
  public func item(of key: Item.ID) -> Item? {
    catalog.records.slot(of: key).flatMap { catalog.records[$0] }
  }

  /// Where the record with a key is shown, or `nil`.
  ///
  /// - Complexity: O(log *n*), and O(*s*) where a window is set.
  @inlinable
  public func path(of key: Item.ID) -> ItemPath? {
    if showsFirst { return snapshot.firstPath { $0.id == key } }
    guard let slot = catalog.records.slot(of: key), catalog.records.places[Int(slot)].passes,
      let path = visible.path(of: slot, in: catalog)
    else { return nil }
    if catalog.arrangement.window == .all { return ItemPath(section: path.section, item: path.rank) }
    let window = catalog.arrangement.window.range(in: visible.count)
    let offset = visible.offset(of: path)
    guard window.contains(offset) else { return nil }
    let sectionsBefore = visible.sections.indices.prefix(path.section).count { section in
      let shown = window.clamped(to: visible.offsets[section]..<visible.offsets[section + 1])
      return !shown.isEmpty || catalog.table.isDeclared(visible.sections[section])
    }
    let first = max(window.lowerBound, visible.offsets[path.section])
    return ItemPath(section: sectionsBefore, item: offset - first)
  }

  /// Where the record with a key is in the full data: all records, whether they pass the filters or not, without a
  /// window.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  public func fullPath(of key: Item.ID) -> ItemPath? {
    guard let slot = catalog.records.slot(of: key), let path = allRecords.path(of: slot, in: catalog)
    else { return nil }
    return ItemPath(section: path.section, item: path.rank)
  }

  /// The record at a path of the full data, or `nil`.
  @inlinable
  public func fullItem(at path: ItemPath) -> Item? {
    guard allRecords.slots.indices.contains(path.section), path.item >= 0,
      path.item < allRecords.slots[path.section].count
    else { return nil }
    return catalog.records[allRecords.slots[path.section][path.item].slot]
  }

  /// The full data: all records in their sections and order, whether they pass the filters or not, without a window.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  public func full() -> Snapshot<Key, Item, Header> {
    Snapshot(
      sections: allRecords.sections.indices.map { section in
        let number = Int(allRecords.sections[section])
        return SnapshotSection(
          catalog.table.keys[number], header: catalog.table.headers[number],
          items: allRecords.slots[section].compactMap { catalog.records[$0.slot] })
      })
  }

  /// How many numbers of sections are kept, for tests.
  package var sectionNumbersInUse: Int { catalog.table.keys.count - catalog.table.free.count }

  /// What does not hold of the indices, one line each; empty when all is right.
  ///
  /// - Complexity: O(*n*).
  package func checkInvariants() -> [String] {
    var broken = allRecords.checkInvariants() + (filtered?.checkInvariants() ?? [])
    if allRecords.count != catalog.records.count {
      broken.append("\(allRecords.count) records are in the index, and \(catalog.records.count) have a key")
    }
    let passed = allRecords.slots.flatMap { $0.map(\.slot).filter { catalog.records.places[Int($0)].passes } }
    if Set(visible.slots.flatMap { $0.map(\.slot) }) != Set(passed) {
      broken.append("the records of the second index are not those that pass")
    }
    if !showsFirst, snapshot.itemCount != catalog.arrangement.window.range(in: visible.count).count {
      broken.append("\(snapshot.itemCount) items are shown of \(visible.count)")
    }
    return broken
  }
}
