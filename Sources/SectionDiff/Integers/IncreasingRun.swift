/// Which of a row of numbers to keep so that the kept ones increase and are as many, or weigh as much, as possible: what
/// need not move when a list is reordered.
///
/// Each number gets the length of the longest run that it ends, or the weight of the heaviest. Read from the right, a
/// number is kept if it ends as much as is still looked for, which begins with the most that any ends.
///
///     input     3 1 2 5 4
///     lengths   1 1 2 3 3       keep from the right the first 3, then the next 2, then the next 1: 1 2 4
///
/// *Ties:* of runs that are equally good the one stays whose numbers are furthest to the right, the last number first. All
/// who plan moves have this rule. Where one item alone is known to have changed its place, it is the one that moves.
///
/// *Invariant:* numbers that end as much as each other fall from left to right. So the nearest one to the left that ends
/// what is still looked for is the smallest, and below the number kept last.
///
/// - Time: O(*n* log *n*).
/// - Space: O(*n*).
/// - Minimal: no longer or heavier run exists.
/// - Falls back when: never.
enum IncreasingRun {
  /// Puts 1 in place of what a number ends where it is kept, and 0 elsewhere.
  ///
  /// - Parameters:
  ///   - most: The most that a number ends.
  ///   - weight: The weight of the number at an index; one that weighs nothing is not kept.
  @inline(__always)
  static func keep<Weight: FixedWidthInteger>(
    _ ended: inout MutableSpan<Weight>, most: Weight, weight: (Int) -> Weight
  ) {
    var rest = most
    for index in ended.indices.reversed() {
      let isKept = rest > 0 && ended[index] == rest
      ended[index] = isKept ? 1 : 0
      if isKept { rest -= weight(index) }
    }
  }
}

// MARK: - The longest

/// Which of distinct numbers to keep so that the kept ones increase and are as many as possible; see ``IncreasingRun``.
///
/// Invariant: `ends[k]` is the smallest number that ends an increasing run of length `k` so far; they increase.
///
///     input     3 1 2 5 4       ends 3 → 1 → 1 2 → 1 2 5 → 1 2 4
///
/// Michael Fredman, "On Computing the Length of Longest Increasing Subsequences", Discrete Mathematics 11, 1975.
///
/// - Complexity: O(*n* log *l*), with *l* the length of the run; O(*n*) when the numbers increase or fall already.
package func longestIncreasingRun(_ numbers: [Int32]) -> [Bool] {
  var pool = BufferPool()
  return longestIncreasingRun(numbers, in: &pool).map { $0 != 0 }
}

/// The same in arrays of a pool; 1 for each number that is kept, 0 for the others. Give the answer back to the pool.
func longestIncreasingRun(_ numbers: [Int32], in pool: inout BufferPool) -> [Int32] {
  // Contiguous arrays, because the span of an `Array` needs macOS 26. They share the memory.
  let numbersArray = ContiguousArray(numbers)
  var lengthsArray = ContiguousArray(pool.take(count: numbers.count))
  var endsArray = ContiguousArray(pool.take(count: numbers.count + 1, filledWith: .max))
  do {
    var lengths = lengthsArray.mutableSpan
    var ends = endsArray.mutableSpan
    IncreasingRun.keepLongest(numbersArray.span, &lengths, &ends)
  }
  pool.give(&endsArray)
  return Array(lengthsArray)
}

extension IncreasingRun {
  /// Finds the longest run; 1 for each number that is kept takes the place of its length, 0 for the others.
  ///
  /// Unsafe code: no index is checked. Bounds: before the number at an offset is added, no length is above that offset, and of
  /// `ends` the one after the last length is read: at most `offset + 1`, and there are `count + 1`, which is checked.
  ///
  /// - Parameters:
  ///   - lengths: No fewer zeros than numbers.
  ///   - ends: More than numbers, each `.max`. Below `ends[1]` and above the last end stands what no number is below or above.
  /// - Returns: How many are kept.
  @discardableResult
  static func keepLongest(
    _ numbers: borrowing Span<Int32>, _ lengths: inout MutableSpan<Int32>, _ ends: inout MutableSpan<Int32>
  ) -> Int {
    if numbers.isEmpty { return 0 }
    precondition(lengths.count >= numbers.count && ends.count > numbers.count)
    lengths[0] = 1
    ends[0] = .min
    ends[1] = numbers[0]
    var longest = 1
    var bits = 0
    var length = 1
    for offset in 1..<numbers.count {
      let number = unsafe numbers[unchecked: offset]
      let lower = unsafe ends[unchecked: length &- 1]
      if unsafe number > ends[unchecked: longest] {
        longest &+= 1
        bits = Int.bitWidth - 1 - longest.leadingZeroBitCount
        length = longest
      } else if unsafe UInt32(bitPattern: number &- lower) < UInt32(bitPattern: ends[unchecked: length &+ 1] &- lower) {
        // It is between the neighbours of the end written last, as in blocks that rise or fall. One comparison asks
        // for both, for a shuffle answers each of two at random.
        length &+= unsafe ends[unchecked: length] < number ? 1 : 0
      } else {
        length = 1 &+ countBelow(number, in: ends, upTo: longest, bits: bits)
      }
      unsafe ends[unchecked: length] = number
      unsafe lengths[unchecked: offset] = Int32(truncatingIfNeeded: length)
    }
    keep(&lengths, most: Int32(truncatingIfNeeded: longest)) { _ in 1 }
    return longest
  }
}

