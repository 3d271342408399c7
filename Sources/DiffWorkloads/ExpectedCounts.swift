public import SectionDiff

extension WorkloadPair {
  /// The counts that a minimal changeset has: found by dictionaries, sets and a binary search, none of it the engine's.
  ///
  /// With repeated ids only deletes and inserts are exact; moves are then left at zero.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of rows.
  public func expectedCounts(hasUniqueIDs: Bool = true) -> ChangeCounts {
    var counts = ChangeCounts()
    guard hasUniqueIDs else {
      var surplus: [Int: Int] = [:]
      for row in old.sections.flatMap(\.rows) { surplus[row.id, default: 0] += 1 }
      for row in new.sections.flatMap(\.rows) { surplus[row.id, default: 0] -= 1 }
      counts.deletes = surplus.values.reduce(0) { $0 + max(0, $1) }
      counts.inserts = surplus.values.reduce(0) { $0 + max(0, -$1) }
      return counts
    }

    counts = fewestSectionChanges
    var olds: [Int: (section: Int, offset: Int, version: Int)] = [:]
    for section in old.sections {
      for (offset, row) in section.rows.enumerated() { olds[row.id] = (section.key, offset, row.version) }
    }
    var kept = 0
    for section in new.sections {
      var run: [Int] = []
      for row in section.rows {
        guard let old = olds[row.id] else {
          counts.inserts += 1
          continue
        }
        kept += 1
        if old.version != row.version { counts.updates += 1 }
        if old.section == section.key { run.append(old.offset) } else { counts.moves += 1 }
      }
      counts.moves += run.count - longestIncreasing(run)
    }
    counts.deletes = old.count - kept
    return counts
  }

  /// The fewest deletes, inserts and moves of sections that lead from the old keys to the new ones.
  package var fewestSectionChanges: ChangeCounts {
    var counts = ChangeCounts()
    var offsets: [Int: Int] = [:]
    for (offset, section) in old.sections.enumerated() { offsets[section.key] = offset }
    let kept = new.sections.compactMap { offsets[$0.key] }
    counts.sectionDeletes = old.sections.count - kept.count
    counts.sectionInserts = new.sections.count - kept.count
    counts.sectionMoves = kept.count - longestIncreasing(kept)
    return counts
  }
}

/// The length of the longest increasing subsequence of distinct numbers, by patience.
private func longestIncreasing(_ numbers: [Int]) -> Int {
  var tops: [Int] = []
  for number in numbers {
    var low = 0
    var high = tops.count
    while low < high {
      let middle = (low + high) / 2
      if tops[middle] < number { low = middle + 1 } else { high = middle }
    }
    if low == tops.count { tops.append(number) } else { tops[low] = number }
  }
  return tops.count
}
