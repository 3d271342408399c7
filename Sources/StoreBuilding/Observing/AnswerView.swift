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
    guard let item = records.item(at: slot) else { return false }
    visits += 1
    return request.matches(item)
  }
}

/// The order of what an observer is shown: by its rules, then as the records arrived or were placed.
struct ViewOrder<Item: Identifiable & Sendable>: SlotOrder where Item.ID: Sendable {
  /// Which state of the records is meant: before the run of changes that is not settled, or now.
  enum Time {
    case beforeRun
    case now
  }

  /// How many records were compared.
  final class Comparisons {
    var count = 0
  }

  private let records: OrderedRecords<Item>
  private let rules: [SortRule<Item>]
  private let time: Time
  let comparisons = Comparisons()

  init(_ records: OrderedRecords<Item>, _ rules: [SortRule<Item>], _ time: Time) {
    self.records = records
    self.rules = rules
    self.time = time
  }

  /// What the run has noted of a slot, where the state before it is meant.
  private func touchOffset(of slot: Int32) -> Int? { time == .now ? nil : records.touchOffset(of: slot) }

  private func item(at slot: Int32) -> Item? {
    guard let offset = touchOffset(of: slot) else { return records.item(at: slot) }
    return records.touched[offset].before
  }

  /// The slot that is where a record is in the state that is meant.
  private func place(of slot: Int32) -> Int32 {
    guard let offset = touchOffset(of: slot) else { return slot }
    return records.touched[offset].formerSlot
  }

  func section(of slot: Int32) -> Int32 { records.section(of: place(of: slot)) }

  func prefix(of slot: Int32) -> SortPrefix {
    guard let prefix = rules.first?.prefix, let item = item(at: slot) else { return .unknown }
    return prefix(item)
  }

  func isOrdered(_ a: Int32, before b: Int32) -> Bool? {
    comparisons.count += 1
    guard !rules.isEmpty, let first = item(at: a), let second = item(at: b) else { return nil }
    return rules.isOrdered(first, before: second)
  }

  func arrival(of slot: Int32) -> Int { records.places.label(of: place(of: slot)) }

  func sectionPrecedes(_ a: Int32, earliest first: Int32?, _ b: Int32, earliest second: Int32?) -> Bool {
    records.rank(ofSection: a) < records.rank(ofSection: b)
  }

  var sectionsMayMove: Bool { records.keepsSections }
  var declaredSections: [Int32] { records.presentSections }
  func isDeclared(_ section: Int32) -> Bool { records.isPresent(section) }
}
