/// How `regress` prints its judgement.
enum RegressionFormat: String, CaseIterable {
  /// For people.
  case text
  /// For programs.
  case json
  /// A comment for a pull request, or a summary of a job.
  case markdown
  /// A test report, a case for each gate.
  case junit
  /// Annotations of GitHub Actions.
  case github
}
