import ArgumentParser

/// What a workload's rows are made into.
enum ElementKind: String, CaseIterable, ExpressibleByArgument {
  /// Records with a number for an id.
  case int
  /// Records with a text of 36 characters for an id, built again for each side.
  case string
  /// The same, both sides share the storage of the texts.
  case stringShared = "string-shared"
  /// Records of five fields with such a text for an id.
  case record
  /// Records that are objects.
  case object
  /// Objects of five fields with a text of 36 characters for an id, built again for each side.
  case recordObject = "record-object"
}
