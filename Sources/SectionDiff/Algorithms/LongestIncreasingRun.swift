/// Which of a row of numbers to keep so that the kept ones increase and are as many as possible: what need not move when
/// a list is reordered.
///
/// Invariant: `tops[k]` is the place of the smallest number that ends an increasing run of length `k + 1` so far; their
/// numbers increase.
///
///     input   3 1 2 5 4       tops 3 → 1 → 1 2 → 1 2 5 → 1 2 4       keep 1 2 4
///
/// Michael Fredman, "On Computing the Length of Longest Increasing Subsequences", Discrete Mathematics 11, 1975.
///
/// - Time: O(*n* log *l*), with *l* the length of the run; O(*n*) when the numbers increase already.
/// - Space: O(*n*).
/// - Minimal: no longer run exists.
/// - Falls back when: never. Blocks of different lengths need ``heaviestIncreasingRun(ranks:weights:)``.
///
/// - Parameter numbers: Distinct numbers.
/// - Returns: For each number, whether it is kept.
func longestIncreasingRun(_ numbers: [Int32]) -> [Bool] {
  var pool = BufferPool()
  return longestIncreasingRun(numbers, in: &pool).map { $0 != 0 }
}

/// The same in arrays of a pool; 1 for each number that is kept, 0 for the others. Give the answer back to the pool.
func longestIncreasingRun(_ numbers: [Int32], in pool: inout BufferPool) -> [Int32] {
  let count = numbers.count
  var topsArray = pool.take(count: count)
  // The number at each top, beside its place: the search then stays in one small array.
  var valuesArray = pool.take(count: count)
  var previousArray = pool.take(count: count, filledWith: -1)
  var length = 0
  do {
    let numbers = numbers.span
    var tops = topsArray.mutableSpan
    var values = valuesArray.mutableSpan
    var previous = previousArray.mutableSpan
    for place in 0..<count {
      let number = numbers[place]
      var low = length
      if length > 0, values[length - 1] > number {
        low = 0
        var span = length
        // Invariant: the first top that is not below `number` is in `low ..< low + span`, or at `low + span`.
        while span > 0 {
          let half = span / 2
          let isBelow = values[low + half] < number
          low = isBelow ? low + half + 1 : low
          span = isBelow ? span - half - 1 : half
        }
      }
      values[low] = number
      tops[low] = Int32(truncatingIfNeeded: place)
      if low > 0 { previous[place] = tops[low - 1] }
      if low == length { length += 1 }
    }
    // The tops are not needed any more: they take the answer.
    var place = length > 0 ? tops[length - 1] : -1
    for index in 0..<count { tops[index] = 0 }
    while place >= 0 {
      tops[Int(place)] = 1
      place = previous[Int(place)]
    }
  }
  pool.give(&valuesArray)
  pool.give(&previousArray)
  return topsArray
}
