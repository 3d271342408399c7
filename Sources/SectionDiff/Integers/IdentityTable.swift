/// Which of some items has an identity: a flat table, open-addressed with linear probing, at most half full. All stages that
/// look for equal identities of items use it, in memory of their own.
///
/// A slot is 32 bits: as many low ones as offsets need hold an offset plus one, the others a tag of the hash, so that hardly
/// any other item is looked at. A hash is shortened to 32 bits: the low ones say which slot comes first, the others are the
/// tag.
///
///     hash   | tag …          slot |     the tag may hold bits of the slot, too
///     slot   | tag …   | offset + 1 |    0 is empty
@usableFromInline
struct IdentityTable {
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

  /// The longest run of probes before keys are taken to collide on purpose. In a table that is half full of random
  /// hashes, one of a million slots starts a run of 64, and none of a thousand million one of 128.
  @inlinable static var longestProbe: Int { 128 }

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
    /// The slot where the probes ended; it is empty where nothing was found and ``gaveUp`` is false.
    @usableFromInline var slot: Int
    /// How many slots were looked at that did not end the search.
    @usableFromInline var probes: Int
    /// Whether as many were looked at as were allowed, and the search did not end.
    @usableFromInline var gaveUp: Bool

    @inlinable
    init(offset: Int, slot: Int, probes: Int, gaveUp: Bool = false) {
      (self.offset, self.slot, self.probes, self.gaveUp) = (offset, slot, probes, gaveUp)
    }
  }

  /// Looks a shortened hash up.
  ///
  /// Unsafe code: slots are not checked. Bounds: a slot is masked, and there is one more than the mask, which is checked once.
  ///
  /// - Parameters:
  ///   - most: The most slots that are looked at.
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
      if probes >= most { return Place(offset: -1, slot: slot, probes: probes, gaveUp: true) }
      slot = Int(truncatingIfNeeded: UInt32(truncatingIfNeeded: slot &+ 1) & slotMask)
    }
  }

  /// What a slot holds for an offset with a shortened hash.
  @inlinable @inline(__always)
  func entry(_ hash: Int32, offset: Int) -> Int32 {
    Int32(bitPattern: UInt32(bitPattern: hash) & ~offsetMask | UInt32(truncatingIfNeeded: offset &+ 1))
  }
}
