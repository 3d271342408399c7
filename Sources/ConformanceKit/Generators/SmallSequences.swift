/// All sequences over a few letters up to a length, repeats included.
package enum SmallSequences {
  /// Every sequence of `0 ..< letters` up to `length`, the shorter ones first.
  ///
  /// For example, 3 letters up to length 5 make 364 sequences, and so 132,496 pairs.
  package static func all(letters: Int, length: Int) -> [[Int]] {
    var all: [[Int]] = [[]]
    var longest: [[Int]] = [[]]
    for _ in 0..<length {
      longest = longest.flatMap { sequence in (0..<letters).map { sequence + [$0] } }
      all += longest
    }
    return all
  }
}
