import StoreInterface

extension AnswerView {
  /// Brings the view up to date with a run of changes that has not been settled yet, and says what it came to.
  package mutating func follow(_ records: borrowing OrderedRecords<Item>) -> Outcome {
    let sections = SectionChanges(of: records)
    if request.limit != nil, sections.isReordered {
      load(records)
      return .answer
    }
    let old = oldPlaces(records)
    takeOut(records)
    putIn(records)
    let crossed = moveBoundary(records)
    return .changes(changes(records, sections: sections, old: old, crossed: crossed))
  }

  /// Where a touched record was: behind which untouched one, and as the how manieth of those touched.
  struct OldPlace {
    var section: Int32
    var anchor: Int32
    var number: Int32
  }

  /// Where the touched records that are shown were.
  private mutating func oldPlaces(_ records: borrowing OrderedRecords<Item>) -> [Int32: OldPlace] {
    var shown: [Int32: Int32] = [:]
    for touch in records.touched {
      if let member = members[touch.slot], member.isInside { shown[touch.slot] = member.section }
    }
    var places: [Int32: OldPlace] = [:]
    places.reserveCapacity(shown.count)
    for touch in records.touched where places[touch.slot] == nil {
      guard let section = shown[touch.slot] else { continue }
      // Back to the start of the row of touched ones, then forward through all of it.
      var first = touch.slot
      var anchor = lists.slot(before: first)
      while anchor >= 0, shown[anchor] != nil {
        first = anchor
        anchor = lists.slot(before: first)
      }
      var slot = first
      var number: Int32 = 0
      while slot >= 0, shown[slot] != nil {
        places[slot] = OldPlace(section: section, anchor: anchor, number: number)
        number += 1
        slot = lists.slot(after: slot)
      }
      looks += Int(number) + 1
    }
    return places
  }

  /// Takes the touched records out of the lists.
  private mutating func takeOut(_ records: borrowing OrderedRecords<Item>) {
    for touch in records.touched {
      guard let member = members.removeValue(forKey: touch.slot) else { continue }
      if member.isInside {
        if touch.slot == boundary { boundary = slot(before: boundary, in: member.section, records) }
        count -= 1
      }
      lists.remove(touch.slot, from: member.section)
    }
  }

  /// Puts the touched records that match into the lists, each where it belongs now.
  private mutating func putIn(_ records: borrowing OrderedRecords<Item>) {
    for touch in records.touched {
      guard let item = records.item(at: touch.slot) else { continue }
      looks += 1
      if request.matches(item) { insert(touch.slot, item, records) }
    }
  }

  private mutating func insert(_ slot: Int32, _ item: Item, _ records: borrowing OrderedRecords<Item>) {
    let section = records.section(of: slot)
    let label = records.places.label(of: slot)
    let isSorted = !request.order.isEmpty
    let offset = lists.partitionPoint(of: section) { other in
      if isSorted, let otherItem = records.item(at: other), let answer = request.isOrdered(otherItem, before: item) {
        return answer
      }
      return records.places.label(of: other) < label
    }
    lists.insert(slot, at: offset, of: section)
    members[slot] = Member(section: section, isInside: false)
    let isInside = request.limit == nil || stands(slot, in: section, beforeBoundaryIn: records)
    members[slot]?.isInside = isInside
    if isInside { count += 1 }
  }
}
