import BenchmarkHarness
import Testing

@Suite("SampleDistribution")
struct SampleDistributionTests {
  @Test("the median is the middle sample, or between the two in the middle")
  func median() {
    #expect(SampleDistribution([3, 1, 100]).median == 3)
    #expect(SampleDistribution([4, 1, 2, 100]).median == 3)
    #expect(SampleDistribution([7]).median == 7)
    #expect(SampleDistribution([Double]()).median.isNaN)
  }

  @Test("samples that are no numbers are left out")
  func notANumber() {
    #expect(SampleDistribution([.nan, 2, .nan, 1, 3]).sorted == [1, 2, 3])
  }

  @Test("quantiles lie on the line between two samples")
  func quantiles() {
    let distribution = SampleDistribution([0, 10, 20, 30, 40])
    #expect(distribution.quantile(0) == 0)
    #expect(distribution.quantile(0.25) == 10)
    #expect(distribution.quantile(0.6) == 24)
    #expect(distribution.quantile(1) == 40)
    #expect(distribution.quantile(-1) == 0)
    #expect(distribution.quantile(2) == 40)
  }

  @Test("the spread is the median absolute deviation by the median, whatever one sample does")
  func spread() {
    #expect(SampleDistribution([90, 100, 110, 100, 95]).medianAbsoluteDeviation == 5)
    #expect(SampleDistribution([90, 100, 110, 100, 95]).spread == 0.05)
    #expect(SampleDistribution([90, 100, 1_000_000, 100, 95]).spread == 0.05)
    #expect(SampleDistribution([5, 5, 5]).spread == 0)
    #expect(SampleDistribution([Double]()).spread == 0)
  }
}
