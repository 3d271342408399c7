public import SectionDiff
public import StoreBuilding
public import StoreInterface

/// From scratch: the whole answer of a store, another order, other filters; and batches so large that this is cheaper.
extension ResultsEngine {
  /// Takes a whole answer in the place of all that was there.
  @inlinable
  mutating func runReplace(_ contents: StoreContents<Item>) throws(StoreError) -> Update? {
    let handMade = try sections(of: contents)
    var kept = Set<Item.ID>()
    func keep(_ items: [Item]) { for item in items { kept.insert(item.id) } }
    switch contents {
    case .items(let items): keep(items)
    case .sections(let sections): for section in sections { keep(section.items) }
    }

    let before = snapshot
    showsFirst = false
    for (key, slot) in catalog.records.table.slots where !kept.contains(key) { catalog.records.remove(slot) }
    catalog.records.arrivals.removeAll()
    catalog.records.reserveCapacity(kept.count)
    var isPlaced = Set<Int32>()
    func take(_ item: Item, section number: Int32?) {
      let slot: Int32
      if let known = catalog.records.slot(of: item.id) {
        slot = known
        catalog.records.update(slot, to: item)
      } else {
        slot = catalog.records.add(item)
      }
      guard isPlaced.insert(slot).inserted else { return }
      catalog.records.arrivals.append(slot)
      if let number { catalog.records.places[Int(slot)].section = number }
    }
    if catalog.isSectionedByStore {
      var numbers: [Int32] = []
      var isListed = Set<Int32>()
      for section in handMade {
        let number = catalog.table.number(of: section.key, header: section.header)
        catalog.table.headers[Int(number)] = section.header
        if isListed.insert(number).inserted { numbers.append(number) }
        for item in section.items { take(item, section: number) }
      }
      catalog.table.declare(numbers)
    } else {
      for item in contents.items { take(item, section: nil) }
    }
    catalog.judgeAll()
    // An answer that was checked is in order, unless a record in it has taken the place of an older version.
    let isInOrder = catalog.arrangement.expectsSortedStore && kept.count == contents.items.count
    return try rebuilt(from: before, isInOrder: isInOrder)
  }

  /// The sections of an answer where the store keeps them by hand, empty otherwise; shows those that were awaited from now
  /// on.
  ///
  /// - Throws: `StoreError` where the answer cannot be shown, and nothing is changed.
  @inlinable
  mutating func sections(
    of contents: StoreContents<Item>
  ) throws(StoreError) -> [(key: Key, header: Header, items: [Item])] {
    let former = catalog.arrangement.sections
    if let awaited = catalog.awaited { catalog.arrangement.sections = awaited }
    do throws(StoreError) {
      let sections = try checkedSections(of: contents)
      if catalog.awaited != nil {
        catalog.awaited = nil
        catalog.table = SectionTable()
      }
      return sections
    } catch {
      catalog.arrangement.sections = former
      throw error
    }
  }

  @inlinable
  func checkedSections(
    of contents: StoreContents<Item>
  ) throws(StoreError) -> [(key: Key, header: Header, items: [Item])] {
    var handMade: [(key: Key, header: Header, items: [Item])] = []
    if catalog.isSectionedByStore {
      guard let sections = contents.sections else {
        throw StoreError(
          .unexpectedSection, "the store gave a list, where sections that it keeps by hand were expected",
          advice: "ask for sections by a key, or for none")
      }
      for section in sections {
        let made = try catalog.storeSection(section.id, header: section.header)
        handMade.append((made.key, made.header, section.items))
      }
    }
    if catalog.arrangement.expectsSortedStore {
      if catalog.isSectionedByStore {
        for section in handMade { try catalog.checkOrder(of: section.items) }
      } else {
        try catalog.checkOrder(of: contents.items)
      }
    }
    return handMade
  }

  /// Runs a batch and rebuilds everything.
  @inlinable
  mutating func rebuild(with batch: StoreBatch<Item>) throws(StoreError) -> Update? {
    let before = snapshot
    try catalog.run(batch, &edits)
    let refreshed = keysToRefresh
    for entry in edits.entries where entry.marks.contains(.named) {
      if catalog.records.table.isPresent(entry.slot) {
        catalog.judge(entry.slot)
      } else {
        catalog.records.remove(entry.slot)
      }
    }
    return try rebuilt(from: before, refreshed: refreshed)
  }

  /// Makes indices and snapshot again, and compares with what was shown before.
  ///
  /// - Parameter isInOrder: Whether the records are known to have arrived in the order of the sections and of the sort.
  @inlinable
  mutating func rebuilt(
    from before: Results, refreshed keys: [Item.ID] = [], isInOrder: Bool = false
  ) throws(StoreError) -> Update? {
    rebuildIndices(isInOrder: isInOrder)
    current = assembled()
    return try step(from: before, refreshed: keys)
  }

  /// Compares what is shown with what was shown before.
  @inlinable
  mutating func step(from before: Results, refreshed keys: [Item.ID] = []) throws(StoreError) -> Update? {
    do {
      var changeset = Changes.difference(from: before, to: snapshot, comparing: comparison)
      let paths = keys.compactMap { path(of: $0) }
      if !paths.isEmpty { changeset = try changeset.refreshing(paths, in: snapshot) }
      return update(from: before, by: changeset)
    } catch {
      throw StoreError(.other, "the results cannot be compared: \(error)")
    }
  }

