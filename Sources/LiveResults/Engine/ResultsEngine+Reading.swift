public import SectionDiff

/// Where records are.
extension ResultsEngine {
  /// The record with a key, whether it is shown or not.
  @inlinable
  public func item(of key: Item.ID) -> Item? {
    catalog.records.slot(of: key).flatMap { catalog.records.items[Int($0)] }
  }

  /// Where the record with a key is shown, or `nil`.
  ///
  /// - Complexity: O(log *n*), and O(*s*) where a window is set.
  @inlinable
  public func path(of key: Item.ID) -> ItemPath? {
    if showsFirst { return snapshot.firstPath { $0.id == key } }
    guard let slot = catalog.records.slot(of: key), catalog.records.standings[Int(slot)].passes,
      let spot = visible.spot(of: slot, in: catalog)
    else { return nil }
    if catalog.arrangement.window == .all { return ItemPath(section: spot.place, item: spot.rank) }
    let window = catalog.arrangement.window.range(in: visible.count)
    let position = visible.position(of: spot)
    guard window.contains(position) else { return nil }
    let sectionsBefore = visible.order.indices.prefix(spot.place).count { place in
      let shown = window.clamped(to: visible.offsets[place]..<visible.offsets[place + 1])
      return !shown.isEmpty || catalog.table.isDeclared(visible.order[place])
    }
    let first = max(window.lowerBound, visible.offsets[spot.place])
    return ItemPath(section: sectionsBefore, item: position - first)
  }

  /// Where the record with a key is in the full data: all records, whether they pass the filters or not, without a
  /// window.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  public func fullPath(of key: Item.ID) -> ItemPath? {
    guard let slot = catalog.records.slot(of: key), let spot = whole.spot(of: slot, in: catalog) else { return nil }
    return ItemPath(section: spot.place, item: spot.rank)
  }

  /// The record at a path of the full data, or `nil`.
  @inlinable
  public func fullItem(at path: ItemPath) -> Item? {
    guard whole.slots.indices.contains(path.section), path.item >= 0, path.item < whole.slots[path.section].count
    else { return nil }
    return catalog.records.items[Int(whole.slots[path.section][path.item].slot)]
  }

  /// The full data: all records in their sections and order, whether they pass the filters or not, without a window.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  public func full() -> Snapshot<Key, Item, Header> {
    Snapshot(
      sections: whole.order.indices.map { place in
        let number = Int(whole.order[place])
        return SnapshotSection(
          catalog.table.keys[number], header: catalog.table.headers[number],
          items: whole.slots[place].compactMap { catalog.records.items[Int($0.slot)] })
      })
  }

  /// How many records pass the filters, in the window or out of it.
  @inlinable
  var visibleCount: Int { visible.count }

  /// How many numbers of sections are kept, for tests.
  package var sectionNumbersInUse: Int { catalog.table.keys.count - catalog.table.free.count }
}
