internal import DiffWorkloads

/// The kind of element that a workload's rows are made into, as the command names it.
enum ElementKind: String, CaseIterable {
  /// Numbers.
  case int
  /// Texts of 36 characters, built again for each side.
  case string
  /// The same texts, whose storage both sides share.
  case stringShared = "string-shared"
  /// Numbers again, of records that are objects of a class.
  case object

  /// The id of a row as files hold it. What is shared in memory is the same text.
  func text(of row: WorkloadRow) -> String {
    switch self {
    case .int, .object: "\(row.id)"
    case .string, .stringShared: StringElement.text(of: row.id)
    }
  }
}
