import BenchmarkHarness
import Testing

@Suite("Interleaved sampler")
struct InterleavedSamplerTests {
  private func plan(rounds: Int, shortest: Int = 0) -> SamplingPlan {
    SamplingPlan(
      warmUps: 1, minimumRounds: rounds, maximumRounds: rounds, nanosecondsPerContender: .max,
      shortestTime: shortest, settledTime: 0)
  }

  @Test("contenders run out and back, after one warm-up each")
  func order() throws {
    let clock = ManualClock()
    let contenders = [clock.contender("A", taking: 5), clock.contender("B", taking: 7)]
    let series = try InterleavedSampler(plan: plan(rounds: 2), clock: clock).series(of: contenders)
    #expect(clock.log.joined() == "AB" + "ABBA" + "ABBA")
    #expect(series.map(\.name) == ["A", "B"])
    #expect(series[0].rounds == [.init(first: 5, second: 5), .init(first: 5, second: 5)])
    #expect(series[1].rounds == [.init(first: 7, second: 7), .init(first: 7, second: 7)])
  }

  @Test("three contenders: A B C C B A")
  func three() throws {
    let clock = ManualClock()
    let contenders = ["A", "B", "C"].map { clock.contender($0, taking: 1) }
    _ = try InterleavedSampler(plan: plan(rounds: 1), clock: clock).series(of: contenders)
    #expect(clock.log.joined() == "ABC" + "ABCCBA")
  }

  @Test("what is too short to time runs many times for one")
  func batches() throws {
    let clock = ManualClock()
    let contenders = [clock.contender("a", taking: 10), clock.contender("B", taking: 500)]
    let series = try InterleavedSampler(plan: plan(rounds: 1, shortest: 40), clock: clock).series(of: contenders)
    #expect(clock.log.joined() == "aB" + "aaaaBBaaaa")
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
    let series = try InterleavedSampler(plan: plan, clock: clock).series(of: contenders)
    #expect(clock.log.joined() == "ABCABCCBAABBAAA")
    #expect(series.map(\.rounds.count) == [3, 2, 1])
  }

  @Test("what is short runs once before each time, so that caches hold its own data")
  func settling() throws {
    let clock = ManualClock()
    var plan = plan(rounds: 1)
    plan.settledTime = 100
    let contenders = [clock.contender("a", taking: 10), clock.contender("B", taking: 500)]
    let series = try InterleavedSampler(plan: plan, clock: clock).series(of: contenders)
    #expect(clock.log.joined() == "aB" + "aaB" + "Baa")
    #expect(series[0].rounds == [.init(first: 10, second: 10)])
  }

  @Test("progress rises to the whole")
  func progress() throws {
    let clock = ManualClock()
    var shares: [Double] = []
    _ = try InterleavedSampler(plan: plan(rounds: 4), clock: clock)
      .series(of: [clock.contender("A", taking: 1)]) { shares.append($0) }
    #expect(shares == [0.25, 0.5, 0.75, 1])
  }
}
