/// The layout of the table of ``Tokens``, and what is fetched from it before it is looked at.
///
/// A hash is shortened to 32 bits, which wait in the array of tokens until the token is known: the low ones say which slot
/// comes first, the others are the tag.
///
///     hash   | tag …          slot |     at least one bit of the slot is also in the tag
///     slot   | tag …   | offset + 1 |
///
/// Fetching: a look-up takes three loads that depend on each other, from the slot, from the residue and from the old item,
/// and a processor that has to guess in between whether they match waits for each of them. Loops without a branch
/// ask for those of a whole batch at once; what they load is only summed up.
@usableFromInline
struct TokenTable {
  /// The bits of a shortened hash that are a slot.
  @usableFromInline let slotMask: UInt32
  /// The bits of a slot that hold an offset plus one.
  @usableFromInline let offsetMask: UInt32

  /// A table for so many items, at most half full.
  ///
  /// - Parameter offsetBound: No offset is above or equal; that of as many items where it is not given.
  @inlinable @inline(__always)
  init(count: Int, offsetBound: Int? = nil) {
    var mask = 15
    while mask < count * 2 { mask = mask * 2 + 1 }
    slotMask = UInt32(truncatingIfNeeded: mask)
    let bound = offsetBound ?? count
    offsetMask = (1 << UInt32(truncatingIfNeeded: Int.bitWidth - bound.leadingZeroBitCount)) &- 1
  }

  /// How many slots it has.
  @inlinable var slotCount: Int { Int(slotMask) + 1 }

  /// Whether it is too large for the caches next to a processor core, so that fetching ahead saves more than it costs.
  @inlinable var isFetchedAhead: Bool { slotMask >= 1 << 16 }

  /// The slot and the tag of a hash.
  @inlinable @inline(__always)
  func shortened(_ hash: UInt64) -> Int32 {
    let low = UInt32(truncatingIfNeeded: hash)
    let high = UInt32(truncatingIfNeeded: hash >> 32)
    return Int32(bitPattern: (low & slotMask) | (high & ~slotMask))
  }

  /// Where a hash was found, or where it can be put.
  @usableFromInline
  struct Place {
    /// The offset of what has its identity, or -1.
    @usableFromInline var offset: Int
    /// The slot where the probes ended; it is empty where nothing was found and ``isCut`` is false.
    @usableFromInline var slot: Int
    /// How many other slots were looked at.
    @usableFromInline var probes: Int
    /// Whether there were more than were asked for.
    @usableFromInline var isCut: Bool

    @inlinable
    init(offset: Int, slot: Int, probes: Int, isCut: Bool = false) {
      (self.offset, self.slot, self.probes, self.isCut) = (offset, slot, probes, isCut)
    }
  }

  /// Looks a shortened hash up.
  ///
  /// Unsafe code: slots are not checked. Bounds: a slot is masked, and there is one more than the mask, which is checked once.
  ///
  /// - Parameters:
  ///   - most: The most other slots that are looked at.
  ///   - isMatch: Whether what is at an offset has the identity that is looked for; asked where the tag is the same.
  @inlinable @inline(__always)
  func place(
    of hash: Int32, in slots: borrowing Span<Int32>, most: Int = longestProbe, isMatch: (Int) -> Bool
  ) -> Place {
    precondition(slots.count > Int(slotMask))
    let hash = UInt32(bitPattern: hash)
    var slot = Int(truncatingIfNeeded: hash & slotMask)
    var probes = 0
    // Invariant: some slot is empty, so every run of probes ends.
    while true {
      let entry = UInt32(bitPattern: unsafe slots[unchecked: slot])
      if entry == 0 { return Place(offset: -1, slot: slot, probes: probes) }
      if (entry ^ hash) & ~offsetMask == 0 {
        let offset = Int(truncatingIfNeeded: entry & offsetMask) &- 1
        if isMatch(offset) { return Place(offset: offset, slot: slot, probes: probes) }
      }
      probes &+= 1
      if probes >= most { return Place(offset: -1, slot: slot, probes: probes, isCut: true) }
      slot = Int(truncatingIfNeeded: UInt32(truncatingIfNeeded: slot &+ 1) & slotMask)
    }
  }

  /// What a slot holds for an offset with a shortened hash.
  @inlinable @inline(__always)
  func entry(_ hash: Int32, offset: Int) -> Int32 {
    Int32(bitPattern: UInt32(bitPattern: hash) & ~offsetMask | UInt32(truncatingIfNeeded: offset &+ 1))
  }

  /// Loads the first slot of each hash in a range, which must be one of `hashes`: offsets are not checked, slots are masked.
  @inlinable @inline(__always)
  func fetch(
    _ hashes: borrowing MutableSpan<Int32>, _ range: Range<Int>, from slots: borrowing Span<Int32>
  ) -> UInt32 {
    var sum: UInt32 = 0
    for offset in range {
      let hash = UInt32(bitPattern: unsafe hashes[unchecked: offset])
      sum &+= UInt32(bitPattern: unsafe slots[unchecked: Int(truncatingIfNeeded: hash & slotMask)])
    }
    return sum
  }

