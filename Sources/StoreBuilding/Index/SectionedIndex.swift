public import SectionDiff

/// Slots in sections, each section in order: finds where a slot is, and takes slots in and out, in logarithmic time.
///
///     sections   2            0      5            numbers, in the order in which the sections are
///     slots      7 3 9 │ 1 4 │ 8 2 6              one ranked array each
///     offsets    0       3     5       8
///
/// The order of slots and of sections is the caller's: it is passed in with each call. What has changed since a slot was
/// put in must not be asked of when it is sought.
@usableFromInline
package struct SectionedIndex: Sendable {
  /// The numbers of the sections, in order.
  @usableFromInline package var sections: [Int32] = []
  /// The slots of each of them.
  @usableFromInline package var slots: [RankedArray<RankedSlot>] = []
  /// `offsets[p] ..< offsets[p + 1]` are the offsets among all of the slots of the section at `p`.
  @usableFromInline package var offsets: [Int] = [0]
  /// The slots of each in the order of arrival, where that is another one and decides where sections are.
  @usableFromInline package var arrived: [RankedArray<Int32>]?
  /// Where each section is in `sections`, by number; -1 for those that are not there.
  @usableFromInline var sectionOffsets: [Int32] = []
  /// The numbers of the sections that slots were taken out of or put into since the index was settled, some of them more
  /// than once.
  @usableFromInline var touched: [Int32] = []

  @inlinable
  package init() {}

  /// - Parameters:
  ///   - sections: Section numbers, in order.
  ///   - slots: The slots of each, in order.
  ///   - arrived: The same in the order of arrival, where that is kept.
  @inlinable
  package init(sections: [Int32], slots: [[RankedSlot]], arrived: [[Int32]]?) {
    self.sections = sections
    self.slots = slots.map { Self.list($0) }
    self.arrived = arrived.map { $0.map { Self.list($0) } }
    updateSectionOffsets()
    updateOffsets()
  }

  /// A list of slots in large leaves: no one else holds it, so that an edit moves half a kilobyte and copies none, and a
  /// search goes through few of them.
  @inlinable
  static func list<Element>(_ elements: [Element]) -> RankedArray<Element> {
    RankedArray(elements, leafCapacity: 128, fanOut: 16)
  }

  /// The number of slots.
  @inlinable
  package var count: Int { offsets[offsets.count - 1] }
}

// MARK: - Finding

/// Where a slot is in a ``SectionedIndex``.
@usableFromInline
package struct SlotPath: Sendable, Comparable {
  @usableFromInline package var slot: Int32
  /// Sections have numbers of 32 bits, so there are no more of them. With the slot it takes one word.
  @usableFromInline var sectionOffset: Int32
  /// Its rank in the section.
  @usableFromInline package var rank: Int

  @inlinable
  package init(slot: Int32, section: Int, rank: Int) {
    self.slot = slot
    sectionOffset = Int32(truncatingIfNeeded: section)
    self.rank = rank
  }

  /// The offset of its section.
  @inlinable package var section: Int {
    get { Int(sectionOffset) }
    set { sectionOffset = Int32(truncatingIfNeeded: newValue) }
  }

  /// Whether another one is right behind this one, in its section.
  @inlinable
  package func isNext(to other: SlotPath) -> Bool { section == other.section && rank + 1 == other.rank }

  @inlinable
  package static func < (a: SlotPath, b: SlotPath) -> Bool {
    a.sectionOffset != b.sectionOffset ? a.sectionOffset < b.sectionOffset : a.rank < b.rank
  }
}

extension SectionedIndex {
  /// The offset of a section, or `nil`.
  @inlinable
  package func offset(ofSection number: Int32) -> Int? {
    guard number >= 0, Int(number) < sectionOffsets.count, sectionOffsets[Int(number)] >= 0 else { return nil }
    return Int(sectionOffsets[Int(number)])
  }

