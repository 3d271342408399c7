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

  @usableFromInline
  init(newOfOld: [Int32], oldOfNew: [Int32]) {
    isIdentity = false
    self.newOfOld = newOfOld
    self.oldOfNew = oldOfNew
    for (old, new) in newOfOld.enumerated() where new < 0 { deleted.append(Int32(truncatingIfNeeded: old)) }
    for (new, old) in oldOfNew.enumerated() where old < 0 { inserted.append(Int32(truncatingIfNeeded: new)) }
    let kept = oldOfNew.filter { $0 >= 0 }
    guard !zip(kept, kept.dropFirst()).allSatisfy(<) else { return }
    let stays = longestIncreasingRun(kept)
    for (index, old) in kept.enumerated() where !stays[index] {
      moved.append(PositionPair(old: old, new: newOfOld[Int(old)]))
    }
  }

  /// All sections kept, at their places.
  @usableFromInline
  init() {
    isIdentity = true
    newOfOld = []
    oldOfNew = []
  }

  /// The old offset of a new section, or -1.
  @inlinable
  func oldSection(ofNew new: Int) -> Int { isIdentity ? new : Int(oldOfNew[new]) }

  /// Matches two lists of distinct keys.
  ///
  /// - Complexity: O(*s*), with one hash for each key between the equal ends; none when the lists are equal.
  @inlinable
  init<Key: Hashable>(old: [Key], new: [Key]) {
    if old == new {
      self.init()
      return
    }
    var newOfOld = [Int32](repeating: -1, count: old.count)
    var oldOfNew = [Int32](repeating: -1, count: new.count)
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
    var places: [Key: Int32] = [:]
    for index in prefix..<(old.count - suffix) { places[old[index]] = Int32(truncatingIfNeeded: index) }
    for index in prefix..<(new.count - suffix) {
      guard let place = places[new[index]] else { continue }
      oldOfNew[index] = place
      newOfOld[Int(place)] = Int32(truncatingIfNeeded: index)
    }
    self.init(newOfOld: newOfOld, oldOfNew: oldOfNew)
  }
}
