import SectionDiff
import StoreInterface

extension AnswerView {
  /// Looks at all records again.
  mutating func load(_ records: borrowing OrderedRecords<Item>) {
    members.removeAll()
    lists.removeAll()
    count = 0
    boundary = -1
    for section in records.livingSections {
      let slots = matching(records.places.slots(of: section).elements, in: records)
      lists.load(slots, into: section)
      let inside = rule.limit.map { min($0 - count, slots.count) } ?? slots.count
      for (place, slot) in slots.enumerated() { members[slot] = Member(section: section, isInside: place < inside) }
      if inside > 0, rule.limit != nil { boundary = slots[inside - 1] }
      count += inside
    }
  }

  /// Those slots of a section that the rule lets through, in its order.
  private mutating func matching(_ slots: [Int32], in records: borrowing OrderedRecords<Item>) -> [Int32] {
    looks += slots.count
    var keyed: [(slot: Int32, item: Item)] = []
    keyed.reserveCapacity(slots.count)
    for slot in slots {
      if let item = records.item(at: slot), isShown(item) { keyed.append((slot, item)) }
    }
    if let isBefore = rule.isBefore {
      var comparisons = 0
      // The standard sort is stable: ties are as they arrived.
      keyed.sort { a, b in
        comparisons += 1
        return isBefore(a.item, b.item) ?? false
      }
      looks += comparisons
    }
    return keyed.map(\.slot)
  }

  func isShown(_ item: Item) -> Bool { rule.matches?(item) ?? true }
}
