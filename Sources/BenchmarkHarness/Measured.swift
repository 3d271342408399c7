/// What is known about one contender.
public struct Measured: Hashable, Sendable, Codable {
  /// Its answer; `nil` for a floor.
  public var answer: DiffAnswer?
  /// What one run allocates; `nil` without jemalloc.
  public var allocations: AllocationCount?
  /// Its times.
  public var series: TimeSeries
  /// The median time in nanoseconds.
  public var median: Double
  /// The median absolute deviation as a share of the median.
  public var spread: Double
  /// How sure the median is.
  public var interval: ConfidenceInterval
  /// Paired ratios to the floors, by their names.
  public var ratios: [String: PairedRatio]

  /// Makes a row from what was counted and timed.
  public init(
    answer: DiffAnswer?, allocations: AllocationCount?, series: TimeSeries, ratios: [String: PairedRatio],
    bootstrap: Bootstrap = Bootstrap()
  ) {
    self.answer = answer
    self.allocations = allocations
    self.series = series
    self.ratios = ratios
    let times = series.distribution
    median = times.median
    spread = times.spread
    interval = bootstrap.median(of: times.sorted)
  }

  /// Its name.
  public var name: String { series.name }
}