  /// Makes both indices of the records.
  @inlinable
  mutating func rebuildIndices(isInOrder: Bool = false) {
    var slotsOfNumber = [[Int32]](repeating: [], count: catalog.table.keys.count)
    var slot = catalog.records.arrivals.first
    while slot >= 0 {
      slotsOfNumber[Int(catalog.records.places[Int(slot)].section)].append(slot)
      slot = catalog.records.arrivals.slot(after: slot)
    }
    for (number, slots) in slotsOfNumber.enumerated() where slots.isEmpty { catalog.table.remove(Int32(number)) }
    let index = index(of: slotsOfNumber, isInOrder: isInOrder)
    for list in index.slots {
      var rank: Int32 = 0
      list.forEach { ranked in
        catalog.records.places[Int(ranked.slot)].rank = rank
        rank += 1
      }
    }
    allRecords = index
    rebuildFiltered()
  }

  /// Makes the index of the records that pass the filters of the index of all.
  @inlinable
  mutating func rebuildFiltered() {
    if catalog.arrangement.filters.isEmpty {
      filtered = nil
      return
    }
    var slotsOfNumber = [[RankedSlot]](repeating: [], count: catalog.table.keys.count)
    var arrived = [[Int32]](repeating: [], count: catalog.table.keys.count)
    for (section, number) in allRecords.sections.enumerated() {
      slotsOfNumber[Int(number)] = allRecords.slots[section].filter { catalog.records.places[Int($0.slot)].passes }
      if let all = allRecords.arrived {
        arrived[Int(number)] = all[section].filter { catalog.records.places[Int($0)].passes }
      }
    }
    filtered = index(ofSorted: slotsOfNumber, arrived: allRecords.arrived == nil ? nil : arrived)
  }

  /// Whether where a section is may depend on which of its records arrived first, and that is not the first one.
  @inlinable
  var tracksArrival: Bool {
    catalog.arrangement.sections.order.mayTie && !catalog.arrangement.sort.isEmpty && !catalog.isSectionedByStore
      && !isSingle
  }

  @inlinable
  var isSingle: Bool {
    if case .single = catalog.arrangement.sections.source { true } else { false }
  }

  @inlinable
  func index(of arrived: [[Int32]], isInOrder: Bool) -> SectionedIndex {
    let ranked = arrived.map { $0.map { catalog.ranked($0) } }
    if catalog.arrangement.sort.isEmpty { return index(ofSorted: ranked, arrived: nil) }
    let sorted = isInOrder ? ranked : ranked.map { catalog.sorted($0) }
    return index(ofSorted: sorted, arrived: tracksArrival ? arrived : nil)
  }

  @inlinable
  func index(ofSorted slots: [[RankedSlot]], arrived: [[Int32]]?) -> SectionedIndex {
    let earliest = arrived.map { $0.map { $0.first } } ?? slots.map { $0.first?.slot }
    let numbers = slots.indices.map { Int32(truncatingIfNeeded: $0) }
      .filter { !slots[Int($0)].isEmpty || catalog.table.isDeclared($0) }
      .sorted { catalog.sectionPrecedes($0, earliest: earliest[Int($0)], $1, earliest: earliest[Int($1)]) }
    return SectionedIndex(
      sections: numbers, slots: numbers.map { slots[Int($0)] },
      arrived: arrived.map { all in numbers.map { all[Int($0)] } })
  }

  /// The snapshot of what the window shows.
  @inlinable
  mutating func assembled() -> Results {
    let visible = visible
    let window = catalog.arrangement.window.range(in: visible.count)
    let layout = layout(of: visible)
    var items: [Shown] = []
    items.reserveCapacity(window.count)
    for section in visible.sections.indices {
      let start = visible.offsets[section]
      let shown = window.clamped(to: start..<visible.offsets[section + 1])
      if shown.isEmpty { continue }
      for rank in (shown.lowerBound - start)..<(shown.upperBound - start) {
        if let item = catalog.shown(visible.slots[section][rank].slot) { items.append(item) }
      }
    }
    return Results(
      chunked: RankedArray(items), offsets: layout.offsets, distinctKeys: layout.keys, headers: layout.headers)
  }

  /// The sections that the window shows, and where their items begin.
  @inlinable
  func layout(of visible: SectionedIndex) -> (keys: [Key], headers: [Header], offsets: [Int]) {
    let window = catalog.arrangement.window.range(in: visible.count)
    var keys: [Key] = []
    var headers: [Header] = []
    var offsets = [0]
    for (section, number) in visible.sections.enumerated() {
      let shown = window.clamped(to: visible.offsets[section]..<visible.offsets[section + 1])
      guard !shown.isEmpty || catalog.table.isDeclared(number) else { continue }
      keys.append(catalog.table.keys[Int(number)])
      headers.append(catalog.table.headers[Int(number)])
      offsets.append(offsets[offsets.count - 1] + shown.count)
    }
    return (keys, headers, offsets)
  }
}
