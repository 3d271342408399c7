public import StoreBuilding

/// The records of a store and the sections they are in, under an arrangement: what the order of everything depends on.
@usableFromInline
struct Catalog<
  Item: Identifiable & Sendable, Key: Hashable & Sendable, Shown: Identifiable & Sendable,
  Header: Equatable & Sendable
>: Sendable where Item.ID: Sendable, Shown.ID == Item.ID {
  @usableFromInline var arrangement: ResultsArrangement<Item, Key, Shown, Header>
  @usableFromInline var records: RecordTable<Item, Shown>
  @usableFromInline var table = SectionTable<Key, Header>()
  /// Manually ordered sections of the store that are to be shown from its next whole answer on.
  @usableFromInline var awaited: Sectioning<Item, Key, Header>?

  @inlinable
  init(arrangement: ResultsArrangement<Item, Key, Shown, Header>) {
    self.arrangement = arrangement
    records = RecordTable(keepsShown: arrangement.keepsShown)
    declareSections()
  }

  /// Works out the section of a record, where it comes in the order, and whether it passes the filters.
  @inlinable
  mutating func judge(_ slot: Int32) {
    guard let item = records[slot] else { return }
    let section = sectionNumber(of: slot)
    records.places[Int(slot)] = RecordPlace(
      section: section, prefix: arrangement.sort.first?.prefix?(item) ?? .unknown,
      rank: records.places[Int(slot)].rank, passes: arrangement.filters.passes(item))
  }

  /// Looks at every record again, after the filters have changed. Its section stays: the index of all records is by it, and
  /// a key that depends on what the record does not hold may be another one by now.
  @inlinable
  mutating func judgeFilters() {
    for slot in records.table.slots.values {
      if let item = records[slot] { records.places[Int(slot)].passes = arrangement.filters.passes(item) }
    }
  }

  /// Looks at every record again, after the section key or the order have changed.
  @inlinable
  mutating func judgeAll() {
    for slot in records.table.slots.values { judge(slot) }
  }

  /// What a record is shown as.
  @inlinable
  mutating func shown(_ slot: Int32) -> Shown? {
    records.shown(slot, by: arrangement.show)
  }
}

// MARK: - Orders

extension Catalog: SlotOrder {
  @inlinable
  func section(of slot: Int32) -> Int32 { records.places[Int(slot)].section }

  @inlinable
  func prefix(of slot: Int32) -> SortPrefix { records.places[Int(slot)].prefix }

  @inlinable
  func isOrdered(_ a: Int32, before b: Int32) -> Bool? {
    guard !arrangement.sort.isEmpty, let first = records[a], let second = records[b] else {
      return nil
    }
    return arrangement.sort.isOrdered(first, before: second)
  }

  @inlinable
  func arrival(of slot: Int32) -> Int { records.arrivals.label(of: slot) }

  @inlinable
  var sectionsMayMove: Bool { arrangement.sections.order.mayTie }

  @inlinable
  var declaredSections: [Int32] { table.declared }

  @inlinable
  func isDeclared(_ section: Int32) -> Bool { table.isDeclared(section) }

  @inlinable
  func sectionPrecedes(_ a: Int32, earliest first: Int32?, _ b: Int32, earliest second: Int32?) -> Bool {
    let ranks = (table.rank[Int(a)], table.rank[Int(b)])
    if let compare = arrangement.sections.order.compare {
      switch compare(table.keys[Int(a)], table.keys[Int(b)]) {
      case .ascending: return true
      case .descending: return false
      case .same: break
      }
    } else if ranks.0 >= 0 || ranks.1 >= 0 {
      // Declared ones first, as they were declared.
      return ranks.1 < 0 || (ranks.0 >= 0 && ranks.0 < ranks.1)
    }
    switch (first, second) {
    case (let first?, let second?): return records.arrivals.label(of: first) < records.arrivals.label(of: second)
    case (_?, nil): return true
    case (nil, _?): return false
    case (nil, nil): return ranks.0 < ranks.1
    }
  }
}
