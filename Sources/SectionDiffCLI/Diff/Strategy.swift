internal import SectionDiff

/// A strategy by the name that the command gives it.
enum Strategy: String, CaseIterable {
  case adaptive
  case lis
  case heckel
  case myers

  /// What does the work. Myers runs without inferred moves: its script is the shortest, and a leftover is a delete
  /// and an insert.
  var algorithm: any DiffAlgorithm {
    switch self {
    case .adaptive: AdaptiveDiff()
    case .lis: LISDiff()
    case .heckel: HeckelDiff()
    case .myers: MyersDiff(infersMoves: false)
    }
  }
}
