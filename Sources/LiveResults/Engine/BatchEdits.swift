public import StoreBuilding

/// What a batch names, and where that is before it and after it.
///
/// Kept from batch to batch for its memory, that of a large batch excepted; between two of them it is empty.
@usableFromInline
struct BatchEdits: Sendable {
  /// A record that the batch names, or whose section it deletes.
  @usableFromInline
  struct Entry: Sendable {
    @usableFromInline let slot: Int32
    @usableFromInline var marks: Marks
    /// The index in `departed` of where it was among the visible ones, or -1.
    @usableFromInline var departure: Int32 = -1

    @inlinable
    init(slot: Int32, marks: Marks) {
      self.slot = slot
      self.marks = marks
    }
  }

  /// What is known of a record.
  @usableFromInline
  struct Marks: OptionSet, Sendable {
    @usableFromInline let rawValue: UInt8
    @inlinable
    init(rawValue: UInt8) { self.rawValue = rawValue }
    /// It was there before the batch.
    @inlinable static var taken: Marks { Marks(rawValue: 1) }
    /// The batch names it; if it is gone by now, it is a tombstone.
    @inlinable static var named: Marks { Marks(rawValue: 2) }
    /// It is to be reported as updated although it is equal.
    @inlinable static var refreshed: Marks { Marks(rawValue: 4) }
    /// It was placed, which changes its arrival.
    @inlinable static var placed: Marks { Marks(rawValue: 8) }
    /// It stays where it is in the indices.
    @inlinable static var stays: Marks { Marks(rawValue: 16) }
  }

  /// A record and its offset among the visible ones.
  @usableFromInline
  struct Place: Sendable {
    @usableFromInline var offset: Int
    @usableFromInline var slot: Int32
    @inlinable
    init(offset: Int, slot: Int32) {
      self.offset = offset
      self.slot = slot
    }
  }

  /// All records noted, in the order in which they were.
  @usableFromInline var entries: [Entry] = []
  /// For each slot one more than the index of its entry; 0 where there is none. All are 0 while there are few entries.
  @usableFromInline var entryOfSlot: [Int32] = []
  /// For each change of the batch the slot of the record that it names, where that was there before; -1 for others.
  @usableFromInline var slots: [Int32] = []
  /// Where those that were there are in the index of all records, ascending.
  @usableFromInline var inAll: [SlotPath] = []
  /// Where those that passed are in the index of the records that pass, ascending; empty where there are no filters.
  @usableFromInline var inFiltered: [SlotPath] = []
  /// Those that were visible before the batch: their offsets among all that were, ascending.
  @usableFromInline var departed: [Place] = []
  /// Those that are visible after the batch: their offsets among all that are, ascending.
  @usableFromInline var arrived: [Place] = []
  /// Those to be put into the indices.
  @usableFromInline var insertions: [SectionedSlot] = []

  @inlinable
  init() {}

  /// Notes that a record was there before the batch, which names it or deletes its section.
  @inlinable
  mutating func take(_ slot: Int32) { mark(slot, .taken) }

  /// Notes that a record is named, and what else is known of it.
  @inlinable
  mutating func name(_ slot: Int32, _ marks: Marks = []) { mark(slot, marks.union(.named)) }

  /// The entry of a record that is noted.
  @inlinable
  func index(of slot: Int32) -> Int? {
    if entries.count <= Self.fewEntries { return entries.firstIndex { $0.slot == slot } }
    guard Int(slot) < entryOfSlot.count, entryOfSlot[Int(slot)] > 0 else { return nil }
    return Int(entryOfSlot[Int(slot)]) - 1
  }

  /// Forgets everything, for the next batch.
  @inlinable
  mutating func removeAll() {
    if entries.count > Self.fewEntries { for entry in entries { entryOfSlot[Int(entry.slot)] = 0 } }
    Self.empty(&entries)
    Self.empty(&slots)
    Self.empty(&inAll)
    Self.empty(&inFiltered)
    Self.empty(&departed)
    Self.empty(&arrived)
    Self.empty(&insertions)
  }

  @inlinable
  static func empty<Element>(_ array: inout [Element]) {
    array.removeAll(keepingCapacity: array.count <= KeptMemory.capacity)
  }

