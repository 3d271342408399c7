import ConformanceKit
import DiffWorkloads
import SectionDiff
import Testing

/// The strategies that every law is tried with: the list of the package.
typealias Strategy = DiffStrategy

extension DiffStrategy {
  static var allCases: [DiffStrategy] { all }
  static let lis = named("lis")
  static let adaptive = named("adaptive")
  static let heckel = named("heckel")
  static let myers = named("myers")
  static let myersWithMoves = named("myers-moves")

  private static func named(_ name: String) -> DiffStrategy {
    guard let strategy = DiffStrategy(name) else { preconditionFailure("no strategy is called \(name)") }
    return strategy
  }

  var promises: DiffPromises { algorithm.promises }

  /// Every strategy under one policy and scope, to run a case with.
  static func differs(
    duplicates: DuplicatePolicy = .allow, scope: IdentityScope = .global
  ) -> [Differ] {
    all.map { Differ(algorithm: $0.algorithm, duplicates: duplicates, scope: scope) }
  }
}
