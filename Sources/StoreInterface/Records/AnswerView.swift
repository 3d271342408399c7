/// What one observer is shown of ``OrderedRecords``: the records that a rule lets through, in the order that it gives, up to
/// its limit; kept up to date run by run, each run as the fewest deletions and insertions and few moves.
///
/// Invariant: `lists` hold every record that matches, section by section, in order; those up to `boundary` are inside, and
/// those after it wait to be pulled in. A record is taken out of a list by the chunk it was put in, never by comparing, so
/// that the order may be judged by what the records are now.
///
/// - Time: O(*k* log *n*) comparisons for a run that touches *k* records.
package struct AnswerView<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// What to show, and how.
  package struct Rule: Sendable {
    /// Whether a record is shown; all are, where there is none.
    package var matches: (@Sendable (Item) -> Bool)?
    /// Whether a record stands before another; `nil` where neither does. Ties stand as they arrived or were placed.
    package var isBefore: (@Sendable (Item, Item) -> Bool?)?
    /// How many records are shown at most.
    package var limit: Int?

    package init(
      matches: (@Sendable (Item) -> Bool)? = nil, isBefore: (@Sendable (Item, Item) -> Bool?)? = nil, limit: Int? = nil
    ) {
      self.matches = matches
      self.isBefore = isBefore
      self.limit = limit.map { max(0, $0) }
    }
  }

  /// What a run of changes comes to for the observer.
  package enum Outcome {
    /// These changes, in this order; none where the observer sees no difference.
    case changes([StoreChange<Item>])
    /// So much that the whole answer is to be given.
    case answer
  }

  private struct Member {
    var section: Int32
    var chunk: Int32
    var isInside: Bool
  }

  /// Where a touched record stood: behind which untouched one, and as the how manieth of those touched.
  private struct OldPlace {
    var section: Int32
    var anchor: Int32
    var number: Int
  }

  private let rule: Rule
  private let haveEqualContent: @Sendable (Item, Item) -> Bool
  private var members: [Int32: Member] = [:]
  private var lists: [Int32: SlotList] = [:]
  /// How many records are shown.
  package private(set) var count = 0
  /// The last record shown, or -1; kept only where there is a limit.
  private var boundary: Int32 = -1
  /// How many records were looked at: judged, compared or stepped over.
  package private(set) var visits = 0

  /// Shows records as they are.
  package init(
    of records: borrowing OrderedRecords<Item>, rule: Rule, haveEqualContent: @escaping @Sendable (Item, Item) -> Bool
  ) {
    self.rule = rule
    self.haveEqualContent = haveEqualContent
    load(records)
  }

  /// What the observer is shown.
  package func contents(of records: borrowing OrderedRecords<Item>) -> StoreContents<Item> {
    guard records.keepsSections else { return .items(items(of: 0, in: records)) }
    var sections: [StoreSection<Item>] = []
    for section in records.livingSections {
      guard let record = records.sections[Int(section)] else { continue }
      sections.append(StoreSection(record.id, header: record.header, items: items(of: section, in: records)))
    }
    return .sections(sections)
  }

  private func items(of section: Int32, in records: borrowing OrderedRecords<Item>) -> [Item] {
    guard let list = lists[section] else { return [] }
    var items: [Item] = []
    list.forEach { slot in
      guard rule.limit == nil || members[slot]?.isInside == true else { return false }
      if let item = records.item(at: slot) { items.append(item) }
      return true
    }
    return items
  }
}

// MARK: - Loading

extension AnswerView {
  /// Looks at all records anew.
  package mutating func load(_ records: borrowing OrderedRecords<Item>) {
    members.removeAll()
    lists.removeAll()
    count = 0
    boundary = -1
    for section in records.livingSections {
      var slots = records.livingSlots(of: section)
      visits += slots.count
      if rule.matches != nil { slots = slots.filter { records.item(at: $0).map(isShown) ?? false } }
      if rule.isBefore != nil { slots = sorted(slots, in: records) }
      let room = rule.limit.map { $0 - count } ?? slots.count
      var place = 0
      lists[section] = SlotList(slots) { slot, chunk in
        members[slot] = Member(section: section, chunk: chunk, isInside: place < room)
        place += 1
      }
      let inside = Swift.min(room, slots.count)
      if inside > 0 { boundary = slots[inside - 1] }
      count += inside
    }
  }

