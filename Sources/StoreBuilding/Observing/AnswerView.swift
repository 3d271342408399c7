public import SectionDiff
public import StoreInterface

/// What one observer is shown of ``OrderedRecords``: the records that a request asks for, in its order and up
/// to its limit; kept up to date run by run, each run as the fewest deletions and insertions and few moves.
///
/// - Time: O(*k* log *n*) comparisons for a run that touches *k* records.
@usableFromInline
package struct AnswerView<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// The net effect of a run of changes for the observer.
  @usableFromInline
  package enum Outcome {
    /// These changes, in this order; none where the observer sees no difference.
    case changes([StoreChange<Item>])
    /// So much that the whole answer is to be given.
    case answer
  }

  /// What is shown, in which order, and how much of it.
  @usableFromInline let request: RecordRequest<Item>
  @usableFromInline let haveEqualContent: @Sendable (Item, Item) -> Bool
  /// The records that match.
  @usableFromInline var index: AnswerIndex
  /// How many records were asked whether they match.
  @usableFromInline var judged = 0

  /// Shows records as they are.
  @inlinable
  package init(
    of records: OrderedRecords<Item>, for request: RecordRequest<Item>,
    haveEqualContent: @escaping @Sendable (Item, Item) -> Bool
  ) {
    self.request = request
    self.haveEqualContent = haveEqualContent
    index = AnswerIndex(limit: request.limit)
    load(records)
  }

  /// How many records are shown.
  @inlinable package var count: Int { index.window.count }

  /// How many records were looked at, for whatever reason.
  @inlinable package var visits: Int { judged + index.visits }

  /// What the observer is shown.
  @inlinable
  package func contents(of records: OrderedRecords<Item>) -> StoreContents<Item> {
    guard records.keepsSections else { return .items(items(inSectionAt: 0, of: records)) }
    return .sections(
      index.slots.sections.enumerated().compactMap { offset, section in
        records.sections[section].map { kept in
          StoreSection(kept.id, header: kept.header, items: items(inSectionAt: offset, of: records))
        }
      })
  }

  @inlinable
  func items(inSectionAt section: Int, of records: OrderedRecords<Item>) -> [Item] {
    let start = index.slots.offsets[section]
    let shown = index.window.clamped(to: start..<index.slots.offsets[section + 1])
    if shown.isEmpty { return [] }
    var slots = index.slots.slots[section].makeIterator(in: (shown.lowerBound - start)..<(shown.upperBound - start))
    var items: [Item] = []
    items.reserveCapacity(shown.count)
    while let slot = slots.next()?.slot {
      if let item = records.item(at: slot) { items.append(item) }
    }
    return items
  }

  /// Looks at all records again.
  @inlinable
  mutating func load(_ records: OrderedRecords<Item>) {
    let sections = records.presentSections
    var matching: [[Int32]] = []
    for section in sections {
      matching.append(records.places.slots(of: section).elements.filter { matches($0, of: records) })
    }
    index.load(sections, matching, in: ViewOrder(records, request.order, .now))
  }

  /// Whether there is a record in a slot that is requested.
  @inlinable
  mutating func matches(_ slot: Int32, of records: OrderedRecords<Item>) -> Bool {
    guard records.records.isPresent(slot) else { return false }
    judged += 1
    guard let predicate = request.predicate, let item = records.item(at: slot) else { return true }
    return predicate(item)
  }
}
