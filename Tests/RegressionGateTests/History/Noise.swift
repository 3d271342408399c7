import DiffWorkloads
import Foundation

/// Noise of one kind, of which only the seed is random.
enum Noise: CaseIterable {
  case normal, heavyTails, twoSpeeds, spikes

  private func next(_ generator: inout SplitMix64) -> Double {
    func uniform() -> Double { (Double(generator.next() >> 11) + 0.5) / Double(1 << 53) }
    func normal() -> Double { (-2 * log(uniform())).squareRoot() * cos(2 * .pi * uniform()) }
    return switch self {
    case .normal: normal()
    case .heavyTails: normal() / ((0..<3).map { _ in pow(normal(), 2) }.reduce(0, +) / 3).squareRoot()
    case .twoSpeeds: (uniform() < 0.3 ? 20 : 0) + normal()
    case .spikes: (uniform() < 0.1 ? 50 * uniform() : 0) + normal()
    }
  }

  /// Logarithms of levels that each last for so many values; the noise has a share of them.
  func series(_ levels: [(count: Int, level: Double)], share: Double, seed: Int) -> [Double] {
    var generator = SplitMix64(seed: UInt64(seed))
    return levels.flatMap { count, level in (0..<count).map { _ in log(level) + share * next(&generator) } }
  }
}