  /// Where a slot is, or `nil` when it is not here.
  @inlinable
  package func path(of slot: Int32, in order: some SlotOrder) -> SlotPath? {
    guard let (path, isThere) = searched(slot, in: order) else { return nil }
    return isThere ? path : verified(path)
  }

  /// The same where the slot was at a rank of its section a while ago.
  @inlinable
  package func path(of slot: Int32, near rank: Int, in order: some SlotOrder) -> SlotPath? {
    guard let section = offset(ofSection: order.section(of: slot)) else { return nil }
    let (path, isThere) = searched(
      order.ranked(slot), inSectionAt: section, 0..<slots[section].count, near: rank, 8, order)
    return isThere ? path : verified(path)
  }

  /// The same in an index of some of another's slots, found from where it is in that one.
  @inlinable
  package func path(of path: SlotPath, among others: SectionedIndex, in order: some SlotOrder) -> SlotPath? {
    guard let (path, isThere) = searched(path, among: others, in: order) else { return nil }
    return isThere ? path : verified(path)
  }

  /// The path of a slot that was sought, where it is there. An order may go by more than records hold, or be none at all,
  /// such as one by chance; then a search can go astray, and the slot is looked for one by one.
  @inlinable
  package func verified(_ path: SlotPath) -> SlotPath? {
    if path.rank < slots[path.section].count, slots[path.section][path.rank].slot == path.slot {
      return path
    }
    return slots[path.section].firstIndex { $0.slot == path.slot }
      .map { SlotPath(slot: path.slot, section: path.section, rank: $0) }
  }

  /// Where a slot is by its order, or would be, in its section, and whether it was seen there; `nil` when there is no such
  /// section.
  @inlinable
  func searched(_ slot: Int32, in order: some SlotOrder) -> (path: SlotPath, isThere: Bool)? {
    guard let section = offset(ofSection: order.section(of: slot)) else { return nil }
    return searched(order.ranked(slot), inSectionAt: section, 0..<slots[section].count, order)
  }

  /// The same in an index of some of another's slots, found from where it is, or was just put, in that one: what is not
  /// here can have pushed it back so far and no farther.
  @inlinable
  func searched(
    _ path: SlotPath, among others: SectionedIndex, in order: some SlotOrder
  ) -> (path: SlotPath, isThere: Bool)? {
    guard let section = offset(ofSection: others.sections[path.section]) else { return nil }
    let missing = others.slots[path.section].count - slots[section].count
    let range = max(0, path.rank - missing)..<min(path.rank, slots[section].count)
    // What is missing is spread evenly as a rule: then about as much of it comes before the slot as the slot's rank says,
    // give or take the square root, once to twice.
    let guess = path.rank * slots[section].count / max(1, others.slots[path.section].count)
    var reach = 4
    while reach * reach < missing { reach *= 2 }
    return searched(order.ranked(path.slot), inSectionAt: section, range, near: guess, reach, order)
  }

  /// Where a slot is by its order, or would be, in a range of a section: first near a rank, for a range in few lines of
  /// memory is searched much faster; then in all of the range, unless it is certain by then.
  @inlinable
  func searched(
    _ sought: RankedSlot, inSectionAt section: Int, _ range: Range<Int>, near guess: Int, _ reach: Int,
    _ order: some SlotOrder
  ) -> (path: SlotPath, isThere: Bool) {
    let near = (guess - reach..<guess + reach).clamped(to: range)
    if sought.prefix.isKnown, near.count < range.count {
      let found = searched(sought, inSectionAt: section, near, order)
      let rank = found.path.rank
      let isAfterFirst = rank > near.lowerBound || rank == range.lowerBound
      let isBeforeLast = rank < near.upperBound || rank == range.upperBound
      if found.isThere || (isAfterFirst && isBeforeLast) { return found }
    }
    return searched(sought, inSectionAt: section, range, order)
  }

