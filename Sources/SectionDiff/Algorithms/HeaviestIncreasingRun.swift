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
/// 1992. The set of ends is a 64-ary bit set instead of a search tree.
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
  return heaviestIncreasingRun(ranks: ranks, weights: weights, in: &pool).map { $0 != 0 }
}

/// The same in arrays of a pool; 1 for each number that is kept, 0 for the others. Give the answer back to the pool.
func heaviestIncreasingRun(ranks: [Int32], weights: [Int32], in pool: inout BufferPool) -> [Int32] {
  let count = ranks.count
  var ends = OrderedBitSet(bound: count, in: &pool)
  var gain = pool.take(count: count)
  // Which element stands at an end, and which element precedes each element in its best run.
  var holder = pool.take(count: count, filledWith: -1)
  var previous = pool.take(count: count, filledWith: -1)

  for element in 0..<count {
    let rank = Int(ranks[element])
    if let below = ends.predecessor(of: rank) { previous[element] = holder[below] }
    ends.insert(rank)
    gain[rank] = weights[element]
    holder[rank] = Int32(truncatingIfNeeded: element)
    // What this end gains, the ends above lose, nearest first.
    var excess = weights[element]
    while excess > 0, let above = ends.successor(of: rank) {
      if gain[above] > excess {
        gain[above] -= excess
        excess = 0
      } else {
        excess -= gain[above]
        ends.remove(above)
      }
    }
  }

  // The gains are not needed any more: they take the answer.
  for index in gain.indices { gain[index] = 0 }
  var element = ends.last.map { holder[$0] } ?? -1
  while element >= 0 {
    gain[Int(element)] = 1
    element = previous[Int(element)]
  }
  pool.give(ends.words)
  pool.give(holder)
  pool.give(previous)
  return gain
}

/// The ranks of distinct numbers in `0 ..< bound`: how many of them are smaller.
///
/// - Complexity: O(*n* + *bound* / 64), by counting bits; nothing is sorted.
func ranks(of numbers: [Int32], bound: Int) -> [Int32] {
  var pool = BufferPool()
  return ranks(of: numbers, bound: bound, in: &pool)
}

/// The same in an array of a pool.
func ranks(of numbers: [Int32], bound: Int, in pool: inout BufferPool) -> [Int32] {
  var words = pool.takeWords(count: bound / 64 + 1)
  for number in numbers { words[Int(number) >> 6] |= 1 << UInt64(number & 63) }
  var before = pool.takeEmpty(capacity: words.count)
  var sum: Int32 = 0
  for word in words {
    before.append(sum)
    sum += Int32(truncatingIfNeeded: word.nonzeroBitCount)
  }
  var ranks = pool.takeEmpty(capacity: numbers.count)
  for number in numbers {
    let word = Int(number) >> 6
    let below = words[word] & ((1 << UInt64(number & 63)) &- 1)
    ranks.append(before[word] + Int32(truncatingIfNeeded: below.nonzeroBitCount))
  }
  pool.give(words)
  pool.give(before)
  return ranks
}
