@testable import BenchmarkHarness
@testable import RegressionGate
import Foundation
import Testing

@testable import GateSelfTest

/// The self-test of histories in small, with fixed seeds; the whole of it runs in release.
@Suite("History on noise")
struct HistoryNoiseTests {
  private static func kind(_ name: String) throws -> NoiseKind {
    guard name == "recorded" else { return try #require(SimulatedNoise.kinds.first { $0.name == name }) }
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    return try RecordedNoise(
      path: folder.appendingPathComponent("../GateSelfTest/recorded-noise.csv").standardized.path
    ).histories(oneFloor: false)
  }

  @Test(
    "flat series have no change", arguments: ["steady, 2 %", "heavy tails", "all at once", "recorded"],
    HistoryOrder.allCases)
  func flat(name: String, order: HistoryOrder) throws {
    let trial = HistoryTrial(noise: try Self.kind(name), order: order, series: 20, seed: 7)
    let report = HistoryReport(records: trial.records(commits: 50) { _ in .flat })
    #expect(report.trends.count == 20)
    #expect(report.trends.allSatisfy { $0.changes.isEmpty })
  }

  @Test(
    "ten commits of +2 % are seen within five of them, and called a drift in the end", arguments: HistoryOrder.allCases)
  func drift(order: HistoryOrder) throws {
    let trial = HistoryTrial(noise: try Self.kind("steady, 2 %"), order: order, series: 20, seed: 7)
    let plant = HistoryPlant.drift(share: 0.02, commits: 10)
    let early = HistoryReport(records: trial.records(commits: trial.quiet + 5) { _ in plant })
    #expect(early.trends.count { $0.changes.contains(where: \.isWorse) } >= 19)
    let late = HistoryReport(records: trial.records(commits: trial.quiet + 30) { _ in plant })
    #expect(late.trends.count { $0.changes.map(\.shape) == [.drift] } >= 18)
    for change in late.trends.flatMap(\.changes) { #expect((1.15...1.3).contains(change.after / change.before)) }
  }

  @Test("a step is seen within five commits, near its place")
  func step() throws {
    var trial = HistoryTrial(noise: try Self.kind("steady, 2 %"), order: .single, series: 20, seed: 7)
    trial.quiet = 30
    let report = HistoryReport(records: trial.records(commits: 35) { _ in .step(share: 0.1) })
    #expect(report.trends.count { $0.changes.contains { $0.commits.contains(30) } } >= 19)
  }

  @Test(
    "a step of the size that is said to show is seen within five commits in four of five series, and a quarter of it is not",
    arguments: ["steady, 2 %", "heavy tails", "two speeds", "all at once", "recorded"], HistoryOrder.allCases)
  func visible(name: String, order: HistoryOrder) throws {
    let trial = HistoryTrial(noise: try Self.kind(name), order: order, series: 30, seed: 11)
    let steps = trial.visibleSteps()
    let told = steps.count { $0 != nil }
    #expect(told == 30)
    func seen(_ part: Double) -> Int {
      let delays = Delays(trial) { steps[$0].map { HistoryPlant.step(share: part * $0) } ?? .flat }
      return delays.commits.count { ($0 ?? .max) <= 5 }
    }
    #expect(Double(seen(1)) >= 0.8 * Double(told), "\(seen(1)) of \(told)")
    #expect(Double(seen(0.25)) < 0.5 * Double(told), "\(seen(0.25)) of \(told)")
  }

  @Test("the test can fail: without a share for each series and place there are false alarms")
  func canFail() throws {
    let trial = HistoryTrial(noise: try Self.kind("rough, 10 %"), order: .single, series: 60, seed: 7)
    let report = HistoryReport(records: trial.records(commits: 50) { _ in .flat })
    let lax = report.trends.count { trend in
      let values = trend.series.points.map { log($0.value) }
      return (3...(values.count - 3)).contains { place in
        let (before, after) = (values[..<place], values[place...])
        let means = [before, after].map { $0.reduce(0, +) / Double($0.count) }
        let squares = zip([before, after], means).map { part, mean in part.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        }
        let error =
          (squares.reduce(0, +) / Double(values.count - 2) * (1 / Double(before.count) + 1 / Double(after.count)))
          .squareRoot()
        return abs(means[1] - means[0]) > 2.58 * error
      }
    }
    #expect(lax > 0)
    #expect(report.trends.allSatisfy { $0.changes.isEmpty })
  }
}
