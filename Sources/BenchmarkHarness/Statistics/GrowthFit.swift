/// How a figure grows with the size of the input: as *n* to the power of ``exponent``.
///
/// The slope of the line through the logarithms of size and figure, by least squares. The logarithm of a small count
/// says nothing: 3 and 9 lie as far apart as *n* and 3*n*. So a count below the smallest size is taken as the smallest
/// size: what is less than one for each item of the smallest input does not grow in any way that matters.
public struct GrowthFit: Hashable, Sendable, Codable {
  /// The exponent: 0 for a constant, 1 for linear, 2 for quadratic growth.
  public var exponent: Double
  /// The sizes, ascending.
  public var sizes: [Int]
  /// The figures, in the order of the sizes.
  public var figures: [Double]

  /// Fewer sizes, or sizes nearer together, show no growth that could be distinguished from a step.
  static let fewestSizes = 3
  static let leastSpan = 8.0

  /// Fits figures of several sizes; `nil` with fewer than three sizes, or when the largest is not 8 times the smallest.
  ///
  /// - Parameters:
  ///   - points: sizes and figures, in any order; of equal sizes the first counts.
  ///   - figuresAreCounts: whether small figures are raised to the smallest size, as counts are.
  public init?(_ points: [(size: Int, figure: Double)], figuresAreCounts: Bool = true) {
    var bySize: [Int: Double] = [:]
    for point in points where point.size > 0 && point.figure >= 0 && bySize[point.size] == nil {
      bySize[point.size] = point.figure
    }
    sizes = bySize.keys.sorted()
    figures = sizes.compactMap { bySize[$0] }
    guard sizes.count >= Self.fewestSizes, let least = sizes.first, let most = sizes.last,
      Double(most) >= Self.leastSpan * Double(least)
    else { return nil }
    let floor = figuresAreCounts ? Double(least) : Double.leastNormalMagnitude
    let xs = sizes.map { ElementaryFunctions.logarithm(Double($0)) }
    let ys = figures.map { ElementaryFunctions.logarithm(max($0, floor)) }
    let meanX = xs.reduce(0, +) / Double(xs.count)
    let meanY = ys.reduce(0, +) / Double(ys.count)
    var products = 0.0
    var squares = 0.0
    for (x, y) in zip(xs, ys) {
      products += (x - meanX) * (y - meanY)
      squares += (x - meanX) * (x - meanX)
    }
    exponent = products / squares
  }
}
