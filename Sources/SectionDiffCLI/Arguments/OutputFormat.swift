/// How `diff` prints its answer.
enum ReportFormat: String, CaseIterable {
  /// For people.
  case text
  /// A patch, for programs and for `apply`.
  case json
  /// One line of counts.
  case summary
  /// For `patch(1)`; lines only.
  case unified
}

/// How other commands print theirs.
enum OutputFormat: String, CaseIterable {
  /// For people.
  case text
  /// For programs.
  case json
}