  /// Where a slot is by its order, or would be, in a range of a section: by prefixes as far as they differ, then by records.
  @inlinable
  func searched(
    _ sought: RankedSlot, inSectionAt section: Int, _ range: Range<Int>, _ order: some SlotOrder
  ) -> (path: SlotPath, isThere: Bool) {
    var range = range
    if sought.prefix.isKnown {
      let search = slots[section].narrowed(in: range) { $0.prefix.precedes(sought.prefix) }
      // A slot is most often sought where it is.
      if let open = search.open, open.element.slot == sought.slot {
        return (SlotPath(slot: sought.slot, section: section, rank: open.index), true)
      }
      range = search.range
    }
    let rank =
      range.isEmpty
      ? range.lowerBound : slots[section].partitionPoint(in: range) { order.precedes($0, sought) }
    return (SlotPath(slot: sought.slot, section: section, rank: rank), false)
  }

  /// The offset among all of what is at a path.
  @inlinable
  package func offset(of path: SlotPath) -> Int { offsets[path.section] + path.rank }

  /// The offsets among all of slots that were put in, ascending.
  ///
  /// - Parameter paths: Where they were put, in any order; sections may have come and gone since.
  @inlinable
  package func offsets(of paths: [SlotPath], in order: some SlotOrder) -> [Int] {
    var found: [Int] = []
    found.reserveCapacity(paths.count)
    for var path in paths {
      guard let section = offset(ofSection: order.section(of: path.slot)) else { continue }
      path.section = section
      if let path = verified(path) { found.append(offset(of: path)) }
    }
    found.sort()
    return found
  }

  /// The slot at an offset among all.
  @inlinable
  package func slot(at offset: Int) -> Int32 { path(at: offset).slot }

  /// What is at an offset among all.
  @inlinable
  package func path(at offset: Int) -> SlotPath {
    var low = 0
    var high = offsets.count - 1
    // Invariant: offsets[low] <= offset < offsets[high].
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if offsets[middle] <= offset { low = middle } else { high = middle }
    }
    let rank = offset - offsets[low]
    return SlotPath(slot: slots[low][rank].slot, section: low, rank: rank)
  }
}

// MARK: - Taking out and putting in

extension SectionedIndex {
  /// Takes slots out, before what their order depends on changes. Offsets are right again after `settle(in:)`.
  ///
  /// - Parameter paths: Where they are, ascending.
  @inlinable
  package mutating func remove(_ paths: [SlotPath], in order: some SlotOrder) {
    for path in paths.reversed() { remove(at: path, in: order) }
  }

  /// The same for one; those after it in its section are one rank lower from now on.
  @inlinable
  package mutating func remove(at path: SlotPath, in order: some SlotOrder) {
    slots[path.section].remove(at: path.rank)
    touch(path.section)
    if let rank = arrived?[path.section].rank(of: path.slot, in: order) { arrived?[path.section].remove(at: rank) }
  }

  /// Whether a slot that is here comes after the one before it and before the one after it.
  @inlinable
  package func isInOrder(at path: SlotPath, in order: some SlotOrder) -> Bool {
    let slot = order.ranked(path.slot)
    if path.rank > 0, !order.precedes(slots[path.section][path.rank - 1], slot) { return false }
    return path.rank + 1 >= slots[path.section].count
      || order.precedes(slot, slots[path.section][path.rank + 1])
  }

  /// Puts a slot in, and its section first where that is not there. Offsets are right again after `settle(in:)`.
  @inlinable
  @discardableResult
  package mutating func insert(_ slot: Int32, in order: some SlotOrder) -> SlotPath? {
    putInSection(of: slot, in: order)
    guard let (path, _) = searched(slot, in: order) else { return nil }
    insert(at: path, in: order)
    return path
  }

  /// The same in an index of some of another's slots, into which it was just put.
  @inlinable
  package mutating func insert(
    _ other: SlotPath, among others: SectionedIndex, in order: some SlotOrder
  ) -> SlotPath? {
    putInSection(of: other.slot, in: order)
    guard let (path, _) = searched(other, among: others, in: order) else { return nil }
    insert(at: path, in: order)
    return path
  }

