/// Which of a row of numbers to keep so that the kept ones increase and are as many as possible: what need not move when
/// a list is reordered.
///
/// Invariant: `ends[k]` is the smallest number that ends an increasing run of length `k` so far; they increase.
///
///     input     3 1 2 5 4       ends 3 → 1 → 1 2 → 1 2 5 → 1 2 4
///     lengths   1 1 2 3 3       keep from the right the first 3, then the next 2, then the next 1: 1 2 4
///
/// Next to each number is the length of the longest run that it ends. Numbers of one length fall from left to right,
/// so that the nearest one to the left with a length less by one is smaller, and may stay too.
///
/// Michael Fredman, "On Computing the Length of Longest Increasing Subsequences", Discrete Mathematics 11, 1975.
///
/// - Time: O(*n* log *l*), with *l* the length of the run; O(*n*) when the numbers increase or fall already.
/// - Space: O(*n*).
/// - Minimal: no longer run exists.
/// - Falls back when: never. Blocks of different lengths need ``heaviestIncreasingRun(ranks:weights:)``.
///
/// - Parameter numbers: Distinct numbers.
/// - Returns: For each number, whether it is kept.
package func longestIncreasingRun(_ numbers: [Int32]) -> [Bool] {
  var pool = BufferPool()
  return longestIncreasingRun(numbers, in: &pool).map { $0 != 0 }
}

/// The same in arrays of a pool; 1 for each number that is kept, 0 for the others. Give the answer back to the pool.
func longestIncreasingRun(_ numbers: [Int32], in pool: inout BufferPool) -> [Int32] {
  longestIncreasingRun(ContiguousArray(numbers), in: &pool)
}

/// The same of a contiguous array.
///
/// Unsafe code: no index is checked. Bounds: before the number at an offset is added, no length is above that offset, and of
/// `ends` the one after the last length is read: at most `offset + 1`, and there are `count + 1`.
func longestIncreasingRun(_ numbers: ContiguousArray<Int32>, in pool: inout BufferPool) -> [Int32] {
  guard let first = numbers.first else { return [] }
  let count = numbers.count
  var lengthsArray = ContiguousArray(pool.take(count: count))
  // Below `ends[1]` and above the last end stands what no number is below or above.
  var endsArray = ContiguousArray(pool.take(count: count + 1, filledWith: .max))
  do {
    let numbers = numbers.span
    var lengths = lengthsArray.mutableSpan
    var ends = endsArray.mutableSpan
    // As long as numbers fall each is a run by itself, and the last one the smallest that ends a run.
    var start = 1
    var lowest = first
    lengths[0] = 1
    while start < count, numbers[start] < lowest {
      lowest = numbers[start]
      lengths[start] = 1
      start += 1
    }
    ends[0] = .min
    ends[1] = lowest
    var longest = 1
    var bits = 0
    var length = 1
    for offset in start..<count {
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
    // The lengths are not needed any more: they take the answer.
    var offset = count
    while longest > 0 {
      offset -= 1
      let isKept = Int(lengths[offset]) == longest ? 1 : 0
      lengths[offset] = Int32(truncatingIfNeeded: isKept)
      longest -= isKept
    }
    for earlier in 0..<offset { lengths[earlier] = 0 }
  }
  pool.give(&endsArray)
  return Array(lengthsArray)
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
