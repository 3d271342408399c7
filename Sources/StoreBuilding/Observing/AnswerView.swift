import SectionDiff
package import StoreInterface

/// What one observer is shown of ``OrderedRecords``: the records that a request asks for, in its order and up
/// to its limit; kept up to date run by run, each run as the fewest deletions and insertions and few moves.
///
/// - Time: O(*k* log *n*) comparisons for a run that touches *k* records.
package struct AnswerView<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// The net effect of a run of changes for the observer.
  package enum Outcome {
    /// These changes, in this order; none where the observer sees no difference.
    case changes([StoreChange<Item>])
    /// So much that the whole answer is to be given.
    case answer
  }

  /// What is shown, in which order, and how much of it; the limit is not negative.
  private(set) var request: RecordRequest<Item>
  let haveEqualContent: @Sendable (Item, Item) -> Bool
  /// The records that match, those behind the limit, too.
  var index = SectionedIndex()
  /// The slots in the index.
  var listed: Set<Int32> = []
  /// How many records were looked at, for whatever reason.
  package internal(set) var visits = 0

  /// Shows records as they are.
  package init(
    of records: OrderedRecords<Item>, for request: RecordRequest<Item>,
    haveEqualContent: @escaping @Sendable (Item, Item) -> Bool
  ) {
    self.request = request
    self.request.limit = request.limit.map { max(0, $0) }
    self.haveEqualContent = haveEqualContent
    load(records)
  }

  /// How many records are shown.
  package var count: Int { window.count }

  /// The offsets of the records shown among those that match.
  var window: Range<Int> { 0..<min(request.limit ?? .max, index.count) }

  /// What the observer is shown.
  package func contents(of records: OrderedRecords<Item>) -> StoreContents<Item> {
    guard records.keepsSections else { return .items(items(inSectionAt: 0, of: records)) }
    return .sections(
      index.sections.enumerated().compactMap { offset, section in
        records.sections[section].map { kept in
          StoreSection(kept.id, header: kept.header, items: items(inSectionAt: offset, of: records))
        }
      })
  }

  private func items(inSectionAt section: Int, of records: OrderedRecords<Item>) -> [Item] {
    let start = index.offsets[section]
    let shown = window.clamped(to: start..<index.offsets[section + 1])
    if shown.isEmpty { return [] }
    var slots = index.slots[section].makeIterator(in: (shown.lowerBound - start)..<(shown.upperBound - start))
    var items: [Item] = []
    items.reserveCapacity(shown.count)
    while let slot = slots.next()?.slot {
      if let item = records.item(at: slot) { items.append(item) }
    }
    return items
  }
}

extension AnswerView {
  /// Looks at all records again.
  mutating func load(_ records: OrderedRecords<Item>) {
    let order = ViewOrder(records, request.order, .now)
    listed.removeAll(keepingCapacity: true)
    let sections = records.presentSections
    let slots = sections.map { section in
      let matching = records.places.slots(of: section).filter { matches($0, of: records) }
      listed.formUnion(matching)
      let ranked = matching.map { order.ranked($0) }
      return request.order.isEmpty ? ranked : order.sorted(ranked)
    }
    index = SectionedIndex(sections: sections, slots: slots, arrived: nil)
    visits += order.comparisons.count
  }

  /// Whether there is a record in a slot that is requested.
  mutating func matches(_ slot: Int32, of records: OrderedRecords<Item>) -> Bool {
    guard records.records.isPresent(slot) else { return false }
    visits += 1
    guard let predicate = request.predicate, let item = records.item(at: slot) else { return true }
    return predicate(item)
  }
}

/// The order of what an observer is shown: by its rules, then as the records arrived or were placed.
///
/// It does not depend on the type of the records, so that a search in it is compiled once and for all: only rules look at
/// records, by closures.
struct ViewOrder: SlotOrder {
  /// Which state of the records is meant: before the run of changes that is not settled, or now.
  enum Time {
    case beforeRun
    case now
  }

  /// What the rules say of slots.
  private struct Rules {
    let prefix: (Int32) -> SortPrefix
    let isOrdered: (Int32, Int32) -> Bool?
  }

  /// How many records were compared.
  final class Comparisons {
    var count = 0
  }

  private let places: SlotLists
  private let sections: SlotTable<ManualSection>
  private let sectionOrder: ArrivalOrder
  /// What the run has noted of a slot, where the state before it is meant; see ``OrderedRecords/touches``.
  private let touches: [Int32]
  private let formerSlots: [Int32]
  private let rules: Rules?
  let sectionsMayMove: Bool
  let comparisons = Comparisons()

  init<Item>(_ records: OrderedRecords<Item>, _ rules: [SortRule<Item>], _ time: Time) {
    places = records.places
    sections = records.sections
    sectionOrder = records.sectionOrder
    touches = time == .now ? [] : records.touches
    formerSlots = records.formerSlots
    sectionsMayMove = records.keepsSections
    guard let first = rules.first else {
      self.rules = nil
      return
    }
    @Sendable func item(_ slot: Int32) -> Item? {
      guard time == .beforeRun, let offset = records.touchOffset(of: slot) else { return records.item(at: slot) }
      return records.touched[offset].before
    }
    self.rules = Rules(
      prefix: { slot in
        guard let prefix = first.prefix, let item = item(slot) else { return .unknown }
        return prefix(item)
      },
      isOrdered: { a, b in
        guard let first = item(a), let second = item(b) else { return nil }
        return rules.isOrdered(first, before: second)
      })
  }

  /// The slot that is where a record is in the state that is meant.
  private func place(of slot: Int32) -> Int32 {
    guard Int(slot) < touches.count, touches[Int(slot)] >= 0 else { return slot }
    return formerSlots[Int(touches[Int(slot)])]
  }

  func section(of slot: Int32) -> Int32 { places.list(of: place(of: slot)) }

  func prefix(of slot: Int32) -> SortPrefix { rules?.prefix(slot) ?? .unknown }

  func isOrdered(_ a: Int32, before b: Int32) -> Bool? {
    comparisons.count += 1
    return rules?.isOrdered(a, b)
  }

  func arrival(of slot: Int32) -> Int { places.label(of: place(of: slot)) }

  func sectionPrecedes(_ a: Int32, earliest first: Int32?, _ b: Int32, earliest second: Int32?) -> Bool {
    sectionsMayMove && sectionOrder.label(of: a) < sectionOrder.label(of: b)
  }

  var declaredSections: [Int32] {
    guard sectionsMayMove else { return [0] }
    var present: [Int32] = []
    var section = sectionOrder.first
    while section >= 0 {
      if sections.isPresent(section) { present.append(section) }
      section = sectionOrder.slot(after: section)
    }
    return present
  }

  func isDeclared(_ section: Int32) -> Bool { !sectionsMayMove || sections.isPresent(section) }
}
