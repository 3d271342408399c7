internal import BenchmarkHarness

/// What changes of one direction look like: steps, or a drift over several commits.
///
/// ```text
/// step    ______‾‾‾‾‾‾     drift   ____⟋‾‾‾‾
/// ```
package enum ChangeShape: Hashable, Sendable {
  /// From one commit to the next.
  case step
  /// Little by little.
  case drift
}

/// A ramp through a series: level, then a straight line, then level again.
struct Ramp {
  /// The offset of the last value of the first level.
  let start: Int
  /// The offset of the first value of the second level.
  let end: Int
  /// What is left: the sum of the squares of the distances to it.
  let squares: Double

  /// A drift takes as many commits or more; what is shorter is a step that noise hides.
  static let shortest = 3
  /// Ramps begin and end at most as far outside of the places that were found.
  private static let reach = 15

  /// The ramp that fits a part of a series best, about places in it; `nil` where there is no room for one.
  ///
  /// - Complexity: O(*n* + *d*²) for *n* values and *d* places that it may begin or end at.
  static func best(through values: ArraySlice<Double>, about places: ClosedRange<Int>) -> Ramp? {
    let first = max(values.startIndex, places.lowerBound - reach)
    let last = min(values.endIndex - 1, places.upperBound + reach)
    let sums = Sums(values)
    var best: Ramp?
    for start in first..<max(first, last) {
      for end in min(last + 1, start + shortest)..<(last + 1) {
        let squares = sums.squares(start - values.startIndex, end - values.startIndex)
        if squares < best?.squares ?? .infinity { best = Ramp(start: start, end: end, squares: squares) }
      }
    }
    return best
  }

  /// Sums of the first values of a series about its mean, of their squares, and of each times its offset.
  private struct Sums {
    private var values = [0.0]
    private var moments = [0.0]
    private let all: Double

    init(_ series: ArraySlice<Double>) {
      // Near zero, little is lost where sums are taken from each other.
      let level = Level(series)
      all = level.squares
      for (offset, value) in series.enumerated() {
        values.append(values[offset] + value - level.mean)
        moments.append(moments[offset] + Double(offset) * (value - level.mean))
      }
    }

    /// What is left by the best levels of a ramp between two offsets: a straight line in *how far the ramp has come*, which is
    /// 0, then (*i* − start) ÷ (end − start), then 1.
    func squares(_ start: Int, _ end: Int) -> Double {
      let count = Double(values.count - 1)
      let (length, after) = (Double(end - start), count - Double(end))
      let sumX = (length - 1) / 2 + after
      let sumXX = (length - 1) * (2 * length - 1) / (6 * length) + after
      let sumY = values[values.count - 1]
      let slope = moments[end] - moments[start] - Double(start) * (values[end] - values[start])
      let sumXY = slope / length + sumY - values[end]
      let xx = sumXX - sumX * sumX / count
      let xy = sumXY - sumX * sumY / count
      let yy = all - sumY * sumY / count
      return max(0, xx > 0 ? yy - xy * xy / xx : yy)
    }
  }
}

/// A run of changes in one direction, as one: steps by themselves, or the ramp that explains them better.
struct ShapedChange: Hashable {
  /// Its shape.
  var shape: ChangeShape
  /// The offset of the first value that differs from those before.
  var first: Int
  /// The offset of the value by which the change is complete; of a step the same.
  var last: Int

  /// Sees which of the places that were found are a drift together.
  ///
  /// A ramp has one number more than a step and fewer than two: Schwarz's criterion weighs that against what is left.
  ///
  /// Gideon Schwarz, "Estimating the Dimension of a Model", 1978.
  static func shapes(of places: [Int], in values: [Double]) -> [ShapedChange] {
    let bounds = [0] + places + [values.count]
    let levels = zip(bounds, bounds.dropFirst()).map { Level(values[$0..<$1]) }
    var result: [ShapedChange] = []
    var index = 0
    while index < places.count {
      func isUp(_ index: Int) -> Bool { levels[index + 1].mean > levels[index].mean }
      let end = places.indices.first { $0 > index && isUp($0) != isUp(index) } ?? places.count
      // places[index..<end] go in one direction, with levels bounds[index] to bounds[end + 1].
      let part = values[bounds[index]..<bounds[end + 1]]
      let steps = levels[index...end].reduce(0) { $0 + $1.squares }
      if let ramp = Ramp.best(through: part, about: places[index]...places[end - 1]),
        criterion(ramp.squares, numbers: 4, part.count)
          < criterion(steps, numbers: 2 * (end - index) + 1, part.count)
      {
        result.append(ShapedChange(shape: .drift, first: ramp.start + 1, last: ramp.end))
      } else {
        result += places[index..<end].map { ShapedChange(shape: .step, first: $0, last: $0) }
      }
      index = end
    }
    return result
  }

  private static func criterion(_ squares: Double, numbers: Int, _ count: Int) -> Double {
    let count = Double(count)
    // No series is so steady that the last digits matter.
    return count * ElementaryFunctions.logarithm(squares / count + 1e-12)
      + Double(numbers) * ElementaryFunctions.logarithm(count)
  }
}
