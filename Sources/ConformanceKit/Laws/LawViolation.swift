/// A law that was broken, and how.
public struct LawViolation: Hashable, Sendable, CustomStringConvertible {
  /// The law.
  public let law: Law
  /// What is wrong, in a sentence.
  public let message: String

  /// Makes a violation.
  public init(law: Law, message: String) {
    self.law = law
    self.message = message
  }

  /// The law, then the sentence.
  public var description: String { "\(law.rawValue): \(message)" }
}
