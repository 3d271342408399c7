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
  let count = numbers.count
  var topsArray = [Int32](repeating: 0, count: count)
  // The number at each top, beside its place: the search then stays in one small array.
  var valuesArray = [Int32](repeating: 0, count: count)
  var previousArray = [Int32](repeating: -1, count: count)
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
  }
  var keeps = [Bool](repeating: false, count: count)
  var place = length > 0 ? topsArray[length - 1] : -1
  while place >= 0 {
    keeps[Int(place)] = true
    place = previousArray[Int(place)]
  }
  return keeps
}
