internal import RecordFormats

/// Records as people are shown them.
extension WatchedRecord {
  /// A field by name and value, both short and without control characters.
  struct ShownField: Hashable, Sendable {
    let name: String
    let value: String
  }

  /// How many characters of a line are shown.
  static let lineLimit = 200

  /// What names the record: its key; a line for itself; empty where it has neither.
  var label: String {
    guard let value else { return "" }
    switch form.format {
    case .lines: return VisibleText.shortened(value.text, to: Self.lineLimit)
    case .sections:
      return value.source.elements(of: value.value).first.map {
        ValueText.shown(SourcedValue(value: $0, source: value.source), isText: true)
      } ?? ""
    case .csv, .tsv, .json, .ndjson:
      if form.isIdentifiedByFile { return ValueText.shown(json: idJSON, isText: true) }
      return form.rules.id.isEmpty ? "" : ValueText.shown(json: idJSON, isText: form.isTextOnly)
    }
  }

  /// The fields beside the label: those that are no part of the key and not empty. The field of the section is left out
  /// where the section is told.
  var shownFields: [ShownField] { shown(allFields) }

  /// Those of ``shownFields`` that count in the comparison. Where the others change nobody is told, so what stays open
  /// shows none of them.
  var shownFieldsThatCount: [ShownField] { shown(fields) }

  private func shown(_ fields: @autoclosure () -> [NamedValue]) -> [ShownField] {
    if let content {
      return content.text.isEmpty
        ? [] : [ShownField(name: "content", value: ValueText.shown(content, isText: true))]
    }
    let left = Set((form.rules.id + [form.rules.sectionBy].compactMap(\.self)).map { Array($0.utf8) })
    return fields().compactMap { field in
      if left.contains(field.name) || field.value.value.isText && field.value.text.isEmpty { return nil }
      return ShownField(
        name: Self.shown(name: field.name), value: ValueText.shown(field.value, isText: form.isTextOnly))
    }
  }

  /// What differs from a later version, a piece for each field.
  func shownChanges(to other: WatchedRecord) -> [String] {
    let isText = form.isTextOnly
    if let content, let new = other.content {
      return ["\(ValueText.shown(content, isText: true)) → \(ValueText.shown(new, isText: true))"]
    }
    let changes = changes(to: other)
    return changes.changed.map {
      "\(Self.shown(name: $0.name)): \(ValueText.shown($0.old, isText: isText)) → "
        + ValueText.shown($0.new, isText: isText)
    }
      + changes.removed.map { "- \(Self.shown(name: $0.name)): \(ValueText.shown($0.value, isText: isText))" }
      + changes.added.map { "+ \(Self.shown(name: $0.name)): \(ValueText.shown($0.value, isText: isText))" }
  }

  private static func shown(name: [UInt8]) -> String {
    VisibleText.shortened(String(decoding: name, as: UTF8.self), to: ValueText.valueLimit)
  }
}

extension SectionKey {
  /// The section's name for people.
  func title(isText: Bool) -> String { isNone ? "(no section)" : ValueText.shown(json: json, isText: isText) }
}

extension SectionHeader {
  /// The header for people, or nil.
  var title: String? { json.map { ValueText.shown(json: $0, isText: true) } }
}
