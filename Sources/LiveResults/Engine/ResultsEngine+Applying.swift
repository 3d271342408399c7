public import SectionDiff
public import StoreBuilding
public import StoreInterface

/// Batches, at the cost of what they change: *k* changes among *n* records take O(*k* log *n* + *s*) steps, where *s* is
/// the number of sections; and O(*s* + *k*) more for each section that is changed by hand.
///
/// The records that the batch names are taken out of the indices, the changes are run, and those still there are put in
/// again. What left the snapshot and what entered it is known by offset, so the next snapshot is the last one edited,
/// and the changeset is made of the edits.
extension ResultsEngine {
  /// Runs a batch.
  @inlinable
  mutating func runBatch(_ batch: StoreBatch<Item>) throws(StoreError) -> Update? {
    let checked = try check(batch)
    if !checked.mayFail { return try run(batch, changesSections: checked.changesSections) }
    let before = self
    do throws(StoreError) {
      return try run(batch, changesSections: checked.changesSections)
    } catch {
      self = before
      throw error
    }
  }

  @inlinable
  mutating func run(_ batch: StoreBatch<Item>, changesSections: Bool) throws(StoreError) -> Update? {
    defer { edits.removeAll() }
    try takeRecords(namedBy: batch)
    if showsFirst || max(batch.changes.count, edits.entries.count) > Self.mostEdits(of: catalog.records.count) {
      showsFirst = false
      return try rebuild(with: batch)
    }
    return try edit(with: batch, changesSections: changesSections)
  }

  /// How many records may be named before a rebuild costs less than edits do.
  ///
  /// As the live updates of the benchmarks measure it (`--only-run "K changed"`, each way): 1,000 records, 125 or 126
  /// changed, 270 µs by edits, 265 µs by a rebuild; 10,000 with 1,250, 3.0 and 3.4 ms; 100,000 with 12,500, 41 and 35 ms.
  @inlinable
  static func mostEdits(of count: Int) -> Int { max(64, count / 8) }

  /// Refuses what a strict batch must not do, and sections that cannot be shown.
  ///
  /// - Returns: Whether the batch changes manually ordered sections of the store, and whether running it may still fail:
  ///   a section that a placement names is inserted only if a record goes into it. A move does that only if its record is
  ///   there, and a placement beside a record only if that record is not there.
  @inlinable
  func check(_ batch: StoreBatch<Item>) throws(StoreError) -> (changesSections: Bool, mayFail: Bool) {
    if batch.isStrict {
      _ = try batch.folded(onto: { key in catalog.records.slot(of: key).flatMap { catalog.records[$0] } }) {
        _, _ in true
      }
    }
    guard catalog.isSectionedByStore else { return (false, false) }
    var sections = Set(catalog.table.declared.map { catalog.table.keys[Int($0)] })
    let known = sections.count
    // Those of `sections` that may not be there: whether a record goes into them is known only when the batch is run.
    var unsure = Set<Key>()
    var (changesSections, mayFail) = (false, false)
    for change in batch.changes {
      changesSections = changesSections || change.key == nil
      switch change {
      case .insertSection(let id, let header, _):
        let key = try catalog.storeSection(id, header: header).key
        sections.insert(key)
        unsure.remove(key)
      case .updateSection(let id, let header): _ = try catalog.storeSection(id, header: header)
      case .moveSection(let id, _): _ = try catalog.storeKey(id)
      case .deleteSection(let id):
        let key = try catalog.storeKey(id)
        sections.remove(key)
        unsure.remove(key)
      case .insert(_, let placement), .move(_, let placement):
        let isInsert = if case .insert = change { true } else { false }
        if let id = placement.section {
          let key = try catalog.storeKey(id)
          let isNew = sections.insert(key).inserted
          if isInsert, !placement.isBesideRecord {
            if unsure.remove(key) != nil || isNew { _ = try catalog.storeSection(id, header: nil) }
          } else if isNew {
            unsure.insert(key)
            mayFail = mayFail || (try? catalog.storeSection(id, header: nil)) == nil
          }
        }
        if isInsert { try check(hasSection: !sections.isEmpty) }
      case .update: try check(hasSection: !sections.isEmpty)
      case .delete, .refresh: break
      }
      mayFail = mayFail || (!unsure.isEmpty && unsure.count == sections.count)
    }
    return (changesSections || sections.count > known, mayFail)
  }

