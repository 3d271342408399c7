public import SectionDiff

/// How many deletes and inserts turn one list into another when nothing can move.
@usableFromInline package enum EditDistance {
  /// A number that the shortest script of deletes and inserts does not exceed; exactly its length when identities are
  /// unique. A changed item counts as a delete and an insert.
  ///
  /// Items are paired by identity and order of occurrence; the longest increasing run of the equal ones is kept.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of items on both sides.
  @inlinable
  package static func bound<C: ItemComparison>(
    from old: [C.Item], to new: [C.Item], comparing comparison: C
  ) -> Int {
    // The first offset of each hash that is not paired yet, and behind each offset the next one of its hash.
    var heads: [Int: Int] = [:]
    var next = [Int](repeating: -1, count: old.count)
    for offset in old.indices.reversed() {
      let hash = comparison.identityHash(of: old[offset], seed: 0)
      next[offset] = heads[hash] ?? -1
      heads[hash] = offset
    }
    // Patience: `tops[k]` is the smallest offset that ends an increasing run of k + 1 offsets.
    var tops: [Int] = []
    for item in new {
      let hash = comparison.identityHash(of: item, seed: 0)
      guard let offset = heads[hash], offset >= 0 else { continue }
      heads[hash] = next[offset]
      guard comparison.areIdentical(old[offset], item) else { continue }
      var low = 0
      var high = tops.count
      while low < high {
        let middle = (low + high) / 2
        if tops[middle] < offset { low = middle + 1 } else { high = middle }
      }
      if low == tops.count { tops.append(offset) } else { tops[low] = offset }
    }
    return old.count + new.count - 2 * tops.count
  }
}
