/// Where a field is found in the records of one document; see ``RecordDocument/locator(for:)``.
public enum FieldLocator: Sendable, Hashable {
  /// A column of CSV or TSV, from 0.
  case column(Int)
  /// A path within JSON objects.
  case path(FieldPath)
}
