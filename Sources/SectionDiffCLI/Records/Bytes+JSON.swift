internal import RecordFormats

extension [UInt8] {
  /// Appends the UTF-8 of `text`.
  mutating func append(_ text: String) { append(contentsOf: text.utf8) }

  /// Appends a number in decimal.
  mutating func append(number: Int) { append(String(number)) }

  /// Appends an array of strings.
  mutating func appendStrings(_ strings: [String]) {
    appendList(strings) { JSONText.appendString($1, to: &$0) }
  }

  /// Appends an array whose elements `body` writes.
  mutating func appendList<Elements: Sequence>(
    _ elements: Elements, _ body: (inout [UInt8], Elements.Element) -> Void
  ) {
    append(UInt8(ascii: "["))
    var isFirst = true
    for element in elements {
      if !isFirst { append(UInt8(ascii: ",")) }
      isFirst = false
      body(&self, element)
    }
    append(UInt8(ascii: "]"))
  }

  /// Appends an object of fields in canonical form: members in the order of their names, on every level, so that objects
  /// that are equal have equal bytes.
  mutating func appendSortedObject(_ fields: [NamedValue]) {
    append(UInt8(ascii: "{"))
    for (index, field) in fields.sorted(by: { $0.name.lexicographicallyPrecedes($1.name) }).enumerated() {
      if index > 0 { append(UInt8(ascii: ",")) }
      JSONText.appendString(field.name, to: &self)
      append(UInt8(ascii: ":"))
      appendSorted(field.value)
    }
    append(UInt8(ascii: "}"))
  }

  /// Nesting is limited by the reader of the source, so this does not go deep.
  private mutating func appendSorted(_ value: SourcedValue) {
    switch value.value.kind {
    case .object: appendSortedObject(value.source.namedMembers(of: value.value))
    case .array:
      appendList(value.source.elements(of: value.value)) { output, element in
        output.appendSorted(SourcedValue(value: element, source: value.source))
      }
    default: value.appendJSON(to: &self)
    }
  }
}
