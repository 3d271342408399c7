/// What is done with the table of ``Tokens`` a batch at a time.
///
/// A look-up takes three loads that depend on each other, from the slot, from the residue and from the old item, and a
/// processor that has to guess in between whether they match waits for each of them. In a large table, loops without a branch
/// load those of a whole batch beforehand (*prefetching*). What they load is only summed up: see ``Progress/prefetched``.
extension IdentityTable {
  /// Whether it is too large for the caches next to a processor core, so that prefetching saves more than it costs.
  @inlinable var isPrefetched: Bool { slotMask >= 1 << 16 }

  /// Loads the first slot of each hash in a range, which must be one of `hashes`: offsets are not checked, slots are masked.
  @inlinable @inline(__always)
  func prefetch(
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
  func prefetchPartners<Item>(
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
        // An empty slot loads the first item, which is near already.
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

extension IdentityTable {
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

extension IdentityTable {
  /// Probes of one item that are taken for chance.
  @inlinable static var shortProbe: Int { 8 }

  /// All probes above ``shortProbe`` that the items of one side may make in a table filled by the fast hash. In one that is
  /// half full of random hashes it takes a tenth of that; even the copies of one item that is missed in a long run take
  /// less. What is above is given up early enough to cost little.
  @inlinable
  static func probeAllowance(_ items: Int) -> Int { 8 * items + 1024 }

  /// What was noted while items of one side were put into the table, or looked up in it.
  @usableFromInline
  struct Progress {
    /// How many items had the identity of an old one in the table.
    @usableFromInline var found = 0
    /// How many of those have another content; none are compared while old items are put into the table.
    @usableFromInline var updates = 0
    /// Whether a new item was found whose identity had been seen.
    @usableFromInline var sharesRepeats = false
    @usableFromInline var probesLeft: Int
    /// A sum of what was loaded beforehand. Nobody reads it: without it the compiler would drop the loads.
    @usableFromInline var prefetched: UInt32 = 0

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
    seen: inout MutableSpan<UInt64>, _ progress: inout Progress
  ) -> Bool {
    if isPrefetched { progress.prefetched &+= prefetch(tokens, range, from: slots.span) }
    for offset in range {
      let hash = unsafe tokens[unchecked: offset]
      let position = Int(unsafe positions[unchecked: offset])
      var found = place(of: hash, in: slots.span) { first in
        comparison.haveSameIdentity(old[Int(unsafe positions[unchecked: first])], old[position])
      }
      var token = offset
      if found.gaveUp {
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
        progress.probesLeft &-= found.probes &- Self.shortProbe
        if progress.probesLeft < 0 { return false }
      }
      if found.offset >= 0 {
        token = found.offset
        progress.found += 1
        seen[token >> 6] |= 1 << UInt64(truncatingIfNeeded: token & 63)
      } else if !found.gaveUp {
        unsafe slots[unchecked: found.slot] = entry(hash, offset: offset)
      }
      unsafe tokens[unchecked: offset] = Int32(truncatingIfNeeded: token)
    }
    return true
  }
}

// MARK: - Finding

extension IdentityTable {
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
    seen: inout MutableSpan<UInt64>, changed: inout [PositionPair], _ progress: inout Progress
  ) -> Bool {
    let mask = slotMask
    if isPrefetched { progress.prefetched &+= prefetch(tokens, range, from: slots) }
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
          progress.probesLeft &-= 1
          if progress.probesLeft < 0 || probes == Self.longestProbe { return false }
        }
        slot = (slot &+ 1) & mask
      }
      unsafe tokens[unchecked: offset] = Int32(bitPattern: slot)
    }
    if isPrefetched {
      progress.prefetched &+= prefetchPartners(tokens, range, from: slots, positions: positions, items: old)
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
            progress.updates += 1
            if changed.isEmpty { changed.reserveCapacity(tokens.count) }
            changed.append(PositionPair(position: first, offset))
          }
          if isMatch {
            token = first
            progress.found += 1
            let bit: UInt64 = 1 << UInt64(truncatingIfNeeded: first & 63)
            if seen[first >> 6] & bit != 0 { progress.sharesRepeats = true }
            seen[first >> 6] |= bit
            break
          }
        }
        if isFast {
          progress.probesLeft &-= 1
          if progress.probesLeft < 0 { return false }
        }
        slot = (slot &+ 1) & mask
        entry = UInt32(bitPattern: unsafe slots[unchecked: Int(truncatingIfNeeded: slot)])
      }
      unsafe tokens[unchecked: offset] = Int32(truncatingIfNeeded: token)
    }
    return true
  }
}
