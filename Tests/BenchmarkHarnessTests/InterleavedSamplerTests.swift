import BenchmarkHarness
import Testing

@Suite("Interleaved sampler")
struct InterleavedSamplerTests {
  private func plan(rounds: Int, shortest: Int = 0) -> SamplingPlan {
    SamplingPlan(
      warmUps: 1, minimumRounds: rounds, maximumRounds: rounds, nanosecondsPerContender: .max,
      shortestTime: shortest, settledTime: 0)
  }

  /// The log without warm-ups, round by round, each checked to go out and back.
  private func rounds(_ log: [String], of count: Int) -> [[String]] {
    let rounds = stride(from: count, to: log.count, by: 2 * count).map {
      Array(log[$0..<min(log.count, $0 + 2 * count)])
    }
    for round in rounds { #expect(round == round.reversed()) }
    return rounds.map { Array($0.prefix(count)) }
  }

  private func orders(seed: UInt64, rounds count: Int) throws -> [[String]] {
    let clock = ManualClock()
    let contenders = ["A", "B", "C"].map { clock.contender($0, taking: 1) }
    _ = try InterleavedSampler(plan: plan(rounds: count), clock: clock, seed: seed).series(of: contenders)
    #expect(clock.log.prefix(3) == ["A", "B", "C"])
    return rounds(clock.log, of: 3)
  }

  @Test("contenders run out and back, after one warm-up each")
  func order() throws {
    let clock = ManualClock()
    let contenders = [clock.contender("A", taking: 5), clock.contender("B", taking: 7)]
    let series = try InterleavedSampler(plan: plan(rounds: 2), clock: clock, seed: 1).series(of: contenders)
    #expect(clock.log.prefix(2) == ["A", "B"])
    #expect(rounds(clock.log, of: 2).map { $0.sorted() } == [["A", "B"], ["A", "B"]])
    #expect(series.map(\.name) == ["A", "B"])
    #expect(series[0].rounds == [.init(first: 5, second: 5), .init(first: 5, second: 5)])
    #expect(series[1].rounds == [.init(first: 7, second: 7), .init(first: 7, second: 7)])
  }

  @Test("each round has an order of its own, by the seed; each of six is as frequent")
  func three() throws {
    let orders = try orders(seed: 3, rounds: 600)
    #expect(orders == (try self.orders(seed: 3, rounds: 600)))
    #expect(orders != (try self.orders(seed: 4, rounds: 600)))
    let counts = Dictionary(orders.map { ($0.joined(), 1) }, uniquingKeysWith: +)
    #expect(counts.count == 6 && counts.values.allSatisfy { 70...130 ~= $0 }, "\(counts)")
  }

  @Test("the times of a round are those of the contender that they are given to, whatever the order")
  func assignment() throws {
    let clock = ManualClock()
    let contenders = (0..<5).map { clock.contender("\($0)", taking: 10 + $0) }
    let series = try InterleavedSampler(plan: plan(rounds: 20), clock: clock, seed: 8).series(of: contenders)
    for (index, series) in series.enumerated() {
      #expect(
        series.rounds
          == [TimeSeries.Round](repeating: .init(first: 10 + Double(index), second: 10 + Double(index)), count: 20))
    }
  }

  @Test("what is too short to time runs many times for one")
  func batches() throws {
    let clock = ManualClock()
    let contenders = [clock.contender("a", taking: 10), clock.contender("B", taking: 500)]
    let series = try InterleavedSampler(plan: plan(rounds: 1, shortest: 40), clock: clock, seed: 1).series(
      of: contenders)
    #expect(["aBaaaaBBaaaa", "aBBaaaaaaaaB"].contains(clock.log.joined()))
    #expect(series.map(\.batch) == [4, 1])
    #expect(series[0].rounds == [.init(first: 10, second: 10)])
  }

  @Test("what is slow takes part in the first rounds only")
  func quotas() throws {
    let clock = ManualClock()
    let plan = SamplingPlan(
      warmUps: 1, minimumRounds: 1, maximumRounds: 3, nanosecondsPerContender: 400, shortestTime: 0,
      settledTime: 0)
    let contenders = [
      clock.contender("A", taking: 1), clock.contender("B", taking: 100), clock.contender("C", taking: 1_000),
    ]
    let series = try InterleavedSampler(plan: plan, clock: clock, seed: 1).series(of: contenders)
    let turns = [3..<9, 9..<13, 13..<15].map { Set(clock.log[$0]).sorted().joined() }
    #expect(clock.log.count == 15 && turns == ["ABC", "AB", "A"])
    #expect(series.map(\.rounds.count) == [3, 2, 1])
  }

  @Test("what is short runs once before each time, so that caches hold its own data")
  func settling() throws {
    let clock = ManualClock()
    var plan = plan(rounds: 1)
    plan.settledTime = 100
    let contenders = [clock.contender("a", taking: 10), clock.contender("B", taking: 500)]
    let series = try InterleavedSampler(plan: plan, clock: clock, seed: 1).series(of: contenders)
    #expect(["aBaaBBaa", "aBBaaaaB"].contains(clock.log.joined()))
    #expect(series[0].rounds == [.init(first: 10, second: 10)])
  }

  @Test("progress rises to the whole")
  func progress() throws {
    let clock = ManualClock()
    var shares: [Double] = []
    _ = try InterleavedSampler(plan: plan(rounds: 4), clock: clock, seed: 1)
      .series(of: [clock.contender("A", taking: 1)]) { shares.append($0) }
    #expect(shares == [0.25, 0.5, 0.75, 1])
  }
}