  /// So many entries are looked through sooner than one line of `entryOfSlot` comes to the cache.
  @inlinable static var fewEntries: Int { 16 }

  @inlinable
  mutating func mark(_ slot: Int32, _ marks: Marks) {
    if let entry = index(of: slot) {
      entries[entry].marks.formUnion(marks)
      return
    }
    entries.append(Entry(slot: slot, marks: marks))
    if entries.count <= Self.fewEntries { return }
    for index in (entries.count == Self.fewEntries + 1 ? 0 : entries.count - 1)..<entries.count {
      let slot = Int(entries[index].slot)
      while entryOfSlot.count <= slot { entryOfSlot.append(0) }
      entryOfSlot[slot] = Int32(truncatingIfNeeded: index + 1)
    }
  }
}

// MARK: - Offsets

extension BatchEdits {
  /// Whether a record stays where it is.
  @inlinable
  func stays(_ slot: Int32) -> Bool { index(of: slot).map { entries[$0].marks.contains(.stays) } ?? true }

  /// Notes where records that are visible were.
  @inlinable
  mutating func noteDeparted(_ paths: [SlotPath], in index: SectionedIndex) {
    for path in paths {
      if let entry = self.index(of: path.slot) { entries[entry].departure = Int32(truncatingIfNeeded: departed.count) }
      departed.append(Place(offset: index.offset(of: path), slot: path.slot))
    }
  }

  /// Of the records that may stay, keeps those in the index that are in order between neighbours that no one has named.
  @inlinable
  mutating func checkWhichStay(in index: SectionedIndex, of order: some SlotOrder) {
    for (number, path) in inAll.enumerated() {
      guard let entry = self.index(of: path.slot), entries[entry].marks.contains(.stays) else { continue }
      let isAfterNamed = number > 0 && inAll[number - 1].isNext(to: path)
      let isBeforeNamed = number + 1 < inAll.count && path.isNext(to: inAll[number + 1])
      if isAfterNamed || isBeforeNamed || !index.isInOrder(at: path, in: order) {
        entries[entry].marks.remove(.stays)
      }
    }
  }

  /// Notes the offsets of the records that are visible now: those that have arrived, and those that have stayed.
  ///
  /// - Parameters:
  ///   - paths: Where visible records were, ascending.
  ///   - index: The index of the visible records, settled.
  ///   - order: Its order.
  @inlinable
  mutating func noteArrived(among paths: [SlotPath], in index: SectionedIndex, of order: some SlotOrder) {
    var isAscending = true
    for slot in insertions where slot.rank >= 0 {
      guard let section = index.offset(ofSection: slot.section),
        // Ranks are those at the time; an order that contradicts itself may have put others before them since.
        let path = index.verified(SlotPath(slot: slot.ranked.slot, section: section, rank: Int(slot.rank)))
      else { continue }
      append(Place(offset: index.offset(of: path), slot: path.slot), &isAscending)
    }
    if !isAscending { arrived.sort { $0.offset < $1.offset } }
    let inserted = arrived.count
    isAscending = inserted == 0
    var section = -1
    var gone = 0
    for path in paths {
      if path.section != section { (section, gone) = (path.section, 0) }
      if !stays(path.slot) {
        gone += 1
        continue
      }
      guard let now = index.offset(ofSection: order.section(of: path.slot)) else { continue }
      let start = index.offsets[now]
      // It is the one with this number among those that have not arrived.
      let number = path.rank - gone
      let first = firstArrived(from: 0, to: inserted) { place, _ in place.offset < start }
      let end = firstArrived(from: first, to: inserted) { place, index in
        place.offset - (index - first) <= start + number
      }
      append(Place(offset: start + number + end - first, slot: path.slot), &isAscending)
    }
    if !isAscending { arrived.sort { $0.offset < $1.offset } }
  }

  /// The index in a part of `arrived` of the first that is not `before`; those that are come first.
  @inlinable
  func firstArrived(from start: Int, to end: Int, where before: (Place, Int) -> Bool) -> Int {
    var low = start
    var high = end
    while low < high {
      let middle = low + (high - low) / 2
      if before(arrived[middle], middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  @inlinable
  mutating func append(_ place: Place, _ isAscending: inout Bool) {
    if let last = arrived.last, last.offset > place.offset { isAscending = false }
    arrived.append(place)
  }
}