  private mutating func sorted(_ slots: [Int32], in records: borrowing OrderedRecords<Item>) -> [Int32] {
    // By labels first: then ties, wherever the sort compares them, stand as they arrived.
    var keyed: [(slot: Int32, item: Item, label: Int)] = []
    keyed.reserveCapacity(slots.count)
    for slot in slots {
      if let item = records.item(at: slot) { keyed.append((slot, item, records.order.label(of: slot))) }
    }
    var comparisons = 0
    keyed.sort { a, b in
      comparisons += 1
      return rule.isBefore?(a.item, b.item) ?? (a.label < b.label)
    }
    visits += comparisons
    return keyed.map(\.slot)
  }

  private func isShown(_ item: Item) -> Bool { rule.matches?(item) ?? true }
}

// MARK: - Following

extension AnswerView {
  /// Brings the view up to date with a run of changes that has not been settled yet, and says what it came to.
  package mutating func follow(_ records: borrowing OrderedRecords<Item>) -> Outcome {
    let sections = SectionChanges(of: records)
    if rule.limit != nil, sections.isReordered {
      load(records)
      return .answer
    }
    let old = oldPlaces(records)
    let flipped = reposition(records)
    for section in sections.deleted { lists[section] = nil }
    return .changes(changes(records, sections: sections, old: old, flipped: flipped))
  }

  /// Where the touched records that are shown stood.
  private mutating func oldPlaces(_ records: borrowing OrderedRecords<Item>) -> [Int32: OldPlace] {
    var shown: Set<Int32> = []
    for touch in records.touched where members[touch.slot]?.isInside == true { shown.insert(touch.slot) }
    var places: [Int32: OldPlace] = [:]
    places.reserveCapacity(shown.count)
    for touch in records.touched where shown.contains(touch.slot) && places[touch.slot] == nil {
      guard let member = members[touch.slot], let list = lists[member.section] else { continue }
      // Back to the start of the row of touched ones, then forward through all of it.
      var first = touch.slot
      var anchor = previous(of: first, in: list)
      while anchor >= 0, shown.contains(anchor) {
        first = anchor
        anchor = previous(of: first, in: list)
      }
      var slot = first
      var number = 0
      while slot >= 0, shown.contains(slot) {
        places[slot] = OldPlace(section: member.section, anchor: anchor, number: number)
        number += 1
        slot = list.slot(after: slot, in: members[slot]?.chunk ?? 0)
      }
      visits += number + 1
    }
    return places
  }

  private func previous(of slot: Int32, in list: SlotList) -> Int32 {
    list.slot(before: slot, in: members[slot]?.chunk ?? 0)
  }

  /// Takes the touched records out of the lists, puts those that match in anew, and moves the boundary to where it belongs.
  ///
  /// - Returns: Untouched records that came inside, true, or went outside, false.
  private mutating func reposition(_ records: borrowing OrderedRecords<Item>) -> [Int32: Bool] {
    for touch in records.touched {
      guard let member = members[touch.slot] else { continue }
      if member.isInside {
        if touch.slot == boundary, rule.limit != nil { boundary = slot(before: boundary, records) }
        count -= 1
      }
      lists[member.section]?.remove(touch.slot, from: member.chunk)
      members[touch.slot] = nil
    }
    for touch in records.touched {
      guard let item = records.item(at: touch.slot) else { continue }
      visits += 1
      if isShown(item) { insert(touch.slot, item, records) }
    }
    return rule.limit.map { moveBoundary(to: $0, records) } ?? [:]
  }

