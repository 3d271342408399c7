public import DiffWorkloads

/// What the rows of a workload are made into.
public enum Elements: String, CaseIterable, Sendable {
  /// Records with numbers for ids.
  case int
  /// Records with texts for ids, built again for each side.
  case string
  /// The same texts, whose storage both sides share.
  case stringShared
  /// Records of five fields with such a text for an id.
  case record
  /// Objects.
  case object
  /// Objects with the fields of the records, built again for each side.
  case recordObject
  /// Ids that all hash alike.
  case colliding

  /// The name of the workload whose ids collide.
  static let collidingWorkload = "colliding-hashes"

  /// What a workload is measured with: numbers, and where all kinds differ most, the others.
  public static func measured(with workload: Workload) -> [Elements] {
    switch workload.name {
    case collidingWorkload: [.colliding]
    case "sparse-edits", "few-moves", "shuffle", "replace-all":
      [.int, .string, .stringShared, .record, .object, .recordObject]
    case "sections-moves":
      [.int, .string, .stringShared, .record, .object]
    default: [.int]
    }
  }
}
