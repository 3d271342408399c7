import ConformanceKit
import Testing

/// A store that keeps every law in its own way.
struct RightStore: Sendable, CustomTestStringConvertible {
  let keeping: TrialStore.Keeping
  var oddity: Oddity?

  var testDescription: String { "\(keeping), \(oddity?.rawValue ?? "plain")" }

  static let all: [RightStore] = {
    let live: [TrialStore.Keeping] = [.list, .sections, .sorted, .bag]
    let odd: [Oddity?] = [nil] + Oddity.allCases
    return live.flatMap { keeping in
      odd.filter { $0 != .twoSections || keeping == .sections }.map { RightStore(keeping: keeping, oddity: $0) }
    }
      + [nil, .failsFirst, .replacesTwice].map { RightStore(keeping: .constant, oddity: $0) }
      + [nil, .failsBetween].map { RightStore(keeping: .grouped, oddity: $0) }
  }()

  /// Enough for each law to compare something, and quick for all the right stores there are.
  static let effort = StoreTrialEffort(changes: 30, writers: 3, observers: 2, changesPerWriter: 10)

  func report(effort: StoreTrialEffort = effort, seed: UInt64 = 1) async -> StoreConformanceReport {
    await StoreConformance.check(effort: effort, seed: seed, announcing: false) {
      TrialHarness(keeping, oddity: oddity)
    }
  }
}
