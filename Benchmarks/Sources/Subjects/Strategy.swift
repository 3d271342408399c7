public import BenchmarkHarness
public import SectionDiff

/// A strategy that is measured, by its name.
public enum Strategy: String, CaseIterable, Sendable {
  case adaptive, lis, heckel, myers

  /// What carries it out. Myers without inferred moves, as `section-diff` runs it.
  public var differ: Differ {
    switch self {
    case .adaptive: Differ(algorithm: AdaptiveDiff())
    case .lis: Differ(algorithm: LISDiff())
    case .heckel: Differ(algorithm: HeckelDiff())
    case .myers: Differ(algorithm: MyersDiff(infersMoves: false))
    }
  }

  /// What its answers promise.
  public var promise: AnswerExpectation.Promise {
    switch self {
    case .adaptive, .lis: .minimal
    case .heckel: .complete
    case .myers: .withoutMoves
    }
  }
}
