import ConformanceKit
import SectionDiff
import Testing

/// The strategies that every law is tried with.
enum Strategy: String, CaseIterable, Sendable, CustomTestStringConvertible {
  // Those that promise most come first: equal changesets are judged once, by the strictest.
  case lis
  case adaptive
  case myersWithMoves
  case heckel
  case myers

  var algorithm: any DiffAlgorithm {
    switch self {
    case .heckel: HeckelDiff()
    case .myers: MyersDiff()
    case .myersWithMoves: MyersDiff(infersMoves: true)
    case .lis: LISDiff()
    case .adaptive: AdaptiveDiff()
    }
  }

  var promises: DiffPromises { algorithm.promises }

  var testDescription: String { rawValue }

  /// Every strategy under one policy and scope, to run a case with.
  static func differs(
    duplicates: DuplicatePolicy = .allow, scope: IdentityScope = .global
  ) -> [Differ] {
    allCases.map { Differ(algorithm: $0.algorithm, duplicates: duplicates, scope: scope) }
  }
}
