public import BenchmarkHarness
public import DiffWorkloads
public import SectionDiff

/// A strategy that is measured, by its name.
public typealias Strategy = DiffStrategy

extension DiffStrategy {
  /// What carries it out.
  public var differ: Differ { Differ(algorithm: algorithm) }

  /// What its answers promise.
  public var promise: AnswerExpectation.Promise { AnswerExpectation.Promise(of: algorithm) }
}
