import DiffWorkloads
import Testing

@testable import BenchmarkHarness
@testable import RegressionGate

@Suite("Time trial")
struct TimeTrialTests {
  private let goal = TimeGoal()

  /// Feeds a trial by what its stage and the number of the round are made into, until it ends.
  private func finding(
    _ goal: TimeGoal, _ ratio: (TimeTrial.Stage, Int) -> Double
  ) throws -> TimeFinding {
    var trial = TimeTrial(goal)
    var round = 0
    while let stage = trial.stage {
      #expect(trial.missing > 0)
      trial.add(ElementaryFunctions.logarithm(ratio(stage, round)))
      round += 1
    }
    #expect(trial.missing == 0)
    return try #require(trial.finding)
  }

  @Test("without noise twelve rounds are enough, and equal is equal")
  func quiet() throws {
    let finding = try finding(goal) { _, _ in 1 }
    #expect(finding.verdict == .pass)
    #expect(finding.pilotRounds == 12 && finding.rounds == 12 && finding.confirmationRounds == 0)
    #expect(finding.confirmation == nil && finding.noise?.ratio == 1)
  }

  @Test("a slow-down is called when a fresh sample agrees")
  func confirmed() throws {
    let finding = try finding(goal) { stage, _ in stage == .pilot ? 1 : 1.1 }
    #expect(finding.verdict == .regressed)
    #expect(finding.rounds == 12 && finding.confirmationRounds == 12)
    #expect(abs((finding.confirmation?.ratio ?? 0) - 1.1) < 1e-9)
  }

  @Test("a slow-down that a fresh sample does not show is not called")
  func unconfirmed() throws {
    let finding = try finding(goal) { stage, _ in stage == .comparison ? 1.2 : 1 }
    #expect(finding.verdict == .pass)
    #expect(finding.comparison?.interval.low ?? 0 > 1.1)
  }

  @Test("a slow-down below the line passes, however surely it is there", arguments: [0.5, 0.95, 1.02, 1.048])
  func small(ratio: Double) throws {
    #expect(try finding(goal) { stage, _ in stage == .pilot ? 1 : ratio }.verdict == .pass)
  }

  /// A factor that is drawn evenly, up to so many per cent in both directions.
  private func jitter(_ percent: Int, _ round: Int) -> Double {
    var generator = SplitMix64(seed: UInt64(round))
    return ElementaryFunctions.exponential(Double(generator.below(2 * percent + 1) - percent) / 100)
  }

  @Test("noise asks for more rounds")
  func noisy() throws {
    let quiet = try finding(goal) { _, round in jitter(4, round) }
    let loud = try finding(goal) { _, round in jitter(20, round) }
    #expect(quiet.rounds < loud.rounds)
    #expect(loud.verdict == .pass && !loud.isTooNoisy)
  }

  @Test("too much noise for the most rounds is said, and nothing is called")
  func hopeless() throws {
    let goal = TimeGoal(maximumRounds: 40)
    let finding = try finding(goal) { stage, round in jitter(100, round) * (stage == .pilot ? 1 : 1.1) }
    #expect(finding.verdict == .cannotTell)
    #expect(finding.isTooNoisy && finding.rounds == 40)
  }

  @Test("what takes four times as long is called through much noise")
  func obvious() throws {
    let goal = TimeGoal(maximumRounds: 40)
    let finding = try finding(goal) { stage, round in
      jitter(100, round) * (stage == .pilot ? 1 : 4)
    }
    #expect(finding.verdict == .regressed)
  }

  @Test("a goal is what was asked for, within what can be kept")
  func limits() {
    #expect(goal.confidence == 0.95 && goal.power == 0.95 && goal.maximumRounds == 400)
    let above = TimeGoal(threshold: -1, series: 0, confidence: 2, power: 2)
    #expect(above.threshold == 0.001 && above.series == 1 && above.confidence == 0.999 && above.power == 0.999)
    let below = TimeGoal(confidence: 0, power: 0)
    #expect(below.confidence == 0.5 && below.power == 0.5)
    // There are as many rounds as an interval takes, whatever is allowed.
    let few = TimeGoal(minimumRounds: 1, maximumRounds: 2)
    #expect(few.minimumRounds == few.maximumRounds && few.minimumRounds > 2)
  }

  @Test("a round without a ratio is asked for again")
  func missing() {
    var trial = TimeTrial(goal)
    trial.add(.nan)
    trial.add(.infinity)
    #expect(trial.missing == 12)
    trial.add(0)
    #expect(trial.missing == 11)
  }

  @Test("the more are judged together, the wider each interval, and the fewest rounds allow for it")
  func together() throws {
    let many = TimeGoal(series: 10_000)
    #expect(many.confidenceOfEach > goal.confidenceOfEach)
    #expect(many.minimumRounds > 12)
    #expect(HodgesLehmann(of: (0..<many.minimumRounds).map(Double.init), confidence: many.confidenceOfEach) != nil)
    #expect(try finding(many) { stage, _ in stage == .pilot ? 1 : 1.1 }.verdict == .regressed)
  }

  @Test("drift in a straight line cancels within a round, in both orders", arguments: PairedRound.Order.allCases)
  func drift(order: PairedRound.Order) {
    #expect(abs(order.logRatio(of: [100, 110, 121, 133.1])) < 1e-9)
    let head = zip([100.0, 110, 121, 133.1], order.isHead).map { $1 ? $0 * 1.1 : $0 }
    #expect(abs(ElementaryFunctions.exponential(order.logRatio(of: head)) - 1.1) < 1e-9)
    #expect(order.logRatio(of: [1, 2, 3]).isNaN)
    #expect(order.logRatio(of: [1, 2, 0, 3]).isNaN)
  }

  @Test("both orders come about as often, the same for the same seed")
  func orders() {
    var orders = PairedRound.Orders(seed: 3)
    var again = PairedRound.Orders(seed: 3)
    let drawn = (0..<1_000).map { _ in orders.next() }
    #expect(drawn == (0..<1_000).map { _ in again.next() })
    let first = drawn.count { $0 == .baseFirst }
    #expect((430...570).contains(first))
  }

  @Test("worse outweighs unsure, unsure outweighs good")
  func combined() {
    #expect(Verdict.combined([]) == .pass)
    #expect(Verdict.combined([.pass, .cannotTell, .pass]) == .cannotTell)
    #expect(Verdict.combined([.cannotTell, .regressed, .pass]) == .regressed)
  }
}
