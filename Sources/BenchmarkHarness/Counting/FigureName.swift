/// What gates call figures that are no counts; no count can be called so.
package enum FigureName {
  /// What comes before the name of a count whose growth is meant.
  package static let growth = "growth of "
  /// The changes of adaptive's answer over the fewest.
  package static let regret = "regret"
  /// Their mean over all workloads.
  package static let meanRegret = "mean regret"
  /// Contenders that are gone.
  package static let removal = "removal"
  /// What comes before the name of a count that is gone.
  package static let removalOfCount = "removal of "
  /// Another input than before.
  package static let input = "input"

  /// Whether a figure that is no count is called so, or may be.
  package static func isTaken(_ name: String) -> Bool {
    [regret, meanRegret, removal, input].contains(name) || name.hasPrefix(growth) || name.hasPrefix(removalOfCount)
  }
}