  private mutating func insert(_ slot: Int32, _ item: Item, _ records: borrowing OrderedRecords<Item>) {
    let section = records.section(of: slot)
    var comparisons = 0
    var chunks: [(Int32, Int32)] = []
    let label = records.order.label(of: slot)
    let isBefore = rule.isBefore
    // Taken out while it is changed, so that it is changed in place.
    var list = lists.removeValue(forKey: section) ?? SlotList()
    list.insert(slot) { other in
      comparisons += 1
      if let isBefore, let otherItem = records.item(at: other), let answer = isBefore(otherItem, item) { return answer }
      return records.order.label(of: other) < label
    } didPut: { slot, chunk in
      chunks.append((slot, chunk))
    }
    lists[section] = list
    members[slot] = Member(section: section, chunk: 0, isInside: false)
    for (slot, chunk) in chunks { members[slot]?.chunk = chunk }
    visits += comparisons
    let isInside = rule.limit == nil || (boundary >= 0 && stands(slot, beforeBoundaryIn: records))
    members[slot]?.isInside = isInside
    if isInside { count += 1 }
  }

  private func stands(_ slot: Int32, beforeBoundaryIn records: borrowing OrderedRecords<Item>) -> Bool {
    guard let member = members[slot], let last = members[boundary] else { return false }
    if member.section != last.section {
      return records.rank(ofSection: member.section) < records.rank(ofSection: last.section)
    }
    guard let list = lists[member.section] else { return false }
    return list.rank(of: slot, in: member.chunk) < list.rank(of: boundary, in: last.chunk)
  }

  private mutating func moveBoundary(
    to limit: Int, _ records: borrowing OrderedRecords<Item>
  ) -> [Int32: Bool] {
    var flipped: [Int32: Bool] = [:]
    while count > limit {
      flip(boundary, to: false, in: &flipped)
      boundary = slot(before: boundary, records)
      count -= 1
    }
    while count < limit {
      let next = slot(after: boundary, records)
      if next < 0 { break }
      flip(next, to: true, in: &flipped)
      boundary = next
      count += 1
    }
    return flipped
  }

  private mutating func flip(_ slot: Int32, to isInside: Bool, in flipped: inout [Int32: Bool]) {
    visits += 1
    members[slot]?.isInside = isInside
    if flipped[slot] == !isInside { flipped[slot] = nil } else { flipped[slot] = isInside }
  }

  /// The matching record before one, in its section or one before, or -1.
  private func slot(before slot: Int32, _ records: borrowing OrderedRecords<Item>) -> Int32 {
    guard let member = members[slot], let list = lists[member.section] else { return -1 }
    var previous = list.slot(before: slot, in: member.chunk)
    var section = member.section
    while previous < 0 {
      section = records.livingSection(before: section)
      if section < 0 { return -1 }
      previous = lists[section]?.last ?? -1
    }
    return previous
  }

  /// The matching record after one, in its section or one after, or -1; the first of all after -1.
  private func slot(after slot: Int32, _ records: borrowing OrderedRecords<Item>) -> Int32 {
    var next: Int32 = -1
    var section: Int32
    if let member = members[slot], let list = lists[member.section] {
      next = list.slot(after: slot, in: member.chunk)
      section = member.section
    } else {
      section = records.firstLivingSection
      if section < 0 { return -1 }
      next = lists[section]?.first ?? -1
    }
    while next < 0 {
      section = records.livingSection(after: section)
      if section < 0 { return -1 }
      next = lists[section]?.first ?? -1
    }
    return next
  }
}

// MARK: - Saying what changed

extension AnswerView {
  private struct Standing {
    let slot: Int32
    let section: Int32
    let before: Item?
    let isRefreshed: Bool
    var rank: (Int, Int)
  }

