/// Which item of a short list is which of another: what ``FrontPairs``, ``Tokens``, ``ResidueMatching`` and
/// ``MovePlanner`` find out about lists of any length, in about 1 KB of the stack, and 1 KB more where up to 127 are left to be joined.
///
/// Lists have no more items than a byte can number. With identities that are unique its answer is theirs; where it meets
/// one that repeats, it gives its front to them.
@usableFromInline
struct SmallListPairs: ~Copyable {
  /// The most items of a list: a byte holds an offset, and ``none``.
  @inlinable static var most: Int { Int(UInt8.max) }
  /// In place of the old offset of a new item that has none.
  @inlinable static var none: UInt8 { .max }

  /// What is noted of a new item besides its partner.
  @usableFromInline
  struct PairFlags: OptionSet, BitwiseCopyable {
    @usableFromInline let rawValue: UInt8
    @inlinable init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Its content is another than that of its partner.
    @inlinable static var updated: PairFlags { PairFlags(rawValue: 1) }
    /// Its partner was found by hash, so that it may have moved.
    @inlinable static var joined: PairFlags { PairFlags(rawValue: 2) }
  }

  /// The old offset of each new item, or ``none``.
  @usableFromInline let oldOfNew: StackBuffer<UInt8>
  /// Of each new item.
  @usableFromInline let flags: StackBuffer<PairFlags>
  /// Whether each old item has a partner.
  @usableFromInline let isPaired: StackBuffer<Bool>
  /// How many pairs there are.
  @usableFromInline var pairCount = 0
  /// How many of them differ in content.
  @usableFromInline var updateCount = 0

  @inlinable
  init(oldOfNew: StackBuffer<UInt8>, flags: StackBuffer<PairFlags>, isPaired: StackBuffer<Bool>) {
    self.oldOfNew = oldOfNew
    self.flags = flags
    self.isPaired = isPaired
  }

  /// Calls `body` with no pairs yet of lists of these lengths, neither of which is above ``most``.
  @inlinable @inline(__always)
  static func with(
    old: Int, new: Int, _ body: (inout SmallListPairs) -> SmallListAnswer
  ) -> SmallListAnswer {
    // Blocks of up to 1,024 bytes are always on the stack.
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: most) { oldOfNew in
      unsafe withUnsafeTemporaryAllocation(of: PairFlags.self, capacity: most) { flags in
        unsafe withUnsafeTemporaryAllocation(of: Bool.self, capacity: most) { isPaired in
          var pairs = unsafe SmallListPairs(
            oldOfNew: StackBuffer(oldOfNew, count: new, filledWith: none),
            flags: StackBuffer(flags, count: new, filledWith: []),
            isPaired: StackBuffer(isPaired, count: old, filledWith: false))
          return body(&pairs)
        }
      }
    }
  }
}

extension SmallListPairs: FrontSink {
  @inlinable
  mutating func appendRun(old: Int, new: Int, count: Int) {
    for step in 0..<count {
      oldOfNew[new + step] = UInt8(truncatingIfNeeded: old + step)
      isPaired[old + step] = true
    }
    pairCount += count
  }

  @inlinable
  mutating func appendUpdate(old: Int, new: Int) {
    flags[new] = .updated
    updateCount += 1
  }

  /// Nothing: what is not paired is left.
  @inlinable
  mutating func appendResidue(old positions: Range<Int>) {}

  /// Nothing: what is not paired is left.
  @inlinable
  mutating func appendResidue(new positions: Range<Int>) {}
}

// MARK: - Joining

extension SmallListPairs {
  /// How joining ended.
  @usableFromInline
  enum Joining {
    case done
    /// An identity repeats: which copy is which is for the algorithm to say.
    case repeats
    /// An item has no fast hash.
    case noFastHash
  }

