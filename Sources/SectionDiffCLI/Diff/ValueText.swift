internal import RecordFormats

/// Values as the text report shows them. Different values have different texts.
@available(LiveSystems, *)
enum ValueText {
  /// How many characters of one value are shown where values are cut.
  static let valueLimit = 60

  /// Returns a value for people: text bare where nothing is lost by it, else as JSON.
  ///
  /// - Parameters:
  ///   - isText: Whether all values of the format are text, so that `1` can only be one thing.
  ///   - limit: How many characters are shown; nil for all.
  static func shown(_ value: SourcedValue, isText: Bool = false, limit: Int? = nil) -> String {
    let text = whole(value, isText: isText)
    return limit.map { VisibleText.shortened(text, to: $0) } ?? VisibleText.escaped(text)
  }

  /// Returns `4 → 5`, for two values that differ. Where they are cut the difference is in view, so that the two sides
  /// never read the same.
  static func change(
    from old: SourcedValue, to new: SourcedValue, isText: Bool = false, limit: Int? = nil
  ) -> String {
    let (before, after) = VisibleText.pair(whole(old, isText: isText), whole(new, isText: isText), to: limit)
    return "\(before) → \(after)"
  }

  /// Returns several values as one name, never cut: `Ada, 1815`.
  static func name(_ values: some Sequence<SourcedValue?>, isText: Bool = false) -> String {
    let values = Array(values)
    return values.map { value in
      guard let value else { return "null" }
      return values.count > 1 ? part(value, isText: isText) : shown(value, isText: isText)
    }.joined(separator: ", ")
  }

  /// Returns a value in a list. Quoted where a comma within it would read like one between two; arrays and objects end
  /// where they end.
  static func part(_ value: SourcedValue, isText: Bool = false) -> String {
    let text = shown(value, isText: isText)
    let isBare = text.first != "\"" && value.value.kind != .array && value.value.kind != .object
    return isBare && text.contains(", ") ? JSONText.literal(text) : text
  }

  /// Returns fields as one name, never cut: `name: Ada, born: 1815`.
  static func fields(_ fields: some Sequence<RecordField>, isText: Bool = false) -> String {
    fields.map { "\(fieldName($0.name)): \(part($0.value, isText: isText))" }.joined(separator: ", ")
  }

  /// Returns a section key or an identity, given as JSON, for people; never cut.
  static func shown(json: [UInt8], isText: Bool) -> String {
    guard let document = try? JSONDocument(SourceText(json, name: "key")) else {
      return VisibleText.escaped(String(decoding: json, as: UTF8.self))
    }
    let root = SourcedValue(value: document.root, source: document.source)
    guard document.root.kind == .array else { return shown(root, isText: isText) }
    return name(
      document.source.elements(of: document.root).map { SourcedValue(value: $0, source: document.source) },
      isText: isText)
  }

  /// Returns the name of a field, never cut: bare, or as JSON where it would be misread.
  static func fieldName(_ bytes: [UInt8]) -> String {
    let name = String(decoding: bytes, as: UTF8.self)
    return needsQuotes(name) || name.contains(": ") || name.contains(", ")
      ? VisibleText.escaped(JSONText.literal(bytes)) : name
  }

  /// Returns a field by name and value: `price: 4`.
  static func nameAndValue(_ field: RecordField, isText: Bool = false, limit: Int?) -> String {
    "\(fieldName(field.name)): \(shown(field.value, isText: isText, limit: limit))"
  }

  /// Returns what differs between two versions of a record, a piece for each field: of its content, where it has one of
  /// its own, else of its fields.
  static func changes(
    from old: OwnParts?, to new: OwnParts?, fields: @autoclosure () -> FieldChanges, isText: Bool, limit: Int?
  ) -> [String] {
    if let old = old?.content, let new = new?.content {
      return [change(from: old, to: new, isText: true, limit: limit)]
    }
    let changes = fields()
    return changes.changed.map {
      "\(fieldName($0.name)): \(change(from: $0.old, to: $0.new, isText: isText, limit: limit))"
    } + changes.removed.map { "- \(nameAndValue($0, isText: isText, limit: limit))" }
      + changes.added.map { "+ \(nameAndValue($0, isText: isText, limit: limit))" }
  }

  /// The text of a value before it is escaped and cut.
  private static func whole(_ value: SourcedValue, isText: Bool) -> String {
    let text = value.text
    let isJSON =
      switch value.value.kind {
      case .text, .textWithDoubledQuotes: needsQuotes(text)
      // A string that reads like another JSON value keeps its quotes: 1 and "1" differ.
      case .string, .stringWithEscapes: needsQuotes(text) || !isText && readsLikeJSON(text)
      default: true
      }
    return isJSON ? value.json : text
  }

  /// Whether text would be misread without quotes: empty, blank at an end, with line ends and the like, with the arrow between
  /// two values, or with what looks like another field behind a comma.
  private static func needsQuotes(_ text: String) -> Bool {
    let bytes = text.utf8
    guard let first = bytes.first, let last = bytes.last, first != 0x20, last != 0x20, first != UInt8(ascii: "\"")
    else {
      return true
    }
    if text.unicodeScalars.contains(where: VisibleCharacters.isHidden) { return true }
    return bytes.withContiguousStorageIfAvailable { unsafe hasSyntax($0.span) }
      ?? Array(bytes).withUnsafeBufferPointer { unsafe hasSyntax($0.span) }
  }

  /// Whether there is an arrow between blanks, or a comma and, after it, a colon, each before a blank.
  private static func hasSyntax(_ bytes: Span<UInt8>) -> Bool {
    var hasComma = false
    for offset in bytes.indices.dropFirst() where bytes[offset] == 0x20 {
      switch bytes[offset - 1] {
      case UInt8(ascii: ","): hasComma = true
      case UInt8(ascii: ":"): if hasComma { return true }
      // The last byte of the arrow.
      case 0x92:
        if offset >= 4, bytes[offset - 2] == 0x86, bytes[offset - 3] == 0xE2, bytes[offset - 4] == 0x20 { return true }
      default: break
      }
    }
    return false
  }

  private static func readsLikeJSON(_ text: String) -> Bool {
    switch text {
    case "true", "false", "null": true
    default: text.first == "{" || text.first == "[" || DecimalNumber(json: Array(text.utf8)) != nil
    }
  }
}

@available(LiveSystems, *)
extension SectionHeader {
  /// The header for people, or nil.
  var title: String? { json.map { ValueText.shown(json: $0, isText: true) } }

  /// `before → after`, for two headers that differ.
  static func change(from before: SectionHeader, to after: SectionHeader, limit: Int?) -> String {
    // A header that reads none is no missing one.
    let titles = [before, after].map { header in header.title.map { $0 == "none" ? "\"none\"" : $0 } ?? "none" }
    let (old, new) = VisibleText.pair(titles[0], titles[1], to: limit)
    return "\(old) → \(new)"
  }
}

@available(LiveSystems, *)
extension SectionKey {
  /// The section's name for people.
  func title(isText: Bool) -> String { isNone ? "(no section)" : ValueText.shown(json: json, isText: isText) }
}