  @inlinable
  mutating func insert(at path: SlotPath, in order: some SlotOrder) {
    slots[path.section].insert(order.ranked(path.slot), at: path.rank)
    touch(path.section)
    if let rank = arrived?[path.section].rank(of: path.slot, in: order) {
      arrived?[path.section].insert(path.slot, at: rank)
    }
  }

  /// Notes that a section is to be settled.
  @inlinable
  mutating func touch(_ section: Int) {
    // Slots come in the order of the sections, or against it; without repeats that is soon sorted.
    if touched.last != sections[section] { touched.append(sections[section]) }
  }

  @inlinable
  mutating func putInSection(of slot: Int32, in order: some SlotOrder) {
    let number = order.section(of: slot)
    if number < 0 || offset(ofSection: number) != nil { return }
    var low = 0
    var high = sections.count
    while low < high {
      let middle = low + (high - low) / 2
      let isBefore = order.sectionPrecedes(
        number, earliest: slot, sections[middle], earliest: earliest(inSectionAt: middle))
      if isBefore { high = middle } else { low = middle + 1 }
    }
    insertSection(number, at: low)
  }

  /// The slot of a section that arrived first, or `nil` in an empty one.
  @inlinable
  func earliest(inSectionAt offset: Int) -> Int32? {
    if let arrived { return arrived[offset].isEmpty ? nil : arrived[offset][0] }
    return slots[offset].isEmpty ? nil : slots[offset][0].slot
  }
}

// MARK: - Settling

extension SectionedIndex {
  /// Has the next `settle(in:)` look at all sections, and puts in those that were declared since.
  @inlinable
  package mutating func touchAll(in order: some SlotOrder) {
    for number in order.declaredSections where offset(ofSection: number) == nil {
      insertSection(number, at: sections.count)
    }
    touched = sections
  }

  /// Takes out sections that are empty and not declared, puts sections that are not where they belong to their offsets,
  /// and makes the offsets of slots right.
  ///
  /// - Returns: The numbers of sections taken out, and whether others changed places.
  @inlinable
  @discardableResult
  package mutating func settle(in order: some SlotOrder) -> (gone: [Int32], isReordered: Bool) {
    var numbers: [Int32] = []
    swap(&numbers, &touched)
    var hasOtherSections = sections.count != offsets.count - 1
    var gone: [Int32] = []
    for number in numbers {
      guard let section = offset(ofSection: number) else { continue }
      if slots[section].isEmpty, !order.isDeclared(number) {
        gone.append(number)
        sectionOffsets[Int(number)] = -1
      }
    }
    if !gone.isEmpty {
      rearrange(sections.indices.filter { sectionOffsets[Int(sections[$0])] >= 0 })
      hasOtherSections = true
    }
    let isReordered = isOutOfOrder(numbers, in: order)
    if isReordered {
      rearrange(
        sections.indices.sorted {
          order.sectionPrecedes(
            sections[$0], earliest: earliest(inSectionAt: $0), sections[$1], earliest: earliest(inSectionAt: $1))
        })
      hasOtherSections = true
    }
    if hasOtherSections || numbers.count >= sections.count {
      updateOffsets()
    } else {
      for index in numbers.indices { numbers[index] = sectionOffsets[Int(numbers[index])] }
      numbers.sort()
      updateOffsets(after: numbers)
    }
    // For its memory.
    numbers.removeAll(keepingCapacity: numbers.count <= KeptMemory.capacity)
    touched = numbers
    return (gone, isReordered)
  }

