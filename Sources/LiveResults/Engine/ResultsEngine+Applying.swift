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
  mutating func runBatch(_ batch: Batch<Item>) throws(StoreError) -> Step? {
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
  mutating func run(_ batch: Batch<Item>, changesSections: Bool) throws(StoreError) -> Step? {
    defer { edits.removeAll() }
    try takeRecords(namedBy: batch)
    if showsFirst || max(batch.changes.count, edits.taken.count) > Self.mostEdits(of: catalog.records.count) {
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
  ///   where a placement names a section and a record, the section comes to be only if that record is not there.
  @inlinable
  func check(_ batch: Batch<Item>) throws(StoreError) -> (changesSections: Bool, mayFail: Bool) {
    if batch.isStrict {
      _ = try batch.folded(onto: { key in catalog.records.slot(of: key).flatMap { catalog.records[$0] } }) {
        _, _ in true
      }
    }
    guard catalog.isSectionedByStore else { return (false, false) }
    var sections = Set(catalog.table.declared.map { catalog.table.keys[Int($0)] })
    let known = sections.count
    // Those of `sections` that perhaps are not there.
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
        if let id = placement.section {
          let key = try catalog.storeKey(id)
          if sections.insert(key).inserted {
            _ = try catalog.storeSection(id, header: nil)
            if placement.isBesideRecord { unsure.insert(key) }
          } else if !placement.isBesideRecord {
            unsure.remove(key)
          }
        }
        if case .insert = change { try check(hasSection: !sections.isEmpty) }
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
  mutating func edit(with batch: Batch<Item>, changesSections: Bool) throws(StoreError) -> Step? {
    let before = current
    let sectionsBefore = visibleSections
    let offsetsBefore = visibleOffsets
    let windowBefore = catalog.arrangement.window.range(in: visibleCount)
    let left = takeOut()
    try catalog.run(batch, &edits)
    let refreshed = edits.refreshed.compactMap { catalog.records[$0]?.id }
    let entered = putIn(changesSections: changesSections)
    if entered.isReordered, catalog.arrangement.window != .all {
      current = assembled()
      return try self.step(from: before, refreshed: refreshed)
    }
    let changes = WindowChanges(
      takenOut: left, putIn: entered.offsets, before: windowBefore,
      after: catalog.arrangement.window.range(in: visibleCount))
    let keepsSections = catalog.arrangement.window == .all && !changesSections && sectionsBefore == visibleSections
    let reordering = entered.isReordered ? (sectionsBefore, offsetsBefore) : nil
    current = edited(before, by: changes, keepsSections: keepsSections, reordering: reordering)
    return try step(from: before, by: changes, refreshed: refreshed)
  }

  /// The step that consists of what left the snapshot and what entered it.
  @inlinable
  func step(from before: Results, by changes: WindowChanges, refreshed keys: [Item.ID] = []) throws(StoreError) -> Step?
  {
    do {
      var changeset = try Changes(
        from: before, to: snapshot, removing: changes.removed, adding: changes.added, comparing: comparison)
      let paths = keys.compactMap { path(of: $0) }
      if !paths.isEmpty { changeset = try changeset.refreshing(paths, in: snapshot) }
      return changeset.isEmpty ? nil : Step(before: before, after: snapshot, changeset: changeset)
    } catch {
      throw StoreError(.other, "the results cannot be compared: \(error)")
    }
  }

  /// Notes the records that a batch names and that are there, those in sections that it deletes included.
  @inlinable
  mutating func takeRecords(namedBy batch: Batch<Item>) throws(StoreError) {
    for change in batch.changes {
      if let key = change.key {
        if let slot = catalog.records.slot(of: key) { edits.take(slot) }
      } else if catalog.isSectionedByStore, case .deleteSection(let id) = change,
        let number = catalog.table.number(ofDeclared: try catalog.storeKey(id)),
        let section = whole.offset(ofSection: number)
      {
        whole.slots[section].forEach { edits.take($0.slot) }
      }
    }
  }

  /// Takes the records that a batch names out of the indices.
  ///
  /// - Returns: The offsets of those that passed, ascending, among all that did.
  @inlinable
  mutating func takeOut() -> [Int] { Self.takeOut(edits.taken, of: &whole, and: &passing, in: catalog) }

  /// The catalog is handed on as a whole, and the second index taken out of its place while it is edited: so neither is
  /// copied for each record.
  @inlinable
  static func takeOut(
    _ slots: [Int32], of whole: inout SectionedIndex, and passing: inout SectionedIndex?,
    in catalog: Catalog<Item, Key, Shown, Header>
  ) -> [Int] {
    var all: [SlotPath] = []
    all.reserveCapacity(slots.count)
    for slot in slots { if let path = whole.path(of: slot, in: catalog) { all.append(path) } }
    all.sort()
    defer { whole.remove(all, in: catalog) }
    guard var filtered = passing.take() else { return all.map { whole.offset(of: $0) } }
    var passed: [SlotPath] = []
    for path in all where catalog.records.places[Int(path.slot)].passes {
      if let path = filtered.path(of: path, among: whole, in: catalog) { passed.append(path) }
    }
    passed.sort()
    let offsets = passed.map { filtered.offset(of: $0) }
    filtered.remove(passed, in: catalog)
    passing = filtered
    return offsets
  }

  /// Puts the records that a batch has named, and that are still there, into the indices.
  ///
  /// - Returns: The offsets of those that pass, ascending, among all that do; and whether sections that were there changed
  ///   places.
  @inlinable
  mutating func putIn(changesSections: Bool) -> (offsets: [Int], isReordered: Bool) {
    var alive: [Int32] = []
    for slot in edits.slots {
      if catalog.records.table.isPresent(slot) {
        catalog.judge(slot)
        alive.append(slot)
      } else {
        catalog.records.remove(slot)
      }
    }
    let put = Self.putIn(alive, of: &whole, and: &passing, in: catalog, changesSections: changesSections)
    for number in put.gone { catalog.table.remove(number) }
    return (put.offsets, put.isReordered)
  }

  @inlinable
  static func putIn(
    _ slots: [Int32], of whole: inout SectionedIndex, and passing: inout SectionedIndex?,
    in catalog: Catalog<Item, Key, Shown, Header>, changesSections: Bool
  ) -> (offsets: [Int], isReordered: Bool, gone: [Int32]) {
    if changesSections { whole.touchAll(in: catalog) }
    // In the order in which they will be in each section, so that the rank of none is changed by the next one.
    let slots = catalog.sorted(slots)
    var paths: [SlotPath] = []
    guard var filtered = passing.take() else {
      paths.reserveCapacity(slots.count)
      for slot in slots { if let path = whole.insert(slot, in: catalog) { paths.append(path) } }
      let settled = whole.settle(in: catalog)
      return (whole.offsets(of: paths, in: catalog), settled.isReordered, settled.gone)
    }
    if changesSections { filtered.touchAll(in: catalog) }
    for slot in slots {
      guard let path = whole.insert(slot, in: catalog), catalog.records.places[Int(slot)].passes else { continue }
      if let path = filtered.insert(path, among: whole, in: catalog) { paths.append(path) }
    }
    let gone = whole.settle(in: catalog).gone
    let isReordered = filtered.settle(in: catalog).isReordered
    let offsets = filtered.offsets(of: paths, in: catalog)
    passing = filtered
    return (offsets, isReordered, gone)
  }

  /// The snapshot after what left it and what entered it.
  ///
  /// - Parameters:
  ///   - keepsSections: Whether the sections are the same, in the same order.
  ///   - sections: Where sections that are kept changed places: the numbers of all sections before, and their offsets.
  @inlinable
  mutating func edited(
    _ before: Results, by changes: WindowChanges, keepsSections: Bool,
    reordering sections: (numbers: [Int32], offsets: [Int])? = nil
  ) -> Results {
    let visible = visible
    let start = changes.start
    var items = before.chunkedItems
    // One that enters where another has left takes its place, unless sections change places.
    let edits = WindowEdits(changes, replacesInPlace: sections == nil)
    for (old, new) in edits.replaced {
      if let item = catalog.shown(visible.slot(at: start + Int(new))) { items.replace(at: Int(old), with: item) }
    }
    for offset in edits.removed.reversed() { items.remove(at: Int(offset)) }
    if let sections { items = reordered(items, sections, without: changes.removed) }
    for offset in edits.added {
      if let item = catalog.shown(visible.slot(at: start + Int(offset))) { items.insert(item, at: Int(offset)) }
    }
    if keepsSections {
      return Results(
        chunked: items, offsets: visible.offsets, distinctKeys: before.keys, headers: before.headers)
    }
    let layout = layout(of: visible)
    return Results(chunked: items, offsets: layout.offsets, distinctKeys: layout.keys, headers: layout.headers)
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
