/// Which of a row of weighted numbers to keep so that the kept ones increase and weigh the most.
///
/// With weights of one this is the longest increasing run. A block of neighbours that stays together is one number whose
/// weight is its length.
///
/// Invariant: `ends` holds numbers `v₁ < v₂ < …` such that `gain[v₁] + … + gain[vₖ]` is the weight of the heaviest
/// increasing run, so far, that ends at or below `vₖ`.
///
///     input   3 1 2     ends {3}  →  {1}  →  {1, 2}     keep 1 2
///
/// Guy Jacobson and Kiem-Phong Vo, "Heaviest Increasing/Common Subsequence Problems", Combinatorial Pattern Matching,
/// 1992. The set of ends is a 64-ary bit set instead of a search tree: see ``BitLevels``.
///
/// - Time: O(*n* log₆₄ *n*); every number enters `ends` once and leaves it at most once.
/// - Space: O(*n*).
/// - Minimal: the weight is the greatest possible.
/// - Falls back when: never.
///
/// - Parameters:
///   - ranks: Distinct numbers in `0 ..< ranks.count`.
///   - weights: The weight of each, positive.
/// - Returns: For each number, whether it is kept.
func heaviestIncreasingRun(ranks: [Int32], weights: [Int32]) -> [Bool] {
  var pool = BufferPool()
  var ranks = ranks
  return heaviestIncreasingRun(ranks: &ranks, in: &pool) { weights[$0] }.map { $0 != 0 }
}

/// The same of up to `Int32.max` numbers whose weights are any that `Int` can add; 1 for each that is kept.
///
/// - Space: 16 bytes a number, besides their weights.
package func heaviestIncreasingRun(ranks: consuming [Int32], weight: (Int) -> Int) -> [Int32] {
  var pool = BufferPool()
  var gains = ContiguousArray(repeating: 0, count: ranks.count)
  return heaviestIncreasingRun(ranks: &ranks, gains: &gains, in: &pool, weight: weight)
}

/// The same in arrays of a pool; 1 for each number that is kept, 0 for the others. Give the answer back to the pool.
///
/// - Parameters:
///   - ranks: The ranks; they are overwritten.
///   - pool: Where arrays come from.
///   - weight: The weight of the number at an index.
func heaviestIncreasingRun(
  ranks: inout [Int32], in pool: inout BufferPool, weight: (Int) -> Int32
) -> [Int32] {
  var gains = ContiguousArray(pool.take(count: ranks.count))
  defer { pool.give(&gains) }
  return heaviestIncreasingRun(ranks: &ranks, gains: &gains, in: &pool, weight: weight)
}

/// The same with room for as many gains as there are numbers; all of them are zero.
private func heaviestIncreasingRun<Weight: FixedWidthInteger>(
  ranks previous: inout [Int32], gains gainArray: inout ContiguousArray<Weight>, in pool: inout BufferPool,
  weight: (Int) -> Weight
) -> [Int32] {
  let count = previous.count
  let levels = BitLevels(bound: count)
  // Contiguous arrays, because the span of an `Array` needs macOS 26. They share the memory.
  var previousArray = ContiguousArray(previous)
  previous = []
  var wordArray = ContiguousArray(pool.takeWords(count: levels.wordCount))
  // Which element is at an end.
  var holderArray = ContiguousArray(pool.take(count: count, filledWith: -1))
  do {
    var previous = previousArray.mutableSpan
    var ends = wordArray.mutableSpan
    var gain = gainArray.mutableSpan
    var holder = holderArray.mutableSpan
    for element in 0..<count {
      let rank = Int(previous[element])
      // From here on: which element precedes this one in its best run.
      let below = levels.predecessor(of: rank, in: ends)
      previous[element] = below < 0 ? -1 : holder[below]
      levels.insert(rank, in: &ends)
      holder[rank] = Int32(truncatingIfNeeded: element)
      // What this end gains, the ends above lose, nearest first.
      var excess = weight(element)
      gain[rank] = excess
      while excess > 0 {
        let above = levels.successor(of: rank, in: ends)
        if above < 0 { break }
        if gain[above] > excess {
          gain[above] -= excess
          excess = 0
        } else {
          excess -= gain[above]
          levels.remove(above, in: &ends)
        }
      }
    }

    // The holders are not needed any more: they take the answer.
    let last = levels.last(in: ends)
    var element = last < 0 ? -1 : holder[last]
    for index in 0..<count { holder[index] = 0 }
    while element >= 0 {
      holder[Int(element)] = 1
      element = previous[Int(element)]
    }
  }
  previous = Array(previousArray)
  pool.give(&wordArray)
  return Array(holderArray)
}

/// The ranks of distinct numbers in `0 ..< bound`: how many of them are smaller.
///
/// - Complexity: O(*n* + *bound* / 64), by counting bits; O(*n* log *n*), by sorting, where that is far less.
func ranks(of numbers: [Int32], bound: Int) -> [Int32] {
  var pool = BufferPool()
  var ranks = numbers
  replaceByRanks(&ranks, bound: bound, in: &pool)
  return ranks
}

/// The same in place.
func replaceByRanks(_ numbers: inout [Int32], bound: Int, in pool: inout BufferPool) {
  if bound / 64 > 1_024 + 64 * numbers.count {
    // A few blocks of a long list, as between two snapshots that share most of their chunks.
    var sorted = pool.takeEmpty(capacity: numbers.count)
    sorted.append(contentsOf: numbers)
    sorted.sort()
    for index in numbers.indices {
      let number = numbers[index]
      numbers[index] = Int32(truncatingIfNeeded: sorted.partitionPoint { $0 < number })
    }
    pool.give(&sorted)
    return
  }
  // Contiguous arrays, because the span of an `Array` needs macOS 26. They share the memory.
  var wordArray = ContiguousArray(pool.takeWords(count: bound / 64 + 1))
  var beforeArray = ContiguousArray(pool.take(count: wordArray.count))
  var numberArray = ContiguousArray(numbers)
  numbers = []
  do {
    var words = wordArray.mutableSpan
    var before = beforeArray.mutableSpan
    var numbers = numberArray.mutableSpan
    for index in numbers.indices {
      let number = numbers[index]
      words[Int(number) >> 6] |= 1 << UInt64(truncatingIfNeeded: number & 63)
    }
    var sum: Int32 = 0
    for index in words.indices {
      before[index] = sum
      sum += Int32(truncatingIfNeeded: words[index].nonzeroBitCount)
    }
    for index in numbers.indices {
      let number = numbers[index]
      let word = Int(number) >> 6
      let below = words[word] & ((1 << UInt64(truncatingIfNeeded: number & 63)) &- 1)
      numbers[index] = before[word] + Int32(truncatingIfNeeded: below.nonzeroBitCount)
    }
  }
  numbers = Array(numberArray)
  pool.give(&wordArray)
  pool.give(&beforeArray)
}
