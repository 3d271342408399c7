import ArgumentParser
import BenchmarkHarness
import SectionDiff

/// What is measured, by the names that the command gives them.
enum Strategy: String, CaseIterable, ExpressibleByArgument {
  case adaptive
  case lis
  case heckel
  case myers

  /// What does the work. Myers runs without inferred moves, as in the command.
  var algorithm: any DiffAlgorithm {
    switch self {
    case .adaptive: AdaptiveDiff()
    case .lis: LISDiff()
    case .heckel: HeckelDiff()
    case .myers: MyersDiff(infersMoves: false)
    }
  }

  /// What its answers promise.
  var promise: AnswerExpectation.Promise {
    switch self {
    case .adaptive, .lis: .minimal
    case .heckel: .complete
    case .myers: .withoutMoves
    }
  }
}