  @inlinable
  func check(hasSection: Bool) throws(StoreError) {
    if hasSection { return }
    throw StoreError(
      .unexpectedSection, "a record is inserted before there is any section",
      advice: "insert a section first, or name one in the placement")
  }

  @inlinable
  mutating func edit(with batch: StoreBatch<Item>, changesSections: Bool) throws(StoreError) -> Update? {
    let sectionsBefore = visibleSections
    let offsetsBefore = visibleOffsets
    let window = catalog.arrangement.window
    let windowBefore = window.range(in: visibleCount)
    findRecords()
    try catalog.run(batch, &edits)
    let refreshed = window == .all ? [] : keysToRefresh
    let isReordered = rearrange(changesSections: changesSections)
    if isReordered, window != .all {
      let before = current
      current = assembled()
      return try self.step(from: before, refreshed: refreshed)
    }
    if window == .all {
      return try step(
        removing: edits.departed.map { Int32(truncatingIfNeeded: $0.offset) },
        adding: edits.arrived.map { Int32(truncatingIfNeeded: $0.offset) },
        keepsSections: !changesSections && sectionsBefore == visibleSections,
        reordering: isReordered ? (sectionsBefore, offsetsBefore) : nil)
    }
    return try step(
      by: WindowChanges(
        takenOut: edits.departed.map(\.offset), putIn: edits.arrived.map(\.offset), before: windowBefore,
        after: window.range(in: visibleCount)),
      windowBefore: windowBefore)
  }

  /// The keys of the records that are to be reported as updated although they are equal.
  @inlinable
  var keysToRefresh: [Item.ID] {
    edits.entries.compactMap { $0.marks.contains(.refreshed) ? catalog.records[$0.slot]?.id : nil }
  }

  /// Notes the records that a batch names and that are there, those in sections that it deletes included.
  @inlinable
  mutating func takeRecords(namedBy batch: StoreBatch<Item>) throws(StoreError) {
    edits.slots.reserveCapacity(batch.changes.count)
    for change in batch.changes {
      let slot = change.key.flatMap { catalog.records.slot(of: $0) } ?? -1
      edits.slots.append(slot)
      if slot >= 0 {
        edits.take(slot)
      } else if catalog.isSectionedByStore, case .deleteSection(let id) = change,
        let number = catalog.table.number(ofDeclared: try catalog.storeKey(id)),
        let section = allRecords.offset(ofSection: number)
      {
        allRecords.slots[section].forEach { edits.take($0.slot) }
      }
    }
  }

  /// Finds the records that a batch names in the indices, before it is run.
  @inlinable
  mutating func findRecords() {
    Self.find(&edits, in: &allRecords, and: &filtered, of: catalog)
    for path in edits.inAll { catalog.records.places[Int(path.slot)].rank = Int32(truncatingIfNeeded: path.rank) }
  }

  /// The catalog is handed on as a whole, so that it is not copied for each record.
  @inlinable
  static func find(
    _ edits: inout BatchEdits, in allRecords: inout SectionedIndex, and filtered: inout SectionedIndex?,
    of catalog: Catalog<Item, Key, Shown, Header>
  ) {
    for entry in edits.entries {
      let rank = Int(catalog.records.places[Int(entry.slot)].rank)
      if let path = allRecords.path(of: entry.slot, near: rank, in: catalog) { edits.inAll.append(path) }
    }
    if edits.inAll.count > 1 { edits.inAll.sort() }
    if let filtered {
      for path in edits.inAll where catalog.records.places[Int(path.slot)].passes {
        if let path = filtered.path(of: path, among: allRecords, in: catalog) { edits.inFiltered.append(path) }
      }
      if edits.inFiltered.count > 1 { edits.inFiltered.sort() }
      edits.noteDeparted(edits.inFiltered, in: filtered)
    } else {
      edits.noteDeparted(edits.inAll, in: allRecords)
    }
    // In the order of arrival a record is found by when it arrived, which the batch may change.
    if allRecords.arrived != nil {
      allRecords.remove(edits.inAll, in: catalog)
      filtered?.remove(edits.inFiltered, in: catalog)
    }
  }