  /// Loads the position of the item that each slot names, and of the item its first byte and its last one.
  ///
  /// Unsafe code: a byte of an item is read as what it is, a byte. Bounds: an offset in a slot is one of `positions`, and a
  /// position in there one of an item.
  @inlinable @inline(__always)
  func fetchPartners<Item>(
    _ found: borrowing MutableSpan<Int32>, _ range: Range<Int>, from slots: borrowing Span<Int32>,
    positions: borrowing Span<Int32>, items: borrowing Span<Item>
  ) -> UInt32 {
    let size = MemoryLayout<Item>.size
    guard size > 0 else { return 0 }
    return unsafe items.withUnsafeBufferPointer { items in
      let bytes = UnsafeRawBufferPointer(items)
      var sum: UInt32 = 0
      for offset in range {
        let slot = Int(truncatingIfNeeded: UInt32(bitPattern: unsafe found[unchecked: offset]))
        let entry = UInt32(bitPattern: unsafe slots[unchecked: slot]) & offsetMask
        // An empty slot asks for the first item, which is near already.
        let position = Int(unsafe positions[unchecked: max(1, Int(truncatingIfNeeded: entry)) &- 1])
        let byte = position &* MemoryLayout<Item>.stride
        sum &+= UInt32(unsafe bytes[byte])
        if size > 64 { sum &+= UInt32(unsafe bytes[byte &+ size &- 1]) }
      }
      return sum
    }
  }
}

// MARK: - Hashing

extension TokenTable {
  /// Shortens the hashes of some items of the residue.
  ///
  /// Unsafe code: offsets are not checked; positions of items are. Bounds: `range` is one of offsets, and `hashes` has as
  /// many as there are.
  ///
  /// - Returns: Whether each of them has one; `hashed` counts those before the first that has none.
  @inlinable @inline(__always)
  func hash<C: ItemComparison>(
    _ range: Range<Int>, of items: borrowing Span<C.Item>, at positions: borrowing Span<Int32>,
    comparing comparison: borrowing C, isFast: Bool, seed: Int, into hashes: inout MutableSpan<Int32>, hashed: inout Int
  ) -> Bool {
    for offset in range {
      guard let hash = comparison.hash(of: items[Int(unsafe positions[unchecked: offset])], isFast: isFast, seed: seed)
      else { return false }
      hashed += 1
      // The hash waits where the token will be.
      unsafe hashes[unchecked: offset] = shortened(hash)
    }
    return true
  }
}

// MARK: - Filling

extension TokenTable {
  /// The longest run of probes before keys are taken to collide on purpose. In a table that is half full of random
  /// hashes, one of a million slots starts a run of 64, and none of a thousand million one of 128.
  @inlinable static var longestProbe: Int { 128 }

  /// Probes of one item that are taken for chance.
  @inlinable static var shortProbe: Int { 8 }

  /// All probes above ``shortProbe`` that the items of one side may make in a table filled by the fast hash. In one that is
  /// half full of random hashes it takes a tenth of that; even the copies of one item that is missed in a long run take
  /// less. What is above is given up early enough to cost little.
  @inlinable
  static func probeAllowance(_ items: Int) -> Int { 8 * items + 1024 }

  /// What was noted while the table was filled.
  @usableFromInline
  struct Filling {
    /// How many items have the identity of one before.
    @usableFromInline var repeats = 0
    @usableFromInline var probesLeft: Int
    @usableFromInline var fetched: UInt32 = 0

    @inlinable
    init(items: Int) { probesLeft = probeAllowance(items) }
  }

  /// Puts some old items into the table; their hashes give way to their tokens.
  ///
  /// Unsafe code: offsets and slots are not checked; positions of items are. Bounds: as those of ``hash(_:of:at:comparing:isFast:seed:into:hashed:)``;
  /// a slot is masked, and there is one more than the mask; an offset in a slot was put there as that of an old item.
  ///
  /// - Parameter seen: A bit for each old offset: whether its identity occurs again.
  /// - Returns: Whether hashes did not collide on purpose; always true without the fast hash.
  @inlinable @inline(__always)
  func fill<C: ItemComparison>(
    _ slots: inout MutableSpan<Int32>, _ range: Range<Int>, hashes tokens: inout MutableSpan<Int32>,
    of old: borrowing Span<C.Item>, at positions: borrowing Span<Int32>, comparing comparison: C, isFast: Bool,
    seen: inout MutableSpan<UInt64>, _ filling: inout Filling
  ) -> Bool {
    if isFetchedAhead { filling.fetched &+= fetch(tokens, range, from: slots.span) }
    for offset in range {
      let hash = unsafe tokens[unchecked: offset]
      let position = Int(unsafe positions[unchecked: offset])
      var found = place(of: hash, in: slots.span) { first in
        comparison.haveSameIdentity(old[Int(unsafe positions[unchecked: first])], old[position])
      }
      var token = offset
      if found.isCut {
        if isFast { return false }
        // An item that has not its own identity, as `Double.nan` has not, is none that another one has: many of them would
        // only make the table longer.
        if comparison.haveSameIdentity(old[position], old[position]) {
          found = place(of: hash, in: slots.span, most: .max) { first in
            comparison.haveSameIdentity(old[Int(unsafe positions[unchecked: first])], old[position])
          }
        }
      }
      if isFast, found.probes > Self.shortProbe {
        filling.probesLeft &-= found.probes &- Self.shortProbe
        if filling.probesLeft < 0 { return false }
      }
      if found.offset >= 0 {
        token = found.offset
        filling.repeats += 1
        seen[token >> 6] |= 1 << UInt64(truncatingIfNeeded: token & 63)
      } else if !found.isCut {
        unsafe slots[unchecked: found.slot] = entry(hash, offset: offset)
      }
      unsafe tokens[unchecked: offset] = Int32(truncatingIfNeeded: token)
    }
    return true
  }
}

