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
struct TokenTable {
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
    _ hashes: borrowing MutableSpan<Int32>, _ range: Range<Int>, from slots: borrowing MutableSpan<Int32>
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
    _ found: borrowing MutableSpan<Int32>, _ range: Range<Int>, from slots: borrowing MutableSpan<Int32>,
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
