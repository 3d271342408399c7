public import SectionDiff

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
@usableFromInline
package struct SlotLists: Sendable {
  private var order = ArrivalOrder()
  /// The slots of each list that are not hidden; as long as was needed.
  private var ranked: [RankedArray<Int32>] = []
  /// The list of each slot that is in one, or was.
  private var lists: [Int32] = []
  /// How many slots were compared to find others.
  private var comparisons = 0

  @usableFromInline
  package init() {}

  /// What finding and making room have cost so far, in slots that were looked at.
  @usableFromInline
  package var visits: Int { comparisons + order.relabelled }

  // MARK: Neighbours, hidden or not

  /// The slot before this one in its list, or -1.
  @usableFromInline
  package func slot(before slot: Int32) -> Int32 { order.slot(before: slot) }
  /// The slot after this one in its list, or -1.
  @usableFromInline
  package func slot(after slot: Int32) -> Int32 { order.slot(after: slot) }
  /// The last slot of a list, or -1.
  @usableFromInline
  package func lastNeighbour(in list: Int32) -> Int32 { order.last(of: list) }
  /// The list that a slot is in, or was in last; 0 for one that never was in any.
  @usableFromInline
  package func list(of slot: Int32) -> Int32 { Int(slot) < lists.count ? lists[Int(slot)] : 0 }
  /// A number that is greater the later a slot is in its list.
  @usableFromInline
  package func label(of slot: Int32) -> Int { order.label(of: slot) }

  // MARK: Offsets

  /// The slots of a list that are not hidden, in order.
  @usableFromInline
  package func slots(of list: Int32) -> RankedArray<Int32> {
    Int(list) < ranked.count ? ranked[Int(list)] : RankedArray()
  }

  /// How many slots of a list are not hidden.
  @usableFromInline
  package func count(of list: Int32) -> Int {
    Int(list) < ranked.count ? ranked[Int(list)].count : 0
  }

  /// The slot at an offset of a list, or `nil`.
  @usableFromInline
  package func slot(at offset: Int, of list: Int32) -> Int32? {
    guard offset >= 0, offset < count(of: list) else { return nil }
    return ranked[Int(list)][offset]
  }

  /// How many slots of its list come before one.
  @usableFromInline
  package mutating func offset(of slot: Int32, in list: Int32) -> Int {
    guard Int(list) < ranked.count else { return 0 }
    let label = order.label(of: slot)
    var compared = 0
    defer { comparisons += compared }
    return ranked[Int(list)].partitionPoint { other in
      compared += 1
      return order.label(of: other) < label
    }
  }

  // MARK: Changing

  /// Makes a list of slots that are in no list.
  @usableFromInline
  package mutating func load(_ slots: [Int32], into list: Int32) {
    for slot in slots {
      order.append(slot, to: list)
      setList(list, of: slot)
    }
    makeRoom(for: list)
    ranked[Int(list)] = RankedArray(slots)
  }

  private mutating func makeRoom(for list: Int32) {
    while ranked.count <= Int(list) { ranked.append(RankedArray()) }
  }

  /// Puts a slot that is in no list just after another, hidden or not; -1 represents the place before all.
  @usableFromInline
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
  @usableFromInline
  package mutating func remove(_ slot: Int32, from list: Int32, isHidden: Bool = false) {
    if !isHidden { hide(slot, in: list) }
    order.remove(slot, from: list)
  }

  /// Takes a slot out of the count for offsets.
  @usableFromInline
  package mutating func hide(_ slot: Int32, in list: Int32) {
    let offset = offset(of: slot, in: list)
    if self.slot(at: offset, of: list) == slot { ranked[Int(list)].remove(at: offset) }
  }

  /// Counts a slot again that was hidden.
  @usableFromInline
  package mutating func show(_ slot: Int32, in list: Int32) {
    // Most come at the end.
    let offset = order.slot(after: slot) < 0 ? count(of: list) : offset(of: slot, in: list)
    makeRoom(for: list)
    ranked[Int(list)].insert(slot, at: offset)
  }
}