// MARK: - Finding

extension TokenTable {
  /// What was noted while items were looked up.
  @usableFromInline
  struct Search {
    /// How many were found, and how many of them have another content.
    @usableFromInline var found = 0
    @usableFromInline var updates = 0
    /// Whether one was found whose identity had been seen.
    @usableFromInline var sharesRepeats = false
    @usableFromInline var probesLeft: Int
    @usableFromInline var fetched: UInt32 = 0

    @inlinable
    init(items: Int) { probesLeft = probeAllowance(items) }
  }

  /// Looks some new items up; their hashes give way to their tokens.
  ///
  /// Unsafe code: offsets and slots are not checked; positions of items are. Bounds: as those of `fill`.
  ///
  /// - Parameters:
  ///   - bound: Above every token of an old item; what is not found gets a token from there on, its offset added.
  ///   - seen: A bit for each old offset: whether its identity occurs again on the old side, or a new item has it.
  ///   - changed: Takes the pairs whose content differs, as offsets.
  /// - Returns: Whether hashes did not collide on purpose; always true without the fast hash.
  @inlinable @inline(__always)
  func find<C: ItemComparison>(
    _ range: Range<Int>, hashes tokens: inout MutableSpan<Int32>, of new: borrowing Span<C.Item>,
    at newPositions: borrowing Span<Int32>, in slots: borrowing Span<Int32>, old: borrowing Span<C.Item>,
    at positions: borrowing Span<Int32>, bound: Int, comparing comparison: borrowing C, isFast: Bool,
    seen: inout MutableSpan<UInt64>, changed: inout [PositionPair], _ search: inout Search
  ) -> Bool {
    let mask = slotMask
    if isFetchedAhead { search.fetched &+= fetch(tokens, range, from: slots) }
    // The first slot with the tag of the hash, or the empty one that ends the search.
    for offset in range {
      let hash = UInt32(bitPattern: unsafe tokens[unchecked: offset])
      var slot = hash & mask
      var probes = 0
      while true {
        let entry = UInt32(bitPattern: unsafe slots[unchecked: Int(truncatingIfNeeded: slot)])
        if entry == 0 || (entry ^ hash) & ~offsetMask == 0 { break }
        probes &+= 1
        if isFast, probes > Self.shortProbe {
          search.probesLeft &-= 1
          if search.probesLeft < 0 || probes == Self.longestProbe { return false }
        }
        slot = (slot &+ 1) & mask
      }
      unsafe tokens[unchecked: offset] = Int32(bitPattern: slot)
    }
    if isFetchedAhead {
      search.fetched &+= fetchPartners(tokens, range, from: slots, positions: positions, items: old)
    }
    for offset in range {
      var slot = UInt32(bitPattern: unsafe tokens[unchecked: offset])
      var entry = UInt32(bitPattern: unsafe slots[unchecked: Int(truncatingIfNeeded: slot)])
      let tag = entry & ~offsetMask
      let position = Int(unsafe newPositions[unchecked: offset])
      var token = bound &+ offset
      while entry != 0 {
        if entry & ~offsetMask == tag {
          let first = Int(truncatingIfNeeded: entry & offsetMask) &- 1
          let partner = Int(unsafe positions[unchecked: first])
          var isMatch = comparison.areIdentical(old[partner], new[position])
          if !isMatch, comparison.haveSameIdentity(old[partner], new[position]) {
            isMatch = true
            search.updates += 1
            if changed.isEmpty { changed.reserveCapacity(tokens.count) }
            changed.append(PositionPair(position: first, offset))
          }
          if isMatch {
            token = first
            search.found += 1
            let bit: UInt64 = 1 << UInt64(truncatingIfNeeded: first & 63)
            if seen[first >> 6] & bit != 0 { search.sharesRepeats = true }
            seen[first >> 6] |= bit
            break
          }
        }
        if isFast {
          search.probesLeft &-= 1
          if search.probesLeft < 0 { return false }
        }
        slot = (slot &+ 1) & mask
        entry = UInt32(bitPattern: unsafe slots[unchecked: Int(truncatingIfNeeded: slot)])
      }
      unsafe tokens[unchecked: offset] = Int32(truncatingIfNeeded: token)
    }
    return true
  }
}
