internal import BenchmarkHarness

/// The time gate for one series: takes the logarithms of paired ratios, says how many it wants, and judges.
///
///     pilot ──▶ comparison ──▶ confirmation, only where a slow-down is suspected ──▶ verdict
///
/// 1. *Pilot*: the base against itself. Its spread says how many rounds a sample needs for the goal.
/// 2. *Comparison*: head against base, until its interval is as narrow as the goal asks. Whether it is depends on the
///    width alone, never on where the interval lies, so looking again does not make chance findings likelier.
/// 3. *Confirmation*: a fresh sample of the same size. A slow-down is called when it too lies above the line.
///
/// A value without clock or processes: the command drives it with times, the self-test with simulated noise.
package struct TimeTrial: Sendable {
  /// What a sample is for, in this order.
  package enum Stage: Int, Sendable {
    /// The base against itself.
    case pilot
    /// Head against base.
    case comparison
    /// The same afresh.
    case confirmation
  }

  /// What is to be found.
  package let goal: TimeGoal
  /// The next sample that is wanted; `nil` when the verdict is found.
  package private(set) var stage: Stage? = .pilot
  /// Rounds that the stage still wants.
  package var missing: Int { stage.map { max(0, wanted - (samples[$0] ?? []).count) } ?? 0 }
  /// The verdict, once it is found.
  package private(set) var finding: TimeFinding?

  private var samples: [Stage: [Double]] = [:]
  private var wanted: Int
  /// The rounds that the pilot showed to be needed, before the upper bound is put to it.
  private var needed: Double = 0
  private var estimates: [Stage: HodgesLehmann] = [:]

  /// Starts a trial.
  package init(_ goal: TimeGoal) {
    self.goal = goal
    wanted = goal.minimumRounds
  }

  /// Takes the next round of the current stage: the logarithm of head by base, in the pilot of base by base.
  ///
  /// What is no number is left out, and wanted again.
  package mutating func add(_ logRatio: Double) {
    guard let stage, logRatio.isFinite else { return }
    samples[stage, default: []].append(logRatio)
    guard missing == 0 else { return }
    if stage == .pilot { endPilot() } else { endSample(of: stage) }
  }

  private mutating func endPilot() {
    let pilot = samples[.pilot] ?? []
    estimates[.pilot] = HodgesLehmann(of: pilot, confidence: goal.confidenceOfEach)
    // The width of an interval of moderate confidence varies least from pilot to pilot.
    let moderate = 0.8
    let width = HodgesLehmann(of: pilot, confidence: moderate)?.halfWidth ?? .infinity
    let error = width / NormalDistribution.quantile((1 + moderate) / 2) / goal.standardError
    needed = Double(pilot.count) * error * error
    // A pilot is short and may have met the worst minute: a third of what it requests is taken before the first look.
    wanted = rounds(needed / 3)
    stage = .comparison
  }

  private mutating func endSample(of stage: Stage) {
    guard let estimate = estimate(stage) else { return }
    estimates[stage] = estimate
    let isSlower = estimate.interval.low > goal.line
    if isSlower, stage == .comparison {
      wanted = samples[stage]?.count ?? wanted
      self.stage = .confirmation
      return
    }
    func ratio(_ stage: Stage) -> RatioEstimate? { estimates[stage].map(RatioEstimate.init) }
    func rounds(_ stage: Stage) -> Int { samples[stage]?.count ?? 0 }
    finding = TimeFinding(
      verdict: isSlower ? .regressed : estimate.interval.high < goal.bound ? .pass : .cannotTell,
      noise: ratio(.pilot), comparison: ratio(.comparison), confirmation: ratio(.confirmation),
      pilotRounds: rounds(.pilot), rounds: rounds(.comparison), confirmationRounds: rounds(.confirmation),
      isTooNoisy: needed > Double(goal.maximumRounds))
    self.stage = nil
  }

  /// The estimate of a stage; `nil` when more rounds are wanted first.
  private mutating func estimate(_ stage: Stage) -> HodgesLehmann? {
    let sample = samples[stage] ?? []
    let estimate = HodgesLehmann(of: sample, confidence: goal.confidenceOfEach)
    let excess = (estimate?.halfWidth ?? .infinity) / goal.halfWidth
    if excess > 1 {
      needed = Double(sample.count) * excess * excess
      // At most twice as many before the next look, at least a few more.
      let next = min(needed, 2 * Double(sample.count))
      wanted = max(rounds(next), min(goal.maximumRounds, sample.count + goal.minimumRounds / 2))
      if wanted > sample.count { return nil }
    } else {
      needed = Double(sample.count)
    }
    return estimate
  }

  /// A number of rounds within the bounds.
  private func rounds(_ number: Double) -> Int {
    number < Double(goal.maximumRounds)
      ? max(goal.minimumRounds, Int(number.rounded(.up))) : goal.maximumRounds
  }
}
