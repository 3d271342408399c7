/// Measures contenders: right first, then counted, then timed.
///
/// For example:
///
///     let harness = Harness(clock: SystemClock())
///     let table = try harness.measure([scan, dict, lis, heckel], against: ["scan", "dict"], noiseOf: "lis")
///     table["lis"]?.median                   // nanoseconds
///     table.noise?.median                      // LIS against LIS: how far from 1 a ratio is by chance
public struct Harness<Clock: NanosecondClock> {
  /// How often things are timed.
  public var plan: SamplingPlan
  /// Where times come from.
  public var clock: Clock
  /// Counts allocations; `nil` where the process does not run on jemalloc.
  public var meter: AllocationMeter?
  /// How intervals are found.
  public var bootstrap: Bootstrap

  /// Makes a harness.
  public init(
    plan: SamplingPlan = SamplingPlan(), clock: Clock, meter: AllocationMeter? = AllocationMeter(),
    bootstrap: Bootstrap = Bootstrap()
  ) {
    self.plan = plan
    self.clock = clock
    self.meter = meter
    self.bootstrap = bootstrap
  }

  /// What the harness is doing, for a progress bar.
  public enum Step: Hashable, Sendable {
    /// The answer of a contender is checked and counted.
    case checking(String)
    /// Contenders are timed; the share that is done, between 0 and 1.
    case timing(Double)
  }

  /// Checks, counts and times contenders, in that order.
  ///
  /// - Parameters:
  ///   - contenders: what is measured; names must differ.
  ///   - floors: the names of contenders that ratios are given to.
  ///   - noise: the contender that also runs as its own rival, so that one sees what a ratio is worth.
  ///   - progress: called with what is being done.
  /// - Throws: ``VerificationFailure`` before anything is timed; what a contender throws.
  public func measure(
    _ contenders: [Contender], against floors: [String] = [], noiseOf noise: String? = nil,
    progress: (Step) throws -> Void = { _ in }
  ) throws -> MeasuredTable {
    var answers: [DiffAnswer?] = []
    var allocations: [AllocationCount?] = []
    for contender in contenders {
      try progress(.checking(contender.name))
      answers.append(try contender.check())
      allocations.append(try count(contender))
    }
    var running = contenders
    let rival = contenders.firstIndex { $0.name == noise }
    if let rival { running.append(Contender(contenders[rival].name, run: contenders[rival].run)) }
    let series = try InterleavedSampler(plan: plan, clock: clock).series(of: running) {
      try progress(.timing($0))
    }
    let measured = contenders.indices.map { index in
      let ratios = floors.compactMap { floor -> (String, PairedRatio)? in
        guard let offset = contenders.firstIndex(where: { $0.name == floor }), offset != index else { return nil }
        return PairedRatio(series[index], to: series[offset], bootstrap: bootstrap).map { (floor, $0) }
      }
      return Measured(
        answer: answers[index], allocations: allocations[index], series: series[index],
        ratios: Dictionary(ratios) { first, _ in first }, bootstrap: bootstrap)
    }
    let ratio = rival.flatMap { PairedRatio(series[contenders.count], to: series[$0], bootstrap: bootstrap) }
    return MeasuredTable(rows: measured, noise: ratio)
  }

  /// What one run allocates, after one that fills whatever is filled once.
  private func count(_ contender: Contender) throws -> AllocationCount? {
    guard let meter else { return nil }
    var checksum = try contender.run()
    let count = try meter.count { checksum &+= try contender.run() }
    return count
  }
}

/// What was measured, a row for each contender, and what a ratio is worth.
public struct MeasuredTable: Hashable, Sendable, Codable {
  /// In the order of the contenders.
  public var rows: [Measured]
  /// One contender against itself: the noise floor.
  public var noise: PairedRatio?

  /// Makes a table.
  public init(rows: [Measured], noise: PairedRatio?) {
    self.rows = rows
    self.noise = noise
  }

  /// The row of this name.
  public subscript(name: String) -> Measured? { rows.first { $0.name == name } }

  /// How much of a ratio chance makes: the distance from 1 of the farther bound of the noise floor's interval.
  public var noiseShare: Double {
    guard let interval = noise?.interval else { return 0 }
    return max(abs(interval.low - 1), abs(interval.high - 1))
  }
}