  /// Puts the records that a batch has named to where they belong by now: those in the wrong place are taken out of the
  /// indices, and those still there are put in again.
  ///
  /// - Returns: Whether sections that were there changed places.
  @inlinable
  mutating func rearrange(changesSections: Bool) -> Bool {
    let keepsPlaces = allRecords.arrived == nil
    for index in edits.entries.indices where edits.entries[index].marks.contains(.named) {
      let entry = edits.entries[index]
      guard catalog.records.table.isPresent(entry.slot) else { continue }
      let place = catalog.records.places[Int(entry.slot)]
      catalog.judge(entry.slot)
      if keepsPlaces, entry.marks.isDisjoint(with: .placed), entry.marks.contains(.taken),
        catalog.records.places[Int(entry.slot)] == place
      {
        edits.entries[index].marks.insert(.stays)
      }
    }
    let settled = Self.rearrange(
      &edits, in: &allRecords, and: &filtered, of: catalog, changesSections: changesSections)
    for slot in edits.insertions { catalog.records.places[Int(slot.ranked.slot)].rank = slot.rankInAll }
    for entry in edits.entries where entry.marks.contains(.named) && !catalog.records.table.isPresent(entry.slot) {
      catalog.records.remove(entry.slot)
    }
    for number in settled.gone { catalog.table.remove(number) }
    return settled.isReordered
  }

  @inlinable
  static func rearrange(
    _ edits: inout BatchEdits, in allRecords: inout SectionedIndex, and filtered: inout SectionedIndex?,
    of catalog: Catalog<Item, Key, Shown, Header>, changesSections: Bool
  ) -> (isReordered: Bool, gone: [Int32]) {
    if allRecords.arrived == nil {
      edits.checkWhichStay(in: allRecords, of: catalog)
      for path in edits.inAll.reversed() where !edits.stays(path.slot) { allRecords.remove(at: path, in: catalog) }
      for path in edits.inFiltered.reversed() where !edits.stays(path.slot) { filtered?.remove(at: path, in: catalog) }
    }
    for entry in edits.entries
    where entry.marks.contains(.named) && !entry.marks.contains(.stays) && catalog.records.table.isPresent(entry.slot) {
      edits.insertions.append(SectionedSlot(section: catalog.section(of: entry.slot), catalog.ranked(entry.slot)))
    }
    // In the order in which they will be in each section, so that the rank of none is changed by the next one.
    catalog.sort(&edits.insertions)
    if changesSections {
      allRecords.touchAll(in: catalog)
      filtered?.touchAll(in: catalog)
    }
    // Taken out of its place while it is edited, so that it is not copied.
    guard var passing = filtered.take() else {
      for index in edits.insertions.indices {
        if let path = allRecords.insert(edits.insertions[index].ranked.slot, in: catalog) {
          edits.insertions[index].rank = Int32(truncatingIfNeeded: path.rank)
          edits.insertions[index].rankInAll = Int32(truncatingIfNeeded: path.rank)
        }
      }
      let settled = allRecords.settle(in: catalog)
      edits.noteArrived(among: edits.inAll, in: allRecords, of: catalog)
      return (settled.isReordered, settled.gone)
    }
    for index in edits.insertions.indices {
      let slot = edits.insertions[index].ranked.slot
      guard let path = allRecords.insert(slot, in: catalog) else { continue }
      edits.insertions[index].rankInAll = Int32(truncatingIfNeeded: path.rank)
      guard catalog.records.places[Int(slot)].passes else { continue }
      if let path = passing.insert(path, among: allRecords, in: catalog) {
        edits.insertions[index].rank = Int32(truncatingIfNeeded: path.rank)
      }
    }
    let gone = allRecords.settle(in: catalog).gone
    let isReordered = passing.settle(in: catalog).isReordered
    edits.noteArrived(among: edits.inFiltered, in: passing, of: catalog)
    filtered = passing
    return (isReordered, gone)
  }

  /// Edits the snapshot by what has left the window and what has come into it.
  @inlinable
  mutating func step(by changes: WindowChanges, windowBefore: Range<Int>) throws(StoreError) -> Update? {
    try step(
      removing: changes.removed, before: windowBefore.lowerBound, adding: changes.added, after: changes.start,
      keepsSections: false)
  }

