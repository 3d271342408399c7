@testable import BenchmarkHarness
@testable import RegressionGate
import Foundation
import SectionDiff
import Testing

@testable import GateSelfTest

/// The self-test of the gate in small; the whole of it runs in release.
@Suite("Gate on noise")
struct GateNoiseTests {
  private static var recording: RecordedNoise {
    get throws {
      let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      let path = folder.appendingPathComponent("../GateSelfTest/recorded-noise.csv").standardized.path
      return try RecordedNoise(path: path)
    }
  }

  @Test(
    "simulated noise: nothing is called of equals, nearly all that is slower is",
    arguments: SimulatedNoise.kinds.map(\.name))
  func simulated(name: String) async throws {
    let kind = try #require(SimulatedNoise.kinds.first { $0.name == name })
    await check(kind)
  }

  @Test("recorded noise likewise")
  func recorded() async throws {
    await check(try Self.recording.kind)
  }

  private func check(_ kind: NoiseKind) async {
    let tallies = await GateTrial.tallies(goal: TimeGoal(), noise: kind, rounds: 60, seed: 77)
    #expect(tallies.equal.count == 60 && tallies.slower.count == 60)
    #expect(tallies.equal.regressed == 0)
    #expect(tallies.slower.regressed >= 57, "\(tallies.slower.regressed) of 60")
  }

  @Test("the test can fail: a gate without confirmation and with a line at zero is caught")
  func canFail() {
    let kind = SimulatedNoise.kinds[1]
    var alarms = 0
    for seed in 0..<200 {
      var source = kind.source(UInt64(seed))
      let ratios = (0..<30).map { _ in
        PairedRound.Order.baseFirst.logRatio(of: (0..<4).map { _ in source.next() })
      }
      if let low = HodgesLehmann(of: ratios, confidence: 0.95)?.interval.low, low > 0 { alarms += 1 }
    }
    #expect(alarms > 0)
  }

  @Test(
    "the interval of one against itself holds 1 as often as it claims, though the first of each round is slower",
    arguments: SimulatedNoise.kinds.map(\.name))
  func noiseFloor(name: String) async throws {
    let kind = try #require(SimulatedNoise.kinds.first { $0.name == name })
    for (rounds, least) in [(3, 0.75), (9, 0.95), (25, 0.95)] {
      let covered = try await NoiseFloorTrial.covered(noise: kind, rounds: rounds, trials: 60, seed: 5)
      #expect((ConfidenceInterval(share: covered, of: 60)?.high ?? 0) >= least, "\(rounds): \(covered) of 60")
    }
  }

  @Test("that test can fail: with one order in all rounds the interval is beside 1, and so is that of a slower one")
  func noiseFloorCanFail() async throws {
    let kind = SimulatedNoise.kinds[0]
    let slower = try await NoiseFloorTrial.covered(noise: kind, rounds: 25, factor: 1.06, trials: 50, seed: 5)
    #expect(slower < 3)
    var covered = 0
    for seed in 0..<50 as Range<UInt64> {
      var source = kind.source(seed)
      func series(_ factor: Double) -> TimeSeries {
        let rounds = (0..<25).map { _ in TimeSeries.Round(first: factor * source.next(), second: source.next()) }
        return TimeSeries(name: "", rounds: rounds)
      }
      if PairedRatio(series(1), to: series(1.06))?.interval.contains(1) == true { covered += 1 }
    }
    #expect(covered < 10, "\(covered) of 50")
  }

  @Test("the same seed gives the same noise")
  func repeatable() {
    for kind in SimulatedNoise.kinds {
      var first = kind.source(5)
      var second = kind.source(5)
      for _ in 0..<100 { #expect(first.next() == second.next()) }
    }
  }

  @Test("a quadratic loop is caught by the exponent of counts")
  func quadratic() throws {
    let plain = try QuadraticLoop.record(HeckelDiff())
    let looped = try QuadraticLoop.record(QuadraticLoop.Hidden())
    let gate = GrowthGate(ComparisonPlan(base: plain, head: looped))
    #expect(gate.verdict == .regressed)
    #expect(gate.judged.filter(\.isWorse).map(\.kind) == [.work])
    #expect(GrowthGate(ComparisonPlan(base: plain, head: plain)).verdict == .pass)
    let mended = GrowthGate(ComparisonPlan(base: looped, head: plain))
    #expect(mended.verdict == .pass, "\(mended.judged.filter(\.isWorse))")
  }

  @Test("a recording that is none is refused by line")
  func unusable() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("noise-\(UUID().uuidString)").path
    #expect(throws: RecordedNoise.Unusable.self) { try RecordedNoise(path: path) }
    try Data("a,b\n1,2\n3\n".utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    do {
      _ = try RecordedNoise(path: path)
      Issue.record("a row of one time was taken")
    } catch let error as RecordedNoise.Unusable {
      #expect(error.description.contains(":3: not 2 times"))
    }
  }
}
