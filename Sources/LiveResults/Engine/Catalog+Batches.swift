import SectionDiff
public import StoreBuilding
public import StoreInterface

/// Running the changes of a batch on the records, in order. The indices are left as they are.
extension Catalog {
  /// - Throws: `StoreError`, only where the check of the batch said that it may fail.
  @inlinable
  mutating func run(_ batch: StoreBatch<Item>, _ edits: inout BatchEdits) throws(StoreError) {
    for (number, change) in batch.changes.enumerated() {
      // Until the batch has been run a key keeps its slot, also as a tombstone.
      let known = edits.slots[number]
      switch change {
      case .insert(let item, let placement): try insert(item, at: placement, known: known, &edits)
      case .update(let item): try insert(item, at: .end, known: known, &edits)
      case .move(let key, let placement):
        guard let slot = slot(of: key, known: known) else { continue }
        edits.name(slot, .placed)
        try place(slot, at: placement)
      case .delete(let key):
        guard let slot = slot(of: key, known: known) else { continue }
        edits.name(slot)
        records.table.hide(slot)
      case .refresh(let key):
        guard let slot = slot(of: key, known: known) else { continue }
        edits.name(slot, .refreshed)
        records.forgetShown(slot)
      case .insertSection(let id, let header, let placement): try insertSection(id, header: header, at: placement)
      case .updateSection(let id, let header):
        guard isSectionedByStore else { continue }
        let section = try storeSection(id, header: header)
        if let number = table.number(ofDeclared: section.key) { table.headers[Int(number)] = section.header }
      case .moveSection(let id, let placement):
        guard isSectionedByStore else { continue }
        if let number = table.number(ofDeclared: try storeKey(id)) { placeSection(number, at: placement) }
      case .deleteSection(let id):
        guard isSectionedByStore else { continue }
        deleteSection(try storeKey(id), &edits)
      }
    }
  }

  /// The slot of a key that is present.
  ///
  /// - Parameter known: The slot that the key had before the batch, or -1.
  @inlinable
  func slot(of key: Item.ID, known: Int32) -> Int32? {
    if known < 0 { return records.slot(of: key) }
    return records.table.isPresent(known) ? known : nil
  }

  @inlinable
  mutating func insert(
    _ item: Item, at placement: StorePlacement<Item.ID>, known: Int32, _ edits: inout BatchEdits
  ) throws(StoreError) {
    // No record is beside itself: one that is there stays, and another comes to the end of the section that is named.
    let isBesideItself = placement.isBeside(item.id)
    let placement = isBesideItself ? StorePlacement(.end, in: placement.section) : placement
    let isPlaced = !isBesideItself && !placement.isEnd
    if let slot = slot(of: item.id, known: known) {
      edits.name(slot, isPlaced ? .placed : [])
      records.update(slot, to: item)
      if isPlaced { try place(slot, at: placement) }
    } else if let slot = known >= 0 ? known : records.table.tombstone(of: item.id) {
      let isPlaced = isPlaced || isInNoSection(slot)
      edits.name(slot, isPlaced ? .placed : [])
      records.table.revive(slot)
      records.update(slot, to: item)
      if isPlaced { try place(slot, at: placement) }
    } else {
      let slot = records.add(item)
      edits.name(slot)
      records.arrivals.append(slot)
      records.places[Int(slot)].section = -1
      try place(slot, at: placement)
    }
  }

  /// Whether a record of a store with manually ordered sections is in none, or in one that is gone.
  @inlinable
  func isInNoSection(_ slot: Int32) -> Bool {
    guard isSectionedByStore else { return false }
    let number = records.places[Int(slot)].section
    return number < 0 || !table.isDeclared(number)
  }

  /// Puts a record to its place among all, and into its section where the store keeps them by hand.
  @inlinable
  mutating func place(_ slot: Int32, at placement: StorePlacement<Item.ID>) throws(StoreError) {
    var neighbour: Int32?
    switch placement.position {
    case .before(let key), .after(let key):
      guard let other = records.slot(of: key) else { break }
      if other == slot { return }
      neighbour = other
    case .start, .end: break
    }
    if isSectionedByStore {
      records.places[Int(slot)].section = try section(for: placement, beside: neighbour)
    }
    records.arrivals.remove(slot)
    switch (placement.position, neighbour) {
    case (.start, _): records.arrivals.prepend(slot)
    case (.before, let other?): records.arrivals.insert(slot, before: other)
    case (.after, let other?): records.arrivals.insert(slot, after: other)
    default: records.arrivals.append(slot)
    }
  }

  @inlinable
  mutating func section(
    for placement: StorePlacement<Item.ID>, beside neighbour: Int32?
  ) throws(StoreError) -> Int32 {
    if let neighbour { return records.places[Int(neighbour)].section }
    if let id = placement.section { return try declaredSection(id) }
    let sections = table.declared
    guard let number = placement.position == .start ? sections.first : sections.last else {
      throw StoreError(.unexpectedSection, "a record is inserted before there is any section")
    }
    return number
  }

  /// The number of a section, put in at the end where it is not there yet.
  @inlinable
  mutating func declaredSection(_ id: SectionID) throws(StoreError) -> Int32 {
    if let number = table.number(ofDeclared: try storeKey(id)) { return number }
    let section = try storeSection(id, header: nil)
    try insertSection(id, header: nil, at: .end)
    return table.number(of: section.key, header: section.header)
  }

  @inlinable
  mutating func insertSection(
    _ id: SectionID, header: SectionHeader?, at placement: SectionPlacement
  ) throws(StoreError) {
    guard isSectionedByStore else { return }
    let section = try storeSection(id, header: header)
    let number = table.number(of: section.key, header: section.header)
    table.headers[Int(number)] = section.header
    if !table.isDeclared(number) || placement != .end { placeSection(number, at: placement) }
  }

  @inlinable
  mutating func placeSection(_ number: Int32, at placement: SectionPlacement) {
    var order = table.declared.filter { $0 != number }
    func place(of id: SectionID) -> Int? {
      guard let key = try? storeKey(id), let other = table.numberOfKey[key] else { return nil }
      return order.firstIndex(of: other)
    }
    switch placement {
    case .start: order.insert(number, at: 0)
    case .end: order.append(number)
    case .before(let id): order.insert(number, at: place(of: id) ?? order.count)
    case .after(let id): order.insert(number, at: place(of: id).map { $0 + 1 } ?? order.count)
    }
    table.declare(order)
  }

  @inlinable
  mutating func deleteSection(_ key: Key, _ edits: inout BatchEdits) {
    guard let number = table.number(ofDeclared: key) else { return }
    table.declare(table.declared.filter { $0 != number })
    // What was in the section before the batch, and what it has named since; some of that has left the section.
    for slot in edits.entries.map(\.slot) where records.places[Int(slot)].section == number {
      edits.name(slot)
      records.table.hide(slot)
    }
  }
}
