/// A law that a store broke, and what happened until then.
public struct StoreViolation: Error, Hashable, Sendable, CustomStringConvertible {
  /// The law.
  public let law: StoreLaw
  /// What is wrong, in a sentence.
  public let message: String
  /// What was done and what was received, in order, one line each.
  public let trace: [String]

  /// Makes a violation.
  public init(law: StoreLaw, message: String, trace: [String] = []) {
    self.law = law
    self.message = message
    self.trace = trace
  }

  /// The law, the sentence, and the end of the trace.
  public var description: String {
    let shown = trace.suffix(20)
    let left = trace.count - shown.count
    return "\(law.rawValue): \(message)\n" + (left > 0 ? "    … \(left) lines before\n" : "")
      + shown.map { "    \($0)\n" }.joined()
  }
}