  /// Whether one of some sections is at the wrong side of a neighbour.
  @inlinable
  func isOutOfOrder(_ numbers: [Int32], in order: some SlotOrder) -> Bool {
    guard order.sectionsMayMove, sections.count > 1 else { return false }
    func precedes(_ a: Int, _ b: Int) -> Bool {
      order.sectionPrecedes(
        sections[a], earliest: earliest(inSectionAt: a), sections[b], earliest: earliest(inSectionAt: b))
    }
    return numbers.contains { number in
      guard let section = offset(ofSection: number) else { return false }
      return (section > 0 && precedes(section, section - 1))
        || (section + 1 < sections.count && precedes(section + 1, section))
    }
  }

  @inlinable
  mutating func insertSection(_ number: Int32, at offset: Int) {
    sections.insert(number, at: offset)
    slots.insert(Self.list([]), at: offset)
    arrived?.insert(Self.list([]), at: offset)
    updateSectionOffsets()
  }

  /// Keeps the sections at these offsets, in this order.
  @inlinable
  mutating func rearrange(_ kept: [Int]) {
    for number in sections { sectionOffsets[Int(number)] = -1 }
    sections = kept.map { sections[$0] }
    slots = kept.map { slots[$0] }
    if let arrived { self.arrived = kept.map { arrived[$0] } }
    updateSectionOffsets()
  }

  /// Makes right where the sections begin.
  @inlinable
  mutating func updateOffsets() {
    offsets.removeAll(keepingCapacity: true)
    offsets.reserveCapacity(sections.count + 1)
    var end = 0
    offsets.append(end)
    for list in slots {
      end += list.count
      offsets.append(end)
    }
  }

  /// The same where the sections have stayed, and only these have other counts: what lies between two of them is shifted.
  ///
  /// - Parameter changed: The offsets of sections, ascending; one may be named more than once.
  @inlinable
  mutating func updateOffsets(after changed: [Int32]) {
    var starts: [Int] = []
    swap(&starts, &offsets)
    for (number, section) in changed.enumerated() {
      let next = Int(section) + 1
      let end = number + 1 < changed.count ? Int(changed[number + 1]) : sections.count
      if end < next { continue }
      let shift = starts[next - 1] + slots[next - 1].count - starts[next]
      if shift != 0 { for index in next...end { starts[index] &+= shift } }
    }
    swap(&starts, &offsets)
  }

  @inlinable
  mutating func updateSectionOffsets() {
    for (offset, number) in sections.enumerated() {
      while sectionOffsets.count <= Int(number) { sectionOffsets.append(-1) }
      sectionOffsets[Int(number)] = Int32(truncatingIfNeeded: offset)
    }
  }
}

extension RankedArray<Int32> {
  /// Where a slot is, or would be, in a list in the order of arrival.
  @inlinable
  func rank(of slot: Int32, in order: some SlotOrder) -> Int {
    let arrival = order.arrival(of: slot)
    return partitionPoint { order.arrival(of: $0) < arrival }
  }
}

// MARK: - Invariants

extension SectionedIndex {
  /// What does not hold of a settled index, one line each; empty when all is right.
  ///
  /// - Complexity: O(*n*).
  package func checkInvariants() -> [String] {
    var broken = slots.flatMap { $0.checkInvariants() }
    if !touched.isEmpty { broken.append("sections \(touched) are not settled") }
    if offsets != slots.reduce(into: [0], { $0.append(($0.last ?? 0) + $1.count) }) {
      broken.append("offsets \(offsets) are not those of sections of \(slots.map(\.count)) slots")
    }
    for (offset, number) in sections.enumerated() where self.offset(ofSection: number) != offset {
      broken.append("section \(number) is not found at \(offset)")
    }
    if sectionOffsets.count(where: { $0 >= 0 }) != sections.count { broken.append("a section is found that is gone") }
    let all = slots.flatMap { $0.map(\.slot) }
    if Set(all).count != all.count { broken.append("a slot is there twice") }
    if let arrived, arrived.map({ Set($0) }) != slots.map({ Set($0.map(\.slot)) }) {
      broken.append("the slots that arrived are others than those in order")
    }
    return broken
  }
}
