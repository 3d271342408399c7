import SectionDiff

/// The slots of the records that a request asks for, in its order: what of an ``AnswerView`` does not depend on the type of
/// the records, so that it is compiled once and for all.
@usableFromInline
struct AnswerIndex: Sendable {
  /// The slots that match, those behind the limit, too.
  @usableFromInline private(set) var slots = SectionedIndex()
  /// Whether each slot is among them; as long as was needed.
  private(set) var isListed: [Bool] = []
  private let limit: Int?
  /// How many records were compared, or found where they are shown.
  @usableFromInline private(set) var visits = 0

  @usableFromInline
  init(limit: Int?) { self.limit = limit.map { max(0, $0) } }

  /// The offsets of what is shown among what matches.
  @usableFromInline var window: Range<Int> { 0..<min(limit ?? .max, slots.count) }

  /// Lists what matches in each section, in the order of arrival.
  @usableFromInline
  mutating func load(_ sections: [Int32], _ matching: [[Int32]], in order: ViewOrder) {
    isListed = [Bool](repeating: false, count: (matching.lazy.compactMap { $0.max() }.max().map { Int($0) } ?? -1) + 1)
    for slot in matching.joined() { isListed[Int(slot)] = true }
    let ranked = matching.map { slots in
      let ranked = slots.map { order.ranked($0) }
      return order.hasRules ? order.sorted(ranked) : ranked
    }
    slots = SectionedIndex(sections: sections, slots: ranked, arrived: nil)
    visits += order.comparisons.count
  }

  /// The slots noted, for tests.
  var listed: Set<Int32> { Set(isListed.indices.filter { isListed[$0] }.map { Int32(truncatingIfNeeded: $0) }) }

  private func lists(_ slot: Int32) -> Bool { Int(slot) < isListed.count && isListed[Int(slot)] }

  private mutating func list(_ slot: Int32) {
    while isListed.count <= Int(slot) { isListed.append(false) }
    isListed[Int(slot)] = true
  }
}

// MARK: - Following a run of changes

/// A record that a run of changes has named.
@usableFromInline
struct TouchedSlot {
  @usableFromInline let slot: Int32
  /// Whether it is requested now.
  @usableFromInline let matches: Bool
  /// Whether it is where it was before, if it was requested then and is now: neither was it moved, nor is it another one
  /// to the rules of the order.
  @usableFromInline let keepsPlace: Bool

  @usableFromInline
  init(slot: Int32, matches: Bool, keepsPlace: Bool) {
    self.slot = slot
    self.matches = matches
    self.keepsPlace = keepsPlace
  }
}

/// What a run of changes comes to for one observer, by slots.
@usableFromInline
struct ShownChanges {
  /// Where a record is put.
  @usableFromInline
  enum Place {
    /// Where it was.
    case kept
    case start
    case end
    /// Behind the record in a slot, which has its place already.
    case after(Int32)
  }

  /// A record that comes, or that was shown and perhaps goes to another place.
  @usableFromInline
  struct Entry {
    @usableFromInline let slot: Int32
    /// The number of its section.
    @usableFromInline let section: Int32
    @usableFromInline let wasShown: Bool
    @usableFromInline let place: Place
  }

  /// What is shown no more.
  @usableFromInline var gone: [Int32] = []
  /// Touched records that are shown where they were.
  @usableFromInline var kept: [Int32] = []
  /// The others, from front to back.
  @usableFromInline var entries: [Entry] = []
}

