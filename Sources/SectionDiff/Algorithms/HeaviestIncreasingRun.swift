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
  let count = ranks.count
  var ends = OrderedBitSet(bound: count)
  var gain = [Int32](repeating: 0, count: count)
  // Which element stands at an end, and which element precedes each element in its best run.
  var holder = [Int32](repeating: -1, count: count)
  var previous = [Int32](repeating: -1, count: count)

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

  var keeps = [Bool](repeating: false, count: count)
  var element = ends.last.map { holder[$0] } ?? -1
  while element >= 0 {
    keeps[Int(element)] = true
    element = previous[Int(element)]
  }
  return keeps
}

/// The ranks of distinct numbers in `0 ..< bound`: how many of them are smaller.
///
/// - Complexity: O(*n* + *bound* / 64), by counting bits; nothing is sorted.
func ranks(of numbers: [Int32], bound: Int) -> [Int32] {
  var words = [UInt64](repeating: 0, count: bound / 64 + 1)
  for number in numbers { words[Int(number) >> 6] |= 1 << UInt64(number & 63) }
  var before = [Int32](repeating: 0, count: words.count)
  var sum: Int32 = 0
  for index in words.indices {
    before[index] = sum
    sum += Int32(truncatingIfNeeded: words[index].nonzeroBitCount)
  }
  return numbers.map { number in
    let word = Int(number) >> 6
    let below = words[word] & ((1 << UInt64(number & 63)) &- 1)
    return before[word] + Int32(truncatingIfNeeded: below.nonzeroBitCount)
  }
}
