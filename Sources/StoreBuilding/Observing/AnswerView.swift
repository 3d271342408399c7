import SectionDiff
package import StoreInterface

/// What one observer is shown of ``OrderedRecords``: the records that a request asks for, in its order and up to its limit;
/// kept up to date run by run, each run as the fewest deletions and insertions and few moves.
///
/// Invariant: `lists` hold every record that matches, section by section, in order; those up to `boundary` are inside, and
/// those after it wait to be pulled in. A record is found in a list by the place that it was given, never by what it holds,
/// so that the order may be judged by what the records are now.
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

  /// A record that matches.
  struct Member: Sendable {
    var section: Int32
    var isInside: Bool
  }

  /// What is shown, in which order, and how much of it; the limit is not negative.
  private(set) var request: RecordRequest<Item>
  let haveEqualContent: @Sendable (Item, Item) -> Bool
  var members: [Int32: Member] = [:]
  /// The slots of the records that match, one list for each section.
  var lists = SlotLists()
  /// How many records are shown.
  package internal(set) var count = 0
  /// The last record shown, or -1; kept only where there is a limit.
  var boundary: Int32 = -1
  /// How many records were judged, compared or stepped over.
  var looks = 0
  /// How many records were looked at, for whatever reason.
  package var visits: Int { looks + lists.visits }

  /// Shows records as they are.
  package init(
    of records: borrowing OrderedRecords<Item>, for request: RecordRequest<Item>,
    haveEqualContent: @escaping @Sendable (Item, Item) -> Bool
  ) {
    self.request = request
    self.request.limit = request.limit.map { max(0, $0) }
    self.haveEqualContent = haveEqualContent
    load(records)
  }

  /// What the observer is shown.
  package func contents(of records: borrowing OrderedRecords<Item>) -> StoreContents<Item> {
    guard records.keepsSections else { return .items(items(of: 0, in: records)) }
    var sections: [StoreSection<Item>] = []
    for section in records.presentSections {
      guard let id = records.sections.key(of: section) else { continue }
      sections.append(
        StoreSection(id, header: records.header(of: section), items: items(of: section, in: records)))
    }
    return .sections(sections)
  }

  private func items(of section: Int32, in records: borrowing OrderedRecords<Item>) -> [Item] {
    var items: [Item] = []
    for slot in lists.slots(of: section) {
      guard request.limit == nil || members[slot]?.isInside == true else { break }
      if let item = records.item(at: slot) { items.append(item) }
    }
    return items
  }
}

extension AnswerView {
  /// Looks at all records again.
  mutating func load(_ records: borrowing OrderedRecords<Item>) {
    members.removeAll()
    lists.removeAll()
    count = 0
    boundary = -1
    for section in records.presentSections {
      let slots = matching(records.places.slots(of: section).elements, in: records)
      lists.load(slots, into: section)
      let inside = request.limit.map { min($0 - count, slots.count) } ?? slots.count
      for (place, slot) in slots.enumerated() { members[slot] = Member(section: section, isInside: place < inside) }
      if inside > 0, request.limit != nil { boundary = slots[inside - 1] }
      count += inside
    }
  }

  /// Those slots of a section that are requested, in order.
  private mutating func matching(_ slots: [Int32], in records: borrowing OrderedRecords<Item>) -> [Int32] {
    looks += slots.count
    var keyed: [(slot: Int32, item: Item)] = []
    keyed.reserveCapacity(slots.count)
    for slot in slots {
      if let item = records.item(at: slot), request.matches(item) { keyed.append((slot, item)) }
    }
    if !request.order.isEmpty {
      var comparisons = 0
      // The standard sort is stable: ties are as they arrived.
      keyed.sort { a, b in
        comparisons += 1
        return request.isOrdered(a.item, before: b.item) ?? false
      }
      looks += comparisons
    }
    return keyed.map(\.slot)
  }
}
