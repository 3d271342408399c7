/// What a violation is about: a smaller scenario of the same kind shows the same fault, others perhaps another one.
enum ViolationKind: Hashable, Sendable {
  /// The comparison that is made there, and in which of several ways it does not hold.
  case comparison(file: String, line: UInt, way: String)
  /// A step did not finish.
  case hung
  /// An observation ended.
  case ended
  /// A step failed, so that nothing was compared.
  case threw(String)

  var isComparison: Bool { if case .comparison = self { true } else { false } }
}

extension String {
  /// The words that name no number or key.
  var withoutNumbers: String {
    split(separator: " ").filter { !$0.contains(where: \.isNumber) }.joined(separator: " ")
  }
}
