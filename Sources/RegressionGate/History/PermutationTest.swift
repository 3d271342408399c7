/// How probable it is that some values lie as far above others by chance, whatever their distribution, as long as any order
/// of them is as probable.
///
/// Of all ways to choose which values are those of the smaller part, it counts those that give it a sum as extreme. With few
/// values in that part these are few, and are found one by one; with many, ranks say as much (``RankTest``).
///
/// E. J. G. Pitman, "Significance Tests Which May Be Applied to Samples from Any Populations", 1937.
enum PermutationTest {
  /// More ways than these are not counted.
  private static let mostWays = 20_000.0

  /// Whether a shift as large as this, up or down, is at most so probable; or the least probable of all (`orLeast`), where
  /// none of so few values is.
  static func isImprobable(
    _ before: ArraySlice<Double>, _ after: ArraySlice<Double>, probability: Double, orLeast: Bool = false
  ) -> Bool {
    let ways = max(orLeast ? 1 : 0, allowedWays(before.count, after.count, probability: probability))
    if ways < 1 { return false }
    if ways > mostWays { return RankTest.probability(of: before, after) <= probability }
    let part = before.count < after.count ? before : after
    let mean = (before.reduce(0, +) + after.reduce(0, +)) / Double(before.count + after.count)
    // The part is turned so that it is the upper one.
    let sign: Double = part.reduce(0, +) >= mean * Double(part.count) ? 1 : -1
    let values = (before + after).map { sign * ($0 - mean) }.sorted(by: >)
    var found = 0.0
    /// Counts the choices of so many values, all from an offset on, whose sum reaches a bound, until they are too many. Each call
    /// finds one or more, or looks at two values.
    func add(_ count: Int, from start: Int, reaching bound: Double) {
      var first = start
      while found <= ways, first + count <= values.count {
        // The largest sum that begins here.
        guard values[first..<(first + count)].reduce(0, +) >= bound else { return }
        if count == 1 {
          found += 1
        } else {
          add(count - 1, from: first + 1, reaching: bound - values[first])
        }
        first += 1
      }
    }
    // What differs by rounding only is as extreme.
    add(part.count, from: 0, reaching: part.reduce(0) { $0 + sign * ($1 - mean) } - 1e-9)
    return found <= ways
  }

  /// How many ways may be as extreme at most, in one direction; below one where no shift can be so improbable.
  static func allowedWays(_ m: Int, _ n: Int, probability: Double) -> Double {
    var all = 1.0
    let (fewer, more) = (min(m, n), max(m, n))
    for number in 0..<fewer { all *= Double(more + number + 1) / Double(number + 1) }
    return (probability / 2 * all + 1e-9).rounded(.down)
  }
}