  /// Pairs by hash what is left between two ends of both lists; true unless an identity was seen to repeat.
  ///
  /// - Complexity: O(*n*) expected, *n* being the length of both lists, and O(*n*²) where hashes collide.
  @inlinable
  mutating func join<C: ItemComparison>(
    _ items: ComparedItems<C>, _ oldRange: Range<Int>, _ newRange: Range<Int>
  ) -> Bool {
    let table = IdentityTable(count: isPaired.count - pairCount, offsetBound: oldRange.count)
    // A block of 1,024 bytes is on the stack, one whose size is not known to the compiler is not.
    return table.slotCount <= 256
      ? unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: 256) {
        unsafe join(items, oldRange, newRange, table, $0)
      }
      : unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: 512) {
        unsafe join(items, oldRange, newRange, table, $0)
      }
  }

  /// The same with memory for the table.
  @inlinable
  mutating func join<C: ItemComparison>(
    _ items: ComparedItems<C>, _ oldRange: Range<Int>, _ newRange: Range<Int>, _ table: IdentityTable,
    _ memory: UnsafeMutableBufferPointer<Int32>
  ) -> Bool {
    var isFast = true
    while true {
      unsafe memory.initialize(repeating: 0)
      var slots = unsafe memory.mutableSpan
      let joining = join(items, oldRange, newRange, isFast: isFast, table, &slots)
      if joining != .noFastHash { return joining == .done }
      isFast = false
    }
  }

  /// One attempt.
  @inlinable @inline(never)
  mutating func join<C: ItemComparison>(
    _ items: ComparedItems<C>, _ oldRange: Range<Int>, _ newRange: Range<Int>, isFast: Bool,
    _ table: IdentityTable, _ slots: inout MutableSpan<Int32>
  ) -> Joining {
    let old = items.old.span
    let new = items.new.span
    let comparison = items.comparison
    let seed = identitySeed
    for offset in oldRange where !isPaired[offset] {
      guard let hash = comparison.hash(of: old[offset], isFast: isFast, seed: seed) else { return .noFastHash }
      let short = table.shortened(hash)
      let found = table.place(of: short, in: slots.span, most: .max) { first in
        comparison.haveSameIdentity(old[oldRange.lowerBound + first], old[offset])
      }
      if found.offset >= 0 { return .repeats }
      slots[found.slot] = table.entry(short, offset: offset - oldRange.lowerBound)
    }
    for offset in newRange where oldOfNew[offset] == Self.none {
      guard let hash = comparison.hash(of: new[offset], isFast: isFast, seed: seed) else {
        unpairJoined(newRange)
        return .noFastHash
      }
      var isIdentical = false
      let found = table.place(of: table.shortened(hash), in: slots.span, most: .max) { first in
        let partner = oldRange.lowerBound + first
        isIdentical = comparison.areIdentical(old[partner], new[offset])
        return isIdentical ? true : comparison.haveSameIdentity(old[partner], new[offset])
      }
      if found.offset < 0 { continue }
      let partner = oldRange.lowerBound + found.offset
      if isPaired[partner] { return .repeats }
      appendRun(old: partner, new: offset, count: 1)
      if !isIdentical { appendUpdate(old: partner, new: offset) }
      // Not in place: Swift 6.3.1 cannot compile that under the thread sanitiser.
      flags[offset] = flags[offset].union(.joined)
    }
    return .done
  }

  /// Takes back the pairs that were found by hash.
  @usableFromInline
  mutating func unpairJoined(_ range: Range<Int>) {
    for offset in range where flags[offset].contains(.joined) {
      if flags[offset].contains(.updated) { updateCount -= 1 }
      flags[offset] = []
      isPaired[Int(oldOfNew[offset])] = false
      oldOfNew[offset] = Self.none
      pairCount -= 1
    }
  }
}

/// What the lean path found.
@usableFromInline
enum SmallListAnswer: ~Copyable {
  /// All changes, which are in the list.
  case changes
  /// An identity repeats: these are the pairs of the front, from which the stages of a long diff continue.
  case front(FrontPairs)
  /// Nothing: the lists are too long, or something other than their items must be looked at.
  case none
}

// MARK: - Listing

