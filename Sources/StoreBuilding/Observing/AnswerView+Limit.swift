import StoreInterface

/// The boundary between what is shown and what waits behind the limit.
extension AnswerView {
  /// Whether a record that is not the last one shown comes before it.
  func stands(_ slot: Int32, in section: Int32, beforeBoundaryIn records: borrowing OrderedRecords<Item>) -> Bool {
    guard let last = members[boundary] else { return false }
    if section == last.section { return lists.label(of: slot) < lists.label(of: boundary) }
    return records.rank(ofSection: section) < records.rank(ofSection: last.section)
  }

  /// Moves the boundary to where it belongs.
  ///
  /// - Returns: Records that came inside, true, or went outside, false.
  mutating func moveBoundary(_ records: borrowing OrderedRecords<Item>) -> [Int32: Bool] {
    guard let limit = request.limit else { return [:] }
    var crossed: [Int32: Bool] = [:]
    while count > limit, let last = members[boundary] {
      cross(boundary, isInside: false, &crossed)
      boundary = slot(before: boundary, in: last.section, records)
    }
    while count < limit {
      let next = slotAfterBoundary(records)
      if next < 0 { break }
      cross(next, isInside: true, &crossed)
      boundary = next
    }
    return crossed
  }

  private mutating func cross(_ slot: Int32, isInside: Bool, _ crossed: inout [Int32: Bool]) {
    looks += 1
    members[slot]?.isInside = isInside
    count += isInside ? 1 : -1
    if crossed[slot] == !isInside { crossed[slot] = nil } else { crossed[slot] = isInside }
  }

  /// The matching record before one, in its section or one before, or -1.
  func slot(before slot: Int32, in section: Int32, _ records: borrowing OrderedRecords<Item>) -> Int32 {
    var previous = lists.slot(before: slot)
    var section = section
    while previous < 0 {
      section = records.presentSection(before: section)
      if section < 0 { return -1 }
      previous = lists.lastNeighbour(in: section)
    }
    return previous
  }

  /// The matching record after the last one shown, or -1; the first of all where none is shown.
  private func slotAfterBoundary(_ records: borrowing OrderedRecords<Item>) -> Int32 {
    var next: Int32 = -1
    var section = records.firstPresentSection
    if let last = members[boundary] {
      next = lists.slot(after: boundary)
      section = records.presentSection(after: last.section)
    }
    while next < 0, section >= 0 {
      next = lists.slot(at: 0, of: section) ?? -1
      section = records.presentSection(after: section)
    }
    return next
  }
}
