internal import RecordFormats
internal import SectionDiff

@available(LiveSystems, *)
extension WatchedForm {
  /// Looks in JSON records for the fields that the rules name, as `diff` does: whether a name is a slip, the first answer
  /// with records decides. It is looked at as a whole, because a file of a folder or a page of an address may lack a
  /// field that others have. Later answers do not count: records come and go, and so do their optional fields.
  ///
  /// - Parameters:
  ///   - results: The results after an answer.
  ///   - source: The name of the source.
  /// - Returns: What is wrong; nil where nothing is, or nothing can be said yet.
  func unknownField(in results: Results, of source: String) -> Failure? {
    guard format == .json || format == .ndjson else { return nil }
    let records = results.sections.lazy.flatMap(\.items).compactMap(\.value)
    var names = NamedFields(rules)
    names.look(through: records)
    return names.slip.map { $0.failure(in: source, among: FieldNames(records, near: $0.name)) }
  }
}
