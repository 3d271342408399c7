/// Which item of a short list is which of another: what ``FrontPairs``, ``Tokens``, ``ResidueMatching`` and ``MovePlanner``
/// find out about lists of any length, in blocks of 1,024 bytes, which are always on the stack.
///
/// With identities that are unique its answer is theirs. Where one repeats, or too much is left to be joined, it has none.
@usableFromInline
struct SmallListPairs: ~Copyable {
  /// The most items of a list: a block holds a number for each, and one more.
  @inlinable static var most: Int { blockSize - 1 }
  /// The numbers in a block.
  @inlinable static var blockSize: Int { 256 }

  /// The old offset of each new item, or -1.
  @usableFromInline let oldOfNew: StackBuffer<Int32>
  /// Whether the content of each new item is another than that of its partner.
  @usableFromInline let isUpdated: StackBuffer<Bool>
  /// Whether each old item has a partner.
  @usableFromInline let isPaired: StackBuffer<Bool>
  /// Three blocks for whatever needs some for a while.
  @usableFromInline let spare: SpareBlocks
  /// How many pairs there are.
  @usableFromInline var pairCount = 0
  /// How many of them differ in content.
  @usableFromInline var updateCount = 0

  @usableFromInline
  typealias SpareBlocks = (StackBuffer<Int32>, StackBuffer<Int32>, StackBuffer<Int32>)

  @inlinable
  init(
    oldOfNew: StackBuffer<Int32>, isUpdated: StackBuffer<Bool>, isPaired: StackBuffer<Bool>, spare: SpareBlocks
  ) {
    self.oldOfNew = oldOfNew
    self.isUpdated = isUpdated
    self.isPaired = isPaired
    self.spare = spare
  }

  /// Calls `body` with no pairs yet of lists of these lengths, neither of which is above ``most``.
  @inlinable @inline(__always)
  static func with(old: Int, new: Int, _ body: (inout SmallListPairs) -> Bool) -> Bool {
    unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: blockSize) { oldOfNew in
      unsafe withUnsafeTemporaryAllocation(of: Bool.self, capacity: blockSize) { isUpdated in
        unsafe withUnsafeTemporaryAllocation(of: Bool.self, capacity: blockSize) { isPaired in
          unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: blockSize) { first in
            unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: blockSize) { second in
              unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: blockSize) { third in
                var pairs = unsafe SmallListPairs(
                  oldOfNew: StackBuffer(oldOfNew).first(new, filledWith: -1),
                  isUpdated: StackBuffer(isUpdated).first(new, filledWith: false),
                  isPaired: StackBuffer(isPaired).first(old, filledWith: false),
                  spare: (StackBuffer(first), StackBuffer(second), StackBuffer(third)))
                return body(&pairs)
              }
            }
          }
        }
      }
    }
  }
}

extension SmallListPairs: FrontSink {
  @inlinable
  mutating func appendRun(old: Int, new: Int, count: Int) {
    for step in 0..<count {
      oldOfNew[new + step] = Int32(truncatingIfNeeded: old + step)
      isPaired[old + step] = true
    }
    pairCount += count
  }