extension AnswerIndex {
  /// Takes records out and puts them in again as a run of changes has made them.
  ///
  /// - Parameters:
  ///   - touched: The records that it has named, in the order of ``OrderedRecords/touched``.
  ///   - before: The order before the run.
  ///   - now: The order now.
  ///   - sectionsChanged: Whether sections came, went or moved.
  @usableFromInline
  mutating func follow(
    _ touched: [TouchedSlot], from before: ViewOrder, to now: ViewOrder, sectionsChanged: Bool
  ) -> ShownChanges {
    let (sectionsBefore, offsetsBefore, windowBefore) = (slots.sections, slots.offsets, window)
    var shown = ShownChanges()
    var leaving: [Int32] = []
    var coming: [Int32] = []
    for touch in touched {
      let wasListed = lists(touch.slot)
      if wasListed, touch.matches, touch.keepsPlace {
        shown.kept.append(touch.slot)
        continue
      }
      if wasListed {
        isListed[Int(touch.slot)] = false
        leaving.append(touch.slot)
      }
      if touch.matches { coming.append(touch.slot) }
    }
    defer { visits += before.comparisons.count + now.comparisons.count }
    if leaving.isEmpty, coming.isEmpty, !sectionsChanged {
      keepShown(&shown.kept, in: now) { _ in false }
      return shown
    }

    let paths = takeOut(leaving, in: before)
    let takenOut = paths.map { offsetsBefore[$0.section] + $0.rank }
    let putIn = putIn(coming, in: now, sectionsChanged: sectionsChanged)
    let changes = WindowChanges(takenOut: takenOut, putIn: putIn, before: windowBefore, after: window)

    var next = 0
    let removed = changes.removed.map { removed in
      let offset = Int(removed)
      while next < paths.count, takenOut[next] < offset { next += 1 }
      if next < paths.count, takenOut[next] == offset {
        let path = paths[next]
        return ShownPlace(slot: path.slot, section: sectionsBefore[path.section], rank: path.rank)
      }
      // Pushed out. There is a limit then, and sections are where they were.
      let path = slots.path(at: WindowChanges.offset(ofKept: offset, whenTakenOut: takenOut, andPutIn: putIn))
      return ShownPlace(
        slot: path.slot, section: slots.sections[path.section], rank: offset - offsetsBefore[path.section])
    }
    let added = changes.added.map { offset in
      let path = slots.path(at: Int(offset))
      return ShownPlace(slot: path.slot, section: slots.sections[path.section], rank: path.rank)
    }
    visits += removed.count + added.count
    let crossing = ShownCrossing(touched, removed: removed, added: added, in: before)
    shown.gone = crossing.gone
    keepShown(&shown.kept, in: now) { crossing.crosses($0) }
    shown.entries = entries(ShownPlace.inGaps(added), ShownPlace.inGaps(removed), crossing)
    return shown
  }

  /// Takes slots out.
  ///
  /// - Returns: Where they were, ascending.
  private mutating func takeOut(_ leaving: [Int32], in order: ViewOrder) -> [SlotPath] {
    var paths: [SlotPath] = []
    paths.reserveCapacity(leaving.count)
    for slot in leaving { if let path = slots.path(of: slot, in: order) { paths.append(path) } }
    paths.sort()
    slots.remove(paths, in: order)
    return paths
  }

  /// Puts slots in, each where it belongs now.
  ///
  /// - Returns: Their offsets, ascending.
  private mutating func putIn(_ coming: [Int32], in order: ViewOrder, sectionsChanged: Bool) -> [Int] {
    if sectionsChanged { slots.touchAll(in: order) }
    // In the order in which they will be in each section, so that the rank of none is changed by the next one.
    var paths: [SlotPath] = []
    paths.reserveCapacity(coming.count)
    for slot in order.sorted(coming) {
      guard let path = slots.insert(slot, in: order) else { continue }
      list(slot)
      paths.append(path)
    }
    slots.settle(in: order)
    return slots.offsets(of: paths, in: order)
  }

  /// Leaves out of what stays where it is what the limit hides, and what crosses it.
  private func keepShown(_ kept: inout [Int32], in order: ViewOrder, crosses: (Int32) -> Bool) {
    if limit == nil || kept.isEmpty { return }
    kept.removeAll { slot in
      if crosses(slot) { return true }
      if window.count == slots.count { return false }
      return slots.path(of: slot, in: order).map { !window.contains(slots.offset(of: $0)) } ?? true
    }
  }

  /// What to say of the records that are shown, from front to back.
  private func entries(
    _ added: [ShownPlace], _ removed: [ShownPlace], _ crossing: ShownCrossing
  ) -> [ShownChanges.Entry] {
    let stays = staying(added, removed, crossing)
    let last = last(added, stays)
    return added.indices.map { index in
      let place = added[index]
      let wasShown = crossing.removal(of: place.slot) != nil
      let target: ShownChanges.Place
      if stays[index] {
        target = .kept
      } else if last[index], !wasShown {
        target = .end
      } else if place.rank > 0, let section = slots.offset(ofSection: place.section) {
        target = .after(slots.slots[section][place.rank - 1].slot)
      } else {
        target = .start
      }
      return .init(slot: place.slot, section: place.section, wasShown: wasShown, place: target)
    }
  }