  /// Edits the snapshot by what it does not show any more and what it shows now; `edits` says which of it the batch has
  /// named.
  ///
  /// - Parameters:
  ///   - removed: Offsets in the snapshot before, ascending.
  ///   - startBefore: The offset of the first item of that among the records that were visible.
  ///   - added: Offsets in the snapshot after, ascending.
  ///   - start: The offset of the first item of that among the records that are visible.
  ///   - keepsSections: Whether the sections are the same, in the same order.
  ///   - sections: Where sections that are kept changed places: the numbers of all sections before, and their offsets.
  @inlinable
  mutating func step(
    removing removed: [Int32], before startBefore: Int = 0, adding added: [Int32], after start: Int = 0,
    keepsSections: Bool, reordering sections: (numbers: [Int32], offsets: [Int])? = nil
  ) throws(StoreError) -> Update? {
    let before = current
    // What has come: each record, and where it was.
    var partners: [Int32] = []
    var isRefreshed: [Bool] = []
    var elements: [Shown] = []
    partners.reserveCapacity(added.count)
    elements.reserveCapacity(added.count)
    var next = 0
    for added in added {
      let offset = start + Int(added)
      while next < edits.arrived.count, edits.arrived[next].offset < offset { next += 1 }
      var partner: Int32 = -1
      let slot: Int32
      if next < edits.arrived.count, edits.arrived[next].offset == offset {
        slot = edits.arrived[next].slot
        if let index = edits.index(of: slot) {
          let entry = edits.entries[index]
          if entry.departure >= 0 {
            partner = Self.index(
              of: edits.departed[Int(entry.departure)].offset - startBefore, in: removed, near: entry.departure)
          }
          if entry.marks.contains(.refreshed) {
            while isRefreshed.count < partners.count { isRefreshed.append(false) }
            isRefreshed.append(true)
          }
        }
      } else {
        slot = visible.slot(at: offset)
      }
      guard let item = catalog.shown(slot) else { throw StoreError(.other, "a record that is visible is not there") }
      partners.append(partner)
      elements.append(item)
    }
    var items = before.chunkedItems
    let old: [Shown]
    if let sections {
      old = items.edit(removing: removed, inserting: [], at: [])
      items = reordered(items, sections, without: removed)
      items.edit(removing: [], inserting: elements, at: added)
    } else {
      old = items.edit(removing: removed, inserting: elements, at: added)
    }
    if keepsSections {
      current = Results(chunked: items, offsets: visibleOffsets, distinctKeys: before.keys, headers: before.headers)
    } else {
      let layout = layout(of: visible)
      current = Results(chunked: items, offsets: layout.offsets, distinctKeys: layout.keys, headers: layout.headers)
    }

    let comparison = comparison
    var updated: [Int32] = []
    for (index, partner) in partners.enumerated() where partner >= 0 {
      if (index < isRefreshed.count && isRefreshed[index])
        || !comparison.haveEqualContent(old[Int(partner)], elements[index])
      {
        updated.append(Int32(truncatingIfNeeded: index))
      }
    }
    do {
      let changeset = try Changes(
        from: before, to: current, removing: removed, adding: added, partners: partners, updating: updated)
      return update(from: before, by: changeset)
    } catch {
      throw StoreError(.other, "the results cannot be compared: \(error)")
    }
  }

  /// The index of an offset in an ascending list, or -1.
  ///
  /// - Parameter guess: Where it is most often.
  @inlinable
  static func index(of offset: Int, in list: [Int32], near guess: Int32) -> Int32 {
    if Int(guess) < list.count, Int(list[Int(guess)]) == offset { return guess }
    var low = 0
    var high = list.count
    while low < high {
      let middle = low + (high - low) / 2
      if Int(list[middle]) < offset { low = middle + 1 } else { high = middle }
    }
    return low < list.count && Int(list[low]) == offset ? Int32(truncatingIfNeeded: low) : -1
  }

  /// Items whose sections go to where they are now.
  @inlinable
  func reordered(
    _ items: RankedArray<Shown>, _ sections: (numbers: [Int32], offsets: [Int]), without removed: [Int32]
  ) -> RankedArray<Shown> {
    var ranges: [Int32: Range<Int>] = [:]
    var start = 0
    var next = 0
    for (section, number) in sections.numbers.enumerated() {
      var count = sections.offsets[section + 1] - sections.offsets[section]
      while next < removed.count, Int(removed[next]) < sections.offsets[section + 1] {
        count -= 1
        next += 1
      }
      ranges[number] = start..<start + count
      start += count
    }
    var result = RankedArray<Shown>()
    for number in visibleSections {
      if let range = ranges[number], !range.isEmpty { result.append(contentsOf: items.sublist(range)) }
    }
    return result
  }
}
