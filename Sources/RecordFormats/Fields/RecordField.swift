/// A value together with the bytes that it is in.
package struct SourcedValue {
  /// Where the value is.
  package let value: FieldValue
  /// What it is in.
  package let source: SourceText

  package init(value: FieldValue, source: SourceText) {
    self.value = value
    self.source = source
  }

  /// Reads a value that is given as JSON.
  ///
  /// - Throws: The first thing that is wrong in it.
  package init(json: [UInt8]) throws(FormatError) {
    let document = try JSONDocument(SourceText(json, name: "record"))
    self.init(value: document.root, source: document.source)
  }

  /// The value as canonical JSON.
  package var json: String { source.json(of: value) }

  /// What the value represents, as text.
  package var text: String { source.string(of: value) }

  /// Whether both represent the same value: text by its bytes, numbers by their digits.
  package func equals(_ other: SourcedValue) -> Bool { source.value(value, equals: other.value, in: other.source) }

  /// Appends the value as canonical JSON.
  package func appendJSON(to output: inout [UInt8]) { source.appendJSON(of: value, to: &output) }
}

/// A field of a record: its name, by bytes, and its value.
package struct RecordField {
  /// The column, the member's name, or for a nested member its dotted path, or a pointer to it.
  package let name: [UInt8]
  /// The value.
  package let value: SourcedValue

  package init(name: [UInt8], value: SourcedValue) {
    self.name = name
    self.value = value
  }
}

extension [UInt8] {
  /// Appends an object of fields.
  package mutating func appendObject(_ fields: [RecordField]) {
    append(UInt8(ascii: "{"))
    for (index, field) in fields.enumerated() {
      if index > 0 { append(UInt8(ascii: ",")) }
      JSONText.appendString(field.name, to: &self)
      append(UInt8(ascii: ":"))
      field.value.appendJSON(to: &self)
    }
    append(UInt8(ascii: "}"))
  }
}

extension SourceText {
  /// The members of an object with their names decoded; empty for any other value.
  package func memberFields(of object: FieldValue) -> [RecordField] {
    members(of: object).map {
      RecordField(name: decodedBytes(of: $0.name), value: SourcedValue(value: $0.value, source: self))
    }
  }

  /// The members of an object that count; below a member that is compared by its members, those, by their paths.
  package func selectedMembers(of object: FieldValue, _ selection: FieldSelection) -> [RecordField] {
    if selection.isEverything { return memberFields(of: object) }
    var fields: [RecordField] = []
    appendMembers(of: object, below: [], selection, to: &fields)
    return fields
  }

  private func appendMembers(
    of object: FieldValue, below path: [UInt8], _ selection: FieldSelection, to fields: inout [RecordField]
  ) {
    // Recursion follows the paths of the selection, not the depth of the data.
    for member in members(of: object) {
      let name = path + selection.part(named: decodedBytes(of: member.name))
      switch selection.part(of: name) {
      case .none: continue
      case .whole: break
      case .members:
        if member.value.kind == .object {
          appendMembers(of: member.value, below: name + [UInt8(ascii: ".")], selection, to: &fields)
          continue
        }
        guard selection.includesLeaf(name) else { continue }
      }
      fields.append(RecordField(name: selection.shown(name), value: SourcedValue(value: member.value, source: self)))
    }
  }

  /// The path of the first member whose name, with a dot in it, reads like a path into another object; or nil.
  package func ambiguousMember(
    of object: FieldValue, below container: [UInt8]?, _ selection: FieldSelection
  ) -> [UInt8]? {
    for member in members(of: object) {
      let path =
        (container.map { $0 + [UInt8(ascii: ".")] } ?? [])
        + selection.part(named: decodedBytes(of: member.name))
      if selection.container(of: path) != container { return path }
      if selection.isContainer(path), let found = ambiguousMember(of: member.value, below: path, selection) {
        return found
      }
    }
    return nil
  }
}
