import BenchmarkHarness
import Testing

@Suite("Paired ratio")
struct PairedRatioTests {
  private func series(_ times: [(Double, Double)]) -> TimeSeries {
    TimeSeries(name: "", rounds: times.map { TimeSeries.Round(first: $0.0, second: $0.1) })
  }

  @Test("a machine that slows down changes both times and no ratio")
  func drift() throws {
    let floor = series((1...9).map { (Double($0) * 10, Double($0) * 10) })
    let other = series((1...9).map { (Double($0) * 25, Double($0) * 25) })
    let ratio = try #require(PairedRatio(other, to: floor))
    #expect(ratio.median == 2.5)
    #expect(ratio.interval.low == 2.5)
    #expect(ratio.interval.high == 2.5)
    #expect(ratio.rounds == 9)
  }

  @Test("drift within a round goes out: out and back have the same middle")
  func palindrome() throws {
    // A B B A at times that grow by one with each run: A 1 and 4, B 2 and 3.
    let ratio = try #require(PairedRatio(series([(1, 4)]), to: series([(2, 3)])))
    #expect(ratio.median == 1)
  }

  @Test("only rounds that both took part in count")
  func unequal() throws {
    let ratio = try #require(PairedRatio(series([(2, 2)]), to: series([(1, 1), (100, 100)])))
    #expect(ratio.median == 2)
    #expect(ratio.rounds == 1)
    #expect(PairedRatio(series([]), to: series([(1, 1)])) == nil)
    #expect(PairedRatio(series([(1, 1)]), to: series([(0, 0)])) == nil)
  }
}
