/// Which of a row of distinct numbers to keep so that the kept ones increase and are as many as possible: what need not be
/// placed anew when records are reordered.
///
/// Patience sorting; see `longestIncreasingRun` of the engine for the proof.
func longestRun(_ numbers: [Int]) -> [Bool] {
  var ends: [Int] = []
  var lengths: [Int] = []
  lengths.reserveCapacity(numbers.count)
  for number in numbers {
    var low = 0
    var high = ends.count
    if let last = ends.last, last < number { low = high }
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] < number { low = middle + 1 } else { high = middle }
    }
    if low == ends.count { ends.append(number) } else { ends[low] = number }
    lengths.append(low + 1)
  }
  var isKept = Array(repeating: false, count: numbers.count)
  var wanted = ends.count
  for place in numbers.indices.reversed() where wanted > 0 && lengths[place] == wanted {
    isKept[place] = true
    wanted -= 1
  }
  return isKept
}
