/// The order of the slots of a ``SectionedIndex`` and of its sections, as its owner knows it. An index keeps no records;
/// the caller passes it in.
@usableFromInline
package protocol SlotOrder {
  /// The number of the section that a slot is in, or -1.
  func section(of slot: Int32) -> Int32
  /// What the first rule of the order says of where a slot comes.
  func prefix(of slot: Int32) -> SortPrefix
  /// What the rules say of two slots of one section; `nil` where they leave it open.
  func isOrdered(_ a: Int32, before b: Int32) -> Bool?
  /// A number that is greater the later a slot arrived or was placed.
  func arrival(of slot: Int32) -> Int

  /// Whether one section comes before another, given the slot of each that arrived first.
  func sectionPrecedes(_ a: Int32, earliest first: Int32?, _ b: Int32, earliest second: Int32?) -> Bool
  /// Whether where sections are may depend on what is in them, or on where their owner puts them.
  var sectionsMayMove: Bool { get }
  /// The sections that are there even when they are empty.
  var declaredSections: [Int32] { get }
  /// Whether a section is there even when it is empty.
  func isDeclared(_ section: Int32) -> Bool
}

extension SlotOrder {
  /// A slot as it is in an index.
  @inlinable
  package func ranked(_ slot: Int32) -> RankedSlot { RankedSlot(slot, prefix(of: slot)) }

  /// Whether one slot comes before another of its section: by the rules, then by arrival.
  @inlinable
  package func precedes(_ a: RankedSlot, _ b: RankedSlot) -> Bool {
    if let answer = a.prefix.precedes(b.prefix) { return answer }
    // A slot is most often sought where it is: then its record is not looked at.
    if a.slot == b.slot { return false }
    return isOrdered(a.slot, before: b.slot) ?? (arrival(of: a.slot) < arrival(of: b.slot))
  }

  /// Slots section by section, each section in order.
  @inlinable
  package func sorted(_ slots: [Int32]) -> [Int32] {
    if slots.count < 2 { return slots }
    var sectioned = slots.map { SectionedSlot(section: section(of: $0), ranked($0)) }
    sort(&sectioned)
    return sectioned.map(\.ranked.slot)
  }

  /// The same in place: by section, which needs no look at the order, then each section by itself.
  ///
  /// - Complexity: O(*k* log *k*), where *k* is the number of slots.
  @inlinable
  package func sort(_ slots: inout [SectionedSlot]) {
    if slots.count < 2 { return }
    slots.sort { $0.section < $1.section }
    var start = 0
    while start < slots.count {
      var end = start + 1
      while end < slots.count, slots[end].section == slots[start].section { end += 1 }
      sort(&slots, from: start, to: end)
      start = end
    }
  }

  /// Sorts slots of one section. Few are put each to its place among those before it: comparisons cost more than moving
  /// them, and a closure would copy the order for each.
  @inlinable
  func sort(_ slots: inout [SectionedSlot], from start: Int, to end: Int) {
    if end - start > 128 {
      let order = SharedOrder(self)
      slots[start..<end].sort { order.precedes($0.ranked, $1.ranked) }
      return
    }
    for next in (start + 1)..<end {
      let slot = slots[next]
      if !precedes(slot.ranked, slots[next - 1].ranked) { continue }
      var low = start
      var high = next - 1
      // Invariant: the slot does not precede what is before `low`, and precedes what is from `high` on.
      while low < high {
        let middle = low + (high - low) / 2
        if precedes(slot.ranked, slots[middle].ranked) { high = middle } else { low = middle + 1 }
      }
      for place in stride(from: next, to: low, by: -1) { slots[place] = slots[place - 1] }
      slots[low] = slot
    }
  }

  /// Slots of one section in order.
  @inlinable
  package func sorted(_ slots: [RankedSlot]) -> [RankedSlot] {
    if slots.count < 2 { return slots }
    let order = SharedOrder(self)
    return slots.sorted { order.precedes($0, $1) }
  }
}

/// An order by reference. A closure that captures an order copies it for each call; of this it copies a reference.
@usableFromInline
final class SharedOrder<Order: SlotOrder> {
  @usableFromInline let order: Order

  @inlinable
  init(_ order: Order) { self.order = order }

  @inlinable
  func precedes(_ a: RankedSlot, _ b: RankedSlot) -> Bool { order.precedes(a, b) }
}

/// A slot in an index, beside what is known of where its record comes: most comparisons of a search need nothing else,
/// and the record stays out of the cache.
@usableFromInline
package struct RankedSlot: Sendable, BitwiseCopyable {
  @usableFromInline package let slot: Int32
  /// The beginning of the value that the first rule of the order sorts by.
  @usableFromInline package let prefix: SortPrefix

  @inlinable
  package init(_ slot: Int32, _ prefix: SortPrefix) {
    self.slot = slot
    self.prefix = prefix
  }
}

/// A slot and the section that it belongs to.
@usableFromInline
package struct SectionedSlot: Sendable {
  /// The number of the section.
  @usableFromInline package let section: Int32
  @usableFromInline package let ranked: RankedSlot
  /// Its rank in the section where that is visible, once it was put in; -1 else.
  @usableFromInline package var rank: Int32 = -1
  /// Its rank in the section among all, once it was put in.
  @usableFromInline package var rankInAll: Int32 = 0

  @inlinable
  package init(section: Int32, _ ranked: RankedSlot) {
    self.section = section
    self.ranked = ranked
  }
}
