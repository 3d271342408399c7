package import SectionDiff

/// Slots in lists, one for each section: a slot can be found, and what is at an offset, whatever has become of
/// what the slots were put in order by.
///
/// Every slot has a label, and each list has its slots in a ranked array beside: a slot is found there by its label. A slot
/// that is *hidden* keeps its place among its neighbours and does not count for offsets.
///
///     neighbours    7 ─ 3 ─ (5) ─ 9        5 is hidden
///     labels       10  20    30  40
///     ranked        7   3         9        offset of 9: two labels are less than 40
///
/// - Time: O(log *n*) to put in, take out, hide, show and find, amortised; O(1) for neighbours.
package struct SlotLists: Sendable {
  private var order = ArrivalOrder()
  private var ranked: [Int32: RankedArray<Int32>] = [:]
  /// The list of each slot that is in one, or was.
  private var lists: [Int32] = []
  /// How many slots were compared to find others.
  private var comparisons = 0

  package init() {}

  /// What finding and making room have cost so far, in slots that were looked at.
  package var visits: Int { comparisons + order.relabelled }

  // MARK: Neighbours, hidden or not

  /// The slot before this one in its list, or -1.
  package func slot(before slot: Int32) -> Int32 { order.slot(before: slot) }
  /// The slot after this one in its list, or -1.
  package func slot(after slot: Int32) -> Int32 { order.slot(after: slot) }
  /// The last slot of a list, or -1.
  package func lastNeighbour(in list: Int32) -> Int32 { order.last(of: list) }
  /// The list that a slot is in, or was in last; 0 for one that never was in any.
  package func list(of slot: Int32) -> Int32 { Int(slot) < lists.count ? lists[Int(slot)] : 0 }
  /// A number that is greater the later a slot is in its list.
  package func label(of slot: Int32) -> Int { order.label(of: slot) }

  // MARK: Offsets

  /// The slots of a list that are not hidden, in order.
  package func slots(of list: Int32) -> RankedArray<Int32> { ranked[list] ?? RankedArray() }

  /// How many slots of a list are not hidden.
  package func count(of list: Int32) -> Int { ranked[list]?.count ?? 0 }

  /// The slot at an offset of a list, or `nil`.
  package func slot(at offset: Int, of list: Int32) -> Int32? {
    guard let slots = ranked[list], offset >= 0, offset < slots.count else { return nil }
    return slots[offset]
  }

  /// How many slots of its list come before one.
  package mutating func offset(of slot: Int32, in list: Int32) -> Int {
    guard let slots = ranked[list] else { return 0 }
    return slots.partitionPoint(of: order.label(of: slot), by: order) { other, label, order in
      comparisons += 1
      return order.label(of: other) < label
    }
  }

  // MARK: Changing

  /// Makes a list of slots that are in no list.
  package mutating func load(_ slots: [Int32], into list: Int32) {
    for slot in slots {
      order.append(slot, to: list)
      setList(list, of: slot)
    }
    ranked[list] = RankedArray(slots)
  }

  /// Puts a slot that is in no list just after another, hidden or not; -1 represents the place before all.
  package mutating func insert(_ slot: Int32, after other: Int32, in list: Int32, isHidden: Bool = false) {
    order.insert(slot, after: other, in: list)
    setList(list, of: slot)
    if !isHidden { show(slot, in: list) }
  }

  private mutating func setList(_ list: Int32, of slot: Int32) {
    while lists.count <= Int(slot) { lists.append(0) }
    lists[Int(slot)] = list
  }

  /// Takes a slot out of its list.
  package mutating func remove(_ slot: Int32, from list: Int32, isHidden: Bool = false) {
    if !isHidden { hide(slot, in: list) }
    order.remove(slot, from: list)
  }

  /// Takes a slot out of the count for offsets.
  package mutating func hide(_ slot: Int32, in list: Int32) {
    let offset = offset(of: slot, in: list)
    if self.slot(at: offset, of: list) == slot { ranked[list]?.remove(at: offset) }
  }

  /// Counts a slot again that was hidden.
  package mutating func show(_ slot: Int32, in list: Int32) {
    // Most come at the end.
    let offset = order.slot(after: slot) < 0 ? count(of: list) : offset(of: slot, in: list)
    ranked[list, default: RankedArray()].insert(slot, at: offset)
  }
}
