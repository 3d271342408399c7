/// A thing that `regress` found out, as reports for machines and for pull requests have it.
struct RegressionRemark: Equatable {
  /// How much it matters.
  enum Level: String, CaseIterable {
    /// It got worse.
    case error
    /// It cannot be said.
    case warning
    /// It got better, was accepted, or decides nothing.
    case notice
  }

  var level: Level
  /// Of which gate; nil for what is compared at all.
  var gate: Gate?
  /// Of what, such as `lis on mixed, 10000 int`.
  var subject = ""
  /// What about it, in one line.
  var text: String

  /// The whole of it, in one line.
  var line: String { subject.isEmpty ? text : "\(subject): \(text)" }
}
