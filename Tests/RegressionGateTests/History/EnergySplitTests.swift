import DiffWorkloads
import Testing

@testable import BenchmarkHarness
@testable import RegressionGate

/// The split of a series in two, against its definition.
@Suite("Energy split")
struct EnergySplitTests {
  /// The statistic as the paper writes it.
  private func energy(_ before: ArraySlice<Double>, _ after: ArraySlice<Double>) -> Double {
    func mean(_ a: ArraySlice<Double>, _ b: ArraySlice<Double>, pairs: Double) -> Double {
      a.reduce(0) { sum, x in sum + b.reduce(0) { $0 + abs(x - $1) } } / pairs
    }
    let (m, n) = (Double(before.count), Double(after.count))
    return m * n / (m + n)
      * (2 * mean(before, after, pairs: m * n) - mean(before, before, pairs: m * (m - 1))
        - mean(after, after, pairs: n * (n - 1)))
  }

  @Test("a step is split where it is")
  func step() {
    let values = [1.0, 1.1, 0.9, 1.0, 2.0, 2.1, 1.9]
    #expect(EnergySplit.best(values[...], shortest: 3) == 4)
    // Offsets are those of the array, also of a part of it.
    #expect(EnergySplit.best(values[1...], shortest: 3) == 4)
  }

  @Test("too few values are not split")
  func short() {
    #expect(EnergySplit.best([], shortest: 3) == nil)
    #expect(EnergySplit.best([1, 1, 1, 2, 2][...], shortest: 3) == nil)
    #expect(EnergySplit.best([1, 1, 1, 2, 2, 2][...], shortest: 3) == 3)
  }

  @Test("random series: the place is the one of the largest statistic, by its definition")
  func definition() throws {
    var generator = SplitMix64(seed: 2014)
    for _ in 0..<300 {
      let values = (0..<(6 + generator.below(12))).map { _ in Double(generator.below(7)) }
      let place = try #require(EnergySplit.best(values[...], shortest: 3))
      let energies = (3...(values.count - 3)).map { energy(values[..<$0], values[$0...]) }
      let largest = try #require(energies.max())
      #expect(abs(energies[place - 3] - largest) < 1e-9, "\(values): \(place) of \(energies)")
    }
  }
}