  /// Which of those that are shown now are in the same gap as before, and among themselves in the same order.
  private func staying(_ added: [ShownPlace], _ removed: [ShownPlace], _ crossing: ShownCrossing) -> [Bool] {
    var stays = [Bool](repeating: false, count: added.count)
    var group: [(index: Int, offset: Int32)] = []
    for (index, place) in added.enumerated() {
      if let offset = crossing.removal(of: place.slot), removed[offset].section == place.section,
        removed[offset].gap == place.gap
      {
        group.append((index, Int32(truncatingIfNeeded: offset)))
      }
      let next = index + 1
      if next < added.count, added[next].section == place.section, added[next].gap == place.gap { continue }
      if group.count < 2 {
        for entry in group { stays[entry.index] = true }
      } else {
        for (entry, isKept) in zip(group, longestIncreasingRun(group.map(\.offset))) { stays[entry.index] = isKept }
      }
      group.removeAll(keepingCapacity: true)
    }
    return stays
  }

  /// Which are such that there are, in their section, only those behind them that are placed later in the same run: when it
  /// is their turn, they are last.
  private func last(_ added: [ShownPlace], _ stays: [Bool]) -> [Bool] {
    var last = [Bool](repeating: false, count: added.count)
    for index in added.indices.reversed() {
      let place = added[index]
      guard !stays[index], let section = slots.offset(ofSection: place.section) else { continue }
      let end = min(slots.offsets[section + 1], window.upperBound) - slots.offsets[section]
      let next = index + 1
      if next < added.count, last[next], added[next].section == place.section, added[next].rank == place.rank + 1 {
        last[index] = true
      } else {
        last[index] = place.rank + 1 == end
      }
    }
    return last
  }
}

/// Which of the records that a run of changes has named left the view, or came into it, or both.
private struct ShownCrossing {
  /// What left and did not come: what was touched, then what was pushed out.
  private(set) var gone: [Int32] = []
  private let order: ViewOrder
  /// The offset in what was removed, or -1, of each touched record.
  private var removals: [Int32]
  private var isAdded: [Bool]

  init(_ touched: [TouchedSlot], removed: [ShownPlace], added: [ShownPlace], in order: ViewOrder) {
    self.order = order
    removals = [Int32](repeating: -1, count: touched.count)
    isAdded = [Bool](repeating: false, count: touched.count)
    var pushedOut: [Int32] = []
    for (offset, place) in removed.enumerated() {
      if let touch = order.touchOffset(of: place.slot) {
        removals[touch] = Int32(truncatingIfNeeded: offset)
      } else {
        pushedOut.append(place.slot)
      }
    }
    for place in added { if let touch = order.touchOffset(of: place.slot) { isAdded[touch] = true } }
    for (offset, touch) in touched.enumerated() where removals[offset] >= 0 && !isAdded[offset] {
      gone.append(touch.slot)
    }
    gone += pushedOut
  }

  /// The offset of a record in what was removed; `nil` where it was not.
  func removal(of slot: Int32) -> Int? {
    guard let touch = order.touchOffset(of: slot), removals[touch] >= 0 else { return nil }
    return Int(removals[touch])
  }

  /// Whether a touched record left or came.
  func crosses(_ slot: Int32) -> Bool {
    guard let touch = order.touchOffset(of: slot) else { return false }
    return removals[touch] >= 0 || isAdded[touch]
  }
}

/// Where a record that is shown no more was, or where one is that was not shown; one that was touched may be both.
private struct ShownPlace {
  let slot: Int32
  /// The number of the section.
  let section: Int32
  let rank: Int
  /// How many records of the section come before it that were shown and still are, in the same order.
  private(set) var gap = 0

  init(slot: Int32, section: Int32, rank: Int) {
    self.slot = slot
    self.section = section
    self.rank = rank
  }

  /// Works out the gaps of all that left, or of all that came, in order.
  static func inGaps(_ places: [ShownPlace]) -> [ShownPlace] {
    var places = places
    var first = 0
    for offset in places.indices {
      if places[offset].section != places[first].section { first = offset }
      places[offset].gap = places[offset].rank - (offset - first)
    }
    return places
  }
}