  /// Deletions, then insertions, updates and moves from front to back, each behind one that has its place already. Sections
  /// come before the records that go into them, and go after the records that leave them.
  private mutating func changes(
    _ records: borrowing OrderedRecords<Item>, sections: SectionChanges<Item>, old: [Int32: OldPlace],
    flipped: [Int32: Bool]
  ) -> [StoreChange<Item>] {
    var changes = sections.first
    let dying = Set(sections.deleted)
    var standings: [Standing] = []
    for touch in records.touched {
      if let member = members[touch.slot], member.isInside {
        let before = old[touch.slot] == nil ? nil : touch.before
        standings.append(
          Standing(
            slot: touch.slot, section: member.section, before: before, isRefreshed: touch.isRefreshed,
            rank: rank(of: touch.slot, member, records)))
      } else if let place = old[touch.slot], let before = touch.before, !dying.contains(place.section) {
        changes.append(.delete(before.id))
      }
    }
    let touched = Set(records.touched.map(\.slot))
    for (slot, isInside) in flipped.sorted(by: { $0.key < $1.key }) where !touched.contains(slot) {
      if isInside, let member = members[slot] {
        standings.append(
          Standing(
            slot: slot, section: member.section, before: nil, isRefreshed: false, rank: rank(of: slot, member, records))
        )
      } else if let item = records.item(at: slot) {
        changes.append(.delete(item.id))
      }
    }
    standings.sort { $0.rank < $1.rank }
    visits += standings.count
    let stays = staying(standings, old: old)
    let tail = tail(standings, stays: stays)
    for standing in standings {
      guard let item = records.item(at: standing.slot) else { continue }
      guard let before = standing.before else {
        changes.append(.insert(item, at: placement(of: standing.slot, records, isLast: tail.contains(standing.slot))))
        continue
      }
      if !haveEqualContent(before, item) {
        changes.append(.update(item))
      } else if standing.isRefreshed {
        changes.append(.refresh(item.id))
      }
      if !stays.contains(standing.slot) {
        changes.append(.move(item.id, to: placement(of: standing.slot, records, isLast: false)))
      }
    }
    return changes + sections.last
  }

  private func rank(of slot: Int32, _ member: Member, _ records: borrowing OrderedRecords<Item>) -> (Int, Int) {
    (records.rank(ofSection: member.section), lists[member.section]?.rank(of: slot, in: member.chunk) ?? 0)
  }

  /// The touched records that stand behind the same untouched one as before, and among themselves as before.
  private func staying(_ standings: [Standing], old: [Int32: OldPlace]) -> Set<Int32> {
    var stays: Set<Int32> = []
    var group: [Int32] = []
    var numbers: [Int] = []
    var key: (section: Int32, anchor: Int32) = (-1, -1)
    func close() {
      for (slot, isKept) in zip(group, longestRun(numbers)) where isKept { stays.insert(slot) }
      group.removeAll(keepingCapacity: true)
      numbers.removeAll(keepingCapacity: true)
    }
    var anchors: [Int32: Int32] = [:]
    let inserted = Set(standings.lazy.filter { $0.before == nil }.map(\.slot))
    for standing in standings {
      guard let list = lists[standing.section] else { continue }
      // The nearest record before it that was shown before and not touched.
      var anchor = previous(of: standing.slot, in: list)
      if let known = anchors[anchor] { anchor = known }
      anchors[standing.slot] = anchor
      if inserted.contains(standing.slot) { continue }
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
  /// turn, they stand last.
  private func tail(_ standings: [Standing], stays: Set<Int32>) -> Set<Int32> {
    var tail: Set<Int32> = []
    for standing in standings.reversed() where !stays.contains(standing.slot) {
      guard let member = members[standing.slot], let list = lists[member.section] else { continue }
      let next = list.slot(after: standing.slot, in: member.chunk)
      if next < 0 || tail.contains(next) || members[next]?.isInside != true { tail.insert(standing.slot) }
    }
    return tail
  }

  private func placement(of slot: Int32, _ records: borrowing OrderedRecords<Item>, isLast: Bool) -> Placement<Item.ID>
  {
    guard let member = members[slot], let list = lists[member.section] else { return .end }
    let section = records.keepsSections ? records.sections[Int(member.section)]?.id : nil
    if isLast { return Placement(.end, in: section) }
    let previous = list.slot(before: slot, in: member.chunk)
    guard previous >= 0, let item = records.item(at: previous) else { return Placement(.start, in: section) }
    return .after(item.id)
  }
}