/// How many of `ends[1...count]` are below a number that is not above all of them.
///
/// A search in four parts at a time without a branch on any comparison: a processor guesses those of a shuffle wrong
/// half the time, and without them it begins the search for the next number before this one ends. Sums and shifts are
/// where a conditional would, because the compiler makes branches of conditionals in a loop.
///
/// Invariant: `below` are below for sure, and less than `1 << bits` more; so no index is above `count`, and none is checked.
///
/// - Parameter bits: The binary logarithm of `count`, rounded down.
@inline(__always)
private func countBelow(
  _ number: Int32, in ends: borrowing MutableSpan<Int32>, upTo count: Int, bits: Int
) -> Int {
  var bits = bits
  var step = 1 &<< bits
  // Two windows of `step` ends overlap to cover all.
  var below = (unsafe ends[unchecked: step] < number ? 1 : 0) &* (count &- step)
  if bits & 1 == 1 {
    bits &-= 1
    step = 1 &<< bits
    below &+= (unsafe ends[unchecked: below &+ step] < number ? 1 : 0) &<< bits
  }
  while bits > 0 {
    bits &-= 2
    step = 1 &<< bits
    let first = unsafe ends[unchecked: below &+ step] < number ? 1 : 0
    let second = unsafe ends[unchecked: below &+ 2 &* step] < number ? 1 : 0
    let third = unsafe ends[unchecked: below &+ 3 &* step] < number ? 1 : 0
    below &+= (first &+ second &+ third) &<< bits
  }
  return below
}

// MARK: - The heaviest

/// Which of distinct numbers in `0 ..< ranks.count` to keep so that the kept ones increase and weigh the most; see
/// ``IncreasingRun``. 1 for each number that is kept, 0 for the others.
///
/// - Parameters:
///   - ranks: The numbers.
///   - weight: The weight of the number at an index, positive or 0; `Int` can add all of them.
/// - Space: 16 bytes a number, besides the numbers and their weights.
package func heaviestIncreasingRun(ranks: [Int32], weight: (Int) -> Int) -> [Int] {
  var weights = ContiguousArray(repeating: 0, count: ranks.count)
  var greatest = weights
  keepHeaviest(ContiguousArray(ranks), &weights, &greatest, weight)
  return Array(weights)
}

/// The same in arrays of a pool, of weights that `Int32` can add. Give the answer back to the pool.
func heaviestIncreasingRun(ranks: [Int32], in pool: inout BufferPool, weight: (Int) -> Int32) -> [Int32] {
  var weights = ContiguousArray(pool.take(count: ranks.count))
  var greatest = ContiguousArray(pool.take(count: ranks.count))
  keepHeaviest(ContiguousArray(ranks), &weights, &greatest, weight)
  pool.give(&greatest)
  return Array(weights)
}

/// Finds the heaviest run with the weights that runs end with, by rank.
///
/// Invariant: `greatest[i]` is the most that a number ends, so far, among the last 2ʲ ranks up to `i`, where 2ʲ is the
/// lowest bit of `i + 1`.
///
/// Peter M. Fenwick, "A New Data Structure for Cumulative Frequency Tables", Software: Practice and Experience, 1994, with
/// maxima instead of sums. Guy Jacobson and Kiem-Phong Vo, "Heaviest Increasing/Common Subsequence Problems", Combinatorial
/// Pattern Matching, 1992, keep ends in a search tree; a 64-ary set of bits for it took 0.75 to 3 times as long.
///
/// - Parameters:
///   - ended: As many zeros as ranks; 1 for each number that is kept takes their place.
///   - greatest: As many zeros.
@inline(__always)
private func keepHeaviest<Weight: FixedWidthInteger>(
  _ ranks: ContiguousArray<Int32>, _ ended: inout ContiguousArray<Weight>, _ greatest: inout ContiguousArray<Weight>,
  _ weight: (Int) -> Weight
) {
  let ranks = ranks.span
  var ended = ended.mutableSpan
  var greatest = greatest.mutableSpan
  var most: Weight = 0
  for index in ranks.indices {
    let own = weight(index)
    if own == 0 { continue }
    var sum: Weight = 0
    var end = Int(ranks[index])
    while end > 0 {
      sum = max(sum, greatest[end - 1])
      end &= end - 1
    }
    sum += own
    ended[index] = sum
    most = max(most, sum)
    var rank = Int(ranks[index])
    // What is not below the sum here is not below it at the greater ranges either.
    while rank < greatest.count, greatest[rank] < sum {
      greatest[rank] = sum
      rank |= rank + 1
    }
  }
  IncreasingRun.keep(&ended, most: most, weight: weight)
}

/// Puts in place of distinct numbers in `0 ..< bound` how many of them are smaller.
///
/// - Complexity: O(*n* + *bound* / 64), by counting bits; O(*n* log *n*), by sorting, where that is far less.
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
