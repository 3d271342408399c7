/// Reports quickly that many hashes are all different.
///
/// They are laid out in parts by their high bits, each part small enough for a table that stays in the cache. One table
/// for all would wait for memory at every hash: with a million of them that takes eight times as long.
enum DistinctHashes {
  /// The hashes that a part has on average, at most: its table takes 64 KiB.
  private static let partSize = 4096
  /// A longer run of taken places comes from hashes that were made to meet.
  private static let longestRun = 64

  /// Whether no two hashes are known to be equal. False also where that would take long to find out.
  ///
  /// - Complexity: O(*n*), *n* the number of hashes.
  static func areDistinct(_ hashes: [UInt64]) -> Bool {
    var bits = 0
    while hashes.count >> bits > partSize { bits += 1 }
    let shift = UInt64.bitWidth - bits
    // For each part where its next hash goes; at last where it ends.
    var ends = [Int](repeating: 0, count: 1 << bits)
    for hash in hashes { ends[Int(truncatingIfNeeded: hash >> shift)] += 1 }
    var start = 0
    for part in ends.indices {
      let count = ends[part]
      ends[part] = start
      start += count
    }
    var parts = [UInt64](repeating: 0, count: hashes.count)
    for hash in hashes {
      let part = Int(truncatingIfNeeded: hash >> shift)
      parts[ends[part]] = hash
      ends[part] += 1
    }

    var table: [UInt64] = []
    start = 0
    for end in ends {
      if !areDistinct(parts[start..<end], &table) { return false }
      start = end
    }
    return true
  }

  /// The same for one part; `table` is room that is used again and again.
  private static func areDistinct(_ hashes: ArraySlice<UInt64>, _ table: inout [UInt64]) -> Bool {
    var mask = 15
    while mask < hashes.count * 2 { mask = mask * 2 + 1 }
    table.removeAll(keepingCapacity: true)
    table.append(contentsOf: repeatElement(0, count: mask + 1))
    for hash in hashes {
      // Zero marks a free place; that it then counts as one is for the caller to find out.
      let hash = max(1, hash)
      var slot = Int(truncatingIfNeeded: hash) & mask
      var run = 0
      while table[slot] != 0 {
        if table[slot] == hash || run == longestRun { return false }
        slot = (slot + 1) & mask
        run += 1
      }
      table[slot] = hash
    }
    return true
  }
}
