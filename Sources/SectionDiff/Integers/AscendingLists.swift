/// Two ascending lists as one.
func merge(_ a: [Int32], _ b: [Int32]) -> [Int32] {
  if a.isEmpty { return b }
  if b.isEmpty { return a }
  var merged: [Int32] = []
  merged.reserveCapacity(a.count + b.count)
  var i = 0
  var j = 0
  while i < a.count, j < b.count {
    if a[i] <= b[j] {
      merged.append(a[i])
      i += 1
    } else {
      merged.append(b[j])
      j += 1
    }
  }
  merged.append(contentsOf: a[i...])
  merged.append(contentsOf: b[j...])
  return merged
}

extension RandomAccessCollection where Index == Int {
  /// The first index whose element is not `before`, by binary search; elements that are `before` come first.
  @inlinable
  package func partitionPoint(_ before: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if before(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension [Int32] {
  /// The position, from `start` on, of the `rank`-th one that is missing in this ascending list.
  func missing(rank: Int, from start: Int) -> Int {
    let first = partitionPoint { $0 < Int32(truncatingIfNeeded: start) }
    // The listed positions before the answer: those at an index i with self[i] - (i - first) <= start + rank.
    let end = (first..<count).partitionPoint { Int(self[$0]) - ($0 - first) <= start + rank }
    return start + rank + (end - first)
  }

  /// Whether each number is above the one before.
  var isAscending: Bool { ascends { $0 } }

  /// Puts the numbers into ascending order. Not inlined, or each use would be another copy of the sort.
  @inline(never)
  mutating func order() { if !isAscending { sort() } }

  /// The indices, in the ascending order of the numbers.
  @inline(never)
  func orderedIndices() -> [Int] { indices.sorted { self[$0] < self[$1] } }
}

extension [PositionPair] {
  /// Whether each new position is above the one before.
  var isAscending: Bool { ascends { $0.new } }

  /// Puts the pairs into ascending order of their new positions.
  @inline(never)
  mutating func order() { if !isAscending { sort { $0.new < $1.new } } }

  /// The old positions, ascending.
  var oldOrdered: [Int32] {
    var old = map(\.old)
    old.order()
    return old
  }

  /// Whether each old position is above the one before.
  var isAscendingInOld: Bool { ascends { $0.old } }
}

extension Array {
  @inline(__always)
  fileprivate func ascends(_ number: (Element) -> Int32) -> Bool {
    indices.dropFirst().allSatisfy { number(self[$0 - 1]) < number(self[$0]) }
  }
}