extension SmallListPairs {
  /// The pairs that were not found by hash, as the front of a long diff gives them.
  ///
  /// - Parameters:
  ///   - range: The new items among which others were.
  ///   - hasWalked: Whether anything was paired besides the equal ends.
  @usableFromInline
  mutating func front(withoutJoined range: Range<Int>, hasWalked: Bool) -> FrontPairs {
    unpairJoined(range)
    let (oldCount, newCount) = (isPaired.count, oldOfNew.count)
    var scratch = FrontScratch()
    var front = FrontPairs(itemBound: max(oldCount, newCount), in: &scratch)
    front.hasWalked = hasWalked
    for new in 0..<newCount {
      if oldOfNew[new] == Self.none {
        front.appendResidue(new: new..<(new + 1))
      } else {
        front.appendRun(old: Int(oldOfNew[new]), new: new, count: 1)
        if flags[new].contains(.updated) { front.appendUpdate(old: Int(oldOfNew[new]), new: new) }
      }
    }
    for old in 0..<oldCount where !isPaired[old] { front.appendResidue(old: old..<(old + 1)) }
    front.residue.keptOld = front.residue.old.count
    front.residue.keptNew = front.residue.new.count
    front.residue.cuts = [PositionPair(position: front.residue.keptOld, front.residue.keptNew)]
    return front
  }

  /// Lists all changes.
  ///
  /// - Parameters:
  ///   - list: No changes between the two lists.
  ///   - isJoined: Whether pairs may be out of order.
  ///   - range: The offsets of the new items that are looked at.
  @usableFromInline
  func list(in list: inout ChangeList, isJoined: Bool, among range: Range<Int>) {
    let (oldCount, newCount) = (isPaired.count, oldOfNew.count)
    if pairCount < oldCount {
      list.deleted.reserveCapacity(oldCount - pairCount)
      for old in 0..<oldCount where !isPaired[old] { list.deleted.append(Int32(truncatingIfNeeded: old)) }
    }
    if pairCount < newCount {
      list.inserted.reserveCapacity(newCount - pairCount)
      for new in range where oldOfNew[new] == Self.none { list.inserted.append(Int32(truncatingIfNeeded: new)) }
    }
    if updateCount > 0 {
      list.updated.reserveCapacity(updateCount)
      for new in 0..<newCount where flags[new].contains(.updated) {
        list.updated.append(PositionPair(position: Int(oldOfNew[new]), new))
      }
    }
    if isJoined { list.moved = moves(among: range) }
  }

  /// The pairs that are not in the longest run whose old offsets increase: the run is that of `longestIncreasingRun`, and
  /// of `heaviestIncreasingRun` on blocks of neighbours.
  private func moves(among range: Range<Int>) -> [PositionPair] {
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * (Self.most + 1)) { memory in
      // For each new item of the range the length of the longest run that it ends; 0 where it is not paired.
      let lengths = unsafe StackBuffer(memory, count: range.count, filledWith: 0)
      // Invariant: `ends[k]` is the smallest old offset that ends a run of length `k + 1` so far; they increase.
      let ends = unsafe StackBuffer(
        UnsafeMutableBufferPointer(rebasing: memory[(Self.most + 1)...]), count: range.count, filledWith: 0)
      var longest = 0
      var count = 0
      for new in range where oldOfNew[new] != Self.none {
        let old = oldOfNew[new]
        count += 1
        var below = longest
        if longest > 0, ends[longest - 1] > old {
          below = 0
          var rest = longest
          while rest > 0 {
            let half = rest / 2
            if ends[below + half] < old {
              below += half + 1
              rest -= half + 1
            } else {
              rest = half
            }
          }
        }
        ends[below] = old
        longest = max(longest, below + 1)
        lengths[new - range.lowerBound] = UInt8(truncatingIfNeeded: below + 1)
      }
      var moves: [PositionPair] = []
      if longest == count { return moves }
      // From the right: of the items with the length that is looked for, the first one met stays.
      var length = longest
      for place in stride(from: range.count - 1, through: 0, by: -1) where length > 0 {
        if Int(lengths[place]) == length {
          lengths[place] = 0
          length -= 1
        }
      }
      moves.reserveCapacity(count - longest)
      for new in range where lengths[new - range.lowerBound] != 0 {
        moves.append(PositionPair(position: Int(oldOfNew[new]), new))
      }
      return moves
    }
  }
}

extension ChangeList {
  /// Lists that one range of old items gave way to one of new ones.
  @usableFromInline
  mutating func replace(_ old: Range<Int>, by new: Range<Int>) {
    if !old.isEmpty { deleted = old.map { Int32(truncatingIfNeeded: $0) } }
    if !new.isEmpty { inserted = new.map { Int32(truncatingIfNeeded: $0) } }
  }
}
