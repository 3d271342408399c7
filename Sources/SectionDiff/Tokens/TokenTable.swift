/// The layout of the table of ``Tokens``, and what is fetched from it before it is looked at.
///
/// A hash is shortened to 32 bits, which wait in the array of tokens until the token is known: the low ones say which slot
/// comes first, the others are the tag.
///
///     hash   | tag …          slot |     at least one bit of the slot is also in the tag
///     slot   | tag …   | place + 1 |
///
/// Fetching: a look-up takes three loads that depend on each other, from the slot, from the residue and from the old item,
/// and a processor that has to guess in between whether they match waits for each of them. Loops without a branch
/// ask for those of a whole batch at once; what they load is only summed up.
@usableFromInline
struct TokenTable: Sendable {
  /// The bits of a shortened hash that are a slot.
  @usableFromInline let slotMask: UInt32
  /// The bits of a slot that hold a place plus one.
  @usableFromInline let placeMask: UInt32

  /// A table for so many places, at most half full.
  @inlinable @inline(__always)
  init(places: Int) {
    var mask = 15
    while mask < places * 2 { mask = mask * 2 + 1 }
    slotMask = UInt32(truncatingIfNeeded: mask)
    placeMask = (1 << UInt32(truncatingIfNeeded: Int.bitWidth - places.leadingZeroBitCount)) &- 1
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

  /// Loads the first slot of each hash in a range, which must be one of `hashes`: places are not checked, slots are masked.
  @inlinable @inline(__always)
  func fetch(
    _ hashes: borrowing MutableSpan<Int32>, _ range: Range<Int>, from slots: borrowing Span<Int32>
  ) -> UInt32 {
    var sum: UInt32 = 0
    for place in range {
      let hash = UInt32(bitPattern: unsafe hashes[unchecked: place])
      sum &+= UInt32(bitPattern: unsafe slots[unchecked: Int(truncatingIfNeeded: hash & slotMask)])
    }
    return sum
  }

  /// Loads the position of the item that each slot names, and of the item its first byte and its last one.
  ///
  /// Unsafe code: a byte of an item is read as what it is, a byte. Bounds: a place in a slot is one of `places`, and a
  /// position in there one of an item.
  @inlinable @inline(__always)
  func fetchPartners<Item>(
    _ found: borrowing MutableSpan<Int32>, _ range: Range<Int>, from slots: borrowing Span<Int32>,
    places: borrowing Span<Int32>, items: borrowing Span<Item>
  ) -> UInt32 {
    let size = MemoryLayout<Item>.size
    guard size > 0 else { return 0 }
    return unsafe items.withUnsafeBufferPointer { items in
      let bytes = UnsafeRawBufferPointer(items)
      var sum: UInt32 = 0
      for place in range {
        let slot = Int(truncatingIfNeeded: UInt32(bitPattern: unsafe found[unchecked: place]))
        let entry = UInt32(bitPattern: unsafe slots[unchecked: slot]) & placeMask
        // An empty slot asks for the first item, which is near already.
        let position = Int(unsafe places[unchecked: max(1, Int(truncatingIfNeeded: entry)) &- 1])
        let offset = position &* MemoryLayout<Item>.stride
        sum &+= UInt32(unsafe bytes[offset])
        if size > 64 { sum &+= UInt32(unsafe bytes[offset &+ size &- 1]) }
      }
      return sum
    }
  }
}

// MARK: - Hashing

extension TokenTable {
  /// Shortens the hashes of some items of the residue.
  ///
  /// Unsafe code: places are not checked; positions of items are. Bounds: `range` is one of places, and `hashes` has as
  /// many as there are.
  ///
  /// - Returns: Whether each of them has one; `hashed` counts those before the first that has none.
  @inlinable @inline(__always)
  func hash<C: ItemComparison>(
    _ range: Range<Int>, of items: borrowing Span<C.Item>, at places: borrowing Span<Int32>,
    comparing comparison: borrowing C, isFast: Bool, seed: Int, into hashes: inout MutableSpan<Int32>, hashed: inout Int
  ) -> Bool {
    for place in range {
      guard let hash = comparison.hash(of: items[Int(unsafe places[unchecked: place])], isFast: isFast, seed: seed)
      else { return false }
      hashed += 1
      // The hash waits where the token will be.
      unsafe hashes[unchecked: place] = shortened(hash)
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
  struct Filling: Sendable {
    /// How many items have the identity of one before.
    @usableFromInline var repeats = 0
    @usableFromInline var probesLeft: Int
    @usableFromInline var fetched: UInt32 = 0

    @inlinable
    init(items: Int) { probesLeft = probeAllowance(items) }
  }

  /// Puts some old items into the table; their hashes give way to their tokens.
  ///
  /// Unsafe code: places and slots are not checked; positions of items are. Bounds: as those of ``hash(_:of:at:comparing:isFast:seed:into:hashed:)``;
  /// a slot is masked, and there is one more than the mask; a place in a slot was put there as that of an old item.
  ///
  /// - Parameter seen: A bit for each old place: whether its identity stands again.
  /// - Returns: Whether hashes did not collide on purpose; always true without the fast hash.
  @inlinable @inline(__always)
  func fill<C: ItemComparison>(
    _ slots: inout MutableSpan<Int32>, _ range: Range<Int>, hashes tokens: inout MutableSpan<Int32>,
    of old: borrowing Span<C.Item>, at places: borrowing Span<Int32>, comparing comparison: borrowing C, isFast: Bool,
    seen: inout MutableSpan<UInt64>, _ filling: inout Filling
  ) -> Bool {
    let mask = slotMask
    if isFetchedAhead { filling.fetched &+= fetch(tokens, range, from: slots.span) }
    for place in range {
      let hash = UInt32(bitPattern: unsafe tokens[unchecked: place])
      var slot = Int(truncatingIfNeeded: hash & mask)
      var token = place
      var probes = 0
      // Invariant: some slot is empty, so every run of probes ends.
      while true {
        let entry = UInt32(bitPattern: unsafe slots[unchecked: slot])
        if entry == 0 {
          unsafe slots[unchecked: slot] = Int32(
            bitPattern: hash & ~placeMask | UInt32(truncatingIfNeeded: place &+ 1))
          break
        }
        if (entry ^ hash) & ~placeMask == 0 {
          let first = Int(truncatingIfNeeded: entry & placeMask) &- 1
          if comparison.haveSameIdentity(
            old[Int(unsafe places[unchecked: first])], old[Int(unsafe places[unchecked: place])])
          {
            token = first
            filling.repeats += 1
            seen[first >> 6] |= 1 << UInt64(truncatingIfNeeded: first & 63)
            break
          }
        }
        probes &+= 1
        if isFast, probes > Self.shortProbe {
          filling.probesLeft &-= 1
          if filling.probesLeft < 0 || probes == Self.longestProbe { return false }
        }
        slot = Int(truncatingIfNeeded: UInt32(truncatingIfNeeded: slot &+ 1) & mask)
      }
      unsafe tokens[unchecked: place] = Int32(truncatingIfNeeded: token)
    }
    return true
  }
}

// MARK: - Finding

extension TokenTable {
  /// What was noted while items were looked up.
  @usableFromInline
  struct Search: Sendable {
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
  /// Unsafe code: places and slots are not checked; positions of items are. Bounds: as those of `fill`.
  ///
  /// - Parameters:
  ///   - firstPlace: The place of the item that is first in `newPlaces`.
  ///   - bound: Above every token of an old item; what is not found gets a token from there on, its place added.
  ///   - seen: A bit for each old place: whether its identity stands again on the old side, or a new item has it.
  ///   - changed: Takes the pairs whose content differs, old position and new place.
  /// - Returns: Whether hashes did not collide on purpose; always true without the fast hash.
  @inlinable @inline(__always)
  func find<C: ItemComparison>(
    _ range: Range<Int>, hashes tokens: inout MutableSpan<Int32>, from firstPlace: Int, of new: borrowing Span<C.Item>,
    at newPlaces: borrowing Span<Int32>, in slots: borrowing Span<Int32>, old: borrowing Span<C.Item>,
    at places: borrowing Span<Int32>, bound: Int, comparing comparison: borrowing C, isFast: Bool,
    seen: inout MutableSpan<UInt64>, changed: inout [PositionPair], _ search: inout Search
  ) -> Bool {
    let mask = slotMask
    if isFetchedAhead { search.fetched &+= fetch(tokens, range, from: slots) }
    // The first slot with the tag of the hash, or the empty one that ends the search.
    for place in range {
      let hash = UInt32(bitPattern: unsafe tokens[unchecked: place])
      var slot = hash & mask
      var probes = 0
      while true {
        let entry = UInt32(bitPattern: unsafe slots[unchecked: Int(truncatingIfNeeded: slot)])
        if entry == 0 || (entry ^ hash) & ~placeMask == 0 { break }
        probes &+= 1
        if isFast, probes > Self.shortProbe {
          search.probesLeft &-= 1
          if search.probesLeft < 0 || probes == Self.longestProbe { return false }
        }
        slot = (slot &+ 1) & mask
      }
      unsafe tokens[unchecked: place] = Int32(bitPattern: slot)
    }
    if isFetchedAhead {
      search.fetched &+= fetchPartners(tokens, range, from: slots, places: places, items: old)
    }
    for place in range {
      var slot = UInt32(bitPattern: unsafe tokens[unchecked: place])
      var entry = UInt32(bitPattern: unsafe slots[unchecked: Int(truncatingIfNeeded: slot)])
      let tag = entry & ~placeMask
      let position = Int(unsafe newPlaces[unchecked: place])
      var token = bound &+ firstPlace &+ place
      while entry != 0 {
        if entry & ~placeMask == tag {
          let first = Int(truncatingIfNeeded: entry & placeMask) &- 1
          let partner = Int(unsafe places[unchecked: first])
          var isMatch = comparison.areIdentical(old[partner], new[position])
          if !isMatch, comparison.haveSameIdentity(old[partner], new[position]) {
            isMatch = true
            search.updates += 1
            if changed.isEmpty { changed.reserveCapacity(tokens.count) }
            changed.append(PositionPair(position: partner, firstPlace &+ place))
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
      unsafe tokens[unchecked: place] = Int32(truncatingIfNeeded: token)
    }
    return true
  }
}
