internal import DiffWorkloads
internal import SectionDiff

/// A strategy as the command runs it: one of the package's list, by its name, and what adaptive favors.
struct Strategy: Hashable, CustomStringConvertible {
  private let listed: DiffStrategy
  /// What adaptive favors; the others have no choice.
  private let goal: AdaptiveDiff.Goal

  /// All of the list.
  static let all = DiffStrategy.all.map { Strategy(listed: $0, goal: .balance) }
  /// The default.
  static let standard = Strategy(listed: .standard, goal: .balance)

  private init(listed: DiffStrategy, goal: AdaptiveDiff.Goal) {
    self.listed = listed
    self.goal = goal
  }

  /// The one of this name.
  init?(_ name: String) {
    guard let listed = DiffStrategy(name) else { return nil }
    self.init(listed: listed, goal: .balance)
  }

  /// The same; adaptive favors this.
  func favoring(_ goal: AdaptiveDiff.Goal) -> Strategy { Strategy(listed: listed, goal: goal) }

  /// What it favors; nil for one that has no choice.
  var favors: AdaptiveDiff.Goal? { listed == .standard ? goal : nil }

  var name: String { listed.name }
  var algorithm: any DiffAlgorithm { favors.map { AdaptiveDiff(favoring: $0) } ?? listed.algorithm }
  var description: String { name }
}