  @inlinable
  mutating func appendUpdate(old: Int, new: Int) {
    isUpdated[new] = true
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
  /// Pairs by hash what is left between two ends of both lists.
  ///
  /// - Returns: Whether all is paired that can be: not where an identity was seen to repeat, nor where a block
  ///   has too few slots for what is left.
  /// - Complexity: O(*n*) expected, *n* being the length of both lists, and O(*n*²) where hashes collide.
  @inlinable @inline(never)
  mutating func join<C: ItemComparison>(
    _ items: borrowing ComparedItems<C>, _ oldRange: Range<Int>, _ newRange: Range<Int>, isFast: Bool = true
  ) -> Bool {
    let table = IdentityTable(count: isPaired.count - pairCount, offsetBound: isPaired.count)
    if table.slotCount > Self.blockSize { return false }
    let (old, new, comparison, seed) = (items.old.span, items.new.span, items.comparison, identitySeed)
    // All are hashed before any is paired: where one has no fast hash, another is used for all.
    let left = oldOfNew.count - pairCount
    let (hashes, offsets) = (spare.0.first(left, filledWith: 0), spare.2.first(left, filledWith: 0))
    var hashed = 0
    for offset in newRange where oldOfNew[offset] < 0 {
      guard let hash = comparison.hash(of: new[offset], isFast: isFast, seed: seed) else {
        return join(items, oldRange, newRange, isFast: false)
      }
      hashes[hashed] = table.shortened(hash)
      offsets[hashed] = Int32(truncatingIfNeeded: offset)
      hashed += 1
    }
    let memory = spare.1.first(table.slotCount, filledWith: 0)
    var slots = unsafe memory.memory.mutableSpan
    for offset in oldRange where !isPaired[offset] {
      guard let hash = comparison.hash(of: old[offset], isFast: isFast, seed: seed) else {
        return join(items, oldRange, newRange, isFast: false)
      }
      let short = table.shortened(hash)
      let found = table.place(of: short, in: slots.span, most: .max) { first in
        comparison.haveSameIdentity(old[first], old[offset])
      }
      if found.offset >= 0 { return false }
      slots[found.slot] = table.entry(short, offset: offset)
    }
    for index in 0..<left {
      let offset = Int(offsets[index])
      var isIdentical = false
      let found = table.place(of: hashes[index], in: slots.span, most: .max) { partner in
        isIdentical = comparison.areIdentical(old[partner], new[offset])
        return isIdentical ? true : comparison.haveSameIdentity(old[partner], new[offset])
      }
      if found.offset < 0 { continue }
      if isPaired[found.offset] { return false }
      appendRun(old: found.offset, new: offset, count: 1)
      if !isIdentical { appendUpdate(old: found.offset, new: offset) }
    }
    return true
  }
}

// MARK: - Listing

extension SmallListPairs {
  /// Lists all changes.
  ///
  /// - Parameters:
  ///   - list: No changes between the two lists.
  ///   - range: The offsets of the new items that are looked at.
  ///   - isJoined: Whether pairs may be out of order.
  @usableFromInline
  func list(in list: inout ChangeList, among range: Range<Int>, isJoined: Bool) {
    let (oldCount, newCount) = (isPaired.count, oldOfNew.count)
    if pairCount < oldCount {
      list.deleted.reserveCapacity(oldCount - pairCount)
      for old in 0..<oldCount where !isPaired[old] { list.deleted.append(Int32(truncatingIfNeeded: old)) }
    }
    if pairCount < newCount {
      list.inserted.reserveCapacity(newCount - pairCount)
      for new in range where oldOfNew[new] < 0 { list.inserted.append(Int32(truncatingIfNeeded: new)) }
    }
    if updateCount > 0 {
      list.updated.reserveCapacity(updateCount)
      for new in 0..<newCount where isUpdated[new] {
        list.updated.append(PositionPair(old: oldOfNew[new], new: Int32(truncatingIfNeeded: new)))
      }
    }
    if isJoined { listMoves(in: &list, among: range) }
  }

  /// Lists the pairs that are not in the longest run whose old offsets increase.
  private func listMoves(in list: inout ChangeList, among range: Range<Int>) {
    let count = range.count - (oldOfNew.count - pairCount)
    if count < 2 { return }
    let (numbers, lengths) = (spare.0.first(count, filledWith: 0), spare.1.first(count, filledWith: 0))
    let ends = spare.2.first(count + 1, filledWith: .max)
    var index = 0
    for new in range where oldOfNew[new] >= 0 {
      numbers[index] = oldOfNew[new]
      index += 1
    }
    var stays = unsafe lengths.memory.mutableSpan
    var endsSpan = unsafe ends.memory.mutableSpan
    let longest = unsafe IncreasingRun.keepLongest(numbers.memory.span, &stays, &endsSpan)
    if longest == count { return }
    list.moved.reserveCapacity(count - longest)
    index = 0
    for new in range where oldOfNew[new] >= 0 {
      if stays[index] == 0 {
        list.moved.append(PositionPair(old: oldOfNew[new], new: Int32(truncatingIfNeeded: new)))
      }
      index += 1
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
