@testable import BenchmarkHarness
@testable import RegressionGate
import DiffWorkloads

/// Times a contender beside itself on noise, as the harness does, and looks whether the interval of the ratio holds 1.
enum NoiseFloorTrial {
  /// By how much the first of each round is slower: what it finds in the caches is of another round.
  private static let first = 1.06

  /// The interval of one contender against another that takes `factor` times as long, with two more in the same rounds.
  static func interval(
    noise kind: NoiseKind, rounds: Int, factor: Double, seed: UInt64
  ) throws -> ConfidenceInterval? {
    let machine = Machine(kind.source(seed), contenders: 4, first: first)
    let contenders = [1, 0.3, 4, factor].map { work in
      Contender("") {
        machine.work(work)
        return 1
      }
    }
    let plan = SamplingPlan(
      minimumRounds: rounds, maximumRounds: rounds, nanosecondsPerContender: .max, shortestTime: 0, settledTime: 0)
    let series = try InterleavedSampler(plan: plan, clock: machine, seed: ~seed).series(of: contenders)
    return PairedRatio(series[3], to: series[0], bootstrap: Bootstrap(seed: seed))?.interval
  }

  /// In how many of so many trials the interval holds 1.
  static func covered(
    noise: NoiseKind, rounds: Int, factor: Double = 1, trials: Int, seed: UInt64, jobs: Int = 1
  ) async throws -> Int {
    try await withThrowingTaskGroup(of: Int.self) { group in
      for job in 0..<jobs {
        group.addTask {
          var covered = 0
          for number in stride(from: job, to: trials, by: jobs) {
            let found = try interval(noise: noise, rounds: rounds, factor: factor, seed: seed &+ UInt64(number))
            if found?.contains(1) == true { covered += 1 }
          }
          return covered
        }
      }
      return try await group.reduce(0, +)
    }
  }

  /// A machine whose clock only the contenders move.
  private final class Machine: NanosecondClock {
    var now = 0
    private var noise: any NoiseSource
    private let first: Double
    private let contenders: Int
    private var turn = 0

    init(_ noise: any NoiseSource, contenders: Int, first: Double) {
      self.noise = noise
      self.contenders = contenders
      self.first = first
    }

    /// Takes a time for some work. After one warm-up each, a round has two turns of each contender.
    func work(_ amount: Double) {
      let isFirst = turn >= contenders && (turn - contenders) % (2 * contenders) == 0
      turn += 1
      now += Int(amount * noise.next() * (isFirst ? first : 1))
    }
  }
}
