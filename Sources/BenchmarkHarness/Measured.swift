/// Which of two figures of a metric is the better one.
public enum Better: String, Hashable, Sendable, Codable {
  /// The smaller one, as of work that is done.
  case fewer
  /// The larger one, as of hits of a cache.
  case more

  /// Whether one figure is worse than another.
  package func isWorse<Value: Comparable>(_ figure: Value, than other: Value) -> Bool {
    self == .fewer ? figure > other : figure < other
  }
}

/// What is known about one contender.
public struct Measured: Hashable, Sendable {
  /// Its answer; `nil` for a floor, and for what is no diff.
  public var answer: DiffAnswer?
  /// What it takes, in numbers of its own; `nil` where nothing judges it, as a floor.
  public var metrics: [String: Int]?
  /// Of which of them more is better; of all others fewer are.
  public var better: [String: Better] = [:]
  /// Why its answer is wrong; `nil` where it is right. A wrong answer is not timed.
  public var wrong: String?
  /// The answer of another program's diff, which is yet to be verified.
  package var script: ChangeScript?
  /// Whether other threads take part: what a run takes differs a little from one to the next, and no allocations are counted.
  package var usesThreads = false
  /// What one run allocates; `nil` without jemalloc.
  public var allocations: AllocationCount?
  /// Its times.
  public var series: TimeSeries
  /// The median time in nanoseconds; not a number where nothing was timed.
  public var median: Double
  /// The median absolute deviation as a share of the median.
  public var spread: Double
  /// How sure the median is.
  public var interval: ConfidenceInterval
  /// Paired ratios to the floors, by their names.
  public var ratios: [String: PairedRatio]

  /// Makes a row from what was counted and timed.
  public init(
    answer: DiffAnswer?, metrics: [String: Int]? = nil, allocations: AllocationCount?, series: TimeSeries,
    ratios: [String: PairedRatio], bootstrap: Bootstrap = Bootstrap()
  ) {
    self.answer = answer
    self.metrics = metrics
    self.allocations = allocations
    self.series = series
    self.ratios = ratios
    let times = series.distribution
    median = times.median
    spread = times.spread
    interval = bootstrap.median(of: times.sorted)
  }

  /// The row of a contender whose answer is wrong.
  package init(_ name: String, wrong: String) {
    self.init(answer: nil, metrics: [:], allocations: nil, series: TimeSeries(name: name), ratios: [:])
    self.wrong = wrong
  }

  /// Its name.
  public var name: String { series.name }

  /// Whether gates judge it: a diff, or what has counts of its own. Floors are judged by nobody.
  package var isJudged: Bool { answer != nil || metrics != nil || script != nil || wrong != nil }
}

extension Measured: Codable {
  private enum CodingKeys: String, CodingKey {
    case answer, metrics, better, wrong, script, allocations, series, median, spread, interval, ratios
    case usesThreads = "threads"
  }

  /// Reads a row. Median and spread follow from the times, whatever is there; the interval and the ratios may be left out.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let series = try values.decode(TimeSeries.self, forKey: .series)
    // An interval that is there need not be found.
    let interval = try values.decodeIfPresent(ConfidenceInterval.self, forKey: .interval)
    self.init(
      answer: try values.decodeIfPresent(DiffAnswer.self, forKey: .answer),
      metrics: try values.decodeIfPresent([String: Int].self, forKey: .metrics),
      allocations: try values.decodeIfPresent(AllocationCount.self, forKey: .allocations), series: series,
      ratios: try values.decodeIfPresent([String: PairedRatio].self, forKey: .ratios) ?? [:],
      bootstrap: interval == nil ? Bootstrap() : Bootstrap(resamples: 1))
    better = try values.decodeIfPresent([String: Better].self, forKey: .better) ?? [:]
    wrong = try values.decodeIfPresent(String.self, forKey: .wrong)
    script = try values.decodeIfPresent(ChangeScript.self, forKey: .script)
    usesThreads = try values.decodeIfPresent(Bool.self, forKey: .usesThreads) ?? false
    if let interval { self.interval = interval }
  }

  /// Writes a row; without times nothing that follows from them.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encodeIfPresent(answer, forKey: .answer)
    try values.encodeIfPresent(metrics, forKey: .metrics)
    if !better.isEmpty { try values.encode(better, forKey: .better) }
    try values.encodeIfPresent(wrong, forKey: .wrong)
    try values.encodeIfPresent(script, forKey: .script)
    if usesThreads { try values.encode(true, forKey: .usesThreads) }
    try values.encodeIfPresent(allocations, forKey: .allocations)
    try values.encode(series, forKey: .series)
    try values.encode(ratios, forKey: .ratios)
    guard !series.rounds.isEmpty else { return }
    try values.encode(median, forKey: .median)
    try values.encode(spread, forKey: .spread)
    try values.encode(interval, forKey: .interval)
  }
}
