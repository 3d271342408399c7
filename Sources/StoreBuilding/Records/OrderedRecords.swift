public import StoreInterface

/// Records by key in an order that placements make, in one list or in manually ordered sections, with a log by which
/// what was done can be undone exactly.
///
/// Every record has a *slot*, a small integer. Changes come in runs that end with ``settle()``; until then
///
/// - a slot represents one key only, so that observers may name records by their slots;
/// - a record that was deleted keeps its place as a *tombstone*, and takes it again when it is inserted without a
///   placement;
/// - ``touched`` says of each record that was named what it was before, and where.
///
/// Invariant: undoing the log from its end leads through the very states that it was written in, so a record goes back
/// behind the one that it stood behind.
///
/// - Time: O(log *n*) amortised for a change by key, and to find a record by its offset or the offset by its key.
@usableFromInline
package struct OrderedRecords<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  @usableFromInline package typealias Key = Item.ID

  /// What a run of changes has named, and what it was before.
  @usableFromInline
  package struct Touch: Sendable {
    @usableFromInline package let slot: Int32
    /// The record before; `nil` when there was none.
    @usableFromInline package let before: Item?
    /// Whether it was given a place.
    @usableFromInline package var isPlaced = false
    /// Whether it is to be reported although it is equal.
    @usableFromInline package var isRefreshed = false

    @inlinable
    init(slot: Int32, before: Item?) {
      self.slot = slot
      self.before = before
    }
  }

  /// Whether records are in manually ordered sections.
  @usableFromInline package let keepsSections: Bool
  /// What changes the records, compiled for their type; `nil` where they were made by code that does not know it.
  @usableFromInline var compiled: Compiled?
  @usableFromInline var records = SlotTable<Item>()
  /// The records of each section, tombstones hidden; those of section 0 where there are none.
  @usableFromInline var places = SlotLists()

  @usableFromInline var sections = SlotTable<ManualSection>()
  @usableFromInline var sectionOrder = ArrivalOrder()

  @usableFromInline var log: [UndoStep] = []
  /// Tombstones that are older than the batch that is being applied, and were not revived in it; a record that comes again is
  /// placed again.
  @usableFromInline var oldTombstones: Set<Int32> = []
  /// Tombstones without a key: where records were before they were moved in this run, and those that stay because the log
  /// puts a record back behind them.
  @usableFromInline var forgottenTombstones: Set<Int32> = []

  /// The records that this run of changes has named, in the order in which it did first.
  @usableFromInline package var touched: [Touch] = []
  /// The slots of `touched`.
  @usableFromInline var touchedSlots: [Int32] = []
  /// The slots that are where those were before: their own, or those of tombstones which they left when they were moved.
  @usableFromInline var formerSlots: [Int32] = []
  /// The offset in `touched` of each slot, or -1.
  @usableFromInline var touches: [Int32] = []
  /// The number of this run of changes.
  @usableFromInline var run: Int32 = 0
  /// The sections before this run of changes, in order, where it has named any.
  @usableFromInline var sectionsBefore: [(slot: Int32, id: SectionID, header: SectionHeader?)]?

  /// Makes an empty list, or one with no section.
  @inlinable
  package init(keepsSections: Bool) { self.keepsSections = keepsSections }

  /// The number of records.
  @inlinable package var count: Int { records.count }
  /// Whether this run has named a record or a section.
  @inlinable package var hasChanges: Bool { !touched.isEmpty || sectionsBefore != nil }
  /// How many records were looked at to find others, and to make room.
  package var visits: Int { places.visits + sectionOrder.relabelled }
}

extension OrderedRecords {
  /// Makes records of a whole answer. What comes a second time is where it came first: a record with its newest
  /// content, a section with its first header.
  @inlinable
  package init(_ contents: StoreContents<Item>) {
    switch contents {
    case .items(let items):
      self.init(keepsSections: false)
      places.load(add(items), into: 0)
    case .sections(let sections):
      self.init(keepsSections: true)
      var order: [Int32] = []
      var slots: [Int32: [Int32]] = [:]
      for section in sections {
        let number =
          self.sections.slot(of: section.id) ?? self.sections.add(ManualSection(id: section.id, header: section.header))
        if slots[number] == nil { order.append(number) }
        slots[number, default: []] += add(section.items)
      }
      for number in order {
        sectionOrder.append(number)
        places.load(slots[number] ?? [], into: number)
      }
    }
  }

  /// Adds records that have no place yet.
  ///
  /// - Returns: The slots of those that are new.
  @inlinable
  mutating func add(_ items: [Item]) -> [Int32] {
    var slots: [Int32] = []
    slots.reserveCapacity(items.count)
    for item in items {
      if let slot = records.slot(of: item.id) {
        records.values[Int(slot)] = item
      } else {
        slots.append(records.add(item))
      }
    }
    return slots
  }
}

/// A section that is ordered manually, and the header of it.
@usableFromInline
struct ManualSection: Sendable, Identifiable {
  @usableFromInline let id: SectionID
  @usableFromInline var header: SectionHeader?

  @usableFromInline
  init(id: SectionID, header: SectionHeader?) {
    self.id = id
    self.header = header
  }
}
