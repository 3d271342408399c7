import SectionDiff
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
  /// Sections by hand that are to be shown as soon as the store has told them.
  @usableFromInline var awaited: Sectioning<Item, Key, Header>?

  @inlinable
  init(arrangement: ResultsArrangement<Item, Key, Shown, Header>) {
    self.arrangement = arrangement
    records = RecordTable(keepsShown: arrangement.keepsShown)
    declareSections()
  }

  /// Works out the section of a record, its place in the order, and whether it passes the filters.
  @inlinable
  mutating func judge(_ slot: Int32) {
    guard let item = records.items[Int(slot)] else { return }
    let section = sectionNumber(of: slot)
    records.standings[Int(slot)] = RecordStanding(
      section: section, prefix: arrangement.sort.first?.prefix?(item) ?? .unknown,
      passes: arrangement.filters.passes(item))
  }

  /// Looks at every record again, after the filters, the section key or the order have changed.
  @inlinable
  mutating func judgeAll() {
    for slot in records.slotOfKey.values { judge(slot) }
  }

  /// What a record is shown as.
  @inlinable
  mutating func shown(_ slot: Int32) -> Shown? {
    records.shown(slot, by: arrangement.show)
  }
}

// MARK: - Orders

extension Catalog {
  /// Whether one record comes before another of its section: by the sort rules, then by arrival.
  @inlinable
  func precedes(_ a: Int32, _ b: Int32) -> Bool {
    if !arrangement.sort.isEmpty, let first = records.items[Int(a)], let second = records.items[Int(b)] {
      for rule in arrangement.sort {
        switch rule.compare(first, second) {
        case .ascending: return true
        case .descending: return false
        case .same: continue
        }
      }
    }
    return records.arrivals.label(of: a) < records.arrivals.label(of: b)
  }

  /// Whether one record comes before another of its section, or its section has the smaller number.
  @inlinable
  func standsBefore(_ a: Int32, _ b: Int32) -> Bool {
    let sections = (records.standings[Int(a)].section, records.standings[Int(b)].section)
    return sections.0 != sections.1 ? sections.0 < sections.1 : precedes(ranked(a), ranked(b))
  }

  /// A record as it is in an index.
  @inlinable
  func ranked(_ slot: Int32) -> RankedSlot { RankedSlot(slot, records.standings[Int(slot)].prefix) }

  /// Whether one record of an index comes before another of its section.
  @inlinable
  func precedes(_ a: RankedSlot, _ b: RankedSlot) -> Bool {
    // A record is most often sought where it is: then it is not looked at.
    a.prefix.precedes(b.prefix) ?? (a.slot != b.slot && precedes(a.slot, b.slot))
  }

  /// Whether one section comes before another, given the record of each that arrived first.
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
