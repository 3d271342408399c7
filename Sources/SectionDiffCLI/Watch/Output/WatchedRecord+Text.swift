#if CommandLine
  internal import RecordFormats

  /// Records as people are shown them.
  @available(LiveSystems, *)
  extension WatchedRecord {
    /// A field by name and value, both without control characters.
    struct ShownField: Hashable, Sendable {
      let name: String
      let value: String
    }

    /// What names the record: its key; a line for itself; empty where it has neither. Never cut, so that different keys
    /// have different names.
    var label: String {
      if let own = ownParts {
        return own.content == nil ? VisibleText.escaped(own.id.text) : ValueText.shown(own.id, isText: true)
      }
      guard form.format.shape.hasFields else { return "" }
      if form.isIdentifiedByFile { return ValueText.shown(json: idJSON, isText: true) }
      return form.rules.id.isEmpty ? "" : ValueText.shown(json: idJSON, isText: form.isTextOnly)
    }

    /// The fields beside the label: those that are no part of the key and not empty. The field of the section is left out
    /// where the section is reported.
    ///
    /// - Parameter limit: How many characters of a value are shown; nil for all.
    func shownFields(limit: Int?) -> [ShownField] { shown(allFields, limit) }

    /// Those of ``shownFields(limit:)`` that count in the comparison. Where the others change no one is reported, so what
    /// stays open shows none of them.
    func shownFieldsThatCount(limit: Int?) -> [ShownField] { shown(fields, limit) }

    private func shown(_ fields: @autoclosure () -> [RecordField], _ limit: Int?) -> [ShownField] {
      if let content = ownParts?.content {
        return content.text.isEmpty
          ? [] : [ShownField(name: "content", value: ValueText.shown(content, isText: true, limit: limit))]
      }
      let left = Set((form.rules.id + [form.rules.sectionBy].compactMap(\.self)).map { Array($0.utf8) })
      return fields().compactMap { field in
        if left.contains(field.name) || field.value.value.isText && field.value.text.isEmpty { return nil }
        return ShownField(
          name: ValueText.fieldName(field.name),
          value: ValueText.shown(field.value, isText: form.isTextOnly, limit: limit))
      }
    }

    /// What names a record without a key: all that counts, never cut. The field of the section is left out, and of text
    /// formats what is empty.
    var nameByFields: String {
      let isText = form.isTextOnly
      let section = form.rules.sectionBy.map { Array($0.utf8) }
      return ValueText.fields(
        fields.filter { $0.name != section && !(isText && $0.value.text.isEmpty) }, isText: isText)
    }

    /// What differs from a later version, a piece for each field.
    ///
    /// - Parameter limit: How many characters of a value are shown; nil for all.
    func shownChanges(to other: WatchedRecord, limit: Int?) -> [String] {
      ValueText.changes(
        from: ownParts, to: other.ownParts, fields: changes(to: other), isText: form.isTextOnly, limit: limit)
    }
  }
#endif
