import SectionDiff
import StoreInterface

/// Saying what changed.
extension AnswerView {
  /// A record that is shown and was touched, or came inside.
  private struct Standing {
    let slot: Int32
    let section: Int32
    /// What was shown of it before; `nil` when nothing was.
    let before: Item?
    var isRefreshed = false
  }

  /// Deletions, then insertions, updates and moves from front to back, each behind one that has its place already. Sections
  /// come before the records that go into them, and go after the records that leave them.
  mutating func changes(
    _ records: borrowing OrderedRecords<Item>, sections: SectionChanges<Item>, old: [Int32: OldPlace],
    crossed: [Int32: Bool]
  ) -> [StoreChange<Item>] {
    var changes = sections.first
    let deletedSections = Set(sections.deleted)
    var standings: [Standing] = []
    for touch in records.touched {
      if let member = members[touch.slot], member.isInside {
        let before = old[touch.slot] == nil ? nil : touch.before
        standings.append(
          Standing(slot: touch.slot, section: member.section, before: before, isRefreshed: touch.isRefreshed))
      } else if let place = old[touch.slot], let before = touch.before, !deletedSections.contains(place.section) {
        changes.append(.delete(before.id))
      }
    }
    var pushedOut: [Standing] = []
    let touched = Set(records.touched.map(\.slot))
    for (slot, isInside) in crossed where !touched.contains(slot) {
      guard let member = members[slot] else { continue }
      let standing = Standing(slot: slot, section: member.section, before: nil)
      if isInside { standings.append(standing) } else { pushedOut.append(standing) }
    }
    for standing in inOrder(pushedOut, records) {
      if let item = records.item(at: standing.slot) { changes.append(.delete(item.id)) }
    }
    changes += arrivals(inOrder(standings, records), records, old: old)
    return changes + sections.last
  }

  private mutating func inOrder(
    _ standings: [Standing], _ records: borrowing OrderedRecords<Item>
  ) -> [Standing] {
    looks += standings.count
    return standings.map { (records.rank(ofSection: $0.section), lists.label(of: $0.slot), $0) }
      .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
      .map(\.2)
  }

  /// Insertions, updates and moves of records that are in this order.
  private func arrivals(
    _ standings: [Standing], _ records: borrowing OrderedRecords<Item>, old: [Int32: OldPlace]
  ) -> [StoreChange<Item>] {
    var changes: [StoreChange<Item>] = []
    let stays = staying(standings, old: old)
    let tail = tail(standings, stays: stays)
    for standing in standings {
      guard let item = records.item(at: standing.slot) else { continue }
      guard let before = standing.before else {
        changes.append(.insert(item, at: placement(of: standing, records, isLast: tail.contains(standing.slot))))
        continue
      }
      if !haveEqualContent(before, item) {
        changes.append(.update(item))
      } else if standing.isRefreshed {
        changes.append(.refresh(item.id))
      }
      if !stays.contains(standing.slot) {
        changes.append(.move(item.id, to: placement(of: standing, records, isLast: false)))
      }
    }
    return changes
  }

  /// The touched records that come after the same untouched one as before, and among themselves as before.
  private func staying(_ standings: [Standing], old: [Int32: OldPlace]) -> Set<Int32> {
    var stays: Set<Int32> = []
    var group: [Int32] = []
    var numbers: [Int32] = []
    var key: (section: Int32, anchor: Int32) = (-1, -1)
    func close() {
      for (slot, isKept) in zip(group, longestIncreasingRun(numbers)) where isKept { stays.insert(slot) }
      group.removeAll(keepingCapacity: true)
      numbers.removeAll(keepingCapacity: true)
    }
    var anchors: [Int32: Int32] = [:]
    for standing in standings {
      // The nearest record before it that was shown before and not touched.
      var anchor = lists.slot(before: standing.slot)
      if let known = anchors[anchor] { anchor = known }
      anchors[standing.slot] = anchor
      if standing.before == nil { continue }
      if (standing.section, anchor) != key { close() }
      key = (standing.section, anchor)
      guard let place = old[standing.slot], place.section == standing.section, place.anchor == anchor else { continue }
      group.append(standing.slot)
      numbers.append(place.number)
    }
    close()
    return stays
  }

  /// The records after which there are, in their section, only such as are placed later in the same run: when it is their
  /// turn, they are last.
  private func tail(_ standings: [Standing], stays: Set<Int32>) -> Set<Int32> {
    var tail: Set<Int32> = []
    for standing in standings.reversed() where !stays.contains(standing.slot) {
      let next = lists.slot(after: standing.slot)
      if next < 0 || tail.contains(next) || members[next]?.isInside != true { tail.insert(standing.slot) }
    }
    return tail
  }

  private func placement(
    of standing: Standing, _ records: borrowing OrderedRecords<Item>, isLast: Bool
  ) -> Placement<Item.ID> {
    let section = records.keepsSections ? records.sections.key(of: standing.section) : nil
    if isLast { return Placement(.end, in: section) }
    let previous = lists.slot(before: standing.slot)
    guard previous >= 0, let item = records.item(at: previous) else { return Placement(.start, in: section) }
    return .after(item.id)
  }
}
