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
  /// How intervals are found. Its seed decides the order of the contenders in each round, too.
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
    /// A contender ran once, alone, in so many nanoseconds: for a first answer, long before the rounds are done.
    case ran(String, nanoseconds: Int)
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
    let checked = try contenders.map { contender in
      try progress(.checking(contender.name))
      return try self.checked(contender)
    }
    return try timed(contenders, checked, against: floors, noiseOf: noise, progress: progress)
  }

  /// The same; what has a wrong answer, or fails, is not timed, and its row says what is wrong with it.
  ///
  /// With `showsFirst` each contender runs once more after it was checked, so that `progress` has a first figure of it.
  ///
  /// - Throws: what `progress` throws; what a contender throws while it is timed; `CancellationError`.
  package func measureRight(
    _ contenders: [Contender], against floors: [String] = [], noiseOf noise: String? = nil,
    showsFirst: Bool = false,
    progress: (Step) throws -> Void = { _ in }
  ) throws -> MeasuredTable {
    var right: [Contender] = []
    var checked: [Checked] = []
    var wrong: [Measured] = []
    for contender in contenders {
      try progress(.checking(contender.name))
      var nanoseconds: Int?
      do {
        let found = try self.checked(contender)
        if showsFirst {
          let start = clock.now
          _ = try contender.run()
          nanoseconds = clock.now - start
        }
        checked.append(found)
        right.append(contender)
      } catch let error as CancellationError {
        throw error
      } catch let failure as VerificationFailure {
        wrong.append(Measured(contender.name, wrong: failure.problem))
      } catch {
        wrong.append(Measured(contender.name, wrong: "it fails: \(error)"))
      }
      if let nanoseconds { try progress(.ran(contender.name, nanoseconds: nanoseconds)) }
    }
    // What is wrong is not timed, and cannot tell what a ratio is worth; another one can.
    let isWrong = wrong.contains { $0.name == noise }
    let timedTwice = isWrong ? right.first { $0.isJudged }?.name : noise
    var table = try timed(right, checked, against: floors, noiseOf: timedTwice, progress: progress)
    table.rows += wrong
    return table
  }

  /// What is known of a contender before it is timed.
  private struct Checked {
    var answer: DiffAnswer?
    var metrics: [String: Int]?
    var allocations: AllocationCount?
  }

  private func checked(_ contender: Contender) throws -> Checked {
    let answer = try contender.check()
    let counts = try contender.counts?()
    // Of a diff without numbers of its own, the answer says all.
    return Checked(
      answer: answer, metrics: answer != nil && counts?.isEmpty == true ? nil : counts,
      allocations: try count(contender))
  }

  private func timed(
    _ contenders: [Contender], _ checked: [Checked], against floors: [String], noiseOf noise: String?,
    progress: (Step) throws -> Void
  ) throws -> MeasuredTable {
    var running = contenders
    let rival = contenders.firstIndex { $0.name == noise }
    if let rival { running.append(Contender(contenders[rival].name, run: contenders[rival].run)) }
    let series = try InterleavedSampler(plan: plan, clock: clock, seed: bootstrap.seed).series(of: running) {
      try progress(.timing($0))
    }
    let measured = contenders.indices.map { index in
      let ratios = floors.compactMap { floor -> (String, PairedRatio)? in
        guard let offset = contenders.firstIndex(where: { $0.name == floor }), offset != index else { return nil }
        return PairedRatio(series[index], to: series[offset], bootstrap: bootstrap).map { (floor, $0) }
      }
      var row = Measured(
        answer: checked[index].answer, metrics: checked[index].metrics, allocations: checked[index].allocations,
        series: series[index], ratios: Dictionary(ratios) { first, _ in first }, bootstrap: bootstrap)
      (row.better, row.usesThreads) = (contenders[index].better, !contenders[index].countsAllocations)
      return row
    }
    let ratio = rival.flatMap { PairedRatio(series[contenders.count], to: series[$0], bootstrap: bootstrap) }
    return MeasuredTable(rows: measured, noise: ratio)
  }

  /// What one run allocates, after one that fills whatever is filled once.
  private func count(_ contender: Contender) throws -> AllocationCount? {
    guard let meter, contender.countsAllocations else { return nil }
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

  /// Fewer rounds do not show what chance does: no interval of theirs has 95 % confidence.
  package static let fewestRounds = 6

  /// How much of a ratio chance makes: the distance from 1 of the farther bound of the noise floor's interval.
  ///
  /// Without a noise floor of six rounds it is estimated from the rounds: of the ratios of the contenders to the first of
  /// them, the largest distance of a bound from its median, as a share of that. `nil` where there is no other contender, or
  /// where one has fewer than six rounds in common with the first; then nobody knows.
  public var noiseShare: Double? {
    // A floor of fewer rounds says nothing.
    if let noise, noise.rounds >= Self.fewestRounds, noise.interval.confidence > 0.949 {
      return max(abs(noise.interval.low - 1), abs(noise.interval.high - 1))
    }
    let timed = rows.filter { $0.isJudged && $0.wrong == nil }
    let ratios = timed.dropFirst().map { PairedRatio($0.series, to: timed[0].series) }
    guard ratios.allSatisfy({ ($0?.rounds ?? 0) >= Self.fewestRounds }) else { return nil }
    return ratios.compactMap { $0.map { max(1 - $0.interval.low / $0.median, $0.interval.high / $0.median - 1) } }.max()
  }
}
