/// An answer that is wrong, so that it makes no sense to time it.
public struct VerificationFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// Whose answer it is.
  public let contender: String
  /// What is wrong with it.
  public let problem: String

  /// Makes a failure.
  public init(_ contender: String, _ problem: String) {
    self.contender = contender
    self.problem = problem
  }

  /// One line.
  public var description: String { "the answer of \(contender) is wrong: \(problem)" }
}
