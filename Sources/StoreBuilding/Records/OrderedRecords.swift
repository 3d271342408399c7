package import StoreInterface

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
package struct OrderedRecords<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  package typealias Key = Item.ID

  /// What a run of changes has named, and what it was before.
  package struct Touch: Sendable {
    package let slot: Int32
    /// The record before; `nil` when there was none.
    package let before: Item?
    /// Whether it was given a place.
    package var isPlaced = false
    /// Whether it is to be reported although it is equal.
    package var isRefreshed = false
  }

  /// Whether records are in manually ordered sections.
  package let keepsSections: Bool
  var records = SlotTable<Item>()
  /// The records of each section, tombstones hidden; those of section 0 where there are none.
  var places = SlotLists()

  var sections = SlotTable<ManualSection>()
  var sectionOrder = ArrivalOrder()

  var log: [UndoStep] = []
  /// Tombstones that are older than the batch that is being applied, and were not revived in it; a record that comes again is
  /// placed again.
  var oldTombstones: Set<Int32> = []
  /// Tombstones without a key: where records were before they were moved in this run, and those that stay because the log
  /// puts a record back behind them.
  var forgottenTombstones: Set<Int32> = []

  /// The records that this run of changes has named, in the order in which it did first.
  package internal(set) var touched: [Touch] = []
  /// The slots of `touched`.
  var touchedSlots: [Int32] = []
  /// The slots that are where those were before: their own, or those of tombstones which they left when they were moved.
  var formerSlots: [Int32] = []
  /// The offset in `touched` of each slot, or -1.
  var touches: [Int32] = []
  /// The number of this run of changes.
  var run: Int32 = 0
  /// The sections before this run of changes, in order, where it has named any.
  var sectionsBefore: [(slot: Int32, id: SectionID, header: SectionHeader?)]?

  /// Makes an empty list, or one with no section.
  package init(keepsSections: Bool) { self.keepsSections = keepsSections }

  /// The number of records.
  package var count: Int { records.count }
  /// Whether this run has named a record or a section.
  package var hasChanges: Bool { !touched.isEmpty || sectionsBefore != nil }
  /// How many records were looked at to find others, and to make room.
  package var visits: Int { places.visits + sectionOrder.relabelled }
}

extension OrderedRecords {
  /// Makes records of a whole answer. What comes a second time is where it came first: a record with its newest
  /// content, a section with its first header.
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
  private mutating func add(_ items: [Item]) -> [Int32] {
    var slots: [Int32] = []
    slots.reserveCapacity(items.count)
    for item in items {
      if let slot = records.slot(of: item.id) {
        records.change(slot) { $0 = item }
      } else {
        slots.append(records.add(item))
      }
    }
    return slots
  }
}

/// A section that is ordered manually, and the header of it.
struct ManualSection: Sendable, Identifiable {
  let id: SectionID
  var header: SectionHeader?
}
