import SectionDiff
import StoreInterface

/// Saying what changed.
extension AnswerView {
  /// Deletions, then insertions, updates and moves from front to back, each behind one that has its place already. Sections
  /// come before the records that go into them, and go after the records that leave them. Records that go with their
  /// section are deleted one by one, too: results that are not in the sections of the store know these by their keys alone.
  func changes(
    _ records: OrderedRecords<Item>, sections: SectionChanges<Item>, removed: [ShownPlace], added: [ShownPlace]
  ) -> [StoreChange<Item>] {
    var changes = sections.first
    var offsets: [Int32: Int] = [:]
    for (offset, place) in removed.enumerated() { offsets[place.slot] = offset }
    let isShown = Set(added.map(\.slot))
    for touch in records.touched where !isShown.contains(touch.slot) && offsets[touch.slot] != nil {
      guard let before = touch.before else { continue }
      changes.append(.delete(before.id))
    }
    for place in removed where records.touchOffset(of: place.slot) == nil {
      if let item = records.item(at: place.slot) { changes.append(.delete(item.id)) }
    }

    let stays = staying(added, removed, offsets)
    let last = last(added, stays)
    for place in added {
      guard let item = records.item(at: place.slot) else { continue }
      guard offsets[place.slot] != nil, let touch = records.touchOffset(of: place.slot).map({ records.touched[$0] }),
        let before = touch.before
      else {
        changes.append(.insert(item, at: placement(at: place, records, isLast: last.contains(place.slot))))
        continue
      }
      if !haveEqualContent(before, item) {
        changes.append(.update(item))
      } else if touch.isRefreshed {
        changes.append(.refresh(item.id))
      }
      if !stays.contains(place.slot) {
        changes.append(.move(item.id, to: placement(at: place, records, isLast: false)))
      }
    }
    return changes + sections.last
  }

  /// The touched records that are in the same gap as before, and among themselves in the same order.
  private func staying(_ added: [ShownPlace], _ removed: [ShownPlace], _ offsets: [Int32: Int]) -> Set<Int32> {
    var stays: Set<Int32> = []
    var group: [(slot: Int32, offset: Int32)] = []
    for (number, place) in added.enumerated() {
      if let offset = offsets[place.slot], removed[offset].section == place.section, removed[offset].gap == place.gap {
        group.append((place.slot, Int32(truncatingIfNeeded: offset)))
      }
      let next = number + 1
      if next < added.count, added[next].section == place.section, added[next].gap == place.gap { continue }
      for (entry, isKept) in zip(group, longestIncreasingRun(group.map(\.offset))) where isKept {
        stays.insert(entry.slot)
      }
      group.removeAll(keepingCapacity: true)
    }
    return stays
  }

  /// The records after which there are, in their section, only such as are placed later in the same run: when it is their
  /// turn, they are last.
  private func last(_ added: [ShownPlace], _ stays: Set<Int32>) -> Set<Int32> {
    var last: Set<Int32> = []
    var next: ShownPlace?
    for place in added.reversed() {
      defer { next = place }
      guard !stays.contains(place.slot), let section = index.offset(ofSection: place.section) else { continue }
      let isAtEnd = place.rank + 1 == min(index.offsets[section + 1], window.upperBound) - index.offsets[section]
      if let next, next.section == place.section, next.rank == place.rank + 1, last.contains(next.slot) {
        last.insert(place.slot)
      } else if isAtEnd {
        last.insert(place.slot)
      }
    }
    return last
  }

  private func placement(
    at place: ShownPlace, _ records: OrderedRecords<Item>, isLast: Bool
  ) -> Placement<Item.ID> {
    let section = records.keepsSections ? records.sections[place.section]?.id : nil
    if isLast { return Placement(.end, in: section) }
    guard place.rank > 0, let offset = index.offset(ofSection: place.section),
      let item = records.item(at: index.slots[offset][place.rank - 1].slot)
    else { return Placement(.start, in: section) }
    return .after(item.id)
  }
}
