/// Which section is which, by key.
@usableFromInline
struct SectionPlan {
  /// Whether both sides have the same sections in the same order; the tables are then empty.
  @usableFromInline let isIdentity: Bool
  /// The new offset of each old section, or -1.
  @usableFromInline var newOfOld: [Int32]
  /// The old offset of each new section, or -1.
  @usableFromInline var oldOfNew: [Int32]
  @usableFromInline var deleted: [Int32] = []
  @usableFromInline var inserted: [Int32] = []
  @usableFromInline var moved: [PositionPair] = []

  /// Lists what the tables say.
  @usableFromInline
  init(newOfOld: [Int32], oldOfNew: [Int32], in pool: inout BufferPool) {
    isIdentity = false
    self.newOfOld = newOfOld
    self.oldOfNew = oldOfNew
    var kept = 0
    var increases = true
    var last: Int32 = -1
    for old in oldOfNew where old >= 0 {
      if old < last { increases = false }
      last = old
      kept += 1
    }
    if kept < newOfOld.count {
      deleted.reserveCapacity(newOfOld.count - kept)
      for (old, new) in newOfOld.enumerated() where new < 0 { deleted.append(Int32(truncatingIfNeeded: old)) }
    }
    if kept < oldOfNew.count {
      inserted.reserveCapacity(oldOfNew.count - kept)
      for (new, old) in oldOfNew.enumerated() where old < 0 { inserted.append(Int32(truncatingIfNeeded: new)) }
    }
    if increases { return }
    var order = pool.takeEmpty(capacity: kept)
    for old in oldOfNew where old >= 0 { order.append(old) }
    var stays = longestIncreasingRun(order, in: &pool)
    moved.reserveCapacity(stays.count { $0 == 0 })
    for (index, old) in order.enumerated() where stays[index] == 0 {
      moved.append(PositionPair(old: old, new: newOfOld[Int(old)]))
    }
    pool.give(&order)
    pool.give(&stays)
  }

  /// All sections kept, at their places.
  @usableFromInline
  init() {
    isIdentity = true
    newOfOld = []
    oldOfNew = []
  }

  /// Gives the memory of the tables back.
  @usableFromInline
  mutating func giveBack(to pool: inout BufferPool) {
    if isIdentity { return }
    pool.give(&newOfOld)
    pool.give(&oldOfNew)
  }

  /// The old offset of a new section, or -1.
  @inlinable
  func oldSection(ofNew new: Int) -> Int { isIdentity ? new : Int(oldOfNew[new]) }

  /// Matches two lists of distinct keys.
  ///
  /// - Parameters:
  ///   - old: The old keys.
  ///   - new: The new keys.
  ///   - pool: Where arrays come from.
  ///
  /// - Complexity: O(*s*), with one hash for each key between the equal ends; none when the lists are equal.
  @inlinable
  init<Key: Hashable>(old: [Key], new: [Key], in pool: inout BufferPool) {
    if old == new {
      self.init()
      return
    }
    var newOfOld = pool.take(count: old.count, filledWith: -1)
    var oldOfNew = pool.take(count: new.count, filledWith: -1)
    let limit = min(old.count, new.count)
    var prefix = 0
    while prefix < limit, old[prefix] == new[prefix] {
      newOfOld[prefix] = Int32(truncatingIfNeeded: prefix)
      oldOfNew[prefix] = Int32(truncatingIfNeeded: prefix)
      prefix += 1
    }
    var suffix = 0
    while suffix < limit - prefix, old[old.count - 1 - suffix] == new[new.count - 1 - suffix] {
      newOfOld[old.count - 1 - suffix] = Int32(truncatingIfNeeded: new.count - 1 - suffix)
      oldOfNew[new.count - 1 - suffix] = Int32(truncatingIfNeeded: old.count - 1 - suffix)
      suffix += 1
    }
    var offsets: [Key: Int32] = [:]
    offsets.reserveCapacity(old.count - suffix - prefix)
    for index in prefix..<(old.count - suffix) { offsets[old[index]] = Int32(truncatingIfNeeded: index) }
    for index in prefix..<(new.count - suffix) {
      guard let offset = offsets[new[index]] else { continue }
      oldOfNew[index] = offset
      newOfOld[Int(offset)] = Int32(truncatingIfNeeded: index)
    }
    self.init(newOfOld: newOfOld, oldOfNew: oldOfNew, in: &pool)
  }
}

extension SectionPlan {
  /// The kept sections with another header, ascending in `new`.
  ///
  /// - Complexity: O(*s*); O(1) where all sections are kept at their places and both arrays are the same memory.
  @inlinable
  func updated<Header: Equatable>(from old: [Header], to new: [Header]) -> [PositionPair] {
    if Header.self == NoHeader.self || (isIdentity && old == new) { return [] }
    var updated: [PositionPair] = []
    for section in new.indices {
      let oldSection = oldSection(ofNew: section)
      if oldSection >= 0, old[oldSection] != new[section] {
        updated.append(PositionPair(position: oldSection, section))
      }
    }
    return updated
  }
}
