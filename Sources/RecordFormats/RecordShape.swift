/// What a record of a format is, apart from how it is written: all that patches, reports and stores have to know of it.
///
/// As canonical JSON, a row and an object are an object, an item is `["id","content"]`, and a line is a string.
package enum RecordShape: Sendable {
  /// Fields by column, all of them text.
  case row
  /// Fields by path, values of JSON.
  case object
  /// An id and a content, both text, in a section.
  case item
  /// A text, which is its own identity.
  case line

  /// Whether records have fields, which can be named.
  package var hasFields: Bool { self == .row || self == .object }

  /// Whether all values are text, so that `1` can be nothing else.
  package var isTextOnly: Bool { self != .object }

  /// Whether files are made of sections.
  package var hasSections: Bool { self == .item }
}

/// What a format itself gives a record for an identity, and the content beside it.
package struct OwnParts {
  /// The id of an item, or a whole line.
  package let id: SourcedValue
  /// The content of an item; nil where the id is all there is.
  package let content: SourcedValue?

  package init(id: SourcedValue, content: SourcedValue? = nil) {
    self.id = id
    self.content = content
  }

  /// Whether both say the same.
  package func equals(_ other: OwnParts) -> Bool {
    guard id.equals(other.id) else { return false }
    guard let content, let otherContent = other.content else { return content == nil && other.content == nil }
    return content.equals(otherContent)
  }
}

// MARK: - Records as JSON

extension RecordShape {
  /// The own parts of a record that is given as JSON; nil where the shape has none, or the JSON another form.
  package func ownParts(of json: SourcedValue) -> OwnParts? {
    switch self {
    case .row: return nil
    // A plain value is its own identity.
    case .object: return json.value.kind == .object ? nil : OwnParts(id: json)
    case .line: return OwnParts(id: json)
    case .item:
      let parts = json.source.elements(of: json.value)
      guard parts.count == 2 else { return nil }
      return OwnParts(
        id: SourcedValue(value: parts[0], source: json.source),
        content: SourcedValue(value: parts[1], source: json.source))
    }
  }

  /// The fields of a record that is given as JSON which count, in their order; none where the shape has no fields.
  package func fields(of json: SourcedValue, _ selection: FieldSelection) -> [RecordField] {
    switch self {
    case .row: json.source.memberFields(of: json.value).filter { selection.includes(column: $0.name) }
    case .object: json.source.selectedMembers(of: json.value, selection)
    case .item, .line: []
    }
  }

  /// What is wrong with the JSON of a record, and where; nil where it has the form of the shape.
  ///
  /// - Parameter takesPlain: Whether a plain value is taken in place of an object.
  package func problem(
    of json: SourcedValue, takesPlain: Bool = false
  ) -> (value: FieldValue, problem: String)? {
    let value = json.value
    switch self {
    case .line: return value.isText ? nil : (value, "expected a line, a string")
    case .item:
      guard value.kind == .array else { return (value, "expected an array") }
      let parts = json.source.elements(of: value)
      return parts.count == 2 && parts.allSatisfy(\.isText) ? nil : (value, "expected [id,content]")
    case .row, .object:
      if takesPlain, self == .object, value.kind != .array, value.kind != .object { return nil }
      guard value.kind == .object else { return (value, "expected an object") }
      guard isTextOnly else { return nil }
      return json.source.members(of: value).first { !$0.value.isText }.map { ($0.value, "expected a string") }
    }
  }
}
